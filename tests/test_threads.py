"""Message threads: what uses a response up, and what is kept of a conversation."""

import json
from contextlib import aclosing
from typing import Any, Final

import anthropic
import anyio
import httpx2
import pytest

from rystic_asgi import Request, Simulator, error, reply, thinking, tool_use
from rystic_asgi.engine.clock import advance
from rystic_asgi.transport.httpx2_transports import AsyncTransport
from tests.conftest import API_HEADERS, WEATHER_TOOL, Connect, ask
from tests.reply_samples import CONTENTS
from tests.thread_requests import BETA, CALLS, CREATE, HEADERS, ROUNDS, after, result_of, said

ADVICE: Final = "advisor-tool-2026-03-01"
"""The beta that brings the blocks of advice."""
HELD_TOOLS: Final[list[Any]] = [
    {"name": "add", "input_schema": {"type": "object"}},
    {"type": "web_search_20260209", "name": "web_search"},
    {"type": "code_execution_20260120", "name": "code_execution"},
]


def without_tokens(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer without the estimate, which counts the blank texts that no thread holds."""
    return {**answer, "usage": {**answer["usage"], "input_tokens": 0}}


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


@pytest.mark.parametrize(
    ("fault", "is_used"),
    [
        pytest.param({"kind": "error", "event": "message_delta"}, False, id="error"),
        pytest.param({"kind": "end", "event": "message_stop"}, False, id="end"),
        pytest.param({"kind": "silence", "event": "message_delta", "seconds": 20}, True, id="silence"),
        pytest.param({"kind": "unknown_event", "event": "message_delta"}, True, id="unknown-event"),
    ],
)
def test_a_stream_that_is_cut_on_purpose_uses_nothing_up(
    http: httpx2.Client, simulator: Simulator, fault: dict[str, Any], is_used: bool
) -> None:
    simulator.load(["One.", reply("Two.", stream={"fault": fault}), "Three."])
    first = post(http, ask(**CREATE))
    http.post("/v1/messages", json=after(first["id"], said("2"), stream=True))
    streamed = simulator.messages[1].answer["id"]

    on = http.post("/v1/messages", json=after(streamed, said("3")))
    again = http.post("/v1/messages", json=after(first["id"], said("2")))

    assert (on.status_code, again.status_code) == ((200, 400) if is_used else (404, 200))


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
    waits = iter([60, 0])

    async def late(request: Request) -> str:
        await anyio.sleep(next(waits))
        return "Two."

    simulator = Simulator(replies=["One.", late])

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


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("name", [name for name in CONTENTS if "fallback" not in name])
def test_every_reply_is_held_as_if_it_had_come_back(name: str, stream: bool, connect: Connect) -> None:
    """What follows a reply is the same in a thread and out of it."""
    script = [{"content": CONTENTS[name]}, "Done."]
    held = connect(threaded := Simulator(replies=script))
    sent = connect(Simulator(replies=script, rules={"empty-text": False}))
    for client in (held, sent):
        client.headers.update({**HEADERS, "anthropic-beta": f"{BETA},{ADVICE}"})
    asked = ask("Go on", tools=HELD_TOOLS)
    held.post("/v1/messages", json={**asked, **CREATE, "stream": stream})
    first = post(sent, asked)
    more = [] if first["stop_reason"] == "pause_turn" else [result_of(first)]
    turn = [{"role": "assistant", "content": first["content"]}] if first["content"] else []
    container = {"container": first["container"]["id"]} if first.get("container") else {}

    continued = post(held, after(threaded.messages[0].answer["id"], *more, **container))
    repeated = post(sent, {**asked, **container, "messages": [*asked["messages"], *turn, *more]})

    assert repeated["content"][0]["text"] == "Done."
    assert without_tokens(continued) == without_tokens(repeated)


def test_thinking_is_held_as_it_was_issued(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load([reply(thinking("Two cities."), tool_use("get_weather", {"city": "Paris"})), "Sunny."])
    enabled: dict[str, Any] = {"thinking": {"type": "enabled", "budget_tokens": 1024}, "max_tokens": 4096}
    first = post(http, ask(tools=[WEATHER_TOOL], **enabled, **CREATE))

    assert post(http, after(first["id"], result_of(first), **enabled))["content"][0]["text"] == "Sunny."


@pytest.mark.parametrize(
    ("message", "told"),
    [
        pytest.param(
            said(" "),
            "messages: text content blocks must contain non-whitespace text "
            "rystic: the text is messages.2.content; the thread holds the first 2 messages",
            id="rule",
        ),
        pytest.param({"role": "user"}, "messages.2.content: Field required rystic: {place}", id="nothing"),
        pytest.param({"role": "user", "content": 7}, "messages.0.content: Input should be a valid array", id="field"),
    ],
)
def test_a_rule_counts_from_the_beginning_and_a_field_from_the_request(
    http: httpx2.Client, message: dict[str, Any], told: str
) -> None:
    first = post(http, ask(**CREATE))

    found = refusal(http, after(first["id"], message))[2]

    assert found == told.format(place="the thread holds the first 2 messages")


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
