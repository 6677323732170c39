"""Message threads: what the official SDK's tool runner and its threads do with them, and what is kept of a thread."""

import json
from contextlib import aclosing
from typing import Any, Final

import anthropic
import anyio
import httpx2
import pytest
from anthropic import beta_async_tool, beta_tool

from rystic_asgi import Request, Simulator, error, reply, tool_use
from rystic_asgi.engine.clock import advance
from rystic_asgi.transport.httpx2_transports import AsyncTransport
from tests.conftest import API_HEADERS, WEATHER_TOOL, Connect, ask

BETA: Final = "message-threads-2026-08-12"
CREATE: Final[dict[str, Any]] = {"thread": {"type": "create"}}
HEADERS: Final = {"anthropic-beta": BETA, "anthropic-version": "2026-10-21"}
CALLS: Final = reply("I look.", tool_use("get_weather", {"city": "Paris"}), tool_use("get_weather", {"city": "Lyon"}))
ROUNDS: Final = [CALLS, tool_use("get_weather", {"city": "Metz"}), "Sunny everywhere."]
PAUSED: Final = reply(
    {"type": "server_tool_use", "name": "web_search", "input": {"query": "weather"}}, stop_reason="pause_turn"
)
FOUND: Final = reply({"type": "web_search_tool_result", "content": []}, "Sunny.")
SEARCH: Final[dict[str, Any]] = {"type": "web_search_20250305", "name": "web_search"}


@beta_tool
def get_weather(city: str) -> str:
    """What the weather is like.

    Args:
        city: Where.
    """
    return f"Sunny in {city}"


@beta_async_tool
async def get_weather_later(city: str) -> str:
    """What the weather is like.

    Args:
        city: Where.
    """
    return f"Sunny in {city}"


@beta_tool
def get_time(zone: str) -> str:
    """What time it is.

    Args:
        zone: Where.
    """
    return f"Noon in {zone}"


def options(*tools: Any, **members: Any) -> Any:
    return {**ask(**members), "tools": list(tools)}


def shown(simulator: Simulator) -> list[tuple[str | None, int, int | None]]:
    """Of each request for a message: its thread, how many messages it sent, and the status of its answer."""
    return [
        ((entry.body.get("thread") or {}).get("type"), len(entry.body["messages"]), entry.status)
        for entry in simulator.messages
    ]


def code_of(simulator: Simulator, number: int) -> Any:
    return simulator.messages[number].answer["error"]["details"]["error_code"]


def after(entry_id: str, *messages: dict[str, Any], **members: Any) -> dict[str, Any]:
    """The body of a continuation."""
    thread = {"type": "continue", "previous_message_id": entry_id}
    return {"model": "claude-haiku-4-5", "max_tokens": 64, "messages": list(messages), "thread": thread, **members}


def said(words: str) -> Any:
    return {"role": "user", "content": words}


def result_of(answer: dict[str, Any]) -> dict[str, Any]:
    calls = [block["id"] for block in answer["content"] if block["type"] == "tool_use"]
    return {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": call, "content": "ok"} for call in calls],
    }


@pytest.fixture
def http(simulator: Simulator, connect: Connect) -> httpx2.Client:
    client = connect(simulator)
    client.headers.update(HEADERS)
    return client


