"""What the official SDK's tool runner and its threads do with message threads."""

from typing import Any, Final

import anthropic
import pytest
from anthropic import beta_async_tool, beta_tool

from rystic_asgi import Simulator, error, reply, tool_use
from tests.conftest import ask
from tests.thread_requests import BETA, CALLS, CREATE, ROUNDS, after, said, shown

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


def code_of(simulator: Simulator, number: int) -> Any:
    return simulator.messages[number].answer["error"]["details"]["error_code"]


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


def test_a_stream_that_ends_early_makes_the_thread_start_anew() -> None:
    simulator = Simulator(
        replies=["One.", reply("Two.", stream={"fault": {"kind": "end", "event": "message_delta"}}), "Three."]
    )

    with simulator.client() as client:
        thread = client.beta.messages.thread(model="claude-haiku-4-5", max_tokens=64)
        thread.send(said("1"))
        with thread.stream(said("2")) as stream:
            stream.until_done()
        last: Any = thread.send()

    assert last.content[0].text == "Three."
    assert shown(simulator) == [("create", 1, 200), ("continue", 1, 200), ("create", 3, 200)]


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
