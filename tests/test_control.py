"""The control routes over HTTP."""

from bisect import bisect_left
from typing import Any

import httpx2
import msgspec
import pytest
from starlette.types import Message

from rystic_asgi import Simulator, error, reply, text, tool_use
from rystic_asgi.script.fault import ScriptError
from tests.conftest import WEATHER_TOOL, Connect, ask

OPERATIONS = ["POST /v1/messages", "POST /v1/messages/batches"]


def replies_of(left: list[Any], taken: list[Any]) -> dict[str, Any]:
    return {"left": left, "taken": taken, "standing": [], "operations": OPERATIONS}


def message_of(response: httpx2.Response) -> str:
    body = response.json()
    assert list(body) == ["error"]
    assert list(body["error"]) == ["message"]
    return str(body["error"]["message"])


def test_posted_replies_are_the_script(http: httpx2.Client) -> None:
    script = ["One.", {"content": [{"type": "text", "text": "Two."}]}]

    response = http.post("/_rystic/replies", json={"replies": script})

    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.json() == replies_of(script, [])
    assert http.get("/_rystic/replies").json() == replies_of(script, [])


def test_a_taken_reply_moves_from_left_to_taken(http: httpx2.Client) -> None:
    http.post("/_rystic/replies", json={"replies": ["One.", "Two."]})

    http.post("/v1/messages", json=ask())

    assert http.get("/_rystic/replies").json() == replies_of(["Two."], ["One."])


def test_a_new_script_replaces_what_was_left_and_taken(http: httpx2.Client) -> None:
    http.post("/_rystic/replies", json={"replies": ["One.", "Two."]})
    http.post("/v1/messages", json=ask())

    response = http.post("/_rystic/replies", json={"replies": ["Three."]})

    assert response.json() == replies_of(["Three."], [])


def test_append_adds_to_the_end_and_extends_the_baseline(http: httpx2.Client) -> None:
    http.post("/_rystic/replies", json={"replies": ["One."]})
    http.post("/v1/messages", json=ask())

    response = http.post("/_rystic/replies?append=true", json={"replies": ["Two."]})

    assert response.json() == replies_of(["Two."], ["One."])
    assert http.post("/_rystic/reset").json() == replies_of(["One.", "Two."], [])


def test_an_empty_script_is_legal(http: httpx2.Client) -> None:
    assert http.post("/_rystic/replies", json={"replies": []}).json() == replies_of([], [])


def test_delete_empties_the_script(http: httpx2.Client) -> None:
    http.post("/_rystic/replies", json={"replies": ["One."]})

    assert http.delete("/_rystic/replies").json() == replies_of([], [])


def test_one_bad_reply_changes_nothing(http: httpx2.Client) -> None:
    http.post("/_rystic/replies", json={"replies": ["One."]})

    response = http.post("/_rystic/replies", json={"replies": ["Two.", {"content": [5]}]})

    assert response.status_code == 422
    assert message_of(response) == "rystic: replies.1.content.0: an object expected, found an integer 5"
    assert http.get("/_rystic/replies").json() == replies_of(["One."], [])


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        pytest.param(b"{", 400, "rystic: the body is not JSON: Input data was truncated", id="not-json"),
        pytest.param(b"", 400, "rystic: the body is empty; a JSON object is expected", id="empty"),
        pytest.param(b"[]", 400, "rystic: the body is a list []; a JSON object is expected", id="a-list"),
        pytest.param(b"{}", 422, 'rystic: replies: missing; the body is {"replies": [...]}', id="no-replies"),
        pytest.param(
            b'{"reply": []}',
            422,
            "rystic: reply: unknown key; did you mean 'replies'? known: replies",
            id="unknown-key",
        ),
        pytest.param(b'{"replies": {}}', 422, "rystic: replies: a list expected, found an object {}", id="no-list"),
    ],
)
def test_a_body_that_is_no_script_is_refused(http: httpx2.Client, body: bytes, status: int, message: str) -> None:
    response = http.post("/_rystic/replies", content=body, headers={"content-type": "application/json"})

    assert (response.status_code, message_of(response)) == (status, message)


def test_a_body_nested_without_end_is_refused(http: httpx2.Client) -> None:
    body = b'{"replies": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"

    response = http.post("/_rystic/replies", content=body, headers={"content-type": "application/json"})

    assert response.status_code == 400


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_another_content_type_is_refused(http: httpx2.Client, content_type: str) -> None:
    response = http.post("/_rystic/replies", content=b'{"replies": []}', headers={"content-type": content_type})

    assert response.status_code == 415
    assert message_of(response) == (
        f"rystic: send the header content-type: application/json, found {content_type or 'none'}"
    )


