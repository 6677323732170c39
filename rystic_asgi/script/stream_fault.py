"""What goes wrong with a stream on purpose, as a script writes it."""

from typing import Any, Final, NamedTuple

from msgspec import Struct

from rystic_asgi.script.fault import ScriptError, check_keys, check_members, check_type, shown
from rystic_asgi.script.scripted_error import ScriptedError, read_error

_SSE = "https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation"
_TIMES: Final = (int, float)
_ANYWHERE: Final = ("event", "byte")


class FaultKind(NamedTuple):
    """A row: what happens, and where it may be set to happen.

    ``at`` are the places that it takes: before an ``event`` or a ``byte``; a fault without a place is one of the whole
    stream. ``members`` are what else may be said of it. ``judge`` is who says in the journal what the client made of it
    (``engine.verdicts``), ``source`` where the fault was met.
    """

    name: str
    says: str
    at: tuple[str, ...]
    members: dict[str, Any]
    judge: str
    source: str


FAULT_KINDS: Final[tuple[FaultKind, ...]] = (
    FaultKind(
        "error",
        "an error event, after which the body ends",
        _ANYWHERE,
        {"error": dict},
        "cut",
        "https://platform.claude.com/docs/en/build-with-claude/streaming#error-events",
    ),
    FaultKind(
        "end",
        "the body ends as if all had been said",
        _ANYWHERE,
        {},
        "cut",
        "https://github.com/charmbracelet/fantasy/issues/245",
    ),
    FaultKind(
        "reset",
        "the connection is reset",
        _ANYWHERE,
        {},
        "cut",
        "https://github.com/CopilotKit/aimock/issues/24",
    ),
    FaultKind(
        "stall",
        "nothing more comes until it is released or the client leaves; with seconds, for that long",
        _ANYWHERE,
        {"seconds": _TIMES},
        "stall",
        "https://github.com/earendil-works/pi/issues/8331",
    ),
    FaultKind(
        "silence",
        "for seconds only pings come, one every ping_seconds",
        _ANYWHERE,
        {"seconds": _TIMES, "ping_seconds": _TIMES},
        "whole",
        "https://github.com/Yeachan-Heo/gajae-code/issues/4096",
    ),
    FaultKind(
        "unknown_event",
        "an event comes whose type no client knows",
        _ANYWHERE,
        {"type": str},
        "whole",
        "https://github.com/liushuangls/go-anthropic/pull/135",
    ),
    FaultKind(
        "unknown_delta",
        "a delta comes whose type no client knows",
        ("event",),
        {"type": str},
        "whole",
        "https://github.com/liushuangls/go-anthropic/pull/135",
    ),
    FaultKind(
        "splice",
        "a second message begins in the same body and goes to its end; same_id gives it the id of the first",
        _ANYWHERE,
        {"same_id": bool},
        "cut",
        "https://github.com/vercel/ai/issues/18332",
    ),
    FaultKind(
        "swap",
        "the event comes after the one that should follow it",
        ("event",),
        {},
        "whole",
        "https://github.com/headroomlabs-ai/headroom/issues/2890",
    ),
    FaultKind(
        "raw",
        "the text raw comes, as it is written",
        _ANYWHERE,
        {"raw": str},
        "whole",
        "https://github.com/mswjs/msw/issues/2117",
    ),
    FaultKind(
        "done",
        "the trailer [DONE] of another protocol follows the last event",
        (),
        {},
        "whole",
        "https://github.com/earendil-works/pi/issues/3708",
    ),
    FaultKind(
        "unnamed",
        "the data of each event comes without its event line",
        (),
        {},
        "whole",
        "https://github.com/coder/coder/pull/23587",
    ),
    FaultKind("crlf", "lines end in CR and LF", (), {}, "whole", _SSE),
    FaultKind("cr", "lines end in CR alone", (), {}, "whole", _SSE),
)
_BY_NAME: Final = {kind.name: kind for kind in FAULT_KINDS}

