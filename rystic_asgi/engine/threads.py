"""What an answer leaves of a message thread: its own turn, to be continued, and that the one before it was continued.

A response that another request continues is neither open nor continued: it has no record of its end. Pure.
"""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from rystic_asgi.engine.taking import Turn
from rystic_asgi.protocol.messages import ResponseMessage
from rystic_asgi.state.records import Change, Pending
from rystic_asgi.validation.held_threads import CONTINUED, END, OPEN, TURN, Conversation, hold_turn
from rystic_asgi.validation.request import refuse
from rystic_asgi.validation.threads import continued_problem


def claim(
    take: Callable[[str, str], bytes | None], put: Callable[[str, str, bytes], None], before: Conversation
) -> None:
    """Keep others from going on with ``before``. Raises ApiError where another request was quicker."""
    if before.end != OPEN:
        return  # it may be continued all the same, as no rule minds
    end = take(END, before.response)
    if end == OPEN:
        return
    if end is not None:
        put(END, before.response, end)
    refuse(continued_problem(before._replace(end=end)))


def claimed(before: Conversation, turn: Turn) -> Pending:
    """What the answer to a continuation changes, as long as nothing is known of it: broken, it continues nothing."""
    return Pending(turn.epoch, broken=_end(before, OPEN))


def answered(body: dict[str, Any], before: Conversation | None, turn: Turn, message: ResponseMessage) -> Pending:
    """What ``message`` changes in a thread once it is sent; ``body`` is the request's, ``before`` what it continues."""
    whole, broken = _end(before, CONTINUED), _end(before, OPEN)
    if _is_of_a_fallback(message):
        return Pending(turn.epoch, whole=whole, broken=broken)
    held = hold_turn(body, message.content, "" if before is None else before.response, turn.time)
    now = (Change(TURN, message.id, held), Change(END, message.id, OPEN))
    return Pending(turn.epoch, now, whole, (*broken, Change(TURN, message.id), Change(END, message.id)))


def _end(before: Conversation | None, end: bytes) -> tuple[Change, ...]:
    return () if before is None or before.end != OPEN else (Change(END, before.response, end),)


def _is_of_a_fallback(message: ResponseMessage) -> bool:
    """Whether another model took over, which no thread holds.

    Source: anthropic 2.14.0, lib/threads/_thread_state.py.
    """
    iterations = message.usage.iterations
    return any(each["type"] == "fallback_message" for each in (iterations if iterations is not UNSET else ()))
