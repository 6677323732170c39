"""Streams as a script wants them: the same events in every shape, and faults at the place where they are set."""

import json
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from rystic_asgi import Simulator
from rystic_asgi.encoding.cuts import cut, every
from rystic_asgi.encoding.events import events
from rystic_asgi.encoding.faults import Streamed
from rystic_asgi.encoding.frames import frames
from rystic_asgi.encoding.shaping import FaultBeyondError, seconds_of, shaped
from rystic_asgi.encoding.steps import Hold, Pause, Reset
from rystic_asgi.protocol.messages import ResponseMessage
from rystic_asgi.script.stream_fault import StreamFault
from rystic_asgi.script.stream_shape import USUAL, StreamShape
from tests.conftest import Connect, ask
from tests.event_streams import (
    MESSAGES,
    REQUEST_ID,
    SHAPES,
    Json,
    bytes_of,
    chunks_of,
    message,
    read_events,
    read_stream,
    steps_of,
    without_pings,
)
from tests.reply_samples import CONTENTS
from tests.test_played_blocks import dumped, plain, streamed, wire
from tests.test_played_blocks import given as given_back

HELLO: Final = message()
"""Nine events: start, block, ping, three deltas, stop, delta, stop."""
USUAL_TYPES: Final = [event["type"] for event in events(HELLO)]
PING: Final = b'event: ping\ndata: {"type": "ping"}\n\n'
COMMENT: Final = b": keep-alive\n\n"


def types_of(data: bytes) -> list[str]:
    return [name for name, _ in read_stream(data)]


def at_event(kind: str, event: int | str, **members: Any) -> StreamShape:
    return StreamShape(fault=(StreamFault(kind, event=event, **members),))


def at_byte(kind: str, byte: int, **members: Any) -> StreamShape:
    return StreamShape(fault=(StreamFault(kind, byte=byte, **members),))


def as_json(made: Any) -> list[Json]:
    decoded: list[Json] = json.loads(msgspec.json.encode(list(made)))
    return decoded


def test_the_usual_stream_is_the_one_without_a_shape() -> None:
    assert steps_of(HELLO, USUAL) == frames(HELLO)


@given(MESSAGES, SHAPES)
def test_events_are_the_same_in_every_shape(message: ResponseMessage, shape: StreamShape) -> None:
    cut_text = cut if shape.cut is UNSET else every(shape.cut)

    sent = read_events(bytes_of(message, shape))

    assert without_pings(sent) == without_pings(as_json(events(message, cut_text)))


def joined(sent: Sequence[Json]) -> list[Json]:
    """Events with deltas that follow each other in one."""
    found: list[Json] = []
    for event in without_pings(sent):
        last = found[-1] if found else {}
        if event["type"] == last.get("type") == "content_block_delta" and event["index"] == last["index"]:
            key = next(key for key in event["delta"] if key != "type")
            if isinstance(event["delta"][key], str) and event["delta"]["type"] == last["delta"]["type"]:
                last["delta"][key] += event["delta"][key]
                continue
        found.append(event)
    return found


@given(MESSAGES, st.integers(0, 20))
def test_cuts_change_where_deltas_end_and_nothing_else(message: ResponseMessage, size: int) -> None:
    sent = read_events(bytes_of(message, StreamShape(cut=size)))

    assert joined(sent) == joined(as_json(events(message)))


@given(MESSAGES, SHAPES, st.data())
def test_a_stream_that_ends_before_an_event_has_exactly_those_before_it(
    message: ResponseMessage, shape: StreamShape, data: st.DataObject
) -> None:
    whole = read_events(bytes_of(message, shape))
    place = data.draw(st.integers(0, len(whole)))
    cut_off = msgspec.structs.replace(shape, fault=(StreamFault("end", event=place),))

    chunks = chunks_of(message, cut_off)
    sent = b"".join(step for step in chunks if isinstance(step, bytes))

    assert read_events(sent) == whole[:place]
    assert chunks.events == place


@given(MESSAGES, SHAPES, st.data())
def test_a_stream_that_ends_before_a_byte_has_exactly_those_before_it(
    message: ResponseMessage, shape: StreamShape, data: st.DataObject
) -> None:
    whole = bytes_of(message, shape)
    place = data.draw(st.integers(0, len(whole)))

    sent = bytes_of(message, msgspec.structs.replace(shape, fault=(StreamFault("end", byte=place),)))

    assert sent == whole[:place]


@pytest.mark.parametrize("place", range(len(USUAL_TYPES)))
def test_a_negative_number_counts_from_the_end(place: int) -> None:
    sent = bytes_of(HELLO, at_event("end", place - len(USUAL_TYPES)))

    assert sent == bytes_of(HELLO, at_event("end", place))
    assert types_of(sent) == USUAL_TYPES[:place]


