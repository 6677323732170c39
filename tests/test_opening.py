"""Who may ask, and bodies that come wrapped, over HTTP."""

import gzip
import json
import zlib
from collections.abc import Iterator

import anthropic
import httpx2
import pytest

from rystic_asgi import Simulator, error
from tests.conftest import Connect, ask

NOT_LISTED = "rystic: only the keys that api_keys lists are let in"
BODY = json.dumps(ask("Grüße 🌍")).encode()


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        pytest.param("gzip", gzip.compress(BODY), id="gzip"),
        pytest.param("deflate", zlib.compress(BODY), id="deflate"),
        pytest.param("identity", BODY, id="identity"),
        pytest.param("gzip", gzip.compress(b"\xef\xbb\xbf" + BODY), id="with-a-byte-order-mark-within"),
    ],
)
def test_a_compressed_request_is_read_and_stands_readable_in_the_journal(
    http: httpx2.Client, simulator: Simulator, encoding: str, body: bytes
) -> None:
    response = http.post("/v1/messages", content=body, headers={"content-encoding": encoding})

    assert response.status_code == 200
    assert simulator.requests[0].body == json.loads(BODY)
    assert simulator.requests[0].headers["content-encoding"] == encoding


def test_a_byte_order_mark_is_passed_over(http: httpx2.Client, simulator: Simulator) -> None:
    response = http.post("/v1/messages", content=b"\xef\xbb\xbf" + BODY)

    assert response.status_code == 200
    assert simulator.requests[0].received.raw_body == BODY


def test_a_body_that_cannot_be_decoded_takes_nothing_and_is_kept_as_it_came(
    http: httpx2.Client, simulator: Simulator
) -> None:
    simulator.load(["One."])

    response = http.post("/v1/messages", content=b"{}", headers={"content-encoding": "gzip"})

    assert response.json()["error"] == {
        "type": "invalid_request_error",
        "message": "content-encoding: the request body is not valid for its encoding",
        "details": {"error_code": "request_body_encoding_invalid"},
    }
    assert (simulator.left, simulator.requests[0].body) == (["One."], {})


def test_a_body_that_is_too_large_when_decoded_is_told_by_its_code(connect: Connect) -> None:
    simulator = Simulator(limits={"request_bytes": 1_000})
    body = gzip.compress(json.dumps(ask("x" * 1_000)).encode())

    response = connect(simulator).post("/v1/messages", content=body, headers={"content-encoding": "gzip"})

    assert response.status_code == 413
    assert response.json() == {
        "type": "error",
        "error": {
            "type": "request_too_large",
            "message": "Request exceeds the maximum size",
            "details": {"error_code": "request_body_too_large_after_decoding"},
        },
        "request_id": response.headers["request-id"],
    }


@pytest.mark.parametrize(
    "content_type",
    [
        pytest.param(None, id="none"),
        pytest.param("", id="empty"),
        pytest.param("application/json", id="json"),
        pytest.param("application/json; charset=utf-8", id="json-with-a-charset"),
        pytest.param("text/plain", id="text"),
        pytest.param("application/octet-stream", id="bytes"),
    ],
)
def test_the_body_is_read_as_json_whatever_its_content_type(connect: Connect, content_type: str | None) -> None:
    headers = {} if content_type is None else {"content-type": content_type}

    assert connect(Simulator()).post("/v1/messages", content=BODY, headers=headers).status_code == 200


def test_a_body_in_chunks_is_read(http: httpx2.Client) -> None:
    def chunks() -> Iterator[bytes]:
        yield from (BODY[:10], b"", BODY[10:])

    assert http.post("/v1/messages", content=chunks()).status_code == 200


FAULTS = [
    pytest.param("GET", "/v1/messages", {}, b"x" * 2_000, 405, id="method-before-size"),
    pytest.param("POST", "/v1/nowhere", {}, b"x" * 2_000, 404, id="route-before-size"),
    pytest.param("POST", "/v1/messages", {}, b"x" * 2_000, 413, id="size-before-credential"),
    pytest.param("POST", "/v1/messages", {}, b"", 401, id="credential-before-version"),
    pytest.param(
        "POST",
        "/v1/messages",
        {"x-api-key": "sk-ant-2", "anthropic-version": "2023-06-01", "content-encoding": "br"},
        b"",
        401,
        id="key-before-encoding",
    ),
]


