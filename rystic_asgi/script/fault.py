"""A fault in what a test wrote: the place, what was there, and what may be there."""

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any, Final

MAX_DEPTH: Final = 200
MEANT: Final = 'if it is meant, mark the reply with unchecked: ["grammar"]'
"""How to have a reply played that the API would not send."""


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


def check_depth(value: Any, place: str) -> None:
    """Raise ScriptError for a value nested deeper than any tool's input; what is deeper could not be sent whole."""
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            raise ScriptError(place, f"nested deeper than {MAX_DEPTH}")
        containers = (member for member in level if isinstance(member, dict | list))
        level = [inner for member in containers for inner in (member.values() if isinstance(member, dict) else member)]


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
