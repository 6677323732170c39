"""Files: uploaded, listed, found, downloaded and deleted, over HTTP and by the official clients."""

import json
from collections.abc import Callable
from typing import Any

import anthropic
import httpx2
import pytest

from rystic_asgi import Simulator
from rystic_asgi.state.memory_store import MemoryStore
from rystic_asgi.transport.httpx2_transports import Transport
from tests.conftest import Connect, ask
from tests.file_samples import CHART, later, upload

BETA = "files-api-2025-04-14"
PDF = ("report.pdf", b"%PDF-1.7", "application/pdf")


def test_an_upload_is_described(http: httpx2.Client) -> None:
    stored = upload(http, "a.txt", b"hello", expires_in_seconds="3600")

    assert stored == {
        "id": stored["id"],
        "created_at": "2026-01-01T00:00:00Z",
        "downloadable": False,
        "expires_at": "2026-01-01T01:00:00Z",
        "filename": "a.txt",
        "mime_type": "text/plain",
        "size_bytes": 5,
        "type": "file",
    }
    assert stored["id"].startswith("file_011C")
    assert upload(http)["expires_at"] is None


def test_the_same_uploads_get_the_same_ids_after_a_reset(http: httpx2.Client, simulator: Simulator) -> None:
    first = [upload(http, name) for name in ("a", "b")]
    simulator.reset()

    assert http.get("/v1/files").json()["data"] == []
    assert [upload(http, name) for name in ("a", "b")] == first
    assert first[0]["id"] != first[1]["id"]


def test_an_official_client_keeps_files(simulator: Simulator) -> None:
    with simulator.client(_strict_response_validation=True) as client:
        stored = client.files.upload(file=PDF, expires_in_seconds=3600)
        unnamed = client.files.upload(file=b"bytes")
        beta = client.beta.files.upload(file=("b.txt", b"b", "text/plain"), betas=[BETA])
        listed = [file.id for file in client.files.list(limit=1)]
        chosen = list(client.files.list(ids=[stored.id, "file_gone", beta.id, stored.id]))
        found = client.files.retrieve_metadata(stored.id)
        deleted = client.beta.files.delete(stored.id, betas=[BETA])
        left = [file.id for file in client.beta.files.list(betas=[BETA])]

    assert (stored.filename, stored.mime_type, stored.size_bytes) == ("report.pdf", "application/pdf", 8)
    assert unnamed.filename == "unnamed"
    assert listed == [beta.id, unnamed.id, stored.id]
    assert [file.id for file in chosen] == [beta.id, stored.id]
    assert found == stored
    assert (deleted.id, deleted.type) == (stored.id, "file_deleted")
    assert left == [beta.id, unnamed.id]


@pytest.mark.anyio
async def test_an_official_async_client_keeps_files() -> None:
    async with Simulator(files=[CHART]).async_client(_strict_response_validation=True) as client:
        stored = await client.files.upload(file=PDF)
        listed = [file.id async for file in client.beta.files.list(limit=1, betas=[BETA])]
        content = await (await client.files.download("file_chart")).read()
        await client.files.delete(stored.id)
        with pytest.raises(anthropic.NotFoundError):
            await client.files.retrieve_metadata(stored.id)

    assert listed == [stored.id, "file_chart"]
    assert content == b"\x89PNG"


def test_what_may_be_downloaded_is_sent_as_it_is(connect: Connect) -> None:
    simulator = Simulator(files=[CHART, {"filename": "Ä.bin", "content": "ä", "downloadable": True, "id": "b"}])
    http = connect(simulator)

    chart = http.get("/v1/files/file_chart/content")
    other = http.get("/v1/files/b/content")

    assert (chart.content, chart.headers["content-type"]) == (b"\x89PNG", "image/png")
    assert chart.headers["content-disposition"] == 'attachment; filename="chart.png"'
    assert chart.headers["request-id"].startswith("req_")
    assert (other.text, other.headers["content-type"]) == ("ä", "application/octet-stream")
    assert other.headers["content-disposition"] == "attachment; filename*=UTF-8''%C3%84.bin"
    assert simulator.requests[0].answer["id"] == "file_chart"


Call = Callable[[anthropic.Anthropic, str], Any]
GONE = "File `{}` not found."


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda client, name: client.files.retrieve_metadata(name), id="metadata"),
        pytest.param(lambda client, name: client.files.download(name), id="content"),
        pytest.param(lambda client, name: client.files.delete(name), id="delete"),
    ],
)
def test_a_file_that_is_not_there_is_not_found(simulator: Simulator, call: Call) -> None:
    with simulator.client(max_retries=0) as client:
        deleted = client.files.upload(file=PDF).id
        client.files.delete(deleted)
        for name in (deleted, "file_unknown"):
            with pytest.raises(anthropic.NotFoundError) as refused:
                call(client, name)
            assert refused.value.api_message == GONE.format(name)


