"""Objects, with as few members as they may have."""

from collections.abc import Iterator
from itertools import count, islice
from typing import Any, Final

from rystic_asgi.engine.synthesis.budget import Path
from rystic_asgi.engine.synthesis.flats import ExtraMember, Flat
from rystic_asgi.engine.synthesis.making import Making, Stream, fairly, varied
from rystic_asgi.engine.synthesis.places import Place
from rystic_asgi.engine.synthesis.texts import texts
from rystic_asgi.validation.patterns.pattern import Pattern

_MAX_MEMBERS: Final = 10_000
_MOST_OPTIONAL_MEMBERS: Final = 16
"""How many optional members are added, one at a time, when an object without them is not accepted."""
_MOST_NAMES_TRIED: Final = 40
_FRESH_NAME: Final = "name"


def objects(flat: Flat, making: Making, path: Path) -> Iterator[dict[str, Any]]:
    """Objects that the flat constraints allow; notes why when there is none."""
    names = _needed_names(flat)
    if max(len(names), flat.fewest_members) > _MAX_MEMBERS:
        making.budget.note(path, f"it would need more than {_MAX_MEMBERS} members")
        return
    streams: dict[str, Stream] = {}
    for name in names:
        if not _add(streams, name, flat, making, path):
            making.budget.note((*path, name), "the member is required, but no value for it was found")
            return
    if not _add_extra_members(streams, flat, making, path) or not _fill_up(streams, flat, making, path):
        making.budget.note(path, "not enough names for its members were found")
    elif flat.most_members is not None and len(streams) > flat.most_members:
        making.budget.note(path, "it needs more members than it may have")
    else:
        yield from _varied_objects(streams)
        yield from _with_optional_members(streams, flat, making, path)


def _varied_objects(streams: dict[str, Stream]) -> Iterator[dict[str, Any]]:
    for members in varied(list(streams.values())):
        yield dict(zip(streams, members, strict=True))


def _with_optional_members(
    streams: dict[str, Stream], flat: Flat, making: Making, path: Path
) -> Iterator[dict[str, Any]]:
    """The object with one more member each, then with more and more of them together."""
    optional = []
    for name in islice(_declared_names(flat), _MOST_OPTIONAL_MEMBERS + len(streams)):
        more = dict(streams)
        if name not in streams and _add(more, name, flat, making, path):
            optional.append(name)
            yield from islice(_varied_objects(more), _MOST_OPTIONAL_MEMBERS)
    together = dict(streams)
    for name in optional:
        together[name] = making.stream(_member_places(name, flat), (*path, name))
        if flat.most_members is None or len(together) <= flat.most_members:
            yield from islice(_varied_objects(together), 1)


def _needed_names(flat: Flat) -> list[str]:
    """The required names, with those that they in turn require."""
    needs = dict[str, list[str]]()
    for name, needed in flat.dependencies:
        needs.setdefault(name, []).extend(needed)
    names = dict.fromkeys(flat.required)
    pending = list(names)
    while pending:
        found = dict.fromkeys(name for name in needs.get(pending.pop(), ()) if name not in names)
        names |= found
        pending.extend(found)
    return list(names)


def _add(streams: dict[str, Stream], name: str, flat: Flat, making: Making, path: Path, *places: Place) -> bool:
    """Whether there are candidates for a member; they then are in ``streams``."""
    making.budget.spend()
    stream = making.stream((*_member_places(name, flat), *places), (*path, name))
    if not stream.has(0):
        return False
    streams[name] = stream
    return True


def _member_places(name: str, flat: Flat) -> tuple[Place, ...]:
    places = [rule.place.inside(each) for rule in flat.member_rules for each in rule.schemas_for(name)]
    if places:
        return tuple(places)
    left = [rule for rule in flat.member_rules if rule.unevaluated is not None]
    return tuple(rule.place.inside(rule.unevaluated) for rule in left)


def _add_extra_members(streams: dict[str, Stream], flat: Flat, making: Making, path: Path) -> bool:
    return all(_add_extra_member(streams, extra, flat, making, path) for extra in flat.extra_members)


def _add_extra_member(streams: dict[str, Stream], extra: ExtraMember, flat: Flat, making: Making, path: Path) -> bool:
    candidates = _fresh_names(flat, making, path, (extra.pattern,) if extra.pattern else ())
    if extra.pattern:
        matching = extra.pattern
        candidates = fairly([(name for name in _declared_names(flat) if matching.search(name)), candidates])
    tried = islice(candidates, _MOST_NAMES_TRIED)
    return any(_add(streams, name, flat, making, path, extra.place) for name in tried)


def _fill_up(streams: dict[str, Stream], flat: Flat, making: Making, path: Path) -> bool:
    """Whether there are as many members as there must be, once names have been added."""
    missing = flat.fewest_members - len(streams)
    if missing <= 0:
        return True
    tried = 0
    for name in _other_names(flat, making, path):
        if tried > _MOST_NAMES_TRIED + 2 * flat.fewest_members:
            break
        tried += 1
        if name in streams or not _is_name(name, flat, making):
            continue
        _add(streams, name, flat, making, path)
        if len(streams) >= flat.fewest_members:
            return True
    return False


def _is_name(name: str, flat: Flat, making: Making) -> bool:
    return making.accepts(flat.name_places, name)


def _declared_names(flat: Flat) -> Iterator[str]:
    """The names in ``properties``, and what a name that others depend on asks for, which is mostly among them."""
    yield from dict.fromkeys(name for rule in flat.member_rules for name in rule.named)


def _other_names(flat: Flat, making: Making, path: Path) -> Iterator[str]:
    yield from _declared_names(flat)
    by_pattern = (
        _fresh_names(flat, making, path, (pattern,)) for rule in flat.member_rules for pattern, _ in rule.patterned
    )
    yield from fairly([*by_pattern, _fresh_names(flat, making, path, ())])


def _fresh_names(flat: Flat, making: Making, path: Path, patterns: tuple[Pattern, ...]) -> Iterator[str]:
    """Names that match the patterns and that nothing declares."""
    declared = {name for rule in flat.member_rules for name in rule.named}
    if flat.name_places:
        text = Place({"type": "string"}, flat.name_places[0].resolver, flat.name_places[0].draft)
        found: Iterator[str] = making.values(making, (*flat.name_places, text), path)
        found = (name for name in found if all(pattern.search(name) for pattern in patterns))
    elif patterns:
        found = texts(Flat(patterns=patterns), path, making.budget)
    else:
        found = (f"{_FRESH_NAME}{number}" for number in islice(count(1), _MAX_MEMBERS))
    yield from (name for name in found if name not in declared)