def test_a_charset_beside_the_content_type_is_accepted(http: httpx2.Client) -> None:
    headers = {"content-type": "Application/JSON; charset=utf-8"}

    assert http.post("/_rystic/replies", content=b'{"replies": []}', headers=headers).status_code == 200


def test_a_control_body_over_the_bound_is_refused(http: httpx2.Client) -> None:
    body = b" " * (32 * 1024 * 1024 + 1)

    response = http.post("/_rystic/replies", content=body, headers={"content-type": "application/json"})

    assert response.status_code == 413
    assert message_of(response) == "rystic: the body is larger than 33554432 bytes"


@pytest.mark.anyio
async def test_a_client_that_leaves_before_its_script_is_whole_changes_nothing(simulator: Simulator) -> None:
    simulator.load(["One."])
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/_rystic/replies", "query_string": b"", "headers": []}
    await simulator(scope, receive, send)

    assert sent[0]["status"] == 499
    assert simulator.left == ["One."]


def test_append_is_true_or_false(http: httpx2.Client) -> None:
    response = http.post("/_rystic/replies?append=yes", json={"replies": []})

    assert response.status_code == 400
    assert message_of(response) == "rystic: append: true or false expected in the query, found 'yes'"


def test_a_trailing_slash_is_another_route(http: httpx2.Client) -> None:
    assert http.post("/_rystic/replies/", json={"replies": []}).status_code == 404


