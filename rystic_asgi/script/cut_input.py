"""What can be read of a call's input that was cut off: what the official SDKs make of it while it is streamed.

Members whose value is not whole are left out, but for objects and lists. A number at the end counts as whole.
Source: anthropic 2.14.0, lib/streaming/_messages.py.
"""

import re
from typing import Any, Final

import msgspec

from rystic_asgi.script.fault import MAX_DEPTH

_BLANKS: Final = re.compile(r"[ \t\n\r]*")
_TOKEN: Final = re.compile(
    r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"'
    r"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9.eE+-])"
    r"|true|false|null"
)
_BEGUN: Final = re.compile(
    r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*(?:\\(?:u[0-9a-fA-F]{0,3})?)?'
    r"|-|-?(?:0|[1-9][0-9]*)(?:\.|(?:\.[0-9]+)?[eE][+-]?)"
    r"|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?"
)


class _EndedError(Exception):
    """The text ends before the value does."""


def read_cut_input(written: str) -> dict[str, Any] | None:
    """The members that are whole in ``written``; None where it is not the beginning of a JSON object."""
    try:
        reader = _Reader(written)
        found = reader.read_value(0) if reader.next() == "{" else None
        return None if written[reader.at :].strip(" \t\n\r") else found
    except _EndedError:
        return {}
    except (ValueError, msgspec.DecodeError):
        return None


class _Reader:
    """Reads values one after the other; ``at`` is how far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def next(self) -> str:
        """The next sign that is no blank. Raises _EndedError."""
        self.at = _BLANKS.match(self.text, self.at).end()  # type: ignore[union-attr]  # it always matches
        if self.at == len(self.text):
            raise _EndedError
        return self.text[self.at]

    def read_value(self, depth: int) -> Any:
        sign = self.next()
        if depth > MAX_DEPTH:
            raise ValueError
        if sign in "{[":
            self.at += 1
            return self._read_object(depth + 1) if sign == "{" else self._read_list(depth + 1)
        found = _TOKEN.match(self.text, self.at)
        if found is None:
            self._expect_more()
        self.at = found.end()  # type: ignore[union-attr]  # else it is expected to go on
        return msgspec.json.decode(found.group())  # type: ignore[union-attr]

    def _expect_more(self) -> None:
        if _BEGUN.fullmatch(self.text, self.at) is None:
            raise ValueError
        self.at = len(self.text)
        raise _EndedError

    def _read_object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        try:
            while self._goes_on("}", is_first=not found):
                if self.next() != '"':
                    raise ValueError
                key = self.read_value(depth)
                self._skip(":")
                found[key] = self.read_value(depth)
        except _EndedError:
            self.at = len(self.text)
        return found

    def _read_list(self, depth: int) -> list[Any]:
        found: list[Any] = []
        try:
            while self._goes_on("]", is_first=not found):
                found.append(self.read_value(depth))
        except _EndedError:
            self.at = len(self.text)
        return found

    def _goes_on(self, closer: str, *, is_first: bool) -> bool:
        """Whether another member follows; the closer or the comma before it is read."""
        if self.next() == closer:
            self.at += 1
            return False
        if not is_first:
            self._skip(",")
        return True

    def _skip(self, sign: str) -> None:
        if self.next() != sign:
            raise ValueError
        self.at += 1
