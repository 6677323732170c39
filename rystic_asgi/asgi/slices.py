"""Work that takes long, done in slices with turns of the event loop between, on asyncio and trio."""

from collections.abc import Generator, Iterator
from time import perf_counter
from typing import Any, Final, NamedTuple

from starlette.types import Send

from rystic_asgi.asgi.responses import Answer
from rystic_asgi.engine.taking import Turn
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.state.journal import Ending
from rystic_asgi.state.request import Request
from rystic_asgi.state.store import Store
from rystic_asgi.transport.tasks import Signal, take_turns

SLICE_SECONDS: Final = 0.002
"""After so long others have a turn: a request beside it takes a few of them."""


class Call(NamedTuple):
    """A step that waits for what the function of ``turn`` gives, or the error where it gives nothing."""

    turn: Turn
    request: Request


Steps = Generator[Call | None, Any, Answer]
"""Work in steps that take no longer than a slice; what it returns is the answer."""


class SlicesAskedError(Exception):
    """No answer yet: the shell takes the steps to it."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        super().__init__()


class LinesAskedError(Exception):
    """The body of ``answer`` is made line by line while it is sent."""

    def __init__(self, answer: Answer, lines: Iterator[bytes]) -> None:
        self.answer = answer
        self.lines = lines
        super().__init__()


async def answer_in_slices(steps: Steps) -> Answer:
    """What the steps return at last."""
    sent: Any = None
    turns_at = perf_counter() + SLICE_SECONDS
    try:
        while True:
            call = steps.send(sent)
            sent = None if call is None else await _outcome(call)
            if perf_counter() > turns_at:
                await _take_turn()
                turns_at = perf_counter() + SLICE_SECONDS
    except StopIteration as ended:
        answer: Answer = ended.value
        return answer
    finally:
        steps.close()


async def send_lines(store: Store, asked: LinesAskedError, send: Send, *, is_head: bool) -> None:
    """Send an answer whose lines are made meanwhile, one at a time."""
    answer, how = asked.answer, "abandoned"
    try:
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        turns_at = perf_counter() + SLICE_SECONDS
        for line in () if is_head else asked.lines:
            await send({"type": "http.response.body", "body": line, "more_body": True})
            if perf_counter() > turns_at:
                await _take_turn()
                turns_at = perf_counter() + SLICE_SECONDS
        await send({"type": "http.response.body", "body": b""})
        how = "complete"
    finally:
        store.settle(answer.entry, Ending(answer.status, answer.whole, how))


async def _outcome(call: Call) -> Any:
    from rystic_asgi.asgi.calling import call_function  # most batches do without

    try:
        return await call_function(call.turn, call.request)
    except ApiError as error:
        return error


async def _take_turn() -> None:
    await take_turns(1, Signal())
