"""Server-sent events as bytes, and JSON bodies.

Source: https://html.spec.whatwg.org/multipage/server-sent-events.html and recorded streams.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import repeat
from typing import Any, Final

import msgspec

from rystic_asgi.encoding.cuts import Cut, cut
from rystic_asgi.encoding.events import Making, block_in_order, in_order
from rystic_asgi.protocol.messages import ResponseMessage

encode_json: Final = msgspec.json.Encoder().encode
"""Compact JSON in UTF-8. U+2028 and its kind stand as they are: only CR and LF end a line of a stream."""

MAX_KEPT: Final = 4_096
"""The longest text, in characters, whose frames are kept."""
MAX_PADDING: Final = 24
_PLAIN: Final = {"type", "text"}
_PIECE: Final = "the piece"
_PIECE_IN_FRAME: Final = encode_json(_PIECE)
"""Where a piece stands in a frame: no key or type of a delta is called so."""
_PING: Final = b'event: ping\ndata: {"type": "ping"}\n\n'


def frames(message: ResponseMessage) -> list[bytes]:
    """Every frame of a streamed message."""
    return list(in_order(message, frame, _block_frames))


def frames_one_by_one(message: ResponseMessage, cut_text: Cut = cut) -> Iterator[bytes]:
    """Every frame of a streamed message, made when it is asked for."""
    return in_order(message, frame, lambda index, block: block_in_order(index, block, _MAKING, cut_text))


def _block_frames(index: int, block: dict[str, Any]) -> Iterable[bytes]:
    if block.keys() == _PLAIN and len(block["text"]) <= MAX_KEPT:
        return _text_frames(index, block["text"])
    return block_in_order(index, block, _MAKING)


@lru_cache(maxsize=256)
def _text_frames(index: int, text: str) -> tuple[bytes, ...]:
    """Texts come again: the default reply, and every text of a script that is played again after a reset."""
    return tuple(block_in_order(index, {"type": "text", "text": text}, _MAKING))


def _delta_frames(event_of: Callable[[Any], dict[str, Any]], pieces: Iterable[Any]) -> Iterable[bytes]:
    """The frames of the deltas of one value, which differ in a single place."""
    before, _, after = frame(event_of(_PIECE)).partition(_PIECE_IN_FRAME)
    return map(b"".join, zip(repeat(before), map(encode_json, pieces), repeat(after)))


def padded(event: dict[str, Any]) -> bytes:
    """One event with spaces before its last brace, as the API sends most but pings; how many is up to its length.

    Source: traffic recorded in https://github.com/pydantic/pydantic-ai, tests/models/cassettes.
    """
    if event["type"] == "ping":
        return _PING
    data = encode_json(event)
    spaces = b" " * (len(data) * 7 % MAX_PADDING)
    return b"".join((_head(event["type"]), data[:-1], spaces, b"}\n\n"))


def frame(event: dict[str, Any]) -> bytes:
    """One event: its name, one line of data, a blank line."""
    kind = event["type"]
    return _PING if kind == "ping" else b"".join((_head(kind), encode_json(event), b"\n\n"))


_MAKING: Final = Making(frame, _delta_frames)


@cache
def _head(kind: str) -> bytes:
    return f"event: {kind}\ndata: ".encode()
