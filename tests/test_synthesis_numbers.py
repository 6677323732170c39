"""Numbers that are made up."""

from typing import Any

import pytest

from tests.conftest import assert_is_made

DRAFT_04 = "http://json-schema.org/draft-04/schema#"


MADE = [
    pytest.param({"type": "integer", "minimum": 5}, 5, id="minimum"),
    pytest.param({"type": "integer", "maximum": -5}, -5, id="maximum"),
    pytest.param({"type": "integer", "exclusiveMinimum": 5, "exclusiveMaximum": 7}, 6, id="exclusive bounds"),
    pytest.param(
        {"allOf": [{"minimum": 1, "maximum": 9}, {"minimum": 4, "maximum": 5}, {"minimum": 2, "maximum": 7}]},
        4,
        id="the narrower of bounds",
    ),
    pytest.param(
        {"$schema": DRAFT_04, "minimum": 2, "exclusiveMinimum": True, "type": "integer"},
        3,
        id="draft 04's exclusive bounds",
    ),
    pytest.param(
        {"$schema": DRAFT_04, "maximum": 0, "exclusiveMaximum": True, "type": "integer"},
        -1,
        id="draft 04's exclusive maximum",
    ),
    pytest.param({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}, 0.9, id="between two integers"),
    pytest.param({"type": "number", "minimum": 2.25, "maximum": 2.26}, 2.25, id="between near numbers"),
    pytest.param({"type": "integer", "multipleOf": 7, "minimum": 15}, 21, id="multipleOf"),
    pytest.param(
        {"type": "number", "multipleOf": 0.25, "minimum": 0.1, "maximum": 0.9}, 0.75, id="multipleOf of a fraction"
    ),
    pytest.param({"allOf": [{"multipleOf": 4}, {"multipleOf": 6}], "exclusiveMinimum": 0}, 12, id="two multipleOf"),
    pytest.param({"type": "integer", "maximum": float("inf")}, 1, id="a bound beyond all floats"),
]


@pytest.mark.parametrize(("schema", "made"), MADE)
def test_the_smallest_sensible_value_is_made(schema: Any, made: Any) -> None:
    assert_is_made(schema, made)
