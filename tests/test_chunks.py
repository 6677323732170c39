"""Chunks: the same bytes under every policy, and how many events were given out whole at each."""

from typing import Any

import msgspec
import pytest
from hypothesis import given

from rystic_asgi.encoding.chunks import Chunks
from rystic_asgi.encoding.steps import Hold, Pause, Raw
from rystic_asgi.protocol.messages import ResponseMessage
from rystic_asgi.script.stream_shape import CHUNK_POLICIES, StreamShape
from tests.event_streams import MESSAGES, SHAPES, bytes_of, chunks_of, ends_of, steps_of

FRAME = b"event: a\n\n"
STOP = b"event: content_block_stop\n\n"


@given(MESSAGES, SHAPES)
def test_no_policy_changes_a_byte(message: ResponseMessage, shape: StreamShape) -> None:
    by_event = msgspec.structs.replace(shape, chunks="event")

    assert bytes_of(message, shape) == bytes_of(message, by_event)


@given(MESSAGES, SHAPES)
def test_events_are_counted_when_their_last_byte_is_given_out(message: ResponseMessage, shape: StreamShape) -> None:
    by_event = msgspec.structs.replace(shape, chunks="event")
    frames = [step for step in steps_of(message, by_event) if isinstance(step, bytes)]
    ends, given_out = ends_of(frames), 0

    chunks = chunks_of(message, shape)
    for step in chunks:
        given_out += len(step) if isinstance(step, bytes) else 0
        assert chunks.events == sum(end <= given_out for end in ends)

    assert (chunks.events, chunks.blocks) == (len(ends), len(message.content))


@given(MESSAGES, SHAPES)
def test_no_chunk_is_empty(message: ResponseMessage, shape: StreamShape) -> None:
    assert b"" not in steps_of(message, shape)


@pytest.mark.parametrize(
    ("policy", "chunks"),
    [
        pytest.param("event", [b'{"\xc3\xa9\\n', b"}\n"], id="event"),
        pytest.param("whole", [b'{"\xc3\xa9\\n}\n'], id="whole"),
        pytest.param("character", [b'{"\xc3', b"\xa9\\n", b"}\n"], id="character"),
        pytest.param("escape", [b'{"\xc3\xa9\\', b"n", b"}\n"], id="escape"),
        pytest.param((3,), [b'{"\xc3', b"\xa9\\n", b"}\n"], id="size"),
        pytest.param((1, 4), [b"{", b'"\xc3\xa9\\', b"n", b"}\n"], id="sizes-in-turn"),
        pytest.param((100,), [b'{"\xc3\xa9\\n}\n'], id="larger-than-all"),
    ],
)
def test_bytes_are_cut_by_the_policy(policy: Any, chunks: list[bytes]) -> None:
    assert list(Chunks([b'{"\xc3\xa9\\n', b"}\n"], policy)) == chunks


@pytest.mark.parametrize("policy", [*CHUNK_POLICIES, (4,)], ids=str)
def test_what_happens_between_bytes_comes_after_all_that_precede_it(policy: Any) -> None:
    items = [Pause(1), FRAME, Raw(b": c\n\n"), STOP, Hold(), FRAME]
    before, after = b"".join([FRAME, b": c\n\n", STOP]), FRAME

    chunks = Chunks(items, policy)
    found: list[Any] = [b""]
    counts = []
    for step in chunks:
        if isinstance(step, bytes) and isinstance(found[-1], bytes):
            found[-1] += step
        else:
            found.append(step)
            counts += [] if isinstance(step, bytes) else [(chunks.events, chunks.blocks)]

    assert found == [b"", Pause(1), before, Hold(), after]
    assert counts == [(0, 0), (2, 1)]
    assert (chunks.events, chunks.blocks) == (3, 1)


@pytest.mark.parametrize("policy", [*CHUNK_POLICIES, (4,)], ids=str)
@pytest.mark.parametrize("data", [b"", b"\xc3", b"\\"], ids=["nothing", "half-a-character", "half-an-escape"])
def test_bytes_that_are_no_event_may_be_anything(policy: Any, data: bytes) -> None:
    assert list(Chunks([Raw(data)], policy)) == ([data] if data else [])


def test_sizes_go_on_where_something_happened_between_bytes() -> None:
    assert list(Chunks([b"abc", Pause(1), b"defg"], (2, 3))) == [b"ab", b"c", Pause(1), b"de", b"fg"]
