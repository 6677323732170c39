"""Documents as text: JSON, YAML and TOML, each with its scalars as they were written."""

import json
import tomllib
from collections.abc import Callable
from datetime import date, datetime, time
from math import isfinite
from typing import Any, Final

from rystic_asgi._extras import needed_by
from rystic_asgi.script.fault import ScriptError


def parse_text(text: str, format: str) -> Any:
    """The JSON value of ``text``; ``format`` is ``json``, ``yaml`` or ``toml``. Raises ScriptError."""
    parse = _PARSERS.get(format)
    if parse is None:
        raise ScriptError("", f"a document ends in {', '.join('.' + name for name in _PARSERS)}, found {format!r}")
    return parse(text)


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_number, parse_float=_number)
    except ScriptError:
        raise
    except RecursionError as error:
        raise ScriptError("", "not JSON: nested too deeply") from error
    except ValueError as error:
        raise ScriptError("", f"not JSON: {error}") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ScriptError(twice, "the key stands twice in one object")
    return value


def _number(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _refuse_number(text)


def _refuse_number(text: str) -> float:
    raise ScriptError("", f"JSON has no number {text}")


def _parse_toml(text: str) -> Any:
    try:
        value = tomllib.loads(text)
        _refuse_what_json_lacks(value, "")
    except ScriptError:
        raise
    except RecursionError as error:
        raise ScriptError("", "not TOML: nested too deeply") from error
    except ValueError as error:
        raise ScriptError("", f"not TOML: {error}") from error
    return value


def _refuse_what_json_lacks(value: Any, place: str) -> None:
    if isinstance(value, date | datetime | time):
        raise ScriptError(place, f"JSON has no dates; write {value.isoformat()} in quotes")
    if isinstance(value, float) and not isfinite(value):
        raise ScriptError(place, f"JSON has no number {value}")
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        _refuse_what_json_lacks(member, f"{place}.{key}" if place else str(key))


def _parse_yaml(text: str) -> Any:
    with needed_by("a YAML document", extra="yaml"):
        from rystic_asgi.script.yaml_text import parse_yaml

    return parse_yaml(text)


_PARSERS: Final[dict[str, Callable[[str], Any]]] = {
    "json": _parse_json,
    "yaml": _parse_yaml,
    "yml": _parse_yaml,
    "toml": _parse_toml,
}
