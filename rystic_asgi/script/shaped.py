"""Values of a script checked against the shapes of the protocol; nothing is filled in yet."""

from collections.abc import Callable, Collection
from types import NoneType
from typing import Any, Final

from rystic_asgi.protocol.shapes import Either, Field, Form, ListOf, Missing, OneOf, Shape, Words
from rystic_asgi.script.fault import MEANT, ScriptError, check_keys, check_type, shown

_ABSENT: Final = (Missing.ABSENT, Missing.ABSENT_OR_EMPTY)


def read_form(form: Form, value: Any, place: str, unchecked: Collection[str] = ()) -> Any:
    """``value`` without what counts as left out, members in the order of the wire. Raises ScriptError."""
    return _READERS[type(form)](form, value, place, unchecked)


def read_object(shape: Shape, value: Any, place: str, unchecked: Collection[str] = ()) -> dict[str, Any]:
    """Like ``read_form`` for an object of one shape; its ``type`` may be left out."""
    check_type(value, dict, place)
    keys = [*(("type",) if shape.tag else ()), *(field.name for field in shape.fields)]
    check_keys(value, keys, place)
    if shape.tag is not None and value.get("type", shape.tag) != shape.tag:
        raise ScriptError(f"{place}.type", f"{shape.tag} expected, found {shown(value['type'])}")
    read = {} if shape.tag is None else {"type": shape.tag}
    for field in shape.fields:
        if not _is_left_out(field, value):
            read[field.name] = read_form(field.form, value[field.name], f"{place}.{field.name}", unchecked)
        elif field.default is Missing.REFUSED:
            raise ScriptError(f"{place}.{field.name}", f"missing; {_named(shape)} needs it")
    return read


def read_one_of(shapes: dict[str, Shape], value: Any, place: str, unchecked: Collection[str] = ()) -> dict[str, Any]:
    """Like ``read_object``, for the shape that the ``type`` of ``value`` names."""
    check_type(value, dict, place)
    shape = shapes.get(value.get("type")) if isinstance(value.get("type"), str) else None
    if shape is None:
        raise ScriptError(f"{place}.type", f"one of {', '.join(shapes)} expected, found {shown(value.get('type'))}")
    return read_object(shape, value, place, unchecked)


def _is_left_out(field: Field, value: dict[str, Any]) -> bool:
    given = value.get(field.name)
    if given is None:
        return field.name not in value or not _takes_null(field.form)
    return given == [] and field.default is Missing.ABSENT_OR_EMPTY


def _takes_null(form: Form) -> bool:
    return NoneType in (form.forms if isinstance(form, Either) else form if type(form) is tuple else ())


def _named(shape: Shape) -> str:
    return "the object" if shape.tag is None else f"a {shape.tag} block"


def _read_value(form: Any, value: Any, place: str, unchecked: Collection[str]) -> Any:
    check_type(value, form, place)
    return value


def _read_words(form: Words, value: Any, place: str, unchecked: Collection[str]) -> Any:
    check_type(value, str, place)
    if value not in form.words and "grammar" not in unchecked:
        raise ScriptError(place, f"one of {', '.join(form.words)} expected, found {shown(value)}; {MEANT}")
    return value


def _read_list(form: ListOf, value: Any, place: str, unchecked: Collection[str]) -> Any:
    check_type(value, list, place)
    return [read_form(form.item, item, f"{place}.{index}", unchecked) for index, item in enumerate(value)]


def _read_either(form: Either, value: Any, place: str, unchecked: Collection[str]) -> Any:
    check_type(value, tuple(form.forms), place)
    return read_form(form.forms[type(value)], value, place, unchecked)


def _read_one_of(form: OneOf, value: Any, place: str, unchecked: Collection[str]) -> Any:
    return read_one_of(form.shapes, value, place, unchecked)


_READERS: Final[dict[type, Callable[[Any, Any, str, Collection[str]], Any]]] = {
    type: _read_value,
    tuple: _read_value,
    Words: _read_words,
    ListOf: _read_list,
    Either: _read_either,
    OneOf: _read_one_of,
    Shape: read_object,
}