def test_a_key_that_stands_twice_is_refused(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load(["One."])
    body = b'{"replies": [], "replies": ["Two."]}'

    response = http.post("/_rystic/replies", content=body, headers={"content-type": "application/json"})

    assert response.status_code == 422
    assert message_of(response) == "rystic: replies: the key stands twice in one object"
    assert simulator.left == ["One."]


def test_an_unknown_name_in_the_query_is_refused(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load(["One."])

    response = http.post("/_rystic/replies?apend=true", json={"replies": []})

    assert response.status_code == 400
    assert message_of(response) == "rystic: apend: unknown in the query; known: append, operation"
    assert simulator.left == ["One."]


def test_reset_needs_no_body_and_starts_the_script_over(http: httpx2.Client) -> None:
    http.post("/_rystic/replies", json={"replies": ["One."]})
    first = http.post("/v1/messages", json=ask())

    assert http.post("/_rystic/reset").json() == replies_of(["One."], [])
    again = http.post("/v1/messages", json=ask())
    assert (again.content, again.headers) == (first.content, first.headers)


def test_scenarios_are_listed_and_loaded(http: httpx2.Client) -> None:
    names = [row["name"] for row in http.get("/_rystic/scenarios").json()["scenarios"]]

    assert names == ["anthropic_agent_loop"]
    assert len(http.post("/_rystic/scenarios/anthropic_agent_loop").json()["left"]) == 3
    assert http.get("/_rystic/state").json()["scenario"] == "anthropic_agent_loop"


def test_an_unknown_scenario_is_not_found_and_the_known_ones_are_named(http: httpx2.Client) -> None:
    response = http.post("/_rystic/scenarios/nope")

    assert response.status_code == 404
    assert message_of(response) == "rystic: scenario: no scenario is called 'nope'; known: anthropic_agent_loop"


def test_a_document_is_loaded_and_read_back(http: httpx2.Client) -> None:
    document = {
        "version": 1,
        "default_reply": "Nothing more.",
        "on_empty": "error",
        "rules": {"empty-text": False},
        "seed": "other",
        "replies": ["One."],
    }

    assert http.put("/_rystic/state", json=document).json() == replies_of(["One."], [])
    assert http.get("/_rystic/state").json() == document


def test_keys_are_read_back_masked(http: httpx2.Client) -> None:
    http.put("/_rystic/state", json={"api_keys": ["sk-ant-placeholder"], "limits": {"request_bytes": 500}})

    state = http.get("/_rystic/state").json()

    assert state == {"version": 1, "api_keys": ["***"], "limits": {"request_bytes": 500}, "replies": []}
    assert http.post("/v1/messages", json=ask()).status_code == 200
    assert http.put("/_rystic/state", json=state).status_code == 422
    assert message_of(http.put("/_rystic/state", json=state)) == (
        "rystic: api_keys.0: this key is masked; write the key itself, or leave api_keys out"
    )


def test_control_routes_keep_to_their_own_limit(http: httpx2.Client) -> None:
    http.put("/_rystic/state", json={"limits": {"request_bytes": 1}})

    assert http.post("/_rystic/replies", json={"replies": ["One."]}).status_code == 200


def test_a_document_with_a_fault_changes_nothing(http: httpx2.Client) -> None:
    http.post("/_rystic/replies", json={"replies": ["One."]})

    response = http.put("/_rystic/state", json={"repplies": []})

    assert response.status_code == 422
    assert message_of(response).startswith("rystic: repplies: unknown key; did you mean 'replies'? known: version,")
    assert http.get("/_rystic/replies").json() == replies_of(["One."], [])


def test_the_journal_shows_what_came_and_what_was_answered(http: httpx2.Client) -> None:
    http.post("/_rystic/replies", json={"replies": ["One."]})
    http.get("/v1/nowhere")
    http.post("/v1/messages", json=ask())

    unknown, message = http.get("/_rystic/requests").json()["requests"]

    assert (unknown["number"], unknown["operation"], unknown["status"], unknown["reply"]) == (0, "unknown", 404, None)
    assert (message["number"], message["operation"], message["status"], message["reply"]) == (1, "messages", 200, 0)
    assert message["body"] == ask()
    assert message["headers"]["x-api-key"] == "***"
    assert message["answer"]["content"] == [{"type": "text", "text": "One."}]
    assert message["ending"] == "complete"


def nested(depth: int) -> bytes:
    return b'{"a":' * depth + b"1" + b"}" * depth


def is_too_deep(depth: int) -> bool:
    try:
        msgspec.json.decode(nested(depth))
    except RecursionError:
        return True
    return False


def test_a_body_is_shown_as_it_came_however_deep_and_as_text_beyond_what_can_be_read(http: httpx2.Client) -> None:
    deepest = bisect_left(range(1_000_000), True, key=is_too_deep)
    bodies = [nested(depth) for depth in range(deepest - 100, deepest + 100)]
    for body in bodies:
        http.post("/v1/messages", content=body)

    response = http.get("/_rystic/requests")

    assert response.status_code == 200
    embedded = [f'"body":{body.decode()},'.encode() in response.content for body in bodies]
    assert embedded == sorted(embedded, reverse=True)
    assert len(set(embedded)) == 2
    texts = [msgspec.json.encode(body.decode()) for body in bodies]
    assert [text in response.content for text in texts] == [not each for each in embedded]


def test_the_journal_can_be_narrowed_to_model_calls(http: httpx2.Client) -> None:
    http.get("/v1/nowhere")
    http.post("/v1/messages", json=ask())

    listed = http.get("/_rystic/requests?operation=messages").json()["requests"]

    assert [entry["number"] for entry in listed] == [1]


def test_health_tells_the_version(http: httpx2.Client) -> None:
    body = http.get("/_rystic/health").json()

    assert (body["status"], body["sessions"]) == ("ok", 1)
    assert body["version"].count(".") == 2


def test_control_routes_leave_ids_alone(http: httpx2.Client, connect: Connect) -> None:
    http.get("/_rystic/health")
    http.get("/_rystic/replies")

    response = http.post("/v1/messages", json=ask())

    assert response.headers["request-id"] == connect(Simulator()).post("/v1/messages", json=ask()).headers["request-id"]


def test_an_unknown_control_route_is_not_found(http: httpx2.Client) -> None:
    response = http.get("/_rystic/nope")

    assert (response.status_code, message_of(response)) == (
        404,
        "rystic: GET /_rystic/nope is not served; known: /_rystic/replies, /_rystic/reset, /_rystic/scenarios, "
        "/_rystic/scenarios/{name}, /_rystic/state, /_rystic/requests, /_rystic/release, /_rystic/clock, "
        "/_rystic/sessions, /_rystic/sessions/{name}, /_rystic/health",
    )


def test_a_wrong_method_names_the_right_ones(http: httpx2.Client) -> None:
    response = http.patch("/_rystic/replies")

    assert (response.status_code, message_of(response)) == (
        405,
        "rystic: PATCH /_rystic/replies is not served; known methods: DELETE, GET, HEAD, POST",
    )
    assert response.headers["allow"] == "DELETE, GET, HEAD, POST"


def test_head_answers_like_get_without_a_body(http: httpx2.Client) -> None:
    response = http.head("/_rystic/health")

    assert (response.status_code, response.content) == (200, b"")
    assert response.headers["content-length"] == str(len(http.get("/_rystic/health").content))


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({"sec-fetch-site": "cross-site"}, 403, id="cross-site"),
        pytest.param({"sec-fetch-site": "same-site"}, 403, id="same-site"),
        pytest.param({"origin": "https://evil.example"}, 403, id="other-origin"),
        pytest.param({"origin": "null"}, 403, id="opaque-origin"),
        pytest.param({"sec-fetch-site": "same-origin"}, 200, id="same-origin"),
        pytest.param({"sec-fetch-site": "none"}, 200, id="typed-by-a-person"),
        pytest.param({"origin": "http://rystic.test"}, 200, id="own-origin"),
        pytest.param({"sec-fetch-mode": "cors"}, 200, id="node"),
    ],
)
def test_pages_of_other_sites_are_kept_out(http: httpx2.Client, headers: dict[str, str], status: int) -> None:
    response = http.post("/_rystic/reset", headers=headers)

    assert response.status_code == status


