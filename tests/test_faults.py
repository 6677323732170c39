"""Faults of a stream: what each lets follow."""

import json
from collections.abc import Iterable
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.encoding.events import events
from rystic_asgi.encoding.faults import Streamed, broken
from rystic_asgi.encoding.steps import Hold, Pause, Raw, Reset
from rystic_asgi.script.stream_fault import FAULT_KINDS, StreamFault, read_faults
from tests.event_streams import Json, message

HELLO: Final = message()
STREAMED: Final = Streamed(HELLO, "req_1")
PING: Final = {"type": "ping"}


def rest(count: int = 3) -> list[Json]:
    return [{"type": "content_block_delta", "index": number} for number in range(count)]


def follows(kind: str, items: Iterable[Any] | None = None, **members: Any) -> list[Any]:
    return list(broken(StreamFault(kind, event=0, **members), iter(rest() if items is None else items), STREAMED))


def test_an_error_ends_the_stream_in_the_envelope_of_the_api() -> None:
    (fault,) = read_faults({"kind": "error", "event": 0, "error": {"status": 529}}, "fault")

    assert list(broken(fault, iter(rest()), STREAMED)) == [
        {
            "type": "error",
            "error": {"details": None, "type": "overloaded_error", "message": "Overloaded"},
            "request_id": "req_1",
        }
    ]


@pytest.mark.parametrize(
    ("kind", "members", "expected"),
    [
        pytest.param("end", {}, [], id="end"),
        pytest.param("reset", {}, [Reset()], id="reset"),
        pytest.param("stall", {}, [Hold(), *rest()], id="stall"),
        pytest.param("stall", {"seconds": 2.0}, [Hold(2.0), *rest()], id="stall-for-a-time"),
        pytest.param("unknown_event", {}, [{"type": "sparkle"}, *rest()], id="unknown-event"),
        pytest.param("unknown_event", {"type": "glow"}, [{"type": "glow"}, *rest()], id="unknown-event-by-name"),
        pytest.param(
            "unknown_delta",
            {},
            [{"type": "content_block_delta", "index": 0, "delta": {"type": "sparkle"}}, *rest()],
            id="unknown-delta",
        ),
        pytest.param("raw", {"raw": "data: \xe9\n"}, [Raw("data: \xe9\n".encode()), *rest()], id="raw"),
        pytest.param("swap", {}, [rest()[1], rest()[0], rest()[2]], id="swap"),
    ],
)
def test_a_fault_lets_follow(kind: str, members: dict[str, Any], expected: list[Any]) -> None:
    assert follows(kind, **members) == expected


@pytest.mark.parametrize(
    ("seconds", "apart", "expected"),
    [
        pytest.param(25.0, 10.0, [Pause(10), PING, Pause(10), PING, Pause(5)], id="longer"),
        pytest.param(20.0, 10.0, [Pause(10), PING, Pause(10)], id="twice"),
        pytest.param(3.0, 10.0, [Pause(3)], id="shorter"),
        pytest.param(3.0, 0.0, [Pause(3)], id="without-pings"),
    ],
)
def test_in_silence_only_pings_come(seconds: float, apart: float, expected: list[Any]) -> None:
    assert follows("silence", seconds=seconds, ping_seconds=apart) == [*expected, *rest()]


def test_a_second_message_has_another_id_and_the_same_content() -> None:
    first, second = (json.loads(msgspec.json.encode(list(made))) for made in (events(HELLO), follows("splice")))

    ids = [made[0]["message"].pop("id") for made in (first, second)]

    assert second == first
    assert ids == ["msg_1", "msg_01kDibGD1o7RDwYf3WCLXocA"]


def test_a_second_message_may_have_the_id_of_the_first() -> None:
    assert follows("splice", same_id=True) == list(events(HELLO))


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        pytest.param([], [], id="nothing-left"),
        pytest.param(rest(1), rest(1), id="one-left"),
        pytest.param(
            [Raw(b":\n"), rest()[0], Raw(b":\n"), rest()[1], Raw(b":\n")],
            [Raw(b":\n"), Raw(b":\n"), rest()[1], rest()[0], Raw(b":\n")],
            id="comments-between",
        ),
    ],
)
def test_two_events_change_places_whatever_stands_between(items: list[Any], expected: list[Any]) -> None:
    assert follows("swap", items) == expected


def test_each_kind_that_has_a_place_is_played() -> None:
    errors: dict[str, Any] = {"error": read_faults({"kind": "error", "event": 0}, "fault")[0].error, "seconds": 1.0}

    for kind in FAULT_KINDS:
        if kind.at:
            follows(kind.name, **errors)
