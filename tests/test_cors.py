"""Pages of other origins as clients."""

import httpx2
import pytest

from rystic_asgi import Simulator, error
from tests.conftest import Connect, ask

PAGE = "http://localhost:3000"
ACCESS = {"anthropic-dangerous-direct-browser-access": "true"}
PREFLIGHT = {
    "origin": PAGE,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,anthropic-version",
}


def shared_headers(response: httpx2.Response) -> dict[str, str]:
    return {
        name: value for name, value in response.headers.items() if name.startswith("access-control-") or name == "vary"
    }


def test_a_preflight_is_answered_before_anything_is_asked(connect: Connect) -> None:
    simulator = Simulator(cors=True, api_keys=["sk-ant-1"], replies=["One."])

    response = connect(simulator).options("/v1/messages", headers=PREFLIGHT)

    assert (response.status_code, response.content) == (204, b"")
    assert shared_headers(response) == {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, POST, DELETE, HEAD",
        "access-control-allow-headers": "authorization,anthropic-version",
        "access-control-max-age": "600",
    }
    assert simulator.requests == []


def test_a_preflight_for_no_header_allows_any(connect: Connect) -> None:
    headers = {"origin": PAGE, "access-control-request-method": "POST"}

    response = connect(Simulator(cors=True)).options("/v1/messages", headers=headers)

    assert response.headers["access-control-allow-headers"] == "*"


def test_answers_may_be_read_by_every_page(connect: Connect) -> None:
    http = connect(Simulator(cors=True, replies=["One.", error(529)]))

    whole = http.post("/v1/messages", json=ask(), headers={"origin": PAGE, **ACCESS})
    failed = http.post("/v1/messages", json=ask(), headers={"origin": PAGE, **ACCESS})

    assert [whole.status_code, failed.status_code] == [200, 529]
    expected = {"access-control-allow-origin": "*", "access-control-expose-headers": "*"}
    assert [shared_headers(whole), shared_headers(failed)] == [expected, expected]


def test_a_stream_may_be_read_by_a_listed_origin(connect: Connect) -> None:
    http = connect(Simulator(cors=[PAGE]))

    response = http.post("/v1/messages", json=ask(stream=True), headers={"origin": PAGE, **ACCESS})

    assert response.text.endswith('data: {"type":"message_stop"}\n\n')
    assert shared_headers(response) == {
        "access-control-allow-origin": PAGE,
        "access-control-expose-headers": "*",
        "vary": "origin",
    }


def test_an_origin_that_is_not_listed_is_not_let_in(connect: Connect) -> None:
    http = connect(Simulator(cors=[PAGE]))

    preflight = http.options("/v1/messages", headers={**PREFLIGHT, "origin": "http://evil.example"})
    response = http.post("/v1/messages", json=ask(), headers={"origin": "http://evil.example", **ACCESS})

    assert [preflight.status_code, response.status_code] == [405, 200]
    assert [shared_headers(preflight), shared_headers(response)] == [{}, {}]


def test_a_page_that_does_not_ask_for_browser_access_is_refused_and_reads_nothing(connect: Connect) -> None:
    simulator = Simulator(cors=True, replies=["One."])

    response = connect(simulator).post("/v1/messages", json=ask(), headers={"origin": PAGE})

    assert (response.status_code, shared_headers(response)) == (401, {})
    assert response.json()["error"] == {
        "type": "authentication_error",
        "message": "CORS requests must set 'anthropic-dangerous-direct-browser-access' header",
    }
    assert simulator.left == ["One."]


def test_clients_that_are_no_page_notice_nothing(connect: Connect) -> None:
    response = connect(Simulator(cors=True)).post("/v1/messages", json=ask())

    assert (response.status_code, shared_headers(response)) == (200, {})


@pytest.mark.parametrize("headers", [PREFLIGHT, {}], ids=["preflight", "plain"])
def test_without_the_setting_options_is_a_wrong_method(http: httpx2.Client, headers: dict[str, str]) -> None:
    response = http.options("/v1/messages", headers=headers)

    assert (response.status_code, response.headers["allow"]) == (405, "POST")
    assert shared_headers(response) == {}


def test_options_that_is_no_preflight_is_a_wrong_method(connect: Connect) -> None:
    response = connect(Simulator(cors=True)).options("/v1/messages", headers={"origin": PAGE, **ACCESS})

    assert response.status_code == 405
    assert response.headers["access-control-allow-origin"] == "*"


def test_control_routes_stay_closed_to_other_sites(connect: Connect) -> None:
    http = connect(Simulator(cors=True))

    assert http.get("/_rystic/replies", headers={"origin": PAGE}).status_code == 403
    assert http.options("/_rystic/replies", headers=PREFLIGHT).status_code == 403


def test_the_setting_may_come_later(http: httpx2.Client) -> None:
    http.put("/_rystic/state", json={"cors": True})

    assert http.options("/v1/messages", headers=PREFLIGHT).status_code == 204
