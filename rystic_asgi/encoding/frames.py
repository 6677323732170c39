"""Server-sent events as bytes, and JSON bodies.

Source: https://html.spec.whatwg.org/multipage/server-sent-events.html and recorded streams.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, Final

import msgspec

from rystic_asgi.encoding.events import block_events, in_order
from rystic_asgi.protocol.messages import ResponseMessage

encode_json: Final = msgspec.json.Encoder().encode
"""Compact JSON in UTF-8. U+2028 and its kind stand as they are: only CR and LF end a line of a stream."""

MAX_KEPT: Final = 4_096
"""The longest text, in characters, whose frames are kept."""
_PLAIN: Final = {"type", "text"}
_PING: Final = b'event: ping\ndata: {"type": "ping"}\n\n'


def frames(message: ResponseMessage) -> list[bytes]:
    """Every frame of a streamed message."""
    return list(in_order(message, frame, _block_frames))


def _block_frames(index: int, block: dict[str, Any]) -> Iterable[bytes]:
    if block.keys() == _PLAIN and len(block["text"]) <= MAX_KEPT:
        return _text_frames(index, block["text"])
    return map(frame, block_events(index, block))


@lru_cache(maxsize=256)
def _text_frames(index: int, text: str) -> tuple[bytes, ...]:
    """Texts come again: the default reply, and every text of a script that is played again after a reset."""
    return tuple(map(frame, block_events(index, {"type": "text", "text": text})))


def frame(event: dict[str, Any]) -> bytes:
    """One event: its name, one line of data, a blank line."""
    kind = event["type"]
    return _PING if kind == "ping" else b"".join((_head(kind), encode_json(event), b"\n\n"))


@cache
def _head(kind: str) -> bytes:
    return f"event: {kind}\ndata: ".encode()