EVENT_TYPES: Final = (
    "message_start",
    "ping",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
)
PING_SECONDS: Final = 10.0
MAX_PINGS: Final = 10_000
MAX_SECONDS: Final = 86_400
"""The longest wait that a script may ask for: a day."""


class StreamFault(Struct, frozen=True):
    """A fault before an event, given by its number or as the first of its type, or before a byte; or of the whole.

    A negative number counts from the end of the stream as it would be without the fault.
    """

    kind: str
    event: int | str | None = None
    byte: int | None = None
    error: ScriptedError | None = None
    seconds: float | None = None
    ping_seconds: float = PING_SECONDS
    type: str = "sparkle"
    same_id: bool = False
    raw: str = ""

    def as_json(self) -> dict[str, Any]:
        """Its kind and its place, as the journal shows it."""
        place = {"event": self.event, "byte": self.byte}
        return {"kind": self.kind, **{name: value for name, value in place.items() if value is not None}}


def judge_of(kind: str) -> str:
    """Who says what a client made of a fault: one of a stream, or an ``error`` in place of the answer."""
    return _BY_NAME[kind].judge if kind in _BY_NAME else "error"


def read_faults(value: Any, place: str) -> tuple[StreamFault, ...]:
    """The fault or faults of a stream. Raises ScriptError."""
    if isinstance(value, list):
        return tuple(_read_fault(item, f"{place}.{index}") for index, item in enumerate(value))
    return (_read_fault(value, place),)


def _read_fault(value: Any, place: str) -> StreamFault:
    check_type(value, dict, place)
    kind = _BY_NAME.get(value.get("kind")) if isinstance(value.get("kind"), str) else None
    if kind is None:
        raise ScriptError(f"{place}.kind", f"one of {', '.join(_BY_NAME)} expected, found {shown(value.get('kind'))}")
    check_keys(value, ("kind", *kind.at, *kind.members), place)
    check_members(value, {"kind": str, "event": (int, str), "byte": int, **kind.members}, place)
    _check_place(value, kind, place)
    for name in ("seconds", "ping_seconds"):
        if name in value:
            read_seconds(value[name], f"{place}.{name}")
    if kind.name == "silence":
        _check_silence(value, place)
    error = value.get("error", {"type": "overloaded_error"} if kind.name == "error" else None)
    read = None if error is None else read_error(error, f"{place}.error")
    return StreamFault(**{**value, "error": read})


def _check_silence(value: dict[str, Any], place: str) -> None:
    if "seconds" not in value:
        raise ScriptError(f"{place}.seconds", "missing; say for how long nothing but pings is sent")
    if value["seconds"] > MAX_PINGS * value.get("ping_seconds", PING_SECONDS) > 0:
        raise ScriptError(f"{place}.ping_seconds", f"more than {MAX_PINGS} pings would be sent; let them be rarer")


def _check_place(value: dict[str, Any], kind: FaultKind, place: str) -> None:
    given = [name for name in kind.at if name in value]
    if kind.at and len(given) != 1:
        known = f"{' or '.join(kind.at)} expected: the number of the {kind.at[0]} before which it happens"
        raise ScriptError(place, known if not given else f"{known}; both are given")
    event = value.get("event")
    if isinstance(event, str) and event not in EVENT_TYPES:
        known = ", ".join(EVENT_TYPES)
        raise ScriptError(f"{place}.event", f"a number or one of {known} expected, found {shown(event)}")
    if value.get("byte", 0) < 0:
        raise ScriptError(f"{place}.byte", f"0 or more expected, found {value['byte']}")


def read_seconds(value: Any, place: str, most: int = MAX_SECONDS) -> float:
    """A time to wait. Raises ScriptError."""
    check_type(value, _TIMES, place)
    if not 0 <= value <= most:
        raise ScriptError(place, f"seconds from 0 to {most} expected, found {shown(value)}")
    return float(value)
