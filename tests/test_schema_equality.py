"""When two JSON values are equal."""

from typing import Any

import jsonschema
from hypothesis import given, settings

from rystic_asgi.validation.schema_equality import BEYOND_ALL_FLOATS, as_fraction, equality_key
from tests.test_tool_schemas import JSON_VALUES


@settings(derandomize=True, deadline=None)
@given(JSON_VALUES, JSON_VALUES)
def test_values_are_equal_by_key_as_jsonschema_takes_them(first: Any, second: Any) -> None:
    accepted = jsonschema.Draft202012Validator({"const": first}).is_valid(second)

    assert (equality_key(first) == equality_key(second)) is accepted


def test_infinities_are_beyond_all_floats() -> None:
    infinity = float("inf")

    assert [as_fraction(infinity), as_fraction(-infinity)] == [BEYOND_ALL_FLOATS, -BEYOND_ALL_FLOATS]
