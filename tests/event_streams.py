"""Event streams read by the letter of their standard, and messages and shapes to stream.

Source: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from hypothesis import strategies as st
from msgspec import UNSET

from rystic_asgi.encoding.chunks import Chunks
from rystic_asgi.encoding.faults import Streamed
from rystic_asgi.encoding.shaping import shaped
from rystic_asgi.protocol.messages import ResponseMessage, Usage
from rystic_asgi.script.stream_shape import CHUNK_POLICIES, StreamShape

Json = dict[str, Any]

REQUEST_ID: Final = "req_1"
_LINE_END: Final = re.compile("\r\n|\n|\r")


def read_stream(data: bytes) -> list[tuple[str, str]]:
    """The events of a stream by name and data; one without data is none, nor is what no blank line ends."""
    found, name, lines = [], "message", list[str]()
    for line in _LINE_END.split(data.decode())[:-1]:
        field, _, value = line.partition(":")
        if not line:
            found += [(name, "\n".join(lines))] if lines else []
            name, lines = "message", []
        elif field == "event":
            name = value.removeprefix(" ")
        elif field == "data":
            lines.append(value.removeprefix(" "))
    return found


def read_events(data: bytes) -> list[Json]:
    """The events of a stream of the API; each is named as its data says."""
    named = [(name, json.loads(text)) for name, text in read_stream(data)]
    assert [name for name, _ in named] == [event["type"] for _, event in named]
    return [event for _, event in named]


def without_pings(events: Iterable[Json]) -> list[Json]:
    return [event for event in events if event != {"type": "ping"}]


def message(*blocks: Json, text: str = "Hello there") -> ResponseMessage:
    """A message of these blocks, of a text where there are none."""
    content = list(blocks) or [{"type": "text", "text": text}]
    usage = Usage(input_tokens=5, output_tokens=9)
    return ResponseMessage(model="m", id="msg_1", content=content, stop_reason="end_turn", usage=usage)


def chunks_of(streamed: ResponseMessage, shape: StreamShape) -> Chunks:
    return shaped(Streamed(streamed, REQUEST_ID), shape)


def bytes_of(streamed: ResponseMessage, shape: StreamShape) -> bytes:
    """All bytes of a stream, whatever stands between them."""
    return b"".join(step for step in chunks_of(streamed, shape) if isinstance(step, bytes))


def steps_of(streamed: ResponseMessage, shape: StreamShape) -> list[Any]:
    return list(chunks_of(streamed, shape))


_TEXTS: Final = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
_INPUTS: Final = st.dictionaries(_TEXTS, _TEXTS | st.integers(-9, 9) | st.lists(_TEXTS, max_size=2), max_size=3)
_BLOCKS: Final = st.one_of(
    st.builds(lambda text: {"type": "text", "text": text}, _TEXTS),
    st.builds(lambda text: {"type": "thinking", "thinking": text, "signature": "Eq"}, _TEXTS),
    st.builds(lambda given: {"type": "tool_use", "id": "toolu_1", "name": "add", "input": given}, _INPUTS),
    st.just({"type": "redacted_thinking", "data": "Eq"}),
    st.just({"type": "text", "text": "cited", "citations": [{"type": "char_location"}, {"type": "page_location"}]}),
)
MESSAGES: Final = st.lists(_BLOCKS, max_size=4).map(lambda blocks: message(*blocks))

_PLACES: Final = st.one_of(
    st.just(UNSET), st.booleans(), st.integers(1, 9), st.lists(st.integers(0, 30), max_size=4).map(tuple)
)
_SECONDS: Final = st.sampled_from([UNSET, 0.0, 0.25, 3.0])
_SIZES: Final = st.lists(st.integers(1, 90), min_size=1, max_size=4).map(tuple)
SHAPES: Final = st.builds(
    StreamShape,
    chunks=st.just(UNSET) | st.sampled_from(CHUNK_POLICIES) | _SIZES,
    cut=st.just(UNSET) | st.integers(0, 20),
    pings=_PLACES,
    comments=_PLACES,
    padding=st.sampled_from([UNSET, False, True]),
    first_token_s=_SECONDS,
    between_events_s=_SECONDS,
    tokens_per_second=st.sampled_from([UNSET, 40.0]),
)
"""Shapes of streams in which nothing goes wrong."""


def ends_of(frames: Sequence[bytes]) -> list[int]:
    """Where each frame ends that is an event."""
    ends, size = [], 0
    for each in frames:
        size += len(each)
        ends += [size] if each.startswith(b"event: ") else []
    return ends
