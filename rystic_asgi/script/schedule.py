"""Faults over requests: a schedule of errors and broken streams that leaves the script as it is."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from rystic_asgi.script.fault import ScriptError, check_members, check_type
from rystic_asgi.script.scripted_error import ScriptedError, read_error
from rystic_asgi.script.stream_shape import StreamShape, read_shape

_MEMBERS: Final[dict[str, type | tuple[type, ...]]] = {"every": int, "at": list, "error": dict, "stream": dict}


class Scheduled(Struct, frozen=True):
    """A row of the schedule: the ordinals of the requests that it is for, and what befalls them.

    Requests for a message are counted from 0 since the baseline, those that are refused apart; ``every`` 3 means the
    third, the sixth and so on.
    """

    posted: dict[str, Any]
    every: int | None = None
    at: tuple[int, ...] = ()
    error: ScriptedError | None = None
    stream: StreamShape | None = None

    def is_for(self, ordinal: int) -> bool:
        """Whether it is for the request of this ordinal."""
        return ordinal in self.at if self.every is None else (ordinal + 1) % self.every == 0


def scheduled(schedule: Sequence[Scheduled], ordinal: int) -> Scheduled | None:
    """The first row that is for the request of this ordinal."""
    return next((row for row in schedule if row.is_for(ordinal)), None)


def read_schedule(value: Any, place: str) -> tuple[Scheduled, ...]:
    """The schedule of a JSON list. Raises ScriptError."""
    check_type(value, list, place)
    return tuple(_read_row(item, f"{place}.{index}") for index, item in enumerate(value))


def _read_row(value: Any, place: str) -> Scheduled:
    check_members(value, _MEMBERS, place)
    if ("every" in value) == ("at" in value):
        raise ScriptError(place, "either every or at expected: every how many requests, or a list of numbers from 0")
    if ("error" in value) == ("stream" in value):
        raise ScriptError(place, "either error or stream expected: what befalls these requests")
    if value.get("every", 1) < 1:
        raise ScriptError(f"{place}.every", f"1 or more expected, found {value['every']}")
    for index, ordinal in enumerate(value.get("at", ())):
        check_type(ordinal, int, f"{place}.at.{index}")
    return Scheduled(
        value,
        value.get("every"),
        tuple(value.get("at", ())),
        read_error(value["error"], f"{place}.error") if "error" in value else None,
        read_shape(value["stream"], f"{place}.stream") if "stream" in value else None,
    )
