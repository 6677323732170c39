"""A fault in what a test wrote: the place, what was there, and what may be there."""

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any


class ScriptError(ValueError):
    """A script or document that cannot be played; ``place`` is dotted, list items by index."""

    def __init__(self, place: str, message: str) -> None:
        self.place = place
        super().__init__(f"rystic: {place}: {message}" if place else f"rystic: {message}")


def check_keys(value: Mapping[str, Any], allowed: Collection[str], place: str) -> None:
    """Raise ScriptError for a key that is not among ``allowed``, naming the nearest that is."""
    for key in value:
        if key not in allowed:
            near = get_close_matches(str(key), list(allowed), n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise ScriptError(f"{place}.{key}" if place else str(key), f"unknown key; {hint}known: {_listed(allowed)}")


def check_members(value: Any, members: Mapping[str, type | tuple[type, ...]], place: str) -> None:
    """Raise ScriptError unless ``value`` is an object of known keys, each of its type."""
    check_type(value, dict, place)
    check_keys(value, tuple(members), place)
    for key, expected in members.items():
        if key in value:
            check_type(value[key], expected, f"{place}.{key}")


def check_type(value: Any, expected: type | tuple[type, ...], place: str) -> None:
    """Raise ScriptError unless ``value`` is of a JSON type among ``expected``; a boolean is no number."""
    kinds = expected if isinstance(expected, tuple) else (expected,)
    if type(value) not in kinds:
        wanted = " or ".join(_JSON_NAMES[kind] for kind in kinds)
        raise ScriptError(place, f"{wanted} expected, found {shown(value)}")


def shown(value: Any) -> str:
    """``value`` as it may stand in a message: short, and with its JSON type."""
    text = repr(value)
    name = _JSON_NAMES.get(type(value), type(value).__name__)
    return f"{name} {text if len(text) <= 60 else text[:57] + '...'}" if value is not None else "null"


def _listed(names: Collection[str]) -> str:
    return ", ".join(names)


_JSON_NAMES: Mapping[type, str] = {
    str: "a string",
    dict: "an object",
    list: "a list",
    bool: "a boolean",
    int: "an integer",
    float: "a number",
    type(None): "null",
}