def post(http: httpx2.Client, body: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = http.post("/v1/messages", json=body).json()
    return answer


def refusal(http: httpx2.Client, body: dict[str, Any]) -> tuple[int, Any, str]:
    response = http.post("/v1/messages", json=body)
    found = response.json()["error"]
    return response.status_code, found.get("details", {}).get("error_code"), found["message"]


# The tool runner


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
def test_the_tool_runner_sends_only_what_is_new(stream: bool) -> None:
    simulator = Simulator(replies=ROUNDS)

    with simulator.client() as client:
        runner = client.beta.messages.tool_runner(**options(get_weather, system="Be brief."), stream=stream)
        final: Any = runner.until_done()

    assert final.content[0].text == "Sunny everywhere."
    assert shown(simulator) == [("create", 1, 200), ("continue", 1, 200), ("continue", 1, 200)]
    assert [block["content"] for block in simulator.messages[1].body["messages"][0]["content"]] == [
        "Sunny in Paris",
        "Sunny in Lyon",
    ]
    assert "tools" not in simulator.messages[1].body


@pytest.mark.anyio
@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_the_asynchronous_tool_runner_sends_only_what_is_new(stream: bool) -> None:
    name = "get_weather_later"
    simulator = Simulator(replies=[reply(tool_use(name, {"city": "Paris"}), tool_use(name, {"city": "Lyon"})), "Done."])

    async with simulator.async_client() as client:
        runner = client.beta.messages.tool_runner(**options(get_weather_later), stream=stream)
        final: Any = await runner.until_done()

    assert final.content[0].text == "Done."
    assert shown(simulator) == [("create", 1, 200), ("continue", 1, 200)]


def test_the_tool_runner_gets_the_same_with_and_without_threads() -> None:
    threaded, plain = Simulator(replies=ROUNDS), Simulator(replies=ROUNDS, threads=False)
    finals = []

    for simulator in (threaded, plain):
        with simulator.client() as client:
            finals.append(client.beta.messages.tool_runner(**options(get_weather, system="Be brief.")).until_done())

    assert [final.to_dict() for final in finals] == [finals[0].to_dict()] * 2
    assert (len(threaded.messages), len(plain.messages)) == (3, 4)


def test_the_tool_runner_resumes_a_paused_turn_with_no_message() -> None:
    simulator = Simulator(replies=[PAUSED, FOUND])

    with simulator.client() as client:
        final = client.beta.messages.tool_runner(**options(SEARCH)).until_done()

    result: Any = final.content[0]
    assert result.tool_use_id == simulator.messages[0].answer["content"][0]["id"]
    assert shown(simulator) == [("create", 1, 200), ("continue", 0, 200)]


def test_the_tool_runner_resumes_five_pauses() -> None:
    paused = reply("Wait.", stop_reason="pause_turn")
    simulator = Simulator(replies=[*[paused] * 5, "Done."])

    with simulator.client() as client:
        final: Any = client.beta.messages.tool_runner(**options(get_weather)).until_done()

    assert final.content[0].text == "Done."
    assert shown(simulator) == [("create", 1, 200), *[("continue", 0, 200)] * 5]


def test_the_tool_runner_resumes_after_a_pause_for_compaction() -> None:
    compacted = reply({"type": "compaction", "content": "They asked for the weather."}, stop_reason="compaction")
    simulator = Simulator(replies=[compacted, "Sunny."])

    with simulator.client() as client:
        final: Any = client.beta.messages.tool_runner(**options(get_weather)).until_done()

    assert final.content[0].text == "Sunny."
    assert shown(simulator) == [("create", 1, 200), ("continue", 0, 200)]


def test_the_tool_runner_compacts_before_the_next_turn() -> None:
    summary = reply({"type": "compaction", "content": "Paris and Lyon are sunny."}, stop_reason="compaction")
    simulator = Simulator(replies=[CALLS, summary, "Sunny in both."])

    with simulator.client() as client:
        runner = client.beta.messages.tool_runner(**options(get_weather), betas=["compact-2026-09-04"])
        for message in runner:
            if message.stop_reason == "tool_use":
                runner.compact_before_next_turn()
        final: Any = runner.until_done()

    assert final.content[0].text == "Sunny in both."
    assert shown(simulator) == [("create", 1, 200), ("create", 3, 200), ("create", 1, 200)]
    assert simulator.messages[1].body["compaction"] == {"type": "summarize"}
    assert simulator.messages[2].body["messages"][0]["content"][0]["type"] == "compaction"


def test_the_tool_runner_adds_and_removes_tools_within_a_thread() -> None:
    simulator = Simulator(replies=[CALLS, tool_use("get_time", {"zone": "Paris"}), "Sunny at noon."])

    with simulator.client() as client:
        runner = client.beta.messages.tool_runner(
            **options(get_weather), betas=["inline-tools-2026-09-15", "mid-conversation-tool-changes-2026-07-01"]
        )
        for number, _ in enumerate(runner):
            if number == 0:
                runner.add_tools(get_time)
            elif number == 1:
                runner.remove_tools(get_weather)
        final: Any = runner.until_done()

    assert final.content[0].text == "Sunny at noon."
    assert shown(simulator) == [("create", 1, 200), ("continue", 2, 200), ("continue", 2, 200)]
    results = simulator.messages[2].body["messages"][0]["content"]
    assert [block["content"] for block in results] == ["Noon in Paris"]


# Threads of the SDK


def test_a_thread_of_the_sdk_goes_on_with_one_message_a_turn() -> None:
    simulator = Simulator(replies=["One.", "Two.", "Three."])

    with simulator.client() as client:
        thread = client.beta.messages.thread(model="claude-haiku-4-5", max_tokens=64, system="Be brief.")
        thread.send(said("1"))
        with thread.stream(said("2")) as stream:
            streamed = stream.get_final_message()
        third: Any = thread.send(said("3"), model="claude-sonnet-5", max_tokens=99)

    assert third.content[0].text == "Three."
    assert thread.previous_message_id == third.id
    assert shown(simulator) == [("create", 1, 200), ("continue", 1, 200), ("continue", 1, 200)]
    assert simulator.messages[1].answer["id"] == streamed.id


@pytest.mark.anyio
async def test_an_asynchronous_thread_of_the_sdk_goes_on() -> None:
    simulator = Simulator(replies=["One.", "Two."])

    async with simulator.async_client() as client:
        thread = client.beta.messages.thread(model="claude-haiku-4-5", max_tokens=64)
        await thread.send(said("1"))
        async with thread.stream(said("2")) as stream:
            await stream.until_done()

    assert shown(simulator) == [("create", 1, 200), ("continue", 1, 200)]


def test_a_forked_thread_starts_anew() -> None:
    simulator = Simulator(replies=["One.", "Two.", "Three."])

    with simulator.client() as client:
        thread = client.beta.messages.thread(model="claude-haiku-4-5", max_tokens=64)
        thread.send(said("1"))
        thread.fork().send(said("2"))
        thread.send(said("3"))

    assert shown(simulator) == [("create", 1, 200), ("create", 3, 200), ("continue", 1, 200)]


def test_a_changed_output_config_is_raised() -> None:
    simulator = Simulator()

    with simulator.client() as client:
        thread = client.beta.messages.thread(model="m", max_tokens=64, output_config={"effort": "low"})
        thread.send(said("1"))
        with pytest.raises(anthropic.BadRequestError) as raised:
            thread.send(said("2"), extra_body={"output_config": {"effort": "high"}})

    assert raised.value.error_code == "thread_fingerprint_mismatch"
    assert raised.value.api_message == (
        "thread: the request does not fit its thread, differing field(s): output_config"
    )


def test_a_refusal_is_held_like_any_reply() -> None:
    simulator = Simulator(replies=[reply(stop_reason="refusal"), "Two."])

    with simulator.client() as client:
        first = client.beta.messages.create(**ask(), **CREATE, betas=[BETA])
        again = client.beta.messages.create(**after(first.id, said("And now?")), betas=[BETA])

    assert again.usage.input_tokens > first.usage.input_tokens


# The SDK's ways out


@pytest.mark.parametrize(
    ("status", "code"),
    [
        pytest.param(404, "thread_not_found", id="not-found"),
        pytest.param(400, "thread_already_continued", id="already-continued"),
        pytest.param(400, "thread_continue_in_flight", id="in-flight"),
    ],
)
def test_a_scripted_loss_makes_the_runner_send_the_whole_under_a_new_thread(status: int, code: str) -> None:
    simulator = Simulator(replies=[CALLS, error(status, details={"error_code": code}), *ROUNDS[1:]])

    with simulator.client() as client:
        final: Any = client.beta.messages.tool_runner(**options(get_weather)).until_done()

    assert final.content[0].text == "Sunny everywhere."
    assert shown(simulator) == [
        ("create", 1, 200),
        ("continue", 1, status),
        ("create", 3, 200),
        ("continue", 1, 200),
    ]


@pytest.mark.parametrize("number", [0, 1], ids=["create", "continue"])
def test_a_scripted_refusal_of_threads_makes_the_runner_go_on_without(number: int) -> None:
    script: list[Any] = [CALLS, "Sunny."]
    script.insert(number, error(400, details={"error_code": "thread_unsupported_request", "unsupported": ["hipaa"]}))
    simulator = Simulator(replies=script)

    with simulator.client() as client:
        final: Any = client.beta.messages.tool_runner(**options(get_weather)).until_done()

    assert final.content[0].text == "Sunny."
    assert [thread for thread, _, status in shown(simulator) if status == 200] == (
        [None, None] if number == 0 else ["create", None]
    )
    assert BETA not in simulator.messages[-1].headers.get("anthropic-beta", "")


def test_a_thread_that_was_forgotten_makes_the_runner_send_the_whole() -> None:
    simulator = Simulator(replies=[CALLS])

    with simulator.client() as client:
        runner = client.beta.messages.tool_runner(**options(get_weather))
        next(runner)
        simulator.load(["Sunny."])
        final: Any = runner.until_done()

    assert final.content[0].text == "Sunny."
    assert code_of(simulator, 0) == "thread_not_found"
    assert shown(simulator) == [("continue", 1, 404), ("create", 3, 200)]


def test_a_list_of_fallbacks_makes_the_runner_go_on_without_a_thread() -> None:
    simulator = Simulator(replies=[CALLS, "Sunny."])
    fallbacks: Any = [{"model": "claude-sonnet-4-5"}]

    with simulator.client() as client:
        runner = client.beta.messages.tool_runner(
            **options(get_weather), fallbacks=fallbacks, betas=["server-side-fallback-2026-07-01"]
        )
        final: Any = runner.until_done()

    assert final.content[0].text == "Sunny."
    assert simulator.messages[0].answer["error"]["details"]["unsupported"] == ["fallbacks"]
    assert shown(simulator) == [("create", 1, 400), (None, 1, 200), (None, 3, 200)]


def test_a_turn_of_a_fallback_is_not_held() -> None:
    switched = reply({"type": "fallback", "to": {"model": "claude-sonnet-4-5"}}, CALLS["content"][1])
    simulator = Simulator(replies=[switched, "Sunny."])

    with simulator.client() as client:
        runner = client.beta.messages.tool_runner(
            **options(get_weather), fallbacks="default", betas=["server-side-fallback-2026-07-01"]
        )
        runner.until_done()
        with pytest.raises(anthropic.NotFoundError):
            client.beta.messages.create(**after(simulator.messages[0].answer["id"], said("2")), betas=[BETA])

    assert shown(simulator)[:2] == [("create", 1, 200), ("create", 3, 200)]


@pytest.mark.parametrize("setting", [{"threads": False}, {"rules": {"no-threads": True}}], ids=["setting", "rule"])
def test_threads_are_refused_where_the_simulator_is_told_so(setting: dict[str, Any]) -> None:
    simulator = Simulator(**setting)

    with simulator.client() as client:
        thread = client.beta.messages.thread(model="m", max_tokens=64)
        with pytest.raises(anthropic.BadRequestError) as raised:
            thread.send(said("1"))

    assert raised.value.error_code == "thread_unsupported_request"
    assert raised.value.api_message == "thread: message threads are not supported for this request"


# What uses a response up


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
def test_a_response_is_continued_once(simulator: Simulator, http: httpx2.Client, stream: bool) -> None:
    first = post(http, ask(**CREATE))
    http.post("/v1/messages", json=after(first["id"], said("2"), stream=stream))

    again = refusal(http, after(first["id"], said("2")))

    assert again == (
        400,
        "thread_already_continued",
        f"thread: the response `{first['id']}` has already been continued rystic: each response can be continued once",
    )


def test_where_no_rule_minds_a_response_is_continued_again(connect: Connect) -> None:
    client = connect(Simulator(rules={"thread-continued": False}))
    client.headers.update(HEADERS)
    first = post(client, ask(**CREATE))

    answers = [post(client, after(first["id"], said("2"))) for _ in range(3)]

    assert [answer["type"] for answer in answers] == ["message"] * 3
    assert len({answer["usage"]["input_tokens"] for answer in answers}) == 1


def test_a_refused_request_does_not_use_a_response_up(simulator: Simulator, http: httpx2.Client) -> None:
    first = post(http, ask(**CREATE))

    refused = http.post("/v1/messages", json=after(first["id"], said("")))
    answered = http.post("/v1/messages", json=after(first["id"], said("2")))

    assert (refused.status_code, answered.status_code) == (400, 200)


@pytest.mark.parametrize("failure", [error(529), tool_use("unknown", {})], ids=["scripted", "unfit-reply"])
def test_an_error_does_not_use_a_response_up(simulator: Simulator, http: httpx2.Client, failure: Any) -> None:
    simulator.load(["One.", failure, "Two."])
    first = post(http, ask(**CREATE))

    failed = http.post("/v1/messages", json=after(first["id"], said("2")))
    answered = http.post("/v1/messages", json=after(first["id"], said("2")))

    assert (failed.is_error, answered.status_code) == (True, 200)


@pytest.mark.anyio
async def test_a_stream_that_was_cut_does_not_use_a_response_up() -> None:
    simulator = Simulator(replies=["One.", "word " * 200, "Two."])

    async with httpx2.AsyncClient(
        transport=AsyncTransport(simulator), base_url="http://rystic.test", headers={**API_HEADERS, **HEADERS}
    ) as client:
        first = (await client.post("/v1/messages", json=ask(**CREATE))).json()
        sent = after(first["id"], said("2"))
        async with (
            client.stream("POST", "/v1/messages", json={**sent, "stream": True}) as response,
            aclosing(response.aiter_raw()) as chunks,
        ):
            start = json.loads((await anext(chunks)).partition(b"data:")[2])
        lost = await client.post("/v1/messages", json=after(start["message"]["id"], said("3")))
        again = await client.post("/v1/messages", json=sent)

    assert simulator.messages[1].ending == "abandoned"
    assert (lost.status_code, again.status_code) == (404, 200)


@pytest.mark.anyio
@pytest.mark.parametrize("gives", ["Two.", None], ids=["a-reply", "nothing"])
async def test_a_response_that_is_being_continued_waits_for_the_end(gives: str | None) -> None:
    asked, go_on = anyio.Event(), anyio.Event()

    async def later(request: Request) -> Any:
        asked.set()
        await go_on.wait()
        return gives

    simulator = Simulator(replies=["One.", later, "Three."])
    ended: list[int] = []

    async with simulator.async_client(max_retries=0) as client, anyio.create_task_group() as tasks:
        first = await client.beta.messages.create(**ask(), **CREATE, betas=[BETA])

        async def go(**members: Any) -> None:
            response = await client.post(
                "/v1/messages", body=after(first.id, said("2")), cast_to=httpx2.Response, **members
            )
            ended.append(response.status_code)

        async def first_one() -> None:
            try:
                await go(options={"headers": HEADERS})
            except anthropic.APIStatusError as failed:
                ended.append(failed.status_code)

        tasks.start_soon(first_one)
        await asked.wait()
        with pytest.raises(anthropic.BadRequestError) as raised:
            await go(options={"headers": HEADERS})
        go_on.set()
    assert raised.value.error_code == "thread_continue_in_flight"
    assert raised.value.api_message == (
        f"thread: the response `{first.id}` is being continued by another request "
        "rystic: each response can be continued once"
    )
    assert ended == [200 if gives else 400]


@pytest.mark.anyio
async def test_a_function_that_is_cancelled_uses_nothing_up() -> None:
    async def never(request: Request) -> str:
        await anyio.sleep(60)
        return "Late."

    simulator = Simulator(replies=["One.", never, "Two."])

    async with simulator.async_client() as client:
        first = await client.beta.messages.create(**ask(), **CREATE, betas=[BETA])
        with anyio.move_on_after(0.05):
            await client.beta.messages.create(**after(first.id, said("2")), betas=[BETA])
        await anyio.wait_all_tasks_blocked()
        again: Any = await client.beta.messages.create(**after(first.id, said("2")), betas=[BETA])

    assert again.content[0].text == "Two."


def test_a_response_is_forgotten_after_five_minutes(simulator: Simulator, http: httpx2.Client) -> None:
    first = post(http, ask(**CREATE))
    simulator._store.advance(advance, 300.0)
    second = post(http, after(first["id"], said("2")))
    simulator._store.advance(advance, 301.0)

    assert second["type"] == "message"
    assert refusal(http, after(second["id"], said("3"))) == (
        404,
        "thread_not_found",
        "No thread state was found for the requested `previous_message_id`. "
        'Replay the full conversation with thread: {"type": "create"} to start a new Thread. '
        "rystic: each response is held for five minutes of the simulator's clock, and until the next reset",
    )


def test_a_reset_forgets_every_thread(simulator: Simulator, http: httpx2.Client) -> None:
    first = post(http, ask(**CREATE))

    simulator.reset()

    assert refusal(http, after(first["id"], said("2")))[:2] == (404, "thread_not_found")


def test_a_stream_that_ends_after_a_reset_leaves_nothing(simulator: Simulator, http: httpx2.Client) -> None:
    with http.stream("POST", "/v1/messages", json=ask(stream=True, **CREATE)) as response:
        lines = response.iter_lines()
        started = next(json.loads(line[5:]) for line in lines if line.startswith("data:"))
        simulator.reset()
        list(lines)

    assert refusal(http, after(started["message"]["id"], said("2")))[:2] == (404, "thread_not_found")


def test_the_same_requests_get_the_same_bytes_after_a_reset(simulator: Simulator, http: httpx2.Client) -> None:
    simulator.load(ROUNDS)
    played: list[bytes] = []

    for _ in range(2):
        answer = post(http, ask(tools=[WEATHER_TOOL], **CREATE))
        for stream in (False, True):
            response = http.post("/v1/messages", json=after(answer["id"], result_of(answer), stream=stream))
            played.append(response.content)
            answer = simulator.messages[-1].answer
        simulator.reset()

    assert played[:2] == played[2:]


# What a thread holds


def test_whole_and_streamed_turns_hold_the_same(http: httpx2.Client, simulator: Simulator) -> None:
    counts = []

    for stream in (False, True):
        simulator.load([CALLS, "Sunny."])
        http.post("/v1/messages", json=ask(stream=stream, tools=[WEATHER_TOOL], **CREATE))
        first = simulator.messages[0].answer
        counts.append(post(http, after(first["id"], result_of(first)))["usage"]["input_tokens"])

    assert counts[0] == counts[1]


def test_a_function_sees_the_whole_conversation(http: httpx2.Client, simulator: Simulator) -> None:
    seen: list[Request] = []

    def look(request: Request) -> str:
        seen.append(request)
        return "Seen."

    simulator.load(["One.", look])
    marked = {"cache_control": {"type": "ephemeral"}}
    first = post(
        http, ask("1", tools=[{**WEATHER_TOOL, **marked}], system=[{"type": "text", "text": "S", **marked}], **CREATE)
    )
    sent = after(first["id"], said("2"))
    post(http, sent)

    assert seen[0].messages == [said("1"), {"role": "assistant", "content": first["content"]}, said("2")]
    assert (seen[0].system, seen[0].tools) == ([{"type": "text", "text": "S"}], [WEATHER_TOOL])
    assert seen[0].body == simulator.messages[1].body == sent
    assert repr(seen[0]) == "<Request 1: claude-haiku-4-5, 3 messages>"


def test_conditions_look_at_the_whole_conversation(http: httpx2.Client, simulator: Simulator) -> None:
    when = {"system": "brief", "tools": ["get_weather"], "tool_result": "get_weather"}
    simulator.load([CALLS, reply("Sunny.", when=when)])
    first = post(http, ask(tools=[WEATHER_TOOL], system="Be brief.", **CREATE))

    second = post(http, after(first["id"], result_of(first)))

    assert second["content"][0]["text"] == "Sunny."


def test_the_tools_of_a_thread_can_be_forced(http: httpx2.Client, simulator: Simulator) -> None:
    first = post(http, ask(tools=[WEATHER_TOOL], **CREATE))

    forced = post(http, after(first["id"], said("2"), tool_choice={"type": "tool", "name": "get_weather"}))
    unknown = refusal(http, after(forced["id"], result_of(forced), tool_choice={"type": "tool", "name": "sub"}))

    assert forced["content"][0]["name"] == "get_weather"
    assert unknown[2].startswith("Tool 'sub' not found in provided tools")


def test_each_request_has_breakpoints_of_its_own(http: httpx2.Client, simulator: Simulator) -> None:
    def marked(words: str) -> dict[str, Any]:
        block = {"type": "text", "text": words, "cache_control": {"type": "ephemeral"}}
        return {"role": "user", "content": [block, block, block]}

    answer = post(http, {**ask(**CREATE), "messages": [marked("1")]})
    for number in range(3):
        answer = post(http, after(answer["id"], marked(str(number))))

    assert answer["type"] == "message"


def test_a_fault_is_placed_in_the_whole_conversation(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load([CALLS])
    first = post(http, ask(tools=[WEATHER_TOOL], **CREATE))
    ids = [block["id"] for block in first["content"] if block["type"] == "tool_use"]

    status, _, message = refusal(http, after(first["id"], said("2")))

    assert status == 400
    assert message == (
        f"messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: {', '.join(ids)}. "
        "Each `tool_use` block must have a corresponding `tool_result` block in the next message. "
        f"rystic: no result of {', '.join(ids)} follows; the calls are in messages.1; "
        "the thread holds the first 2 messages"
    )


def test_blank_texts_of_a_reply_are_no_fault_of_the_client(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load([reply("\n\n", tool_use("get_weather", {"city": "Paris"})), "Sunny."])
    first = post(http, ask(tools=[WEATHER_TOOL], **CREATE))

    assert post(http, after(first["id"], result_of(first)))["content"][0]["text"] == "Sunny."


def test_a_thread_that_begins_without_its_beta_is_an_extra_input(simulator: Simulator, connect: Connect) -> None:
    response = connect(simulator).post("/v1/messages", json=ask(**CREATE))

    assert response.json()["error"]["message"].startswith("thread: Extra inputs are not permitted")


def test_a_thread_of_a_thousand_rounds_is_kept_once(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load([reply(tool_use("get_weather", {"city": "Paris"}), times=1000)])
    answer = post(http, ask(tools=[WEATHER_TOOL], **CREATE))
    for _ in range(300):
        answer = post(http, after(answer["id"], result_of(answer)))

    kept = [len(record.value) for record in simulator._store.records("thread")]

    assert answer["type"] == "message"
    assert len(kept) == 301
    assert max(kept[1:]) < 600


def test_many_threads_at_once_do_not_mix() -> None:
    def count(request: Request) -> str:
        return str(len(request.messages))

    simulator = Simulator(replies=[reply(count, times="any")])

    async def loop(client: anthropic.AsyncAnthropic, rounds: int, ends: dict[int, str]) -> None:
        thread = client.beta.messages.thread(model="m", max_tokens=64)
        for number in range(rounds):
            final: Any = await thread.send(said(str(number)))
            ends[rounds] = final.content[0].text

    async def main() -> dict[int, str]:
        ends: dict[int, str] = {}
        async with simulator.async_client() as client, anyio.create_task_group() as tasks:
            for rounds in range(1, 9):
                tasks.start_soon(loop, client, rounds, ends)
        return ends

    assert anyio.run(main) == {rounds: str(2 * rounds - 1) for rounds in range(1, 9)}
