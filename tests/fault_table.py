"""Faults of a stream, each at its sensible places: what the official SDKs make of them, and two loops built on those.

The reply is a text and a call, ``EVENTS`` when nothing goes wrong. One loop goes on with whatever it got, the other
asks again until it has a whole reply; verdicts are those of the journal on the request that the fault befell.
"""

import json
from typing import Any, Final, NamedTuple

from rystic_asgi.engine.verdicts import Verdict

EVENTS: Final = (
    "message_start",
    "content_block_start",
    "ping",
    *["content_block_delta"] * 3,
    "content_block_stop",
    "content_block_start",
    *["content_block_delta"] * 4,
    "content_block_stop",
    "message_delta",
    "message_stop",
)
CALL: Final = "toolu_01Qqze72Q6naHXmRPZnw2r7a"
REPLY: Final[dict[str, Any]] = {
    "content": [
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": CALL, "name": "get_weather", "input": {"city": "Paris"}},
    ]
}
AGAIN: Final[dict[str, Any]] = {
    "content": [REPLY["content"][0], {**REPLY["content"][1], "id": "toolu_01aaaaaaaaaaaaaaaaaaaaaa"}]
}
"""The reply to whoever asks again: a new answer has a new call."""


class Seen(NamedTuple):
    """What an SDK gave its caller: so many events, pings apart, and then a message, or what it raised.

    ``message`` is the reason to stop and what each block holds.
    """

    events: int
    message: tuple[Any, ...] | None = None
    raised: str | None = None

    def __str__(self) -> str:
        """It as the README says it."""
        if self.message is None:
            return f"raises `{self.raised}` after {self.events} event{'' if self.events == 1 else 's'}"
        if self.message == WHOLE:
            return "the whole reply"
        reason, *content = self.message
        return f"returns `{json.dumps(content)}`, `stop_reason` `{json.dumps(reason)}`"


class Row(NamedTuple):
    """A fault; what the SDKs make of it; the verdicts on the loop that goes on, and on the one that asks again."""

    fault: dict[str, Any]
    python: Seen
    typescript: Seen
    goes_on: Verdict
    asks_again: Verdict

    def __str__(self) -> str:
        """It as the README says it."""
        fault = json.dumps(self.fault)
        return f"| `{fault}` | {self.python} | {self.typescript} | `{self.goes_on.says}` | `{self.asks_again.says}` |"


WHOLE: Final[tuple[Any, ...]] = ("tool_use", "I look.", {"city": "Paris"})
_NO_BLOCK: Final[tuple[Any, ...]] = (None,)
_HALF_TEXT: Final[tuple[Any, ...]] = (None, "I lo")
_TEXT: Final[tuple[Any, ...]] = (None, "I look.")
_HALF_CALL: Final[tuple[Any, ...]] = (None, "I look.", {})
_NO_REASON: Final[tuple[Any, ...]] = (None, "I look.", {"city": "Paris"})
_OTHER_TEXT: Final[tuple[Any, ...]] = ("tool_use", "I ok.lo", {"city": "Paris"})
_TWICE: Final[tuple[Any, ...]] = ("tool_use", "I look.I look.", {"city": "Paris"}, "", {})

_RETRIED: Final = Verdict("retried", "request 1 is the same")
_TOOK: Final = Verdict("took_cut_for_whole", "request 1 goes on with it as the assistant's turn")
_RAN: Final = Verdict("ran_cut_call", f"request 1 brings a result of {CALL}")
_WITHOUT: Final = Verdict("unknown", "request 1 goes on without it")
_READ: Final = Verdict("read_whole", "request 1 brings it back")
_MISREAD: Final = Verdict("misread", "request 1 brings back something else")
_MISSED: Final = Verdict("misread", "request 1 goes on without it")
_STAYED: Final = Verdict("stayed", "the answer went to its end")


def _raised(events: int, name: str) -> Seen:
    return Seen(events, None, name)


def _error(place: dict[str, Any], events: int, goes_on: Verdict) -> Row:
    fault = {"kind": "error", **place}
    return Row(fault, _raised(events, "APIStatusError"), _raised(events, "APIError"), goes_on, _RETRIED)


def _end(place: dict[str, Any], events: int, message: tuple[Any, ...], goes_on: Verdict) -> Row:
    typescript = _raised(events, "AnthropicError")
    return Row({"kind": "end", **place}, Seen(events, message), typescript, goes_on, _RETRIED)


def _reset(place: dict[str, Any], events: int, goes_on: Verdict) -> Row:
    fault = {"kind": "reset", **place}
    return Row(fault, _raised(events, "ReadError"), _raised(events, "AnthropicError"), goes_on, _RETRIED)


