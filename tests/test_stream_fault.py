"""Faults of a stream as a script writes them: each row can be read, and what is wrong is told with its place."""

from typing import Any, Final

import pytest

from rystic_asgi.script.fault import ScriptError
from rystic_asgi.script.stream_fault import (
    EVENT_TYPES,
    FAULT_KINDS,
    MAX_SECONDS,
    FaultKind,
    StreamFault,
    judge_of,
    read_faults,
    read_seconds,
)

KINDS: Final = ", ".join(kind.name for kind in FAULT_KINDS)
BEFORE_EVENT: Final = {"kind": "stall", "event": 1}


def refusal(value: Any) -> str:
    with pytest.raises(ScriptError) as refused:
        read_faults(value, "stream.fault")
    return str(refused.value)


@pytest.mark.parametrize("kind", FAULT_KINDS, ids=lambda kind: kind.name)
def test_each_kind_is_read_at_each_place_that_it_takes(kind: FaultKind) -> None:
    needed = {"seconds": 3} if kind.name == "silence" else {}
    written = [{"kind": kind.name, place: 2, **needed} for place in kind.at] or [{"kind": kind.name}]

    read = [fault for value in written for fault in read_faults(value, "stream.fault")]

    assert [fault.as_json() for fault in read] == [
        {key: value for key, value in row.items() if key != "seconds"} for row in written
    ]


@pytest.mark.parametrize("kind", FAULT_KINDS, ids=lambda kind: kind.name)
def test_each_kind_has_its_judge_and_its_source(kind: FaultKind) -> None:
    assert judge_of(kind.name) == kind.judge
    assert kind.source.startswith("https://")


def test_an_error_in_place_of_the_answer_has_a_judge_of_its_own() -> None:
    assert judge_of("status") == "error"


def test_an_error_event_is_an_overload_unless_another_is_written() -> None:
    usual, other = read_faults(
        [{"kind": "error", "event": 1}, {"kind": "error", "byte": 0, "error": {"status": 500}}], "stream.fault"
    )

    assert usual.error is not None
    assert (usual.error.type, usual.error.message) == ("overloaded_error", "Overloaded")
    assert other.error is not None
    assert (other.error.type, other.byte) == ("api_error", 0)


def test_what_is_left_out_is_as_usual() -> None:
    (fault,) = read_faults({"kind": "silence", "event": "ping", "seconds": 30}, "stream.fault")

    assert fault == StreamFault("silence", event="ping", seconds=30)
    assert (fault.ping_seconds, fault.type, fault.same_id, fault.raw) == (10, "sparkle", False, "")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(5, ": an object expected, found an integer 5", id="no-object"),
        pytest.param({"event": 1}, f".kind: one of {KINDS} expected, found null", id="no-kind"),
        pytest.param({"kind": "stal"}, f".kind: one of {KINDS} expected, found a string 'stal'", id="unknown-kind"),
        pytest.param({"kind": ["end"]}, f".kind: one of {KINDS} expected, found a list ['end']", id="list-of-kinds"),
        pytest.param(
            {**BEFORE_EVENT, "secnds": 1},
            ".secnds: unknown key; did you mean 'seconds'? known: kind, event, byte, seconds",
            id="unknown-key",
        ),
        pytest.param(
            {"kind": "end", "event": 1, "seconds": 1},
            ".seconds: unknown key; known: kind, event, byte",
            id="of-another-kind",
        ),
        pytest.param({"kind": "crlf", "event": 1}, ".event: unknown key; known: kind", id="place-of-the-whole"),
        pytest.param(
            {"kind": "swap", "byte": 1},
            ".byte: unknown key; known: kind, event",
            id="no-place-for-it",
        ),
        pytest.param(
            {"kind": "end"},
            ": event or byte expected: the number of the event before which it happens",
            id="no-place",
        ),
        pytest.param(
            {"kind": "swap"}, ": event expected: the number of the event before which it happens", id="no-event"
        ),
        pytest.param(
            {"kind": "end", "event": 1, "byte": 1},
            ": event or byte expected: the number of the event before which it happens; both are given",
            id="two-places",
        ),
        pytest.param(
            {"kind": "end", "event": "message_end"},
            f".event: a number or one of {', '.join(EVENT_TYPES)} expected, found a string 'message_end'",
            id="unknown-event",
        ),
        pytest.param(
            {"kind": "end", "event": 1.5},
            ".event: an integer or a string expected, found a number 1.5",
            id="half-an-event",
        ),
        pytest.param({"kind": "end", "byte": -1}, ".byte: 0 or more expected, found -1", id="negative-byte"),
        pytest.param(
            {"kind": "end", "byte": True}, ".byte: an integer expected, found a boolean True", id="byte-is-no-number"
        ),
        pytest.param(
            {**BEFORE_EVENT, "seconds": -1},
            f".seconds: seconds from 0 to {MAX_SECONDS} expected, found an integer -1",
            id="negative-time",
        ),
        pytest.param(
            {"kind": "silence", "event": 1},
            ".seconds: missing; say for how long nothing but pings is sent",
            id="silence-without-end",
        ),
        pytest.param(
            {"kind": "silence", "event": 1, "seconds": 86_400, "ping_seconds": 0.001},
            ".ping_seconds: more than 10000 pings would be sent; let them be rarer",
            id="too-many-pings",
        ),
        pytest.param(
            {"kind": "silence", "event": 1, "seconds": 1, "ping_seconds": 86_401},
            f".ping_seconds: seconds from 0 to {MAX_SECONDS} expected, found an integer 86401",
            id="pings-too-far-apart",
        ),
        pytest.param({"kind": "error", "event": 1, "error": {}}, ".error: status or type expected", id="error"),
        pytest.param([BEFORE_EVENT, {}], f".1.kind: one of {KINDS} expected, found null", id="second-of-two"),
    ],
)
def test_a_fault_that_cannot_be_played_is_told_with_its_place(value: Any, text: str) -> None:
    assert refusal(value) == f"rystic: stream.fault{text}"


@pytest.mark.parametrize("seconds", [0, 0.5, MAX_SECONDS])
def test_a_time_is_read_as_a_number_of_seconds(seconds: float) -> None:
    assert read_seconds(seconds, "seconds") == seconds


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        pytest.param(float("nan"), "a number nan", id="nan"),
        pytest.param(float("inf"), "a number inf", id="infinity"),
        pytest.param(6, "an integer 6", id="too-long"),
    ],
)
def test_a_time_out_of_bounds_is_refused(seconds: float, shown: str) -> None:
    with pytest.raises(ScriptError) as refused:
        read_seconds(seconds, "seconds", 5)

    assert str(refused.value) == f"rystic: seconds: seconds from 0 to 5 expected, found {shown}"
