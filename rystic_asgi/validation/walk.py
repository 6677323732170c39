"""Where a JSON value does not fit a Struct: every fault, in the order of the Struct's fields and in the API's words.

The Structs are the only description of the wire: this module walks ``msgspec.inspect``'s view of them.
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, inspect

from rystic_asgi.protocol.closed import OnlyMember
from rystic_asgi.validation.problem import Problem, join

Check = Callable[["Walk", Any, Any, str], Iterator[Problem]]
Special = Callable[["Walk", Any, str, inspect.Type], Iterator[Problem]]

EXTRA: Final = "Extra inputs are not permitted"
EXTRA_INPUTS: Final = "extra-inputs"
"""The rule under which a field that headers would bring counts as unknown."""


class Hidden(Struct, frozen=True):
    """What the headers of a request do not bring: wire names of fields by Struct, and members of unions."""

    fields: Mapping[type, frozenset[str]] = {}
    members: frozenset[type] = frozenset()


class Walk(Struct, frozen=True):
    """A walk over a value; ``special`` judges the fields named in it, given as Struct and wire name, in its own way."""

    special: Mapping[tuple[type, str], Special]
    hidden: Hidden = Hidden()

    def problems(self, value: Any, struct: type[Struct], path: str = "") -> Iterator[Problem]:
        """Every fault of a decoded JSON value at ``path`` that should fit ``struct``."""
        return self.within(value, _type_info(struct), path)

    def within(self, value: Any, kind: inspect.Type, path: str) -> Iterator[Problem]:
        """Every fault of a value that should be of ``kind``; none where nothing is asked of it."""
        check = _CHECKS.get(type(kind))
        return iter(()) if check is None else check(self, value, kind, path)


def unknown_tag(path: str, found: Any, tags: Sequence[str], rule: str = "") -> Problem:
    """The fault of an object whose ``type`` is none of ``tags``."""
    known = ", ".join(map(repr, tags))
    message = f"Input tag '{shown(found)}' found using 'type' does not match any of the expected tags: {known}"
    return Problem(path, message, rule)


def shown(value: Any) -> str:
    """A value as a message quotes it: one that holds others is named by its kind."""
    return "object" if isinstance(value, dict) else "array" if isinstance(value, list) else str(value)


class _TaggedUnion(inspect.UnionType):
    """A union of more than one object, told apart by their tags."""

    members: dict[str, inspect.StructType]


class _Shape(NamedTuple):
    tag: str
    fields: tuple[inspect.Field, ...]
    names: frozenset[str]


@cache
def _type_info(struct: type[Struct]) -> inspect.Type:
    return inspect.type_info(struct)


@cache
def _shape(struct: type[Struct]) -> _Shape:
    """The tag that stands in paths, the fields in order, and all names that are known."""
    info = _type_info(struct)
    assert isinstance(info, inspect.StructType)
    literals = [literal for hint in get_type_hints(struct).values() for literal in _literals(hint)]
    orders = {frozenset(values): values for values in literals}
    fields = tuple(msgspec.structs.replace(field, type=_prepared(field.type, orders)) for field in info.fields)
    names = frozenset(field.encode_name for field in fields) | ({info.tag_field} if info.tag_field else set())
    if not issubclass(struct, OnlyMember):
        return _Shape(str(info.tag or ""), fields, names)
    (tag,) = next(field.type.values for field in fields if isinstance(field.type, inspect.LiteralType))
    return _Shape(str(tag), tuple(field for field in fields if field.encode_name != "type"), names)


def _literals(hint: Any) -> Iterator[tuple[Any, ...]]:
    if get_origin(hint) is Literal:
        yield get_args(hint)
        return
    for inner in get_args(hint):
        yield from _literals(inner)


def _prepared(kind: inspect.Type, orders: Mapping[frozenset[Any], tuple[Any, ...]]) -> inspect.Type:
    """``kind`` with tags read, and literals in the order of their definition, which ``msgspec.inspect`` loses."""
    if isinstance(kind, inspect.LiteralType):
        return inspect.LiteralType(orders[frozenset(kind.values)])
    if isinstance(kind, inspect.ListType):
        return msgspec.structs.replace(kind, item_type=_prepared(kind.item_type, orders))
    if not isinstance(kind, inspect.UnionType):
        return kind
    kinds = tuple(_prepared(member, orders) for member in kind.types)
    members = {str(member.tag): member for member in kinds if isinstance(member, inspect.StructType)}
    return _TaggedUnion(kinds, members) if len(members) > 1 else inspect.UnionType(kinds)


def _integer(walk: Walk, value: Any, kind: inspect.IntType, path: str) -> Iterator[Problem]:
    if not isinstance(value, int) or isinstance(value, bool):
        yield Problem(path, "Input should be a valid integer")
        return
    yield from _bounds(value, kind, path)


def _number(walk: Walk, value: Any, kind: inspect.FloatType, path: str) -> Iterator[Problem]:
    if not isinstance(value, int | float) or isinstance(value, bool):
        yield Problem(path, "Input should be a valid number")
        return
    yield from _bounds(value, kind, path)


def _bounds(value: float, kind: inspect.IntType | inspect.FloatType, path: str) -> Iterator[Problem]:
    for name, holds, said in _BOUNDS:
        bound = getattr(kind, name)
        if bound is not None and not holds(value, bound):
            yield Problem(path, f"Input should be {said} {bound}")


_BOUNDS: Final = (
    ("ge", operator.ge, "greater than or equal to"),
    ("gt", operator.gt, "greater than"),
    ("le", operator.le, "less than or equal to"),
    ("lt", operator.lt, "less than"),
)


def _string(walk: Walk, value: Any, kind: inspect.StrType, path: str) -> Iterator[Problem]:
    if not isinstance(value, str):
        yield Problem(path, "Input should be a valid string")
        return
    yield from _length(len(value), kind, path, "String", "character")
    if kind.pattern is not None and not re.search(kind.pattern, value):
        yield Problem(path, f"String should match pattern '{kind.pattern.replace(chr(92) + 'Z', '$')}'")


def _length(length: int, kind: inspect.StrType | inspect.ListType, path: str, of: str, unit: str) -> Iterator[Problem]:
    for word, bound, holds in (("least", kind.min_length, operator.ge), ("most", kind.max_length, operator.le)):
        if bound is not None and not holds(length, bound):
            yield Problem(path, f"{of} should have at {word} {bound} {unit}{'' if bound == 1 else 's'}")


def _boolean(walk: Walk, value: Any, kind: inspect.BoolType, path: str) -> Iterator[Problem]:
    if not isinstance(value, bool):
        yield Problem(path, "Input should be a valid boolean")


def _array(walk: Walk, value: Any, kind: inspect.ListType, path: str) -> Iterator[Problem]:
    if not isinstance(value, list):
        yield Problem(path, "Input should be a valid array")
        return
    yield from _length(len(value), kind, path, "List", "item")
    for index, item in enumerate(value):
        yield from walk.within(item, kind.item_type, join(path, index))


def _object(walk: Walk, value: Any, kind: inspect.DictType, path: str) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield Problem(path, "Input should be an object")
        return
    if type(kind.value_type) in _CHECKS:
        for key, member in value.items():
            yield from walk.within(member, kind.value_type, join(path, key))


def _literal(walk: Walk, value: Any, kind: inspect.LiteralType, path: str) -> Iterator[Problem]:
    if value in kind.values and isinstance(value, str):
        return
    *most, last = map(repr, kind.values)
    yield Problem(path, f"Input should be {', '.join(most)}{' or ' if most else ''}{last}")


def _struct(walk: Walk, value: Any, kind: inspect.StructType, path: str) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield Problem(path, "Input should be an object")
        return
    shape = _shape(kind.cls)
    if shape.tag:
        yield from _tag(value, (shape.tag,), path)
    path = join(path, shape.tag)
    hidden = walk.hidden.fields.get(kind.cls, frozenset())
    for field in shape.fields:
        if field.encode_name not in hidden:
            yield from _field(walk, value, field, kind.cls, path)
    if not (value.keys() <= shape.names and hidden.isdisjoint(value)):
        yield from _extras(walk, value, shape, hidden, path)


def _field(walk: Walk, value: dict[str, Any], field: inspect.Field, struct: type, path: str) -> Iterator[Problem]:
    name = field.encode_name
    if name not in value:
        if field.required:
            yield Problem(join(path, name), "Field required")
        return
    special = walk.special.get((struct, name))
    if special is not None:
        yield from special(walk, value[name], join(path, name), field.type)
        return
    yield from walk.within(value[name], field.type, join(path, name))


def _extras(walk: Walk, value: dict[str, Any], shape: _Shape, hidden: frozenset[str], path: str) -> Iterator[Problem]:
    """Keys that no field has, or a hidden one, which null leaves out where it may be null."""
    kinds = {field.encode_name: field.type for field in shape.fields}
    for key in value:
        if key not in shape.names:
            yield Problem(join(path, key), EXTRA)
        elif key in hidden and (value[key] is not None or any(walk.within(None, kinds[key], ""))):
            yield Problem(join(path, key), EXTRA, EXTRA_INPUTS)


def _tag(value: dict[str, Any], tags: Sequence[str], path: str, rule: str = "") -> Iterator[Problem]:
    if "type" not in value:
        yield Problem(join(path, "type"), "Field required")
    elif value["type"] not in tags:
        yield unknown_tag(path, value["type"], tags, rule)


def _union(walk: Walk, value: Any, kind: inspect.UnionType, path: str) -> Iterator[Problem]:
    yield from walk.within(value, _member_for(value, kind), path)


def _tagged_union(walk: Walk, value: Any, kind: _TaggedUnion, path: str) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield from _union(walk, value, kind, path)
        return
    tag = value.get("type")
    member = kind.members.get(tag) if isinstance(tag, str) else None
    if member is not None and member.cls not in walk.hidden.members:
        yield from walk.within(value, member, path)
        return
    known = [tag for tag, member in kind.members.items() if member.cls not in walk.hidden.members]
    yield from _tag(value, known, path, "" if member is None else EXTRA_INPUTS)


def _member_for(value: Any, kind: inspect.UnionType) -> inspect.Type:
    """The member that the value is judged by; where none is of its type, the one that the API names as expected.

    That is a list before an object before a string: ``content: 5`` should be a valid array.
    """
    for member in kind.types:
        if isinstance(member, _MEMBERS.get(type(value), ())):
            return member
    return min(kind.types, key=lambda member: _PRECEDENCE.get(type(member), len(_PRECEDENCE)))


_MEMBERS: Final[dict[type, tuple[type, ...]]] = {
    type(None): (inspect.NoneType,),
    str: (inspect.StrType, inspect.LiteralType),
    list: (inspect.ListType,),
    bool: (inspect.BoolType,),
    dict: (inspect.StructType, inspect.DictType),
}
_PRECEDENCE: Final[dict[type, int]] = {
    kind: rank
    for rank, kind in enumerate(
        (inspect.ListType, inspect.StructType, inspect.DictType, inspect.StrType, inspect.LiteralType)
    )
}

_CHECKS: Final[dict[type, Check]] = {
    inspect.IntType: _integer,
    inspect.FloatType: _number,
    inspect.StrType: _string,
    inspect.BoolType: _boolean,
    inspect.ListType: _array,
    inspect.DictType: _object,
    inspect.LiteralType: _literal,
    inspect.StructType: _struct,
    inspect.UnionType: _union,
    _TaggedUnion: _tagged_union,
}
