"""Turns that are interrupted: what a client has to get right afterwards, and what the journal shows of it."""

from typing import Any

import anthropic
import pytest

from rystic_asgi import Simulator, text, tool_use
from rystic_asgi.engine.verdicts import Verdict
from rystic_asgi.integrations.server import served
from tests.conftest import WEATHER_TOOL, ask


class Interrupted(Exception):  # noqa: N818  # as a user interrupts a tool
    """The user has had enough."""


class Chat:
    """A loop whose tool can be interrupted; a careful one answers the calls that were interrupted."""

    def __init__(self, client: anthropic.Anthropic, *, is_careful: bool) -> None:
        self._client = client
        self._is_careful = is_careful
        self._messages: list[Any] = []

    def say(self, said: str) -> str:
        """The answer of the model to the user."""
        self._messages.append({"role": "user", "content": [*self._unanswered(), text(said)]})
        message = self._client.messages.create(**ask(messages=self._messages, tools=[WEATHER_TOOL]))
        self._messages.append({"role": "assistant", "content": message.content})
        if message.stop_reason == "tool_use":
            raise Interrupted
        return "".join(block.text for block in message.content if block.type == "text")

    def _unanswered(self) -> list[dict[str, Any]]:
        turn = self._messages[-1]["content"] if self._messages and self._is_careful else []
        calls = [block.id for block in turn if block.type == "tool_use"]
        return [{"type": "tool_result", "tool_use_id": call, "content": "Stopped.", "is_error": True} for call in calls]


def interrupted(simulator: Simulator, *, is_careful: bool) -> str:
    with simulator.client() as client:
        chat = Chat(client, is_careful=is_careful)
        with pytest.raises(Interrupted):
            chat.say("Weather in Paris?")
        return chat.say("Go on.")


def test_after_an_interrupted_tool_the_next_request_is_legal() -> None:
    simulator = Simulator(replies=[tool_use("get_weather", {"city": "Paris"}), "As you like."])

    assert interrupted(simulator, is_careful=True) == "As you like."
    assert simulator.left == []


def test_a_call_that_was_interrupted_and_forgotten_is_refused() -> None:
    simulator = Simulator(replies=[tool_use("get_weather", {"city": "Paris"}, id="toolu_1"), "As you like."])
    with pytest.raises(anthropic.BadRequestError) as refused:
        interrupted(simulator, is_careful=False)

    assert refused.value.api_message == (
        "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. "
        "Each `tool_use` block must have a corresponding `tool_result` block in the next message. "
        "rystic: no result of toolu_1 follows; the calls are in messages.1"
    )
    assert len(simulator.left) == 1


def test_a_request_that_the_sdk_refuses_itself_never_arrives() -> None:
    simulator = Simulator(replies=["Long."])
    with simulator.client() as client, pytest.raises(ValueError, match="Streaming is required"):
        client.messages.create(**ask(max_tokens=64_000))

    assert (simulator.requests, len(simulator.left)) == ([], 1)


def test_what_timed_out_and_came_again_is_two_requests() -> None:
    stalled = {"at": [0], "stream": {"fault": {"kind": "stall", "event": 0}}}
    simulator = Simulator(replies=["At last."], faults=[stalled])
    with served(simulator) as url, anthropic.Anthropic(base_url=url, api_key="any", timeout=0.4) as client:
        message = client.with_options(max_retries=1).messages.create(**ask())

    first, second = simulator.requests
    assert (message.to_dict()["content"], first.ending) == ([{"type": "text", "text": "At last."}], "abandoned")
    assert first.received.raw_body == second.received.raw_body
    assert second.headers["x-stainless-retry-count"] == "1"
    assert simulator.verdicts == {0: Verdict("left", "it left after 0 events")}


CALL_AND_END = [tool_use("get_weather", {"city": "Paris"}), "Sunny."]


@pytest.mark.anyio
@pytest.mark.filterwarnings("ignore:Async generator:ResourceWarning")  # the SDK leaves one open, of which trio warns
async def test_an_answer_that_was_lost_is_given_once_more() -> None:
    simulator = Simulator(replies=CALL_AND_END)
    async with simulator.async_client() as client:
        asked = ask(tools=[WEATHER_TOOL])
        async with client.messages.stream(**asked) as stream:
            await anext(aiter(stream))  # and then it leaves
        async with client.messages.stream(**asked) as stream:
            again = await stream.get_final_message()

    assert again.stop_reason == "tool_use"
    assert [entry.replays for entry in simulator.requests] == [None, 0]
    assert len(simulator.left) == 1


@pytest.mark.anyio
async def test_after_a_failure_of_the_script_the_next_reply_is_given() -> None:
    broken = {"content": [CALL_AND_END[0]], "stream": {"fault": {"kind": "reset", "event": 2}}}
    simulator = Simulator(replies=[broken, *CALL_AND_END])
    async with simulator.async_client() as client:
        asked = ask(tools=[WEATHER_TOOL])
        async with client.messages.stream(**asked) as stream:
            with pytest.raises(Exception, match="rystic: the script resets the connection here"):
                await stream.until_done()
        again = await client.messages.create(**asked)

    assert again.stop_reason == "tool_use"
    assert [entry.replays for entry in simulator.requests] == [None, None]
    assert len(simulator.left) == 1
