"""The simulator as users hold it: built in Python, asked over ASGI, looked at afterwards."""

from typing import Any

import anthropic
import httpx2
import pytest
from starlette.types import Message

from rystic_asgi import MemoryStore, ScriptError, Simulator, error, reply, text, thinking, tool_use
from tests.conftest import WEATHER_TOOL, Connect, ask


def test_arguments_replace_the_members_of_the_document() -> None:
    simulator = Simulator(boot={"replies": ["One."], "seed": "a"}, replies=["Two."])

    assert simulator.left == ["Two."]


def test_a_scenario_can_be_named() -> None:
    assert len(Simulator(scenario="anthropic_agent_loop").left) == 3


def test_a_scenario_given_in_python_replaces_the_replies_of_the_document() -> None:
    simulator = Simulator(boot={"replies": ["One."]}, scenario="anthropic_agent_loop")

    assert len(simulator.left) == 3


def test_a_simulator_and_its_requests_are_short_in_a_failing_test(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load(["One.", "Two."])

    http.post("/v1/messages", json=ask())

    assert repr(simulator) == "<Simulator: 1 left, 1 taken, 1 requests>"
    assert repr(simulator.requests) == "[<Entry 0: POST /v1/messages 200, reply 0>]"


@pytest.mark.parametrize(
    ("replies", "found"),
    [
        pytest.param("Hello.", "a string 'Hello.'", id="string"),
        pytest.param({"content": []}, "an object {'content': []}", id="object"),
        pytest.param(b"Hello.", "bytes b'Hello.'", id="bytes"),
        pytest.param({"Hello."}, "set {'Hello.'}", id="set"),
        pytest.param(5, "an integer 5", id="number"),
    ],
)
def test_a_script_that_is_no_list_is_refused(replies: Any, found: str) -> None:
    with pytest.raises(ScriptError) as caught:
        Simulator(replies=replies)

    assert str(caught.value) == f"rystic: replies: a list of replies expected, found {found}"


@pytest.mark.parametrize("boot", [5, b"boot.json"], ids=repr)
def test_a_boot_document_is_a_path_or_an_object(boot: Any) -> None:
    with pytest.raises(ScriptError, match=r"^rystic: boot: the path of a file or an object expected, found "):
        Simulator(boot=boot)


def test_what_a_test_reads_of_the_script_is_a_copy(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load([reply("One."), reply("Two.")])
    http.post("/v1/messages", json=ask())

    simulator.taken[0]["content"].clear()
    simulator.left[0]["content"][0]["text"] = "changed"

    assert http.post("/v1/messages", json=ask()).json()["content"] == [{"type": "text", "text": "Two."}]
    assert simulator.taken == [reply("One."), reply("Two.")]


def test_a_simulator_without_a_script_keeps_what_its_store_holds(connect: Connect) -> None:
    store = MemoryStore()
    Simulator(replies=["One."], store=store)

    second = Simulator(store=store)

    assert second.left == ["One."]
    assert connect(second).post("/v1/messages", json=ask()).json()["content"][0]["text"] == "One."


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/\ud800", "/_rystic/\ud800"])
async def test_a_path_that_is_no_text_is_answered_and_listed(path: str) -> None:
    simulator = Simulator()
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "query_string": b"", "headers": []}
    await simulator({**scope, "path": path}, receive, send)
    await simulator({**scope, "path": "/_rystic/requests"}, receive, send)

    assert [message["status"] for message in sent if "status" in message] == [404, 200]


def test_a_script_that_json_cannot_hold_is_refused() -> None:
    with pytest.raises(ScriptError, match=r"^rystic: JSON cannot hold this script: "):
        Simulator(replies=[text("half a pair \ud83d")])


def test_a_bad_reply_is_refused_with_its_place() -> None:
    with pytest.raises(ScriptError) as caught:
        Simulator(replies=[text("fine"), reply(tool_use("no good name"))])

    assert str(caught.value) == (
        "rystic: replies.1.content.0.name: 1 to 128 letters, digits, - and _ expected, found a string 'no good name'; "
        'if it is meant, mark the reply with unchecked: ["grammar"]'
    )


def test_left_taken_and_requests_follow_the_play(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load(["One.", text("Two.")])

    http.post("/v1/messages", json=ask("first"))
    http.get("/v1/nowhere")

    assert simulator.taken == ["One."]
    assert simulator.left == [{"content": [{"type": "text", "text": "Two."}]}]
    assert [entry.path for entry in simulator.requests] == ["/v1/messages", "/v1/nowhere"]
    assert [entry.body["messages"][0]["content"] for entry in simulator.messages] == ["first"]


def test_reset_starts_over(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load(["One."])
    first = http.post("/v1/messages", json=ask()).content

    simulator.reset()

    assert (simulator.left, simulator.requests) == (["One."], [])
    assert http.post("/v1/messages", json=ask()).content == first


WRONG_METHOD = "Method Not Allowed rystic: this path takes POST"


@pytest.mark.parametrize(
    ("method", "path", "status", "message"),
    [
        pytest.param("GET", "/v1/nowhere", 404, "Not Found", id="unknown-path"),
        pytest.param(
            "POST",
            "/v1/messages/",
            404,
            "Not Found rystic: the path ends in a slash; leave it out",
            id="trailing-slash",
        ),
        pytest.param("GET", "/v1/messages", 405, WRONG_METHOD, id="wrong-method"),
        pytest.param("OPTIONS", "/v1/messages", 405, WRONG_METHOD, id="options"),
    ],
)
def test_other_routes_answer_in_the_envelope(
    http: httpx2.Client, method: str, path: str, status: int, message: str
) -> None:
    response = http.request(method, path)

    assert response.status_code == status
    assert response.json()["error"]["message"] == message
    assert response.json()["request_id"] == response.headers["request-id"]
    assert response.headers["x-should-retry"] == "false"
    assert response.headers.get("allow") == ("POST" if status == 405 else None)


def test_the_query_never_changes_the_route(http: httpx2.Client) -> None:
    assert http.post("/v1/messages?beta=true", json=ask()).status_code == 200


def test_head_has_no_body(http: httpx2.Client) -> None:
    response = http.head("/")

    assert (response.status_code, response.content) == (404, b"")
    assert int(response.headers["content-length"]) > 0


def test_head_of_a_route_that_is_posted_to_is_a_wrong_method_without_a_body(http: httpx2.Client) -> None:
    response = http.head("/v1/messages")

    assert (response.status_code, response.content, response.headers["allow"]) == (405, b"", "POST")
    assert response.headers["request-id"]


def test_probes_take_nothing(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load(["One."])

    answers = [http.head("/api/hello"), http.get("/"), http.get("/v1/models"), http.get("/favicon.ico")]

    assert [answer.status_code for answer in answers] == [404, 404, 200, 404]
    assert simulator.left == ["One."]


def test_the_limit_of_a_body_can_be_set(connect: Connect) -> None:
    simulator = Simulator(limits={"request_bytes": 300})
    http = connect(simulator)

    fits = http.post("/v1/messages", json=ask("x" * 100))
    exceeds = http.post("/v1/messages", json=ask("x" * 300))

    assert [fits.status_code, exceeds.status_code] == [200, 413]
    assert exceeds.json() == {
        "error": {
            "type": "request_too_large",
            "message": "Request exceeds the maximum size rystic: which is 300 bytes",
        }
    }
    assert exceeds.headers["request-id"].startswith("req_011C")
    assert [entry.operation for entry in simulator.requests] == ["messages", "messages"]


def test_a_body_over_the_limit_gets_the_thinner_envelope(http: httpx2.Client, simulator: Simulator) -> None:
    response = http.post("/v1/messages", content=b" " * (32 * 1024 * 1024 + 1))

    assert response.status_code == 413
    assert response.json() == {
        "error": {
            "type": "request_too_large",
            "message": "Request exceeds the maximum size rystic: which is 33554432 bytes",
        }
    }
    assert simulator.requests[0].received.raw_body == b""


def test_a_refused_request_takes_nothing(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load(["One."])

    response = http.post("/v1/messages", json=ask(max_tokens=-1))

    assert response.status_code == 400
    assert simulator.left == ["One."]
    assert simulator.requests[0].reply is None


def test_repeated_beta_headers_count_together(http: httpx2.Client) -> None:
    headers = [("anthropic-beta", "context-management-2025-06-27"), ("anthropic-beta", "mcp-client-2025-11-20")]

    response = http.post("/v1/messages", json=ask(context_management={"edits": []}, mcp_servers=[]), headers=headers)

    assert response.status_code == 200


def test_a_scripted_error_is_plain_also_for_a_stream(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load([error(529, headers={"Retry-After": "2"}, details={"error_code": "compaction_unavailable"})])

    response = http.post("/v1/messages", json=ask(stream=True))

    assert response.status_code == 529
    assert response.headers["content-type"] == "application/json"
    assert response.headers["retry-after"] == "2"
    assert response.headers["x-should-retry"] == "true"
    assert response.json()["error"] == {
        "type": "overloaded_error",
        "message": "Overloaded",
        "details": {"error_code": "compaction_unavailable"},
    }


def test_a_scripted_header_replaces_the_usual_one(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load([error(400, headers={"x-should-retry": "true", "request-id": "req_mine"})])

    response = http.post("/v1/messages", json=ask())

    assert response.headers.get_list("x-should-retry") == ["true"]
    assert response.headers.get_list("request-id") == ["req_mine"]
    assert response.json()["request_id"] == "req_mine"


def test_our_own_refusals_are_told_apart_and_not_retried(simulator: Simulator) -> None:
    simulator.load([tool_use("get_wether", {"city": "Paris"}), "Next."])

    with simulator.client() as client:
        with pytest.raises(anthropic.BadRequestError) as caught:
            client.messages.create(**_ask(tools=[WEATHER_TOOL]))
        following = client.messages.create(**_ask())

    assert isinstance(caught.value.body, dict)
    assert caught.value.body["error"]["message"] == (
        "rystic: reply 0 of the script calls the tool 'get_wether', which the request does not declare "
        '(declared: get_weather). The reply counts as taken; if it is meant, mark it with unchecked: ["tool"]'
    )
    assert len(simulator.requests) == 2
    assert following.content[0].type == "text"


def test_what_a_stream_gives_is_what_a_plain_call_gives() -> None:
    call = tool_use("get_weather", {"city": "Zürich 🌍", "days": 3})
    script = [
        text("Sunny in Paris, and so it stays for the rest of the week."),
        text(""),
        reply("First this.", call, tool_use("get_weather", {"city": "Lyon"})),
        reply(thinking("Which city? Paris.", signature="sig"), thinking(""), call),
        reply({"type": "redacted_thinking", "data": "b64"}, "Done.", stop_reason="stop_sequence", stop_sequence="END"),
        reply(tool_use("get_weather"), usage={"output_tokens": 7, "cache_read_input_tokens": 5}),
        reply("Half a", stop_reason="max_tokens", usage={"output_tokens_details": {"thinking_tokens": 2}}),
        reply(stop_reason="refusal", stop_details={"type": "refusal", "category": "bio", "explanation": "no"}),
        reply(stop_reason="pause_turn", model="claude-opus-5-5"),
        reply("x", usage={"server_tool_use": {"web_search_requests": 1, "web_fetch_requests": 0}, "speed": "fast"}),
    ]
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    tools: Any = [{"name": "get_weather", "input_schema": schema}]
    plain, streamed = Simulator(replies=script), Simulator(replies=script)

    with plain.client() as one, streamed.client() as other:
        for _ in script:
            whole = one.messages.create(**_ask(tools=tools))
            with other.messages.stream(**_ask(tools=tools)) as stream:
                assembled = stream.get_final_message()
            assert _wire(assembled) == _wire(whole)


def _ask(**members: Any) -> Any:
    return {"model": "claude-haiku-4-5", "max_tokens": 64, "messages": [{"role": "user", "content": "Hi"}], **members}


def _wire(message: anthropic.types.Message) -> dict[str, Any]:
    content = message.to_dict(exclude_none=True)
    for block in content["content"]:  # type: ignore[attr-defined]  # to_dict is typed as dict[str, object]
        block.pop("parsed_output", None)
    return content


@pytest.mark.anyio
async def test_a_lifespan_is_answered() -> None:
    received = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])
    sent: list[str] = []

    async def receive() -> Message:
        return next(received)

    async def send(message: Message) -> None:
        sent.append(message["type"])

    await Simulator()({"type": "lifespan"}, receive, send)
    assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


@pytest.mark.anyio
async def test_a_websocket_is_closed() -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await Simulator()({"type": "websocket", "path": "/v1/messages"}, receive, send)
    assert sent == [{"type": "websocket.close", "code": 1000, "reason": "rystic: no websocket is served"}]


@pytest.mark.anyio
async def test_a_client_that_leaves_before_its_request_is_whole_gets_nothing() -> None:
    simulator = Simulator()

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    await simulator({"type": "http", "method": "POST", "path": "/v1/messages", "headers": []}, receive, send)
    await simulator({"type": "http", "method": "PUT", "path": "/v1/messages", "headers": []}, receive, send)
    assert simulator.requests == []


@pytest.mark.anyio
async def test_an_answer_that_cannot_be_sent_is_abandoned_in_the_journal() -> None:
    simulator = Simulator()

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        raise OSError("the client left")

    with pytest.raises(OSError, match="the client left"):
        await simulator({"type": "http", "method": "GET", "path": "/", "headers": []}, receive, send)
    assert simulator.requests[0].ending == "abandoned"


def test_two_simulators_share_nothing(connect: Connect) -> None:
    one, other = Simulator(replies=["One."]), Simulator(replies=["Other."])

    connect(one).post("/v1/messages", json=ask())

    assert (one.left, other.left) == ([], ["Other."])
