"""Lists of files: by page, by id, by scope."""

from typing import Any

import httpx2
import pytest

from rystic_asgi import Simulator
from tests.file_samples import CHART, upload


def names(page: dict[str, Any]) -> list[str]:
    return [file["filename"] for file in page["data"]]


def test_pages_go_on_by_cursor_though_files_come_and_go(http: httpx2.Client) -> None:
    ids = [upload(http, str(number))["id"] for number in range(5)]
    first = http.get("/v1/files?limit=2").json()
    http.delete(f"/v1/files/{ids[3]}")
    upload(http, "new")
    second = http.get("/v1/files", params={"limit": 2, "page": first["next_page"]}).json()
    third = http.get("/v1/files", params={"limit": 2, "page": second["next_page"]}).json()

    assert [names(first), names(second), names(third)] == [["4", "3"], ["2", "1"], ["0"]]
    assert first["next_page"].startswith("page_")
    assert third["next_page"] is None


def test_pages_go_on_by_id_as_older_clients_ask(http: httpx2.Client) -> None:
    ids = [upload(http, str(number))["id"] for number in range(4)]

    after = http.get("/v1/files", params={"limit": 2, "after_id": ids[3]}).json()
    before = http.get("/v1/files", params={"limit": 2, "before_id": ids[0]}).json()
    newest = http.get("/v1/files", params={"before_id": ids[3]}).json()

    assert (names(after), after["has_more"]) == (["2", "1"], True)
    assert (after["first_id"], after["last_id"]) == (ids[2], ids[1])
    assert (names(before), before["has_more"], before["next_page"] is None) == (["2", "1"], True, False)
    assert (names(newest), newest["has_more"], newest["next_page"]) == ([], False, None)


@pytest.mark.parametrize("cursor", ["page_", "page_x", "page_eA", "MQ", "ü", "page_" + "9" * 9000])
def test_a_cursor_that_was_not_given_is_refused(http: httpx2.Client, cursor: str) -> None:
    response = http.get("/v1/files", params={"page": cursor})

    assert response.status_code == 400
    assert response.json()["error"]["message"] == (
        f"page: Invalid cursor rystic: nothing is listed under {cursor[:80]!r}"
    )


def test_an_id_that_is_not_listed_is_no_cursor(http: httpx2.Client) -> None:
    response = http.get("/v1/files?after_id=file_x")

    assert response.json()["error"]["message"] == ("after_id: Invalid cursor rystic: nothing is listed under 'file_x'")


def test_files_of_a_scope_are_listed_apart() -> None:
    scoped = {"filename": "s.txt", "content": "s", "scope": {"type": "session", "id": "sesn_1"}}
    with Simulator(files=[scoped, CHART]).client(_strict_response_validation=True) as client:
        plain = list(client.beta.files.list())
        (found,) = client.beta.files.list(scope_id="sesn_1")
        none = list(client.beta.files.list(scope_id="sesn_2"))

    assert ([file.id for file in plain], none) == (["file_chart"], [])
    assert found.scope is not None
    assert (found.scope.id, found.scope.type) == ("sesn_1", "session")