@pytest.mark.parametrize("name", dict.fromkeys(USUAL_TYPES))
def test_a_type_stands_for_the_first_event_of_it(name: str) -> None:
    sent = bytes_of(HELLO, at_event("end", name))

    assert types_of(sent) == USUAL_TYPES[: USUAL_TYPES.index(name)]


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        pytest.param(at_event("end", 10), "the stream has 9 events, and none of the number 10", id="event"),
        pytest.param(at_event("end", -10), "the stream has 9 events, and none of the number -10", id="from-the-end"),
        pytest.param(
            StreamShape(pings=False, fault=(StreamFault("end", event="ping"),)),
            "the stream has no event 'ping'",
            id="type",
        ),
        pytest.param(
            at_byte("end", len(b"".join(frames(HELLO))) + 1),
            f"the stream has {len(b''.join(frames(HELLO)))} bytes, and none of the number "
            f"{len(b''.join(frames(HELLO))) + 1}",
            id="byte",
        ),
        pytest.param(
            StreamShape(fault=(StreamFault("end", event=2), StreamFault("end", event=3))),
            "the stream has 2 events, and none of the number 3",
            id="beyond-another-fault",
        ),
    ],
)
def test_a_place_that_the_stream_does_not_have_is_told(shape: StreamShape, text: str) -> None:
    with pytest.raises(FaultBeyondError) as beyond:
        shaped(Streamed(HELLO, REQUEST_ID), shape)

    assert str(beyond.value) == text


@pytest.mark.parametrize(
    ("pings", "places"),
    [
        pytest.param(UNSET, [2], id="as-usual"),
        pytest.param(True, [2], id="yes"),
        pytest.param(False, [], id="none"),
        pytest.param(4, [4, 9], id="every-fourth"),
        pytest.param((0, 7, 30), [1, 9], id="after-these"),
    ],
)
def test_pings_stand_where_the_script_wants_them(pings: Any, places: list[int]) -> None:
    sent = types_of(bytes_of(HELLO, StreamShape(pings=pings)))

    assert [number for number, name in enumerate(sent) if name == "ping"] == places


@pytest.mark.parametrize(
    ("comments", "after"),
    [
        pytest.param(True, list(range(1, 10)), id="after-each"),
        pytest.param(False, [], id="none"),
        pytest.param(4, [4, 8], id="every-fourth"),
        pytest.param((0, 8), [1, 9], id="after-these"),
    ],
)
def test_comments_stand_where_the_script_wants_them(comments: Any, after: list[int]) -> None:
    steps = steps_of(HELLO, StreamShape(comments=comments))

    assert [step for step in steps if step != COMMENT] == frames(HELLO)
    found = [number for number, step in enumerate(steps) if step == COMMENT]
    assert [place - number for number, place in enumerate(found)] == after


def test_padding_is_spaces_before_the_last_brace() -> None:
    padded = steps_of(HELLO, StreamShape(padding=True))

    assert read_events(b"".join(map(bytes, padded))) == as_json(events(HELLO))
    widths = [len(bytes(pad)) - len(usual) for pad, usual in zip(padded, frames(HELLO), strict=True)]
    assert all(0 <= width < 24 for width in widths)
    assert len(set(widths)) > 3
    assert padded[2] == PING


def pauses_of(shape: StreamShape, streamed: ResponseMessage = HELLO) -> list[float]:
    return [step.seconds for step in steps_of(streamed, shape) if isinstance(step, Pause)]


@pytest.mark.parametrize(
    ("shape", "pauses"),
    [
        pytest.param(StreamShape(first_token_s=2.0), [2.0], id="first"),
        pytest.param(StreamShape(between_events_s=0.5), [0.5] * 8, id="between"),
        pytest.param(StreamShape(first_token_s=2.0, between_events_s=0.5), [2.0, *[0.5] * 8], id="both"),
        pytest.param(StreamShape(tokens_per_second=1.0), [0.75, 1.0, 1.0], id="by-tokens"),
        pytest.param(StreamShape(first_token_s=0.0, between_events_s=0.0), [], id="none"),
    ],
)
def test_time_passes_before_events(shape: StreamShape, pauses: list[float]) -> None:
    assert pauses_of(shape) == pytest.approx(pauses)
    assert seconds_of(Streamed(HELLO, REQUEST_ID), shape) == pytest.approx(sum(pauses))


def test_a_citation_takes_no_time_by_its_tokens() -> None:
    cited = message({"type": "text", "text": "abcd", "citations": [{"type": "char_location"}]})

    assert pauses_of(StreamShape(tokens_per_second=1.0, cut=0), cited) == [1.0]


def test_pings_that_are_brought_in_take_their_time_too() -> None:
    shape = StreamShape(between_events_s=1.0, pings=1)

    assert seconds_of(Streamed(HELLO, REQUEST_ID), shape) == len(pauses_of(shape)) == 15


