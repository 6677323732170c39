"""From a schema's keywords to flat constraints, one set for each way through its choices."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from rystic_asgi.engine.synthesis.budget import Budget, Path
from rystic_asgi.engine.synthesis.flats import Flat
from rystic_asgi.engine.synthesis.narrowing import (
    NARROWINGS,
    narrow_dependent_required,
    narrow_items,
    narrow_members,
)
from rystic_asgi.engine.synthesis.negation import FIRST_ITEMS, REFUSED_REFERENCE, refusals
from rystic_asgi.engine.synthesis.places import Place

_Options = tuple[tuple[Place, ...], ...]
"""Ways to go on; each is a group of places that are merged together."""

_ITEM_KEYWORDS: Final = frozenset({"items", "prefixItems", "additionalItems", "unevaluatedItems", FIRST_ITEMS})
_MEMBER_KEYWORDS: Final = frozenset(
    {"properties", "patternProperties", "additionalProperties", "unevaluatedProperties"}
)


_SCHEMAS_A_STEP: Final = 4
"""How many schemas that are merged already take as long to copy as one step."""
_MOST_REFUSED: Final = 32
"""Of more schemas than these under ``oneOf``, one is tried alone only: to refuse all others takes quadratic work."""


@dataclass
class _Merging:
    """Constraints on their way to be flat: places still to be merged, and choices still to be made."""

    flat: Flat
    pending: list[Place]
    choices: list[_Options] = field(default_factory=list)
    merged: dict[int, Any] = field(default_factory=dict)
    """Schemas that are merged already; held on to, so that no other one gets the same id."""

    def chosen(self, option: tuple[Place, ...]) -> "_Merging":
        """A copy in which the first choice is made."""
        return _Merging(self.flat.copy(), list(option), self.choices[1:], dict(self.merged))


def flats(places: tuple[Place, ...], path: Path, budget: Budget) -> Iterator[Flat]:
    """The flat constraints of each way through the choices that is not contradictory, in the schemas' order.

    A value that meets one of them meets all the places, unless the flat is not exact: then it is to be checked.
    """
    branches: list[Iterator[_Merging]] = [iter([_Merging(Flat(), list(places))])]
    while branches:
        way = next(branches[-1], None)
        if way is None:
            branches.pop()
            continue
        budget.spend(1 + len(way.merged) // _SCHEMAS_A_STEP)
        _merge_pending(way, budget)
        obstacle = way.flat.contradiction()
        if obstacle:
            budget.note(path, obstacle)
        elif way.choices:
            branches.append(map(way.chosen, way.choices[0]))
        else:
            yield way.flat


def _merge_pending(way: _Merging, budget: Budget) -> None:
    while way.pending:
        place = way.pending.pop(0)
        budget.spend()
        if id(place.schema) not in way.merged:
            way.merged[id(place.schema)] = place.schema
            _merge(way, place, budget)


def _merge_dependent_schemas(way: _Merging, value: Any, place: Place) -> None:
    for name, schema in value.items():
        absent = Place({"properties": {name: False}}, place.resolver, place.draft)
        present = Place({"required": [name]}, place.resolver, place.draft)
        way.choices.append(((absent,), (present, place.inside(schema))))
    way.flat.mentioned |= {"object"}
    way.flat.exact = False


def _merge_dependencies(way: _Merging, value: Any, place: Place) -> None:
    lists = {name: [needed] if isinstance(needed, str) else needed for name, needed in value.items()}
    names = {name: needed for name, needed in lists.items() if isinstance(needed, list)}
    narrow_dependent_required(way.flat, names, place)
    _merge_dependent_schemas(way, {name: needed for name, needed in value.items() if name not in names}, place)


def _merge_all_of(way: _Merging, value: Any, place: Place) -> None:
    way.pending.extend(place.inside(schema) for schema in value)


def _merge_any_of(way: _Merging, value: Any, place: Place) -> None:
    _choose(way, tuple((place.inside(schema),) for schema in value))


def _merge_one_of(way: _Merging, value: Any, place: Place) -> None:
    """One of the schemas alone first, which often refuses the others by itself; then one without the others."""
    way.flat.exact = False
    alone = tuple((place.inside(schema),) for schema in value)
    without_others = tuple(
        (alone[index][0], *(place.inside({"not": other}) for other in [*value[:index], *value[index + 1 :]]))
        for index in range(len(value))
        if 1 < len(value) <= _MOST_REFUSED
    )
    _choose(way, alone + without_others)


def _merge_not(way: _Merging, value: Any, place: Place) -> None:
    way.flat.exact = False
    inner = place.inside(value)
    if value is True or value == {}:
        way.flat.kinds = frozenset()
    elif value is not False:
        _choose(way, tuple((inner.inside(schema),) for schema in refusals(inner.keywords)))


def _merge_refused_reference(way: _Merging, value: Any, place: Place) -> None:
    target = place.referred(value)
    way.pending.append(Place({"not": target.schema}, target.resolver, target.draft))


def _merge_if(way: _Merging, value: Any, place: Place) -> None:
    keywords = place.keywords
    if "then" not in keywords and "else" not in keywords:
        return
    way.flat.exact = False
    holds = (place.inside(value), place.inside(keywords.get("then", True)))
    fails = (place.inside({"not": value}), place.inside(keywords.get("else", True)))
    _choose(way, (holds, fails))


def _merge_reference(way: _Merging, value: Any, place: Place) -> None:
    way.pending.append(place.referred(value))


def _merge_dynamic_reference(way: _Merging, value: Any, place: Place) -> None:
    way.flat.exact = False
    way.pending.append(place.referred(value))


def _merge_recursive_reference(way: _Merging, value: Any, place: Place) -> None:
    way.flat.exact = False
    way.pending.append(place.recursively_referred())


def _choose(way: _Merging, options: _Options) -> None:
    if len(options) == 1:
        way.pending.extend(options[0])
    elif options:
        way.choices.append(options)


_MERGERS: Final[dict[str, Callable[[_Merging, Any, Place], None]]] = {
    # https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2.4
    "dependentSchemas": _merge_dependent_schemas,
    # https://json-schema.org/draft-07/json-schema-validation#rfc.section.6.5.7
    "dependencies": _merge_dependencies,
    # https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1
    "allOf": _merge_all_of,
    "anyOf": _merge_any_of,
    "oneOf": _merge_one_of,
    "not": _merge_not,
    # https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2
    "if": _merge_if,
    # https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3
    "$ref": _merge_reference,
    "$dynamicRef": _merge_dynamic_reference,
    # https://json-schema.org/draft/2019-09/json-schema-core#rfc.section.8.2.4.2.1
    "$recursiveRef": _merge_recursive_reference,
    REFUSED_REFERENCE: _merge_refused_reference,
}


def _merge(way: _Merging, place: Place, budget: Budget) -> None:
    keywords = place.keywords
    budget.spend(len(keywords))
    for name, value in keywords.items():
        if name in NARROWINGS:
            NARROWINGS[name](way.flat, value, place)
        elif name in _MERGERS:
            _MERGERS[name](way, value, place)
    if not _ITEM_KEYWORDS.isdisjoint(keywords):
        narrow_items(way.flat, keywords, place)
    if not _MEMBER_KEYWORDS.isdisjoint(keywords):
        budget.spend(len(keywords.get("properties", ())) // 16)
        narrow_members(way.flat, keywords, place)
