"""How a reply is streamed: where it is cut, what stands between its events, and what time passes."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from rystic_asgi.script.fault import ScriptError, check_keys, check_type, shown
from rystic_asgi.script.stream_fault import StreamFault, read_faults, read_seconds

CHUNK_POLICIES: Final = ("event", "whole", "character", "escape")
MAX_PIECE: Final = 1_000_000

Places = bool | int | tuple[int, ...]
"""Where something stands among the events: where it usually does, or nowhere; after every so many; after those."""


class StreamShape(Struct, frozen=True, omit_defaults=True):
    """What a script says of a stream; what it leaves out is as a wider scope has it, else as the API usually does.

    ``chunks`` are the sizes in bytes, taken in turn, or a policy: an ``event`` each, the ``whole`` body, or cut inside
    every ``character`` of several bytes or every ``escape`` of JSON. ``cut`` is the length of a delta in characters,
    0 for whole values. Times are in seconds.
    """

    chunks: str | tuple[int, ...] | UnsetType = UNSET
    cut: int | UnsetType = UNSET
    pings: Places | UnsetType = UNSET
    comments: Places | UnsetType = UNSET
    padding: bool | UnsetType = UNSET
    first_token_s: float | UnsetType = UNSET
    between_events_s: float | UnsetType = UNSET
    tokens_per_second: float | UnsetType = UNSET
    fault: tuple[StreamFault, ...] | UnsetType = UNSET
    posted: dict[str, Any] | UnsetType = UNSET
    """What the test wrote."""

    def over(self, wider: "StreamShape") -> "StreamShape":
        """This shape, completed by that of a wider scope."""
        return msgspec.structs.replace(wider, **self.given)

    @property
    def given(self) -> dict[str, Any]:
        """What it says, by name."""
        values = ((name, getattr(self, name)) for name in self.__struct_fields__)
        return {name: value for name, value in values if value is not UNSET}

    @property
    def faults(self) -> tuple[StreamFault, ...]:
        """What goes wrong, in the order in which it is applied."""
        return () if self.fault is UNSET else self.fault


USUAL: Final = StreamShape()


def read_shape(value: Any, place: str) -> StreamShape:
    """The shape of a JSON object. Raises ScriptError."""
    check_type(value, dict, place)
    check_keys(value, tuple(_READERS), place)
    read = {key: _READERS[key](value[key], f"{place}.{key}") for key in value}
    return StreamShape(**read, posted=value)


def read_lasting_shape(value: Any, place: str) -> StreamShape:
    """The shape of every reply: without a fault, as those have a schedule of their own. Raises ScriptError."""
    if isinstance(value, dict) and "fault" in value:
        raise ScriptError(f"{place}.fault", "a fault belongs to a reply, or to the schedule that faults holds")
    return read_shape(value, place)


def _read_chunks(value: Any, place: str) -> str | tuple[int, ...]:
    check_type(value, (str, int, list), place)
    if isinstance(value, str):
        if value not in CHUNK_POLICIES:
            known = ", ".join(CHUNK_POLICIES)
            raise ScriptError(place, f"a number of bytes, a list of them or one of {known} expected, found {value!r}")
        return value
    if not isinstance(value, list):
        return (_read_count(value, place, 1),)
    if not value:
        raise ScriptError(place, "at least one size expected")
    return tuple(_read_count(size, f"{place}.{index}", 1) for index, size in enumerate(value))


def _read_cut(value: Any, place: str) -> int:
    return 0 if value == "whole" else _read_count(value, place, 1)


def _read_count(value: Any, place: str, least: int) -> int:
    check_type(value, int, place)
    if not least <= value <= MAX_PIECE:
        raise ScriptError(place, f"a number from {least} to {MAX_PIECE} expected, found {value}")
    return int(value)


def _read_places(value: Any, place: str) -> Places:
    check_type(value, (bool, int, list), place)
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return _read_count(value, place, 1)
    return tuple(sorted(_read_count(item, f"{place}.{index}", 0) for index, item in enumerate(value)))


def _read_flag(value: Any, place: str) -> bool:
    check_type(value, bool, place)
    return bool(value)


def _read_delay(value: Any, place: str) -> float:
    return read_seconds(value, place)


def _read_rate(value: Any, place: str) -> float:
    check_type(value, (int, float), place)
    if not 0.001 <= value <= 1_000_000:
        raise ScriptError(place, f"a number of tokens from 0.001 to 1000000 expected, found {shown(value)}")
    return float(value)


_READERS: Final[dict[str, Callable[[Any, str], Any]]] = {
    "chunks": _read_chunks,
    "cut": _read_cut,
    "pings": _read_places,
    "comments": _read_places,
    "padding": _read_flag,
    "first_token_s": _read_delay,
    "between_events_s": _read_delay,
    "tokens_per_second": _read_rate,
    "fault": read_faults,
}