def test_an_upload_is_not_downloaded(simulator: Simulator) -> None:
    with simulator.client() as client, pytest.raises(anthropic.types.FileNotDownloadableError) as refused:
        client.files.download(client.files.upload(file=PDF).id)

    assert refused.value.api_message == (
        "File is not downloadable rystic: only files that a tool made are; `files` of a boot document may give some"
    )


def test_of_a_file_that_expired_only_the_bytes_are_gone() -> None:
    store = MemoryStore()
    with Simulator(store=store, files=[{**CHART, "expires_in_seconds": 60}]).client() as client:
        later(store, 59)
        assert client.files.download("file_chart").read() == b"\x89PNG"
        later(store, 1)
        with pytest.raises(anthropic.types.FileExpiredError) as refused:
            client.files.download("file_chart")
        described = client.files.retrieve_metadata("file_chart")
        assert [file.id for file in client.files.list()] == ["file_chart"]
        client.files.delete("file_chart")
        assert client.files.list().data == []

    assert refused.value.api_message == "File `file_chart` has expired."
    assert str(described.expires_at) == "2026-01-01 00:01:00+00:00"


def test_the_journal_tells_of_a_file_without_its_bytes(http: httpx2.Client, simulator: Simulator) -> None:
    upload(http, "a.txt", b"secret", expires_in_seconds="3600")
    http.post("/v1/files", content=b"x" * 10_000, headers={"content-type": "text/plain"})

    good, bad = simulator.requests
    assert good.operation == "upload_file"
    assert good.body == {
        "file": {"filename": "a.txt", "mime_type": "text/plain", "size_bytes": 6},
        "expires_in_seconds": 3600,
    }
    assert (bad.status, len(bad.body)) == (400, 4096)
    assert len(http.get("/_rystic/requests").json()["requests"]) == 2


@pytest.mark.parametrize("path", ["/v1/files", "/v1/files/file_chart", "/v1/files/file_chart/content"])
def test_head_answers_like_get_without_the_body(connect: Connect, path: str) -> None:
    simulator = Simulator(files=[CHART])
    http = connect(simulator)
    whole = http.get(path)
    simulator.reset()
    head = http.head(path)

    assert (head.status_code, head.content, head.headers) == (200, b"", whole.headers)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/files"),
        ("POST", "/v1/files"),
        ("GET", "/v1/files/file_chart"),
        ("GET", "/v1/files/file_chart/content"),
        ("DELETE", "/v1/files/file_chart"),
    ],
)
def test_each_operation_needs_a_key_and_a_version(method: str, path: str) -> None:
    simulator = Simulator(files=[CHART])
    with httpx2.Client(transport=Transport(simulator), base_url="http://rystic.test") as http:
        no_key = http.request(method, path, headers={"anthropic-version": "2023-06-01"})
        no_version = http.request(method, path, headers={"x-api-key": "k"})

    assert (no_key.status_code, no_key.json()["error"]["message"]) == (401, "x-api-key header is required")
    assert (no_version.status_code, no_version.json()["error"]["message"]) == (
        400,
        "anthropic-version: header is required",
    )


def test_a_client_of_the_first_version_keeps_files(http: httpx2.Client) -> None:
    stored = upload(http)

    for path in ("/v1/files", f"/v1/files/{stored['id']}"):
        assert http.get(f"{path}?beta=true", headers={"anthropic-beta": BETA}).status_code == 200


def test_files_are_there_again_after_a_reset_and_another_script(connect: Connect) -> None:
    simulator = Simulator(files=[CHART, {"filename": "b.txt", "content": ""}])
    http = connect(simulator)
    before = http.get("/v1/files").json()
    http.delete("/v1/files/file_chart")
    third = upload(http)
    simulator.load(["Hi."])

    assert http.get("/v1/files").json() == before
    assert third["id"] not in [file["id"] for file in before["data"]]
    assert upload(http) == third


def test_the_state_that_is_read_can_be_loaded_again(connect: Connect) -> None:
    http = connect(Simulator(files=[CHART], models=["claude-opus-5", {"id": "mine"}], limits={"file_bytes": 9}))

    state = http.get("/_rystic/state").json()
    loaded = http.put("/_rystic/state", json=state)

    assert loaded.status_code == 200
    assert (state["files"], state["models"]) == ([CHART], ["claude-opus-5", {"id": "mine"}])
    assert http.get("/_rystic/state").json() == state


def test_bytes_that_went_while_they_were_asked_for_are_not_found() -> None:
    store = MemoryStore()
    with Simulator(store=store, files=[CHART]).client() as client:
        store.take("file_content", "file_chart")
        with pytest.raises(anthropic.NotFoundError):
            client.files.download("file_chart")


def test_a_message_names_a_file_by_its_id(http: httpx2.Client) -> None:
    stored = upload(http)
    source = {"type": "file", "file_id": stored["id"]}
    body = ask(messages=[{"role": "user", "content": [{"type": "document", "source": source}]}])

    assert http.post("/v1/messages", json=body).status_code == 200
    http.delete(f"/v1/files/{stored['id']}")
    refused = http.post("/v1/messages", json=body)
    assert refused.status_code == 404
    assert json.loads(refused.text)["error"]["type"] == "not_found_error"
