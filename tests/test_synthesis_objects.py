"""Objects that are made up."""

from typing import Any

import pytest

from rystic_asgi.engine.synthesis import make_value
from tests.conftest import assert_is_made

DRAFT_04 = "http://json-schema.org/draft-04/schema#"


DRAFT_07 = "http://json-schema.org/draft-07/schema#"


MADE = [
    pytest.param({"type": "object", "required": ["a"], "properties": {"b": {}}}, {"a": "text"}, id="required"),
    pytest.param({"required": ["a"], "additionalProperties": {"type": "null"}}, {"a": None}, id="additionalProperties"),
    pytest.param(
        {"$schema": DRAFT_04, "type": "object", "required": ["a"], "additionalProperties": True},
        {"a": "text"},
        id="draft 04's boolean",
    ),
    pytest.param(
        {"required": ["ab"], "patternProperties": {"^a": {"type": "null"}}}, {"ab": None}, id="patternProperties"
    ),
    pytest.param(
        {"required": ["a"], "unevaluatedProperties": {"type": "null"}}, {"a": None}, id="unevaluatedProperties"
    ),
    pytest.param(
        {"type": "object", "minProperties": 2, "properties": {"a": {}}},
        {"a": "text", "name1": "text"},
        id="minProperties",
    ),
    pytest.param(
        {"minProperties": 1, "patternProperties": {"^x-": {}}, "additionalProperties": False},
        {"x-": "text"},
        id="names by pattern",
    ),
    pytest.param(
        {"minProperties": 2, "propertyNames": {"pattern": "^a"}}, {"a": "text", "aa": "text"}, id="propertyNames"
    ),
    pytest.param(
        {"minProperties": 1, "properties": {"b": {}}, "propertyNames": {"const": "a"}},
        {"a": "text"},
        id="declared names that propertyNames refuses",
    ),
    pytest.param(
        {"required": ["a"], "dependentRequired": {"a": ["b"], "b": ["a", "c"], "x": ["y"]}},
        {"a": "text", "b": "text", "c": "text"},
        id="dependentRequired",
    ),
    pytest.param(
        {"type": "object", "required": ["a"], "dependentSchemas": {"a": {"required": ["b"]}}},
        {"a": "text", "b": "text"},
        id="dependentSchemas",
    ),
    pytest.param({"type": "object", "dependentSchemas": {"a": False}}, {}, id="dependentSchemas of what is absent"),
    pytest.param(
        {
            "$schema": DRAFT_07,
            "required": ["a"],
            "type": "object",
            "dependencies": {"a": ["b"], "b": {"required": ["c"]}},
        },
        {"a": "text", "b": "text", "c": "text"},
        id="draft 07's dependencies",
    ),
]


@pytest.mark.parametrize(("schema", "made"), MADE)
def test_the_smallest_sensible_value_is_made(schema: Any, made: Any) -> None:
    assert_is_made(schema, made)


def test_optional_members_are_added_where_the_whole_needs_them() -> None:
    schema = {"properties": {"a": {}, "b": {"const": 1}}, "not": {"properties": {"b": False}}, "type": "object"}

    assert make_value(schema) == {"b": 1}
    both = {"anyOf": [{"required": ["a", "b"]}], "properties": {"a": {}, "b": {}}, "type": "object"}

    assert make_value(both) == {"a": "text", "b": "text"}
