"""Inputs made up for a tool, from its schema alone.

``jsonschema`` is imported when the first value is made.
"""

from itertools import islice
from typing import Any, Final

from rystic_asgi.engine.synthesis.budget import Budget, NoInputError
from rystic_asgi.engine.synthesis.making import Making
from rystic_asgi.engine.synthesis.places import Place
from rystic_asgi.engine.synthesis.values import values
from rystic_asgi.validation.schema_faults import as_unusable
from rystic_asgi.validation.schema_shapes import draft_of
from rystic_asgi.validation.tool_schemas import checked_schema

__all__ = ["NoInputError", "make_input", "make_value"]

_DEPTH_LIMITS: Final = (2, 4, 8, 16, 24, 48, 96)
"""A value nests no deeper than it has to: each limit is tried when the one before left something out."""
_MOST_WHOLE_VALUES: Final = 200


def make_input(schema: Any) -> dict[str, Any]:
    """A small, readable object that a tool's input schema accepts, always the same one.

    It has the required members, the optional ones only where they are needed, and prefers ``const``, ``default``,
    ``examples`` and ``enum`` in that order. Texts meet the common values of ``format``. Raises NoInputError when none
    is found within MAX_STEPS steps, or when the schema cannot be used.
    """
    made = _make(schema, ({"type": "object"},))
    return dict(made)


def make_value(schema: Any) -> Any:
    """A small, readable JSON value that the schema accepts, as ``make_input`` does for objects."""
    return _make(schema, ())


def _make(schema: Any, further: tuple[dict[str, Any], ...]) -> Any:
    try:
        checked = checked_schema(schema)
        root = Place(checked.schema, checked.resolver, draft_of(checked.schema))
        places = (root, *(Place(each, root.resolver, root.draft) for each in further))
        return _searched(Making(checked, Budget(), values, _DEPTH_LIMITS[0]), places)
    except BaseException as cause:
        unusable = as_unusable(cause)
        if unusable is None:
            raise
        raise NoInputError(unusable.place, unusable.reason) from None


def _searched(making: Making, places: tuple[Place, ...]) -> Any:
    for making.deepest in _DEPTH_LIMITS:
        making.was_too_deep = False
        candidates = islice(values(making, places, ()), _MOST_WHOLE_VALUES)
        accepted = (value for value in candidates if making.accepts(places, value))
        for value in accepted:
            return _copied(value)
        if not making.was_too_deep:
            break
    reason = making.budget.reason or "it allows no value"
    raise NoInputError(making.budget.place, reason)


def _copied(value: Any) -> Any:
    """A copy whose parts are all its own, and none of the schema's."""
    if isinstance(value, dict):
        return {name: _copied(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_copied(item) for item in value]
    return value
