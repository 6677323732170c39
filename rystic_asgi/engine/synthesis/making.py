"""What the making of one value shares between its parts."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, product
from typing import Any, Final

from rystic_asgi.engine.synthesis.budget import Budget, NoInputError, Path
from rystic_asgi.engine.synthesis.places import Place
from rystic_asgi.validation.schema_faults import SchemaUnusableError
from rystic_asgi.validation.tool_schemas import CheckedSchema

_FIRST_FEW: Final = 3
"""How many candidates each alternative gives before the next one has its turn."""
_MOST_ALTERNATIVES: Final = 64
_MOST_VARIATIONS: Final = 12
"""How far one part of a value is varied while the others keep their first candidate."""


class Stream:
    """Candidates that are made when they are first asked for, and kept."""

    def __init__(self, candidates: Iterator[Any]) -> None:
        self._candidates = candidates
        self._made: list[Any] = []

    def has(self, index: int) -> bool:
        """Whether there are more candidates than index."""
        self._made.extend(islice(self._candidates, max(0, index + 1 - len(self._made))))
        return index < len(self._made)

    def __getitem__(self, index: int) -> Any:
        return self._made[index]


@dataclass
class Making:
    """The making of one value: its schema, budget, how deep it may nest, and how its parts are made."""

    checked: CheckedSchema
    budget: Budget
    values: Callable[["Making", tuple[Place, ...], Path], Iterator[Any]]
    deepest: int
    was_too_deep: bool = False
    """Whether something was left out because it would nest too deeply."""

    def stream(self, places: tuple[Place, ...], path: Path) -> Stream:
        """The candidates for a part that all the places apply to."""
        return Stream(self.values(self, places, path))

    def accepts(self, places: Iterable[Place], value: Any) -> bool:
        """Whether the value meets all the places' schemas; raises NoInputError when one cannot be used."""
        return all(self._accepts(place, value) for place in places)

    def _accepts(self, place: Place, value: Any) -> bool:
        effort = self.checked.effort(self.budget.steps)
        try:
            fault = self.checked.fault_at(place.schema, place.resolver, place.draft, value, effort)
        except SchemaUnusableError as unusable:
            self.budget.spend(self.budget.steps - effort.steps)
            raise NoInputError(unusable.place, unusable.reason) from None
        self.budget.spend(self.budget.steps - effort.steps)
        return fault is None


def fairly(alternatives: Iterable[Iterator[Any]]) -> Iterator[Any]:
    """The first few candidates of each alternative, then the others of each."""
    begun = []
    for candidates in islice(alternatives, _MOST_ALTERNATIVES):
        yield from islice(candidates, _FIRST_FEW)
        begun.append(candidates)
    yield from chain.from_iterable(begun)


def varied(streams: list[Stream]) -> Iterator[list[Any]]:
    """A candidate for each stream: the first of all, then with one of them at a time replaced."""
    if not all(stream.has(0) for stream in streams):
        return
    first = [stream[0] for stream in streams]
    yield first
    for turn, index in product(range(1, _MOST_VARIATIONS), range(len(streams))):
        if streams[index].has(turn):
            yield [*first[:index], streams[index][turn], *first[index + 1 :]]
