"""What can be wrong with a schema, or with a value under it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

LONGEST_MESSAGE: Final = 200
LONGEST_SHOWN_VALUE: Final = 60


class SchemaFault(NamedTuple):
    """The first thing that is wrong: a dotted path ('' is the root) and a short message."""

    path: str
    message: str


class SchemaUnusableError(ValueError):
    """The schema can't be used to judge a value; `place` is a dotted path in the schema, '' the root."""

    def __init__(self, place: str, reason: str) -> None:
        self.place = place
        self.reason = reason
        super().__init__(f"The schema can't be used: {reason}" + (f" (at {place})." if place else "."))


@dataclass
class CheckEffort:
    """Keywords that one check may still apply; `spend` raises SchemaUnusableError when they are used up."""

    steps: int

    def spend(self, steps: int = 1) -> None:
        """Take steps away."""
        self.steps -= steps
        if self.steps < 0:
            raise SchemaUnusableError("", "it takes too many steps to check; make it simpler or the value smaller")


def dotted(parts: Iterable[object]) -> str:
    """Return a path's parts joined by dots."""
    return ".".join(map(str, parts))


def shown(value: object) -> str:
    """Return a value as Python writes it, cut when it is long."""
    return cut(repr(value), LONGEST_SHOWN_VALUE)


def cut(text: str, longest: int) -> str:
    """Return the text with its middle left out when it is longer."""
    if len(text) <= longest:
        return text
    tail = longest // 3
    return f"{text[: longest - tail - 5]} ... {text[-tail:]}"