def _stall(place: dict[str, Any], events: int) -> Row:
    left = Verdict("left", f"it left after {events} events")
    return Row({"kind": "stall", **place}, Seen(14, WHOLE), Seen(14, WHOLE), _STAYED, left)


def _harmless(fault: dict[str, Any], python: int = 14, typescript: int = 14) -> Row:
    return Row(fault, Seen(python, WHOLE), Seen(typescript, WHOLE), _READ, _READ)


def _raw(raw: str) -> dict[str, Any]:
    return {"kind": "raw", "event": 5, "raw": raw}


ROWS: Final[tuple[Row, ...]] = (
    _error({"event": 0}, 0, _WITHOUT),
    _error({"event": 5}, 4, _TOOK),
    _error({"event": 11, "error": {"type": "api_error"}}, 10, _RAN),
    _error({"event": "message_delta", "error": {"status": 429}}, 12, _TOOK),
    Row(
        {"kind": "error", "byte": 940},
        _raised(4, "JSONDecodeError"),
        _raised(4, "AnthropicError"),
        _TOOK,
        _RETRIED,
    ),
    Row({"kind": "end", "event": 0}, _raised(0, "AssertionError"), _raised(0, "AnthropicError"), _WITHOUT, _RETRIED),
    _end({"event": 1}, 1, _NO_BLOCK, _WITHOUT),
    _end({"event": 5}, 4, _HALF_TEXT, _TOOK),
    _end({"event": 7}, 6, _TEXT, _TOOK),
    _end({"event": 11}, 10, _HALF_CALL, _RAN),
    _end({"event": 13}, 12, _NO_REASON, _TOOK),
    _end({"event": "message_stop"}, 13, WHOLE, _TOOK),
    _end({"byte": 940}, 4, _HALF_TEXT, _TOOK),
    _reset({"event": 0}, 0, _WITHOUT),
    _reset({"event": 5}, 4, _TOOK),
    _reset({"event": 11}, 10, _RAN),
    _reset({"event": -1}, 13, _TOOK),
    _reset({"byte": 940}, 4, _TOOK),
    _stall({"event": 0}, 0),
    _stall({"event": 5}, 5),
    _stall({"byte": 940}, 5),
    Row({"kind": "stall", "event": 5, "seconds": 90}, Seen(14, WHOLE), Seen(14, WHOLE), _STAYED, _STAYED),
    _harmless({"kind": "silence", "event": 3, "seconds": 130}),
    _harmless({"kind": "unknown_event", "event": 0}, python=15),
    _harmless({"kind": "unknown_event", "event": 5}, python=15, typescript=15),
    _harmless({"kind": "unknown_delta", "event": 5}, python=15, typescript=15),
    Row({"kind": "splice", "event": 10}, _raised(17, "ValueError"), _raised(9, "AnthropicError"), _RAN, _RETRIED),
    Row(
        {"kind": "splice", "event": 10, "same_id": True},
        _raised(17, "ValueError"),
        _raised(9, "AnthropicError"),
        _RAN,
        _RETRIED,
    ),
    Row({"kind": "splice", "event": 14}, Seen(27, _TWICE), _raised(13, "AnthropicError"), _TOOK, _RETRIED),
    Row({"kind": "swap", "event": 0}, _raised(2, "IndexError"), _raised(2, "AnthropicError"), _MISSED, _RETRIED),
    Row({"kind": "swap", "event": 4}, Seen(14, _OTHER_TEXT), Seen(14, _OTHER_TEXT), _MISREAD, _MISREAD),
    _harmless({"kind": "swap", "event": 6}),
    Row({"kind": "swap", "event": 13}, Seen(14, WHOLE), Seen(14, _NO_REASON), _READ, _RETRIED),
    Row(
        _raw('event: ping\ndata: {"type": "ping"}\n'),
        _raised(4, "JSONDecodeError"),
        _raised(4, "AnthropicError"),
        _MISREAD,
        _RETRIED,
    ),
    _harmless(_raw("<html>Bad gateway</html>\n\n")),
    Row({"kind": "done"}, _raised(14, "JSONDecodeError"), _raised(14, "AnthropicError"), _READ, _RETRIED),
    Row({"kind": "unnamed"}, _raised(0, "AssertionError"), _raised(0, "AnthropicError"), _MISSED, _RETRIED),
    _harmless({"kind": "crlf"}),
    _harmless({"kind": "cr"}),
)


def broken(row: Row) -> dict[str, Any]:
    """The reply with the fault of a row."""
    return {**REPLY, "stream": {"fault": row.fault}}


def name_of(row: Row) -> str:
    """A row's name in a test."""
    return " ".join(repr(value) if name == "raw" else f"{value}" for name, value in row.fault.items())
