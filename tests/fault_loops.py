"""Loops on the official Python SDK that meet the faults of the table: one goes on with what it got, one asks again."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any, Final

import anyio
from anthropic import Anthropic, AsyncAnthropic
from anthropic.types import Message

from rystic_asgi import Simulator
from tests.conftest import WEATHER_TOOL, ask
from tests.fault_table import EVENTS, Seen

ASKED: Final = ask(tools=[WEATHER_TOOL])
_TYPES: Final = {*EVENTS, "sparkle"}
"""The types of a stream: the SDK gives events of its own beside them."""


@contextmanager
def released(simulator: Simulator) -> Iterator[None]:
    """Whatever is held goes on, soon after it is held."""
    over = Event()

    def release() -> None:
        while not over.wait(0.005):
            simulator.release()

    thread = Thread(target=release)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def seen_by(client: Anthropic) -> Seen:
    """What the SDK makes of the answer."""
    events = 0
    try:
        with client.messages.stream(**ASKED) as stream:
            for event in stream:
                events += event.type in _TYPES
            return Seen(events, _shown(stream.get_final_message()))
    except Exception as error:
        return Seen(events, None, type(error).__name__)


async def seen_by_async(client: AsyncAnthropic) -> Seen:
    """The same, for the asynchronous client."""
    events = 0
    try:
        async with client.messages.stream(**ASKED) as stream:
            async for event in stream:
                events += event.type in _TYPES
            return Seen(events, _shown(await stream.get_final_message()))
    except Exception as error:
        return Seen(events, None, type(error).__name__)


def _shown(message: Message) -> tuple[Any, ...]:
    content = (block.text if block.type == "text" else getattr(block, "input", None) for block in message.content)
    return (message.stop_reason, *content)


def go_on(client: Anthropic) -> None:
    """A loop that takes what it got for the reply, whatever happened on the way, and runs every call in it."""
    content = [block for block in _got(client) if block.get("text", "text")]
    calls = [block["id"] for block in content if block["type"] == "tool_use"]
    results = [{"type": "tool_result", "tool_use_id": call, "content": "21 degrees"} for call in calls]
    turn: list[Any] = [{"role": "assistant", "content": content}] if content else []
    messages = [*ASKED["messages"], *turn, {"role": "user", "content": results or "Go on."}]
    try:
        client.messages.create(**{**ASKED, "messages": messages})
    except Exception:
        return


def _got(client: Anthropic) -> list[dict[str, Any]]:
    with client.messages.stream(**ASKED) as stream:
        with suppress(Exception):
            stream.until_done()
        try:
            content = stream.current_message_snapshot.content
        except AssertionError:
            return []
        return [block.model_dump(exclude_none=True, exclude={"parsed_output"}) for block in content]


async def ask_again(client: AsyncAnthropic, idle_seconds: float) -> str:
    """A loop that takes nothing but a whole reply, and leaves a stream on which nothing comes for so long."""
    messages = list(ASKED["messages"])
    for _ in range(4):
        message = await _whole(client, messages, idle_seconds)
        calls = [] if message is None else [block.id for block in message.content if block.type == "tool_use"]
        if message is not None and not calls:
            return "done"
        results = [{"type": "tool_result", "tool_use_id": call, "content": "21 degrees"} for call in calls]
        if message is not None:
            messages += [{"role": "assistant", "content": message.content}, {"role": "user", "content": results}]
    return "given up"


async def _whole(client: AsyncAnthropic, messages: list[Any], idle_seconds: float) -> Message | None:
    types: list[str] = []
    try:
        async with client.messages.stream(**{**ASKED, "messages": messages}) as stream:
            events = aiter(stream)
            while True:
                with anyio.fail_after(idle_seconds):
                    types.append((await anext(events)).type)
    except StopAsyncIteration:
        whole = types.count("message_start") == 1 and types[-1] == "message_stop"
        return await stream.get_final_message() if whole else None
    except Exception:
        return None
