"""Faults of a stream: each takes over before an event or a byte, and lets follow what it leaves of the rest."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final

import msgspec

from rystic_asgi.encoding.events import events
from rystic_asgi.encoding.steps import Hold, Pause, Raw, Reset
from rystic_asgi.protocol.ids import base58
from rystic_asgi.protocol.messages import ResponseMessage
from rystic_asgi.script.stream_fault import StreamFault

Item = Any
"""An event, the bytes of one, or a step between them."""

Fault = Callable[[StreamFault, Iterator[Item], "Streamed"], Iterable[Item]]


class Streamed(msgspec.Struct, frozen=True):
    """The message of a stream, and the id of the request that it answers."""

    message: ResponseMessage
    request_id: str


def broken(fault: StreamFault, rest: Iterator[Item], streamed: Streamed) -> Iterable[Item]:
    """What follows once ``fault`` is met: of ``rest`` what it lets through."""
    return _FAULTS[fault.kind](fault, rest, streamed)


def _error(fault: StreamFault, rest: Iterator[Item], streamed: Streamed) -> Iterable[Item]:
    """Source: https://github.com/karthink/gptel/issues/1512, where the envelope has its request_id."""
    assert fault.error is not None
    error = fault.error
    content = {"details": error.details, "type": error.type, "message": error.message}
    return ({"type": "error", "error": content, "request_id": streamed.request_id},)


def _end(fault: StreamFault, rest: Iterator[Item], streamed: Streamed) -> Iterable[Item]:
    return ()


def _reset(fault: StreamFault, rest: Iterator[Item], streamed: Streamed) -> Iterable[Item]:
    return (Reset(),)


def _stall(fault: StreamFault, rest: Iterator[Item], streamed: Streamed) -> Iterable[Item]:
    return chain((Hold(fault.seconds),), rest)


def _silence(fault: StreamFault, rest: Iterator[Item], streamed: Streamed) -> Iterable[Item]:
    assert fault.seconds is not None
    left = fault.seconds
    while left > fault.ping_seconds > 0:
        yield Pause(fault.ping_seconds)
        yield {"type": "ping"}
        left -= fault.ping_seconds
    yield Pause(left)
    yield from rest


def _unknown_event(fault: StreamFault, rest: Iterator[Item], streamed: Streamed) -> Iterable[Item]:
    return chain(({"type": fault.type},), rest)


def _unknown_delta(fault: StreamFault, rest: Iterator[Item], streamed: Streamed) -> Iterable[Item]:
    return chain(({"type": "content_block_delta", "index": 0, "delta": {"type": fault.type}},), rest)


def _splice(fault: StreamFault, rest: Iterator[Item], streamed: Streamed) -> Iterable[Item]:
    """A message that was made anew has ids of its own, and so have its calls."""
    message = streamed.message
    if fault.same_id:
        return events(message)
    content = [
        {**block, "id": _other_id(block["id"])} if block["type"] == "tool_use" else block for block in message.content
    ]
    return events(msgspec.structs.replace(message, id=_other_id(message.id), content=content))


def _other_id(issued: str) -> str:
    return f"{issued.partition('_')[0]}_01{base58(f'{issued}:splice', 22)}"


def _swap(fault: StreamFault, rest: Iterator[Item], streamed: Streamed) -> Iterable[Item]:
    held: list[Item] = []
    for item in rest:
        if type(item) is dict and not held:
            held.append(item)
            continue
        yield item
        if type(item) is dict:
            break
    yield from chain(held, rest)


def _raw(fault: StreamFault, rest: Iterator[Item], streamed: Streamed) -> Iterable[Item]:
    return chain((Raw(fault.raw.encode()),), rest)


_FAULTS: Final[dict[str, Fault]] = {
    "error": _error,
    "end": _end,
    "reset": _reset,
    "stall": _stall,
    "silence": _silence,
    "unknown_event": _unknown_event,
    "unknown_delta": _unknown_delta,
    "splice": _splice,
    "swap": _swap,
    "raw": _raw,
}
"""What each kind of fault that has a place lets follow."""