def test_a_refused_page_is_told_why(http: httpx2.Client) -> None:
    response = http.get("/_rystic/replies", headers={"sec-fetch-site": "cross-site"})

    assert message_of(response) == (
        "rystic: a page of another site may not use the control routes; "
        "call them from a test, or from a page of this origin"
    )


def test_a_script_for_declared_tools_plays_over_http(http: httpx2.Client) -> None:
    call = tool_use("get_weather", {"city": "Paris"})
    http.post("/_rystic/replies", json={"replies": [reply(call), reply(text("Sunny."))]})

    first = http.post("/v1/messages", json=ask(tools=[WEATHER_TOOL])).json()
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "21 degrees"}
    history = [
        {"role": "user", "content": "Weather in Paris?"},
        {"role": "assistant", "content": [{**call, "id": "toolu_1"}]},
        {"role": "user", "content": [result]},
    ]
    second = http.post("/v1/messages", json=ask(tools=[WEATHER_TOOL], messages=history)).json()

    assert (first["stop_reason"], first["content"][0]["input"]) == ("tool_use", {"city": "Paris"})
    assert (second["stop_reason"], second["content"][0]["text"]) == ("end_turn", "Sunny.")
    assert http.get("/_rystic/replies").json()["left"] == []


def test_the_clock_is_shown_and_advanced(http: httpx2.Client, simulator: Simulator) -> None:
    assert http.get("/_rystic/clock").json() == {"time_s": 0.0}

    assert http.post("/_rystic/clock", json={"advance_s": 300}).json() == {"time_s": 300.0}
    assert simulator.advance_clock(0.5) == 300.5
    http.post("/v1/messages", json=ask())

    assert http.get("/_rystic/requests").json()["requests"][0]["time_s"] == 300.5
    http.post("/_rystic/reset")
    assert http.get("/_rystic/clock").json() == {"time_s": 0.0}


@pytest.mark.parametrize(
    ("body", "text"),
    [
        pytest.param({}, "advance_s: an integer or a number expected, found null", id="nothing"),
        pytest.param(
            {"advance": 1}, "advance: unknown key; did you mean 'advance_s'? known: advance_s", id="unknown-key"
        ),
        pytest.param({"advance_s": "1"}, "advance_s: an integer or a number expected, found a string '1'", id="text"),
        pytest.param(
            {"advance_s": -1}, "advance_s: seconds from 0 to 1000000000 expected, found an integer -1", id="back"
        ),
        pytest.param(
            {"advance_s": 1e10},
            "advance_s: seconds from 0 to 1000000000 expected, found a number 10000000000.0",
            id="too-far",
        ),
    ],
)
def test_time_that_cannot_pass_is_refused(http: httpx2.Client, body: Any, text: str) -> None:
    response = http.post("/_rystic/clock", json=body)

    assert (response.status_code, message_of(response)) == (422, f"rystic: {text}")
    assert http.get("/_rystic/clock").json() == {"time_s": 0.0}


def test_python_is_told_likewise_of_time_that_cannot_pass(simulator: Simulator) -> None:
    with pytest.raises(ScriptError) as refused:
        simulator.advance_clock(-1)

    assert str(refused.value) == "rystic: seconds: seconds from 0 to 1000000000 expected, found an integer -1"


def test_with_nothing_held_a_release_says_so(http: httpx2.Client) -> None:
    assert http.post("/_rystic/release").json() == {"released": 0}


def test_the_journal_shows_what_clients_made_of_faults(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load([error(529), "Two."])
    for _ in range(2):
        http.post("/v1/messages", json=ask())

    first, second = http.get("/_rystic/requests").json()["requests"]

    assert (first["faults"], second["faults"]) == ([{"kind": "status", "status": 529}], [])
    assert first["verdict"] == {"says": "retried", "evidence": "request 1 is the same"}
    assert second["verdict"] is None
    assert {number: verdict.says for number, verdict in simulator.verdicts.items()} == {0: "retried"}


def test_stream_faults_and_clock_are_read_back(http: httpx2.Client) -> None:
    document = {
        "version": 1,
        "faults": [{"every": 3, "error": {"status": 529}}],
        "stream": {"chunks": [1, 7], "cut": "whole", "pings": False},
        "clock": "real",
        "replies": [{"content": [], "stream": {"fault": {"kind": "end", "event": 1}}}],
    }

    http.put("/_rystic/state", json=document)

    assert http.get("/_rystic/state").json() == document