@pytest.mark.parametrize("line_end", [pytest.param(("crlf", b"\r\n"), id="crlf"), pytest.param(("cr", b"\r"), id="cr")])
def test_lines_may_end_otherwise(line_end: tuple[str, bytes]) -> None:
    kind, ending = line_end
    shape = StreamShape(fault=(StreamFault(kind),), comments=True)

    sent = bytes_of(HELLO, shape)

    assert sent == bytes_of(HELLO, StreamShape(comments=True)).replace(b"\n", ending)
    assert read_events(sent) == as_json(events(HELLO))


def test_events_may_come_without_their_names() -> None:
    steps = steps_of(HELLO, StreamShape(fault=(StreamFault("unnamed"),), first_token_s=1.0))

    assert steps[0] == Pause(1.0)
    assert {name for name, _ in read_stream(b"".join(map(bytes, steps[1:])))} == {"message"}
    assert [json.loads(data) for _, data in read_stream(b"".join(map(bytes, steps[1:])))] == as_json(events(HELLO))


def test_a_trailer_may_follow() -> None:
    assert steps_of(HELLO, StreamShape(fault=(StreamFault("done"),))) == [
        *frames(HELLO),
        b"event: done\ndata: [DONE]\n\n",
    ]


def test_faults_of_the_whole_are_applied_in_their_order() -> None:
    faults = (StreamFault("done"), StreamFault("unnamed"), StreamFault("crlf"))

    sent = bytes_of(HELLO, StreamShape(fault=faults))

    assert sent.endswith(b"data: [DONE]\r\n\r\n")
    assert b"event: " not in sent


def test_faults_at_several_places_all_happen() -> None:
    faults = (
        StreamFault("unknown_event", event=1),
        StreamFault("stall", event=3, seconds=2),
        StreamFault("reset", byte=700),
    )

    steps = steps_of(HELLO, StreamShape(fault=faults))

    assert [step for step in steps if not isinstance(step, bytes)] == [Hold(2), Reset()]
    assert len(b"".join(step for step in steps if isinstance(step, bytes))) == 700
    assert isinstance(steps[1], bytes)
    assert steps[1].startswith(b"event: sparkle\n")


def test_a_fault_before_a_byte_may_fall_within_what_is_no_event() -> None:
    first = len(frames(HELLO)[0])
    shape = StreamShape(comments=(0,), fault=(StreamFault("stall", byte=first + 3),))

    steps = steps_of(HELLO, shape)

    assert steps[1:4] == [COMMENT[:3], Hold(), COMMENT[3:]]


def test_an_event_that_is_cut_by_a_fault_counts_with_its_rest() -> None:
    chunks = chunks_of(HELLO, at_byte("stall", 5))

    counts = [chunks.events for _ in chunks]

    assert counts[:4] == [0, 0, 1, 2]


def test_a_fault_before_a_byte_counts_steps_as_nothing() -> None:
    shape = StreamShape(first_token_s=1.0, fault=(StreamFault("unknown_event", byte=1),))

    steps = steps_of(HELLO, shape)

    assert steps[:3] == [Pause(1.0), b"e", b'event: sparkle\ndata: {"type":"sparkle"}\n\n']


SDK_SHAPES: Final[dict[str, Json]] = {
    "whole": {"chunks": "whole", "pings": False},
    "bytes": {"chunks": 1, "comments": True},
    "characters": {"chunks": "character", "padding": True, "cut": 1},
    "escapes": {"chunks": "escape", "cut": "whole", "pings": 1},
    "sizes-and-times": {
        "chunks": [1, 50, 7],
        "cut": 3,
        "first_token_s": 2,
        "between_events_s": 0.1,
        "tokens_per_second": 50,
    },
    "lines": {"fault": {"kind": "crlf"}, "comments": 2},
    "silence-and-a-stall": {
        "fault": [
            {"kind": "silence", "event": 2, "seconds": 60, "ping_seconds": 10},
            {"kind": "stall", "event": -1, "seconds": 60},
        ]
    },
}


@pytest.mark.parametrize("shape", SDK_SHAPES.values(), ids=SDK_SHAPES)
@pytest.mark.parametrize("name", ["thinking", "calls", "search", "code", "mcp", "cited-five-times", "compaction"])
def test_the_official_client_assembles_the_same_message_from_every_shape(name: str, shape: Json) -> None:
    content = CONTENTS[name]
    reply = {"content": content, "stream": shape}

    assert dumped(streamed(reply)) == dumped(plain(reply)) == dumped(plain({"content": content}))
    assert given_back(content, wire(reply)["content"]) == content


@pytest.mark.parametrize("shape", SDK_SHAPES.values(), ids=SDK_SHAPES)
def test_a_shape_is_the_same_bytes_in_every_run(shape: Json, connect: Connect) -> None:
    simulator = Simulator(replies=[{"content": CONTENTS["calls"][1:2], "stream": shape}])
    http = connect(simulator)

    first = http.post("/v1/messages", json=ask(stream=True))
    simulator.reset()

    assert http.post("/v1/messages", json=ask(stream=True)).content == first.content
