"""Candidates for a value that several schemas apply to, each with what its kind needs."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from rystic_asgi.engine.synthesis.arrays import arrays
from rystic_asgi.engine.synthesis.budget import Path
from rystic_asgi.engine.synthesis.flats import Flat
from rystic_asgi.engine.synthesis.making import Making, fairly
from rystic_asgi.engine.synthesis.merging import flats
from rystic_asgi.engine.synthesis.numbers import fractions, integers
from rystic_asgi.engine.synthesis.objects import objects
from rystic_asgi.engine.synthesis.places import Place
from rystic_asgi.engine.synthesis.texts import is_of_formats, texts
from rystic_asgi.validation.schema_equality import equality_key

_MOST_REFUSED: Final = 60
"""After so many refused candidates in a row another way through the schema's choices is tried."""


class _Candidate(NamedTuple):
    """A value, and whether it is known to meet the flat constraints it was made for."""

    value: Any
    made_to_fit: bool


def values(making: Making, places: tuple[Place, ...], path: Path) -> Iterator[Any]:
    """Values that all the places' schemas accept, the plainest first; raises NoInputError past the budget."""
    if len(path) > making.deepest:
        making.was_too_deep = True
        making.budget.note(path, "it would be nested too deeply")
        return
    ways = flats(places, path, making.budget)
    yield from fairly(_accepted(flat, places, making, path) for flat in ways)


def _accepted(flat: Flat, places: tuple[Place, ...], making: Making, path: Path) -> Iterator[Any]:
    refused = 0
    for candidate in _candidates(flat, making, path):
        making.budget.spend()
        if (candidate.made_to_fit and flat.exact) or making.accepts(places, candidate.value):
            refused = 0
            yield candidate.value
            continue
        making.budget.note(path, "what was tried for it isn't accepted by the schema as a whole")
        # A list may be long, but it ends.
        refused += candidate.made_to_fit
        if refused > _MOST_REFUSED:
            return


def _candidates(flat: Flat, making: Making, path: Path) -> Iterator[_Candidate]:
    refused = {equality_key(value) for value in flat.refused}
    for value in flat.preferred:
        if _may_be(value, flat) and (not isinstance(value, str) or is_of_formats(value, flat.formats)):
            yield _Candidate(value, made_to_fit=False)
    if flat.allowed is not None:
        yield from (_Candidate(value, made_to_fit=False) for value in flat.allowed if _may_be(value, flat))
        return
    for value in fairly(_MAKERS[kind](flat, making, path) for kind in _kinds(flat)):
        if not refused or equality_key(value) not in refused:
            yield _Candidate(value, made_to_fit=True)


def _nulls(flat: Flat, making: Making, path: Path) -> Iterator[None]:
    yield None


def _booleans(flat: Flat, making: Making, path: Path) -> Iterator[bool]:
    yield from (True, False)


def _integers(flat: Flat, making: Making, path: Path) -> Iterator[int]:
    yield from integers(flat)
    making.budget.note(path, "no other number within its limits was found")


def _fractions(flat: Flat, making: Making, path: Path) -> Iterator[float]:
    yield from fractions(flat)
    making.budget.note(path, "no other number within its limits was found")


def _texts(flat: Flat, making: Making, path: Path) -> Iterator[str]:
    return texts(flat, path, making.budget)


_MAKERS: Final[dict[str, Callable[[Flat, Making, Path], Iterator[Any]]]] = {
    "string": _texts,
    "integer": _integers,
    "fraction": _fractions,
    "boolean": _booleans,
    "object": objects,
    "array": arrays,
    "null": _nulls,
}
_KINDS: Final = tuple(_MAKERS)


def _kinds(flat: Flat) -> list[str]:
    """The kinds that fit: first those that the schemas speak about, then the plainest."""
    return sorted(flat.kinds, key=lambda kind: (kind not in flat.mentioned, _KINDS.index(kind)))


_KINDS_BY_CLASS: Final[dict[type, str]] = {
    str: "string",
    int: "integer",
    float: "fraction",
    bool: "boolean",
    dict: "object",
    list: "array",
    type(None): "null",
}


def _may_be(value: Any, flat: Flat) -> bool:
    """Whether a listed value is of a kind that fits (a number with nothing after its point is an integer)."""
    return _KINDS_BY_CLASS[type(value)] in flat.kinds or (isinstance(value, float) and "integer" in flat.kinds)
