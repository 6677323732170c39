"""How a reply is streamed, as a script writes it: read, completed by a wider scope, refused with its place."""

from typing import Any

import pytest
from msgspec import UNSET

from rystic_asgi.script.fault import ScriptError
from rystic_asgi.script.stream_fault import StreamFault
from rystic_asgi.script.stream_shape import USUAL, StreamShape, read_lasting_shape, read_shape


@pytest.mark.parametrize(
    ("written", "read"),
    [
        pytest.param({"chunks": "whole"}, {"chunks": "whole"}, id="policy"),
        pytest.param({"chunks": 7}, {"chunks": (7,)}, id="size"),
        pytest.param({"chunks": [1, 7]}, {"chunks": (1, 7)}, id="sizes"),
        pytest.param({"cut": 4}, {"cut": 4}, id="cut"),
        pytest.param({"cut": "whole"}, {"cut": 0}, id="uncut"),
        pytest.param({"pings": False}, {"pings": False}, id="no-pings"),
        pytest.param({"pings": 3}, {"pings": 3}, id="pings-every-so-many"),
        pytest.param({"comments": [4, 0]}, {"comments": (0, 4)}, id="comments-at-places"),
        pytest.param({"padding": True}, {"padding": True}, id="padding"),
        pytest.param(
            {"first_token_s": 1, "between_events_s": 0.5, "tokens_per_second": 40},
            {"first_token_s": 1.0, "between_events_s": 0.5, "tokens_per_second": 40.0},
            id="times",
        ),
        pytest.param({"fault": {"kind": "end", "event": 1}}, {"fault": (StreamFault("end", event=1),)}, id="fault"),
    ],
)
def test_a_shape_is_what_is_written(written: dict[str, Any], read: dict[str, Any]) -> None:
    shape = read_shape(written, "stream")

    assert shape.given == {**read, "posted": written}


def test_a_narrower_scope_completes_itself_from_a_wider_one() -> None:
    wider = read_shape({"chunks": 7, "cut": 3, "first_token_s": 1}, "stream")
    narrower = read_shape({"cut": "whole", "padding": False, "first_token_s": 0}, "stream")

    both = narrower.over(wider)

    assert (both.chunks, both.cut, both.padding, both.first_token_s) == ((7,), 0, False, 0.0)
    assert both.pings is UNSET
    assert wider.cut == 3


def test_the_usual_shape_says_nothing_and_breaks_nothing() -> None:
    assert (USUAL.given, USUAL.faults) == ({}, ())
    assert StreamShape(fault=(StreamFault("end", event=1),)).faults == (StreamFault("end", event=1),)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        pytest.param([], ": an object expected, found a list []", id="no-object"),
        pytest.param(
            {"chunk": 1},
            ".chunk: unknown key; did you mean 'chunks'? known: chunks, cut, pings, comments, padding, first_token_s, "
            "between_events_s, tokens_per_second, fault",
            id="unknown-key",
        ),
        pytest.param(
            {"chunks": "bytes"},
            ".chunks: a number of bytes, a list of them or one of event, whole, character, escape expected, "
            "found 'bytes'",
            id="unknown-policy",
        ),
        pytest.param({"chunks": 0}, ".chunks: a number from 1 to 1000000 expected, found 0", id="no-bytes"),
        pytest.param({"chunks": []}, ".chunks: at least one size expected", id="no-size"),
        pytest.param({"chunks": [1, 0]}, ".chunks.1: a number from 1 to 1000000 expected, found 0", id="second-size"),
        pytest.param(
            {"chunks": True}, ".chunks: a string or an integer or a list expected, found a boolean True", id="chunks"
        ),
        pytest.param({"cut": 0}, ".cut: a number from 1 to 1000000 expected, found 0", id="cut"),
        pytest.param({"cut": "all"}, ".cut: an integer expected, found a string 'all'", id="cut-by-name"),
        pytest.param({"pings": 0}, ".pings: a number from 1 to 1000000 expected, found 0", id="pings"),
        pytest.param({"pings": [-1]}, ".pings.0: a number from 0 to 1000000 expected, found -1", id="place"),
        pytest.param(
            {"comments": "all"},
            ".comments: a boolean or an integer or a list expected, found a string 'all'",
            id="comments",
        ),
        pytest.param({"padding": 1}, ".padding: a boolean expected, found an integer 1", id="padding"),
        pytest.param(
            {"first_token_s": -0.1},
            ".first_token_s: seconds from 0 to 86400 expected, found a number -0.1",
            id="first-token",
        ),
        pytest.param(
            {"between_events_s": "1"},
            ".between_events_s: an integer or a number expected, found a string '1'",
            id="between-events",
        ),
        pytest.param(
            {"tokens_per_second": 0},
            ".tokens_per_second: a number of tokens from 0.001 to 1000000 expected, found an integer 0",
            id="no-tokens",
        ),
        pytest.param(
            {"fault": {"kind": "end"}},
            ".fault: event or byte expected: the number of the event before which it happens",
            id="fault",
        ),
    ],
)
def test_a_shape_that_cannot_be_played_is_told_with_its_place(written: Any, text: str) -> None:
    with pytest.raises(ScriptError) as refused:
        read_shape(written, "replies.0.stream")

    assert str(refused.value) == f"rystic: replies.0.stream{text}"


def test_the_shape_of_every_reply_has_no_fault() -> None:
    with pytest.raises(ScriptError) as refused:
        read_lasting_shape({"fault": {"kind": "end", "event": 1}}, "stream")

    assert str(refused.value) == (
        "rystic: stream.fault: a fault belongs to a reply, or to the schedule that faults holds"
    )
    assert read_lasting_shape({"cut": 5}, "stream").cut == 5


def test_the_shape_of_every_reply_is_an_object() -> None:
    with pytest.raises(ScriptError) as refused:
        read_lasting_shape("whole", "stream")

    assert str(refused.value) == "rystic: stream: an object expected, found a string 'whole'"
