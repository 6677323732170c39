"""Inputs made up for a tool, from its schema alone.

`jsonschema` is imported when the first value is made.
"""

from itertools import islice
from typing import Any, Final

from rystic_asgi.engine.synthesis.budget import Budget, NoInputError
from rystic_asgi.engine.synthesis.making import Making
from rystic_asgi.engine.synthesis.places import Place
from rystic_asgi.engine.synthesis.values import values
from rystic_asgi.validation.schema_faults import SchemaUnusableError, is_stack_exhausted
from rystic_asgi.validation.schema_shapes import draft_of
from rystic_asgi.validation.tool_schemas import checked_schema

__all__ = ["NoInputError", "make_input", "make_value"]

# A value nests no deeper than it has to: each limit is tried when the one before left something out.
DEPTH_LIMITS: Final = (2, 4, 8, 16, 24)
MOST_WHOLE_VALUES: Final = 200


def make_input(schema: Any) -> dict[str, Any]:
    """Return a small, readable object that a tool's input schema accepts, always the same one.

    It has the required members, the optional ones only where they're needed, and prefers `const`, `default`,
    `examples` and `enum` in that order. Texts meet the common values of `format`. Raises NoInputError when none
    is found within MAX_STEPS steps, or when the schema can't be used.
    """
    made = _make(schema, ({"type": "object"},))
    return dict(made)


def make_value(schema: Any) -> Any:
    """Return a small, readable JSON value that the schema accepts, as `make_input` does for objects."""
    return _make(schema, ())


def _make(schema: Any, further: tuple[dict[str, Any], ...]) -> Any:
    try:
        checked = checked_schema(schema)
        root = Place(checked.schema, checked.resolver, draft_of(checked.schema))
        places = (root, *(Place(each, root.resolver, root.draft) for each in further))
        return _searched(Making(checked, Budget(), values, DEPTH_LIMITS[0]), places)
    except SchemaUnusableError as unusable:
        raise NoInputError(unusable.place, unusable.reason) from None
    except BaseException as cause:
        if not is_stack_exhausted(cause):
            raise
        raise NoInputError("", "the schema nests too deeply for how deep the caller stands") from None


def _searched(making: Making, places: tuple[Place, ...]) -> Any:
    for making.deepest in DEPTH_LIMITS:
        making.was_too_deep = False
        for value in islice(values(making, places, ()), MOST_WHOLE_VALUES):
            if making.accepts(places, value):
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
