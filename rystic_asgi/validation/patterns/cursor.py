"""A reading place in a regular expression's source."""

import re
from dataclasses import dataclass
from typing import NoReturn

from rystic_asgi.validation.patterns.faults import PatternSyntaxError


@dataclass
class Cursor:
    """The source and the offset of the next character to read."""

    source: str
    offset: int = 0

    @property
    def ended(self) -> bool:
        """Whether all of the source has been read."""
        return self.offset >= len(self.source)

    def peek(self) -> str:
        """The next character, '' at the end."""
        return self.source[self.offset : self.offset + 1]

    def read(self) -> str:
        """The next character, which then is behind. Raises PatternSyntaxError at the end."""
        character = self.peek()
        if not character:
            self.fail("it ends too early")
        self.offset += 1
        return character

    def take(self, text: str) -> bool:
        """Whether ``text`` comes next; it then is behind."""
        if not self.source.startswith(text, self.offset):
            return False
        self.offset += len(text)
        return True

    def take_match(self, expected: re.Pattern[str]) -> re.Match[str] | None:
        """What the fixed, linear lexical expression matches here, which then is behind."""
        found = expected.match(self.source, self.offset)
        if found:
            self.offset = found.end()
        return found

    def fail(self, reason: str) -> NoReturn:
        """Raise PatternSyntaxError for this place."""
        shown = self.source if len(self.source) <= 60 else self.source[:57] + "..."
        raise PatternSyntaxError(
            f"Unreadable pattern {shown!r}: at offset {self.offset} {reason}. Write it as ECMA-262 does."
        )
