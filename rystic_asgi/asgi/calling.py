"""Functions in a script: called outside any lock, for a time, on asyncio and trio."""

from collections.abc import Callable
from functools import partial
from inspect import isawaitable, iscoroutinefunction
from typing import Any

import anyio
from starlette.types import Receive

from rystic_asgi.asgi.answering import FunctionAsked, answer_failed, answer_given
from rystic_asgi.asgi.responses import Answer
from rystic_asgi.asgi.watch import Watch
from rystic_asgi.engine.functions import raised, took_too_long
from rystic_asgi.engine.taking import Turn
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.state.journal import Ending
from rystic_asgi.state.request import Request
from rystic_asgi.state.store import Store
from rystic_asgi.transport.tasks import in_thread


async def answer_by_function(store: Store, asked: FunctionAsked, receive: Receive) -> Answer | None:
    """The answer that the function of a turn gives, or a 400 of ours where it gives none in time.

    None where the client left: the function is cancelled, and its reply is not lost.
    """
    found, limit = None, anyio.move_on_after(asked.turn.baseline.function_seconds)
    watch = Watch(receive, limit.cancel)
    try:
        with limit:
            found = await _answer(store, asked)
        if found is None and not watch.has_left:
            found = answer_failed(asked, took_too_long(asked.turn))
        return found
    finally:
        watch.stop()
        if found is None:
            left = answer_failed(asked, ApiError(status=499))
            store.settle(asked.entry, Ending(left.status, left.whole, "abandoned"))


async def call_function(turn: Turn, request: Request) -> Any:
    """What the function of a turn gives. Raises ApiError where it gives nothing in time."""
    with anyio.move_on_after(turn.baseline.function_seconds):
        return await _given(turn, request)
    raise took_too_long(turn)


async def _answer(store: Store, asked: FunctionAsked) -> Answer:
    try:
        given = await _given(asked.turn, Request(asked.entry.number, asked.entry.received, asked.request.before))
    except ApiError as error:
        return answer_failed(asked, error)
    return answer_given(store, asked, given)


async def _given(turn: Turn, request: Request) -> Any:
    assert turn.reply is not None
    assert turn.reply.function is not None
    try:
        return await _call(turn.reply.function, request)
    except (anyio.get_cancelled_exc_class(), KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:  # a test may fail in its function, with an exception that is no Exception
        raise raised(turn, error) from error


async def _call(function: Callable[[Any], Any], request: Request) -> Any:
    """An asynchronous function runs in the loop that answers, any other in a thread."""
    if iscoroutinefunction(function) or iscoroutinefunction(type(function).__call__):
        return await function(request)
    given = await in_thread(partial(function, request))
    return await given if isawaitable(given) else given
