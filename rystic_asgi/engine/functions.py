"""Turns whose reply a function in the script gives: what it gave is read like any other reply. Pure."""

from typing import Any

from rystic_asgi.engine.taking import Turn
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.script.fault import ScriptError, check_depth
from rystic_asgi.script.makers import as_reply
from rystic_asgi.script.reply import Reply, read_reply


def read_given(turn: Turn, value: Any) -> Reply:
    """The reply that a function gave. Raises ApiError where it cannot be played."""
    place = f"replies.{turn.position}"
    try:
        check_depth(value, place)
        reply = read_reply(as_reply(value), place)
        if reply.function is not None or reply.when or reply.times != 1:
            raise ScriptError(place, "a reply without function, when and times expected")
    except ScriptError as error:
        fault = str(error).removeprefix("rystic: ")
        raise _failed(turn, f"gave what cannot be played: {fault}") from error
    return reply


def raised(turn: Turn, error: BaseException) -> ApiError:
    """What a request is told when the function of its turn raised."""
    if isinstance(error.__cause__, StopIteration):  # which no coroutine may raise as it is
        error = error.__cause__
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return _failed(turn, f"raised {said}")


def took_too_long(turn: Turn) -> ApiError:
    """What a request is told when the function of its turn went on beyond the limit."""
    seconds = f"{turn.baseline.function_seconds:g}"
    return _failed(turn, f"did not end within {seconds} seconds, the function_seconds of the simulator's limits")


def _failed(turn: Turn, what: str) -> ApiError:
    assert turn.reply is not None
    name = turn.reply.posted["function"]
    return ApiError(f"rystic: {turn.place}, the function '{name}', {what}. The reply counts as taken")
