"""Server-sent events as bytes, and JSON bodies.

Source: https://html.spec.whatwg.org/multipage/server-sent-events.html and recorded streams.
"""

from functools import cache
from typing import Any, Final

import msgspec

from rystic_asgi.encoding.events import stream_events
from rystic_asgi.protocol.messages import ResponseMessage

encode_json: Final = msgspec.json.Encoder().encode
"""Compact JSON in UTF-8. U+2028 and its kind stand as they are: only CR and LF end a line of a stream."""

_PING: Final = b'event: ping\ndata: {"type": "ping"}\n\n'


def frames(message: ResponseMessage) -> list[bytes]:
    """Every frame of a streamed message."""
    return [frame(event) for event in stream_events(message)]


def frame(event: dict[str, Any]) -> bytes:
    """One event: its name, one line of data, a blank line."""
    kind = event["type"]
    return _PING if kind == "ping" else b"".join((_head(kind), encode_json(event), b"\n\n"))


@cache
def _head(kind: str) -> bytes:
    return f"event: {kind}\ndata: ".encode()
