"""Many scripts on one simulator, each request in that of its session."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anthropic
import httpx2
import pytest

from rystic_asgi import Simulator, text
from rystic_asgi.asgi.sessions import MAX_SESSIONS, SessionError, Sessions
from rystic_asgi.integrations.server import served
from tests.conftest import API_HEADERS, Connect, ask

CONTROL = {"content-type": "application/json"}
BELOW = "/_rystic/sessions/mine"


def said(response: httpx2.Response) -> Any:
    return response.json()["content"][0]["text"]


def post_script(http: httpx2.Client, *texts: str, path: str = "", **headers: str) -> None:
    body = json.dumps({"replies": list(texts)})
    http.post(f"{path}/_rystic/replies", content=body, headers=CONTROL | headers).raise_for_status()


@pytest.fixture
def http(connect: Connect) -> httpx2.Client:
    return connect(Simulator(replies=["start"], default_reply="nothing left"))


NAMED: Any = [
    pytest.param(BELOW, {}, id="path"),
    pytest.param("", {"x-rystic-session": "mine"}, id="header"),
    pytest.param("", {"x-api-key": "sk-ant-rystic-mine"}, id="key"),
    pytest.param("", {"x-api-key": "", "authorization": "Bearer sk-ant-rystic-mine"}, id="bearer"),
    pytest.param("", {"x-rystic-session": "mine", "x-api-key": "sk-ant-rystic-other"}, id="header-before-key"),
    pytest.param(BELOW, {"x-rystic-session": "other"}, id="path-before-header"),
]


@pytest.mark.parametrize(("path", "headers"), NAMED)
def test_a_request_belongs_to_the_session_that_it_names(
    http: httpx2.Client, path: str, headers: dict[str, str]
) -> None:
    post_script(http, "of mine", path=BELOW)

    mine = http.post(f"{path}/v1/messages", json=ask(), headers={**API_HEADERS, **headers})
    default = http.post("/v1/messages", json=ask(), headers=API_HEADERS)

    assert (said(mine), said(default)) == ("of mine", "start")
    assert http.get("/_rystic/sessions").json()["sessions"][0] == "mine"


def test_a_new_session_starts_from_what_the_simulator_started_from(http: httpx2.Client) -> None:
    post_script(http, "loaded later")

    first = http.post(f"{BELOW}/v1/messages", json=ask(), headers=API_HEADERS)
    second = http.post(f"{BELOW}/v1/messages", json=ask(), headers=API_HEADERS)

    assert (said(first), said(second)) == ("start", "nothing left")


def test_control_routes_of_a_session_are_below_it_or_named_by_the_header(http: httpx2.Client) -> None:
    post_script(http, "a", "b", **{"x-rystic-session": "mine"})

    assert http.get(f"{BELOW}/_rystic/replies").json()["left"] == ["a", "b"]
    assert http.get("/_rystic/replies", headers={"x-rystic-session": "mine"}).json()["left"] == ["a", "b"]
    assert http.get("/_rystic/replies").json()["left"] == ["start"]


def test_the_name_is_no_part_of_an_answer(http: httpx2.Client) -> None:
    answers = [
        http.post(f"/_rystic/sessions/{name}/v1/messages", json=ask(), headers=API_HEADERS) for name in ("a", "b.c_d-1")
    ]

    assert answers[0].content == answers[1].content
    assert answers[0].headers["request-id"] == answers[1].headers["request-id"]


def test_a_reset_touches_its_own_session_alone(http: httpx2.Client) -> None:
    for path in ("", BELOW):
        http.post(f"{path}/v1/messages", json=ask(), headers=API_HEADERS)

    http.post(f"{BELOW}/_rystic/reset").raise_for_status()

    assert len(http.get("/_rystic/requests").json()["requests"]) == 1
    assert http.get(f"{BELOW}/_rystic/requests").json()["requests"] == []


def test_files_threads_and_batches_stay_in_their_session(http: httpx2.Client) -> None:
    uploaded = http.post(f"{BELOW}/v1/files", files={"file": ("a.txt", b"a")}, headers=API_HEADERS).json()["id"]
    params = {"custom_id": "a", "params": ask()}
    batch = http.post(f"{BELOW}/v1/messages/batches", json={"requests": [params]}, headers=API_HEADERS).json()["id"]
    threads = {**API_HEADERS, "anthropic-beta": "message-threads-2026-08-12"}
    created = http.post(f"{BELOW}/v1/messages", json=ask(thread={"type": "create"}), headers=threads).json()["id"]
    going_on = ask(thread={"type": "continue", "previous_message_id": created})

    def statuses(path: str) -> list[int]:
        places = (f"{path}/v1/files/{uploaded}", f"{path}/v1/messages/batches/{batch}")
        answers = [http.get(place, headers=API_HEADERS) for place in places]
        answers.append(http.post(f"{path}/v1/messages", json=going_on, headers=threads))
        return [answer.status_code for answer in answers]

    assert statuses("") == [404, 404, 404]
    assert statuses(BELOW) == [200, 200, 200]


def test_the_results_of_a_batch_are_at_the_address_of_its_session(connect: Connect) -> None:
    http = connect(Simulator(batches={"ends_after": 0}), "http://here.test")
    params = {"custom_id": "a", "params": ask()}

    batch = http.post(f"{BELOW}/v1/messages/batches", json={"requests": [params]}, headers=API_HEADERS).json()

    assert batch["results_url"] == f"http://here.test{BELOW}/v1/messages/batches/{batch['id']}/results"


def test_each_key_may_have_a_session_whose_name_does_not_tell_it(connect: Connect) -> None:
    simulator = Simulator(replies=["start"], default_reply="nothing left", session_per_key=True)
    http = connect(simulator)

    answers = [
        said(http.post("/v1/messages", json=ask(), headers={**API_HEADERS, "x-api-key": key}))
        for key in ("secret-1", "secret-2", "secret-1")
    ]

    assert answers == ["start", "start", "nothing left"]
    assert len(simulator.sessions) == 2
    assert all(name.startswith("key-") and "secret" not in name for name in simulator.sessions)


def test_without_a_key_there_is_the_default_session(connect: Connect) -> None:
    simulator = Simulator(session_per_key=True)

    response = connect(simulator).post("/v1/messages", json=ask(), headers={"x-api-key": ""})

    assert (response.status_code, simulator.sessions, len(simulator.requests)) == (401, [], 1)


def test_a_session_can_be_listed_and_ended(http: httpx2.Client) -> None:
    post_script(http, "a", path=BELOW)
    assert http.get("/_rystic/sessions").json() == {"sessions": ["mine"]}
    assert http.get("/_rystic/health").json()["sessions"] == 2

    ended = http.delete(BELOW)
    again = http.delete(BELOW)

    assert (ended.status_code, ended.json()) == (200, {"sessions": []})
    assert (again.status_code, again.json()) == (
        404,
        {"error": {"message": "rystic: there is no session 'mine'; open: none"}},
    )
    assert said(http.post(f"{BELOW}/v1/messages", json=ask(), headers=API_HEADERS)) == "start"


BAD_NAME = "rystic: a session's name is 1 to 64 of letters, digits, '.', '_' and '-', found {!r}"


@pytest.mark.parametrize("name", ["", "a b", "a/b", "x" * 65], ids=["empty", "blank", "slash", "long"])
@pytest.mark.parametrize("path", ["/v1/messages", "/_rystic/reset"], ids=["api", "control"])
def test_a_name_that_cannot_be_is_refused(http: httpx2.Client, path: str, name: str) -> None:
    response = http.post(path, json=ask(), headers={**API_HEADERS, "x-rystic-session": name})

    error = {"type": "invalid_request_error", "message": BAD_NAME.format(name)}
    assert (response.status_code, response.json()) == (400, {"type": "error", "error": error})
    assert response.headers["x-should-retry"] == "false"
    assert http.get("/_rystic/sessions").json() == {"sessions": []}


def test_a_path_with_such_a_name_is_not_served(http: httpx2.Client) -> None:
    assert http.post("/_rystic/sessions/a b/v1/messages", json=ask(), headers=API_HEADERS).status_code == 404


def test_a_session_has_no_sessions(http: httpx2.Client) -> None:
    inner = http.post(f"{BELOW}/_rystic/reset", headers={"x-rystic-session": "other"})

    assert inner.status_code == 200
    assert http.get(f"{BELOW}/_rystic/sessions").json() == {"sessions": []}
    assert http.delete(f"{BELOW}/_rystic/sessions/mine").status_code == 404
    with pytest.raises(SessionError, match=r"^rystic: a session has no sessions of its own$"):
        Simulator().session("mine").session("other")
    assert Simulator().session("mine").sessions == []


def test_only_so_many_sessions_are_open() -> None:
    sessions = Sessions[object](object)
    for number in range(MAX_SESSIONS):
        sessions.get(str(number))

    with pytest.raises(SessionError) as refused:
        sessions.get("more")

    assert str(refused.value) == ("rystic: 1000 sessions are open; end one with DELETE /_rystic/sessions/{name}")
    assert sessions.get("0") is sessions.get("0")
    assert sessions.end("0") is not None
    assert sessions.get("more") is not None


def test_a_session_too_many_is_refused_in_the_envelope(connect: Connect) -> None:
    simulator = Simulator()
    for number in range(MAX_SESSIONS):
        simulator.session(str(number))
    http = connect(simulator)

    by_path = http.post(f"{BELOW}/v1/messages", json=ask(), headers=API_HEADERS)
    by_header = http.post("/v1/messages", json=ask(), headers={**API_HEADERS, "x-rystic-session": "mine"})

    assert by_path.status_code == by_header.status_code == 400
    assert by_path.json()["error"]["message"].startswith("rystic: 1000 sessions are open; ")


def loop(client: anthropic.Anthropic, name: str) -> list[str]:
    heard = []
    for _ in range(5):
        with client.messages.stream(**ask()) as stream:
            message = stream.get_final_message()
        heard.append(message.content[0].text if message.content[0].type == "text" else "")
    return heard


CLIENTS: list[Any] = [
    pytest.param(
        lambda url, name: anthropic.Anthropic(base_url=f"{url}/_rystic/sessions/{name}", api_key="k"), id="path"
    ),
    pytest.param(lambda url, name: anthropic.Anthropic(base_url=url, api_key=f"sk-ant-rystic-{name}"), id="key"),
    pytest.param(
        lambda url, name: anthropic.Anthropic(base_url=url, api_key="k", default_headers={"x-rystic-session": name}),
        id="header",
    ),
]


@pytest.mark.parametrize("make", CLIENTS)
def test_sessions_in_parallel_never_mix(make: Callable[[str, str], anthropic.Anthropic]) -> None:
    simulator = Simulator(on_empty="error")
    names = [f"s{number}" for number in range(64)]
    for name in names:
        simulator.session(name).load([text(f"{name} says {number}") for number in range(5)])

    def run(name: str) -> list[str]:
        with make(url, name) as client:
            return loop(client, name)

    with served(simulator) as url, ThreadPoolExecutor(64) as threads:
        heard = dict(zip(names, threads.map(run, names), strict=True))

    assert heard == {name: [f"{name} says {number}" for number in range(5)] for name in names}
    assert all(simulator.session(name).left == [] for name in names)
