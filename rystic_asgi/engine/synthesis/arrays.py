"""Arrays, as short as they may be."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from rystic_asgi.engine.synthesis.budget import Path
from rystic_asgi.engine.synthesis.flats import Flat, smaller
from rystic_asgi.engine.synthesis.making import Making, Stream, varied
from rystic_asgi.engine.synthesis.places import Place
from rystic_asgi.validation.schema_equality import equality_key

_MAX_ITEMS: Final = 10_000
_MORE_ITEMS: Final = 2
"""How many items more than the fewest are tried."""
_DISTINCT_STEPS: Final = 2_000
"""How long items that all differ are looked for, so that other ways are tried as well."""
_DISTINCT_STEPS_AN_ITEM: Final = 4

_Layout = dict[int, tuple[Place, ...]]
"""For an item's index the places that it has to meet beside those of the array's item rules."""


def arrays(flat: Flat, making: Making, path: Path) -> Iterator[list[Any]]:
    """Arrays that the flat constraints allow; notes why when there is none."""
    fewest = max(flat.fewest_items, 2 if flat.repeated else 0)
    if fewest > _MAX_ITEMS:
        making.budget.note(path, f"it would need more than {_MAX_ITEMS} items")
        return
    for layout in _layouts(flat):
        least = max(fewest, *(index + 1 for index in layout), 0)
        most = smaller(flat.most_items, least + _MORE_ITEMS)
        for length in range(least, (most or 0) + 1):
            yield from _arrays_of(length, flat, layout, making, path)


def _layouts(flat: Flat) -> Iterator[_Layout]:
    """Ways to have the items that must be contained: at the front, behind the prefix, all in one."""
    needed = [each.place for each in flat.containments for _ in range(min(each.fewest, _MAX_ITEMS))]
    prefix = max((len(rule.prefix) for rule in flat.item_rules), default=0)
    yield {index: (place,) for index, place in enumerate(needed)}
    if needed and prefix:
        yield {prefix + index: (place,) for index, place in enumerate(needed)}
    if len(flat.containments) > 1:
        most = max(each.fewest for each in flat.containments)
        for start in dict.fromkeys((0, prefix)):
            yield {
                start + turn: tuple(each.place for each in flat.containments if each.fewest > turn)
                for turn in range(min(most, _MAX_ITEMS))
            }


def _arrays_of(length: int, flat: Flat, layout: _Layout, making: Making, path: Path) -> Iterator[list[Any]]:
    streams = list(_item_streams(length, flat, layout, making, path))
    if flat.repeated and length > 1:
        streams[1] = streams[0]
    if flat.unique:
        yield from _distinct(streams, making)
        making.budget.note(path, f"{length} different items for it weren't found")
    else:
        making.budget.spend(length // 4)
        yield from varied(streams)


def _item_streams(length: int, flat: Flat, layout: _Layout, making: Making, path: Path) -> Iterator[Stream]:
    """The streams for each index; items that meet the same schemas share one."""
    known: dict[tuple[int, ...], Stream] = {}
    for index in range(length):
        making.budget.spend()
        places = (*_item_places(index, flat, index in layout), *layout.get(index, _not_contained(flat)))
        key = tuple(id(place.schema) for place in places if place.schema is not True)
        if key not in known:
            known[key] = making.stream(places, (*path, index))
        yield known[key]


def _item_places(index: int, flat: Flat, is_contained: bool) -> tuple[Place, ...]:
    places = [rule.place.inside(each) for rule in flat.item_rules for each in rule.schemas_for(index)]
    if places or is_contained:
        return tuple(places)
    left = [rule for rule in flat.item_rules if rule.unevaluated is not None]
    return tuple(rule.place.inside(rule.unevaluated) for rule in left)


def _not_contained(flat: Flat) -> tuple[Place, ...]:
    """What the other items must not be, where only so many may be contained."""
    limited = [each.place for each in flat.containments if each.most is not None]
    return tuple(Place({"not": place.schema}, place.resolver, place.draft) for place in limited)


def _distinct(streams: list[Stream], making: Making) -> Iterator[list[Any]]:
    """Items that all differ, by going back to an earlier item where a later one finds nothing new."""
    if not streams:
        yield []
        return
    picking = _Picking(streams)
    for _ in range(_DISTINCT_STEPS + _DISTINCT_STEPS_AN_ITEM * len(streams)):
        if not picking.turns:
            return
        making.budget.spend()
        if not picking.has_candidate():
            picking.go_back()
        elif picking.key() in picking.used:
            picking.turns[-1] += 1
        elif len(picking.turns) < len(streams):
            picking.go_on()
        else:
            yield picking.items()
            picking.turns[-1] += 1


@dataclass
class _Picking:
    """Which candidate is picked for each of the first items, and the keys of all but the last."""

    streams: list[Stream]
    turns: list[int] = field(default_factory=lambda: [0])
    used: dict[Any, None] = field(default_factory=dict)

    def has_candidate(self) -> bool:
        return self.streams[len(self.turns) - 1].has(self.turns[-1])

    def key(self) -> Any:
        return equality_key(self.streams[len(self.turns) - 1][self.turns[-1]])

    def items(self) -> list[Any]:
        return [stream[turn] for stream, turn in zip(self.streams, self.turns, strict=True)]

    def go_back(self) -> None:
        self.turns.pop()
        if self.turns:
            self.used.popitem()
            self.turns[-1] += 1

    def go_on(self) -> None:
        """To the next item; one that shares its candidates with this one goes on behind it."""
        self.used[self.key()] = None
        last, following = self.streams[len(self.turns) - 1 : len(self.turns) + 1]
        self.turns.append(self.turns[-1] + 1 if following is last else 0)
