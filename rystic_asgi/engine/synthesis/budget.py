"""How much work one made-up value may take, and why none was found."""

from dataclasses import dataclass
from typing import Final

from rystic_asgi.validation.schema_faults import dotted

MAX_STEPS: Final = 60_000
"""A step is about 10 microseconds of work: a schema merged, a candidate weighed, a keyword checked."""

Path = tuple[str | int, ...]


class NoInputError(ValueError):
    """No value was found that the schema accepts; ``place`` is a dotted path in the value, '' the root."""

    def __init__(self, place: str, reason: str) -> None:
        self.place = place
        self.reason = reason
        where = f" at {place!r}" if place else ""
        super().__init__(f"No value that the schema accepts was found{where}: {reason}. Give the value yourself.")


@dataclass
class Budget:
    """Steps that are left, and the first reason why a place got no value."""

    steps: int = MAX_STEPS
    place: str = ""
    reason: str = ""

    def spend(self, steps: int = 1) -> None:
        """Take steps away; raises NoInputError when they are used up."""
        self.steps -= steps
        if self.steps < 0:
            told = f" (first obstacle: {self.reason} at {self.place!r})" if self.reason else ""
            raise NoInputError("", f"the search is limited to {MAX_STEPS} steps, which are used up{told}")

    def note(self, path: Path, reason: str) -> None:
        """Remember why there is nothing for a place, if it is the first such reason."""
        if not self.reason:
            self.place, self.reason = dotted(path), reason