@pytest.mark.parametrize(("method", "path", "headers", "body", "status"), FAULTS)
def test_faults_are_told_in_the_order_of_their_discovery(
    method: str, path: str, headers: dict[str, str], body: bytes, status: int
) -> None:
    simulator = Simulator(api_keys=["sk-ant-1"], limits={"request_bytes": 1_000})
    transport = simulator.client()._client._transport

    with httpx2.Client(transport=transport, base_url="http://rystic.test") as http:
        response = http.request(method, path, headers=headers, content=body)

    assert response.status_code == status
    assert "anthropic-workspace-id" not in response.headers


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        pytest.param({"anthropic-version": "1"}, "anthropic-version: '1' is not", id="version-before-encoding"),
        pytest.param({}, "content-encoding: the request body's encoding is not supported", id="encoding-before-json"),
    ],
)
def test_the_encoding_comes_between_version_and_json(
    http: httpx2.Client, headers: dict[str, str], message: str
) -> None:
    response = http.post("/v1/messages", content=b"{", headers={"content-encoding": "br", **headers})

    assert response.status_code == 400
    assert response.json()["error"]["message"].startswith(message)


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        pytest.param({"x-api-key": "sk-wrong"}, f"invalid x-api-key {NOT_LISTED}", id="key"),
        pytest.param(
            {"x-api-key": "", "authorization": "Bearer sk-wrong"}, f"Invalid bearer token {NOT_LISTED}", id="bearer"
        ),
        pytest.param({"x-api-key": ""}, "x-api-key header is required", id="none"),
    ],
)
def test_a_key_that_is_not_listed_is_refused_and_never_shown(
    connect: Connect, headers: dict[str, str], message: str
) -> None:
    simulator = Simulator(api_keys=["sk-ant-secret"], replies=["One."])
    http = connect(simulator)

    response = http.post("/v1/messages", json=ask(), headers=headers)

    assert response.status_code == 401
    assert response.json()["error"] == {"type": "authentication_error", "message": message}
    assert simulator.left == ["One."]
    shown = http.get("/_rystic/requests").text + http.get("/_rystic/state").text + response.text + repr(simulator)
    assert "sk-wrong" not in shown
    assert "sk-ant-secret" not in shown


def test_clients_of_a_simulator_bring_its_key() -> None:
    simulator = Simulator(api_keys=["sk-ant-1", "sk-ant-2"])

    with simulator.client() as client:
        assert client.messages.create(**ask()).stop_reason == "end_turn"
    with simulator.client(api_key="sk-wrong") as client, pytest.raises(anthropic.AuthenticationError) as caught:
        client.messages.create(**ask())
    assert caught.value.api_message == f"Invalid bearer token {NOT_LISTED}"
    assert caught.value.workspace_id is None


@pytest.mark.anyio
async def test_asynchronous_clients_of_a_simulator_bring_its_key() -> None:
    async with Simulator(api_keys=["sk-ant-1"]).async_client() as client:
        assert (await client.messages.create(**ask())).stop_reason == "end_turn"


@pytest.mark.parametrize(
    ("replies", "body", "status", "is_named"),
    [
        pytest.param([], ask(), 200, True, id="message"),
        pytest.param([], ask(stream=True), 200, True, id="stream"),
        pytest.param([], ask(max_tokens=-1), 400, True, id="refused"),
        pytest.param([error(404)], ask(), 404, True, id="scripted-error"),
        pytest.param([error(401)], ask(), 401, False, id="scripted-refusal-of-the-key"),
    ],
)
def test_an_answer_to_a_known_client_names_the_workspace(
    connect: Connect, replies: list[object], body: object, status: int, is_named: bool
) -> None:
    response = connect(Simulator(replies=replies)).post("/v1/messages", json=body)

    assert response.status_code == status
    assert ("anthropic-workspace-id" in response.headers) == is_named
