"""What can be wrong with a schema, or with a value under it."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from reprlib import Repr
from typing import Final, NamedTuple

from rystic_asgi.validation.patterns.faults import PatternLimitError, PatternSyntaxError

LONGEST_MESSAGE: Final = 200
_LONGEST_SHOWN_VALUE: Final = 60
MAX_DEPTH: Final = 128
"""Keywords applied inside one another, each of which takes three or four of Python's stack frames."""
TOO_DEEP: Final = "it, or a value under it, is nested without end or too deeply"

_MOST_ELEMENTS: Final = 10
"""How many elements and characters of a value are written before it is cut."""
_MOST_CHARACTERS: Final = 80


class SchemaFault(NamedTuple):
    """The first thing that is wrong: a dotted path ('' is the root) and a short message."""

    path: str
    message: str


class SchemaUnusableError(ValueError):
    """The schema cannot be used to judge a value; ``place`` is a dotted path in the schema, '' the root."""

    def __init__(self, place: str, reason: str) -> None:
        self.place = place
        self.reason = reason
        super().__init__(f"The schema can't be used: {reason}" + (f" (at {place})." if place else "."))


@dataclass
class CheckEffort:
    """Keywords that one check may still apply; ``spend`` raises SchemaUnusableError when they are used up."""

    steps: int
    depth: int = 0
    sound: frozenset[tuple[int, int]] = frozenset()
    """The ``id()`` and draft of each schema that is known to have no fault."""
    targets: dict[tuple[int, int], object] = field(default_factory=dict)
    """What references have led to beside those and has no fault, held on to by ``id()`` and draft."""

    def spend(self, steps: int = 1) -> None:
        """Take steps away."""
        self.steps -= steps
        if self.steps < 0:
            raise SchemaUnusableError("", "it takes too many steps to check; make it simpler or the value smaller")

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Be one keyword deeper; raises SchemaUnusableError past MAX_DEPTH, well before Python's own limit.

        At that limit ``referencing`` would panic in the middle of a look-up, and write so to standard error.
        """
        if self.depth >= MAX_DEPTH:
            raise SchemaUnusableError("", TOO_DEEP)
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1


_REASONS: Final[dict[str, Callable[[BaseException], str]]] = {
    PatternSyntaxError.__name__: lambda cause: str(cause).removesuffix("."),
    PatternLimitError.__name__: lambda cause: str(cause).removesuffix("."),
    RecursionError.__name__: lambda cause: TOO_DEEP,
    "PanicException": lambda cause: TOO_DEEP,
}
"""What a check may stumble over in a schema, by the exception's name, and how that is told.

In the middle of a look-up the maps of ``referencing``, which are written in Rust, show the end of Python's stack
with a PanicException, which is no Exception and cannot be imported: https://docs.rs/pyo3/latest/pyo3/panic
"""


def as_unusable(cause: BaseException) -> SchemaUnusableError | None:
    """What a check stumbled over, as the one error that callers have to know; None for all that is no schema's."""
    if isinstance(cause, SchemaUnusableError):
        return cause
    reason = _REASONS.get(type(cause).__name__)
    return SchemaUnusableError("", reason(cause)) if reason else None


def dotted(parts: Iterable[object]) -> str:
    """A path's parts joined by dots."""
    return ".".join(map(str, parts))


def shown(value: object) -> str:
    """A value as Python writes it, cut when it is long, without writing all of a large one."""
    return cut(_brief().repr(value), _LONGEST_SHOWN_VALUE)


def cut(text: str, longest: int) -> str:
    """The text with its middle left out when it is longer."""
    if len(text) <= longest:
        return text
    tail = longest // 3
    return f"{text[: longest - tail - 5]} ... {text[-tail:]}"


@cache
def _brief() -> Repr:
    brief = Repr()
    brief.maxlevel = 4
    brief.maxdict = brief.maxlist = _MOST_ELEMENTS
    brief.maxstring = brief.maxlong = brief.maxother = _MOST_CHARACTERS
    return brief
