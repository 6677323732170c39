"""What can be wrong with a schema, or with a value under it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from reprlib import Repr
from typing import Final, NamedTuple

LONGEST_MESSAGE: Final = 200
LONGEST_SHOWN_VALUE: Final = 60
# Keywords applied inside one another, each of which takes three or four of Python's stack frames.
MAX_DEPTH: Final = 128
TOO_DEEP: Final = "it, or a value under it, is nested without end or too deeply"

# How many elements and characters of a value are written before it's cut.
MOST_ELEMENTS: Final = 10
MOST_CHARACTERS: Final = 80


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
    depth: int = 0

    def spend(self, steps: int = 1) -> None:
        """Take steps away."""
        self.steps -= steps
        if self.steps < 0:
            raise SchemaUnusableError("", "it takes too many steps to check; make it simpler or the value smaller")

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Be one keyword deeper; raises SchemaUnusableError past MAX_DEPTH, well before Python's own limit.

        At that limit `referencing` would panic in the middle of a look-up, and write so to standard error.
        """
        if self.depth >= MAX_DEPTH:
            raise SchemaUnusableError("", TOO_DEEP)
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1


def is_stack_exhausted(cause: BaseException) -> bool:
    """Say whether an exception is how the end of Python's stack shows.

    In the middle of a look-up `referencing`, whose maps are written in Rust, then panics instead, with an
    exception that isn't an Exception and can't be imported.
    """
    return isinstance(cause, RecursionError) or type(cause).__name__ == "PanicException"


def dotted(parts: Iterable[object]) -> str:
    """Return a path's parts joined by dots."""
    return ".".join(map(str, parts))


def shown(value: object) -> str:
    """Return a value as Python writes it, cut when it is long, without writing all of a large one."""
    return cut(_brief().repr(value), LONGEST_SHOWN_VALUE)


def cut(text: str, longest: int) -> str:
    """Return the text with its middle left out when it is longer."""
    if len(text) <= longest:
        return text
    tail = longest // 3
    return f"{text[: longest - tail - 5]} ... {text[-tail:]}"


@cache
def _brief() -> Repr:
    brief = Repr()
    brief.maxlevel = 4
    brief.maxdict = brief.maxlist = MOST_ELEMENTS
    brief.maxstring = brief.maxlong = brief.maxother = MOST_CHARACTERS
    return brief
