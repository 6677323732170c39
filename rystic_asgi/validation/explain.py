"""Why a request body does not fit its Struct: the first fault, in the API's order and words.

The Structs are the only description of the wire: this module walks ``msgspec.inspect``'s view of them.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect

from rystic_asgi.protocol.requests import InferenceGeo, Message, MessagesRequest
from rystic_asgi.protocol.tools import CustomTool, DefinedTool
from rystic_asgi.validation.json_faults import first_of_equal_keys, json_fault
from rystic_asgi.validation.problem import Problem, join

Check = Callable[[Any, Any, str], Iterator[Problem]]
Special = Callable[[Any, str, inspect.Type], Iterator[Problem]]


def explain_body(body: bytes) -> Problem:
    """The first fault of a body that could not be decoded; a fallback where the walk finds none."""
    try:
        value = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError):
        return Problem("", f"The request body is not valid JSON: {json_fault(body)}")
    return (
        first_problem(value, MessagesRequest)
        or first_problem(first_of_equal_keys(body), MessagesRequest)
        or Problem("", "The request body could not be read.")
    )


def first_problem(value: Any, struct: type[msgspec.Struct]) -> Problem | None:
    """The first fault of a decoded JSON value that should fit ``struct``."""
    return next(every_problem(value, struct), None)


def every_problem(value: Any, struct: type[msgspec.Struct]) -> Iterator[Problem]:
    """All faults in the order in which the API looks for them."""
    return _problems(value, _type_info(struct), "")


@cache
def _type_info(struct: type[msgspec.Struct]) -> inspect.Type:
    return inspect.type_info(struct)


def _problems(value: Any, kind: inspect.Type, path: str) -> Iterator[Problem]:
    check = _CHECKS.get(type(kind))
    return iter(()) if check is None else check(value, kind, path)


def _integer(value: Any, kind: inspect.IntType, path: str) -> Iterator[Problem]:
    if not isinstance(value, int) or isinstance(value, bool):
        yield Problem(path, "Input should be a valid integer")
        return
    yield from _bounds(value, kind, path)


def _number(value: Any, kind: inspect.FloatType, path: str) -> Iterator[Problem]:
    if not isinstance(value, int | float) or isinstance(value, bool):
        yield Problem(path, "Input should be a valid number")
        return
    yield from _bounds(value, kind, path)


def _bounds(value: float, kind: inspect.IntType | inspect.FloatType, path: str) -> Iterator[Problem]:
    if kind.ge is not None and value < kind.ge:
        yield Problem(path, f"Input should be greater than or equal to {kind.ge}")


def _string(value: Any, kind: inspect.StrType, path: str) -> Iterator[Problem]:
    if not isinstance(value, str):
        yield Problem(path, "Input should be a valid string")
        return
    if kind.min_length is not None and len(value) < kind.min_length:
        yield Problem(path, f"String should have at least {kind.min_length} character")
    if kind.max_length is not None and len(value) > kind.max_length:
        yield Problem(path, f"String should have at most {kind.max_length} characters")
    if kind.pattern is not None and not re.search(kind.pattern, value):
        yield Problem(path, f"String should match pattern '{kind.pattern.replace(chr(92) + 'Z', '$')}'")


def _boolean(value: Any, kind: inspect.BoolType, path: str) -> Iterator[Problem]:
    if not isinstance(value, bool):
        yield Problem(path, "Input should be a valid boolean")


def _array(value: Any, kind: inspect.ListType, path: str) -> Iterator[Problem]:
    if not isinstance(value, list):
        yield Problem(path, "Input should be a valid array")
        return
    if kind.max_length is not None and len(value) > kind.max_length:
        yield Problem(path, f"List should have at most {kind.max_length} items")
    for index, item in enumerate(value):
        yield from _problems(item, kind.item_type, join(path, index))


def _object(value: Any, kind: inspect.DictType, path: str) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield Problem(path, "Input should be an object")


def _literal(value: Any, kind: inspect.LiteralType, path: str) -> Iterator[Problem]:
    if value in kind.values and isinstance(value, str):
        return
    *most, last = (repr(allowed) for allowed in kind.values)
    yield Problem(path, f"Input should be {', '.join(most)}{' or ' if most else ''}{last}")


def _struct(value: Any, kind: inspect.StructType, path: str) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield Problem(path, "Input should be an object")
        return
    tag = _tag_of(kind)
    if tag:
        yield from _tag(value, (tag,), path)
    path = join(path, tag)
    for field in kind.fields:
        if field.encode_name != "type" or not tag:
            yield from _field(value, field, kind.cls, path)
    if not kind.forbid_unknown_fields:
        return
    known = {field.encode_name for field in kind.fields} | {kind.tag_field}
    yield from (Problem(join(path, key), "Extra inputs are not permitted") for key in value if key not in known)


def _field(value: dict[str, Any], field: inspect.Field, struct: type, path: str) -> Iterator[Problem]:
    name = field.encode_name
    if name not in value:
        if field.required:
            yield Problem(join(path, name), "Field required")
        return
    special = _SPECIAL.get((struct, name))
    if special is not None:
        yield from special(value[name], join(path, name), field.type)
        return
    yield from _problems(value[name], field.type, join(path, name))


def _tag_of(kind: inspect.StructType) -> str:
    """The tag of a member of a union, or the one ``type`` that an object standing alone may have."""
    if kind.tag is not None:
        return str(kind.tag)
    own = next((field.type for field in kind.fields if field.encode_name == "type" and field.required), None)
    return str(own.values[0]) if isinstance(own, inspect.LiteralType) else ""


def _tag(value: dict[str, Any], tags: tuple[str, ...], path: str) -> Iterator[Problem]:
    if "type" not in value:
        yield Problem(join(path, "type"), "Field required")
    elif value["type"] not in tags:
        known = ", ".join(f"'{tag}'" for tag in tags)
        found = f"Input tag '{value['type']}' found using 'type' does not match any of the expected tags: {known}"
        yield Problem(path, found)


def _union(value: Any, kind: inspect.UnionType, path: str) -> Iterator[Problem]:
    structs = {_tag_of(member): member for member in kind.types if isinstance(member, inspect.StructType)}
    if len(structs) > 1 and isinstance(value, dict):
        yield from _tag(value, tuple(structs), path)
    yield from _problems(value, _member_for(value, kind, structs), path)


def _member_for(value: Any, kind: inspect.UnionType, structs: dict[str, inspect.StructType]) -> inspect.Type:
    """The member that the value is judged by; where none is of its type, the one that the API names as expected.

    That is a list before a string: ``content: 5`` should be a valid array.
    """
    for member in kind.types:
        if isinstance(member, _SCALARS.get(type(value), ())):
            return member
    if len(structs) > 1 and isinstance(value, dict):
        return structs.get(value.get("type", ""), inspect.AnyType())
    if structs:
        return next(iter(structs.values()))
    return [member for member in kind.types if type(member) in _CHECKS][-1]


_SCALARS: Final[dict[type, tuple[type, ...]]] = {
    type(None): (inspect.NoneType,),
    str: (inspect.StrType, inspect.LiteralType),
    list: (inspect.ListType,),
    bool: (inspect.BoolType,),
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
}


def _role(value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
    if value not in ("user", "assistant", "system"):
        yield Problem("messages", f'Unexpected role "{value}". Allowed roles are "user" or "assistant"')


def _max_tokens(value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
    yield from _integer(value, inspect.IntType(), path)
    if isinstance(value, int) and value < 0:
        yield Problem(path, "must be greater than or equal to 0")


def _tools(value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
    yield from _array(value, inspect.ListType(inspect.AnyType()), path)
    for index, tool in enumerate(value if isinstance(value, list) else ()):
        yield from _tool(tool, join(path, index))


def _tool(value: Any, path: str) -> Iterator[Problem]:
    defined = isinstance(value, dict) and value.get("type") not in (None, "custom")
    struct, tag = (DefinedTool, "") if defined else (CustomTool, "custom" if isinstance(value, dict) else "")
    yield from _problems(value, _type_info(struct), join(path, tag))


def _shaped(name: str, expected: tuple[type, ...]) -> Special:
    """A field whose shape as a whole is judged before its members are."""

    def check(value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
        if isinstance(value, (*expected, type(None))):
            yield from _problems(value, kind, path)
        else:
            yield Problem(join(path, name), "Input does not match the expected shape.")

    return check


def _system(value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
    for index, block in enumerate(value if isinstance(value, list) else ()):
        if not isinstance(block, dict):
            yield Problem(join(path, index), "Input does not match the expected shape.")
    yield from _problems(value, kind, path)


def _inference_geo(value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
    if value not in (None, *get_args(InferenceGeo)):
        yield Problem(path, f"must be one of {list(get_args(InferenceGeo))}")


def _range(value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    yield from [Problem(path, "range: 0..1")] if number and not 0 <= value <= 1 else _problems(value, kind, path)


_SPECIAL: Final[dict[tuple[type, str], Special]] = {
    (Message, "role"): _role,
    (MessagesRequest, "max_tokens"): _max_tokens,
    (MessagesRequest, "tools"): _tools,
    (MessagesRequest, "system"): _system,
    (MessagesRequest, "output_config"): _shaped("", (dict,)),
    (MessagesRequest, "metadata"): _shaped("", (dict,)),
    (MessagesRequest, "container"): _shaped("ContainerParams", (dict, str)),
    (MessagesRequest, "temperature"): _range,
    (MessagesRequest, "top_p"): _range,
    (MessagesRequest, "inference_geo"): _inference_geo,
}
"""Fields that the API speaks of in its own way. Source: a measured validator of version 2023-06-01."""
