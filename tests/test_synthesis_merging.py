"""Values for schemas that are composed of others."""

from typing import Any

import pytest

from rystic_asgi.engine.synthesis import NoInputError, make_value
from tests.conftest import assert_is_made

DRAFT_04 = "http://json-schema.org/draft-04/schema#"


DRAFT_07 = "http://json-schema.org/draft-07/schema#"


DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema"


MADE = [
    pytest.param({"allOf": [{"required": ["a"]}, {"properties": {"a": {"const": 1}}}]}, {"a": 1}, id="allOf"),
    pytest.param({"anyOf": [False, {"type": "integer"}]}, 1, id="anyOf"),
    pytest.param({"oneOf": [{"type": "integer"}, {"minimum": 2}]}, 1, id="oneOf"),
    pytest.param(
        {"oneOf": [{"type": ["integer", "string"]}, {"type": ["string", "null"]}], "type": ["string", "null"]},
        None,
        id="oneOf without the others",
    ),
    pytest.param(
        {"oneOf": [{"required": ["a"]}, {"required": ["a", "b"]}, {"required": ["c"]}], "type": "object"},
        {"a": "text"},
        id="oneOf that needs the others refused",
    ),
    pytest.param(
        {"required": ["a"], "if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}},
        {"a": 1, "b": "text"},
        id="if and then",
    ),
    pytest.param({"if": {"type": "string"}, "then": False, "else": {"type": "integer"}}, 1, id="if not and else"),
    pytest.param({"if": {"type": "string"}, "type": "null"}, None, id="if alone"),
    pytest.param(
        {"$ref": "#/$defs/a", "$defs": {"a": {"type": "integer"}}, "minimum": 5}, 5, id="reference with siblings"
    ),
    pytest.param(
        {
            "$schema": DRAFT_07,
            "allOf": [{"$ref": "#/definitions/a", "minimum": 5}],
            "definitions": {"a": {"type": "integer"}},
        },
        1,
        id="draft 07's reference",
    ),
    pytest.param({"$ref": "#a", "$defs": {"x": {"$anchor": "a", "type": "null"}}}, None, id="anchor"),
    pytest.param(
        {"$id": "urn:x:root", "$ref": "urn:x:other", "$defs": {"x": {"$id": "urn:x:other", "type": "null"}}},
        None,
        id="identifier",
    ),
    pytest.param(
        {"$dynamicRef": "#a", "$defs": {"x": {"$dynamicAnchor": "a", "type": "null"}}}, None, id="dynamic reference"
    ),
    pytest.param(
        {"$schema": DRAFT_2019, "properties": {"a": {"anyOf": [{"$recursiveRef": "#"}, True]}}, "required": ["a"]},
        {"a": {"a": "text"}},
        id="recursive reference",
    ),
    pytest.param(
        {"type": "object", "required": ["a"], "properties": {"a": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}},
        {"a": {"a": None}},
        id="recursion that can end",
    ),
    pytest.param(
        {"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {"const": 1}}},
        1,
        id="a reference twice",
    ),
    pytest.param(
        {
            "properties": {"a": {"$schema": DRAFT_04, "minimum": 1, "exclusiveMinimum": True, "type": "integer"}},
            "required": ["a"],
        },
        {"a": 2},
        id="a schema of another draft inside",
    ),
    pytest.param(
        {"$schema": DRAFT_04, "examples": 5, "dependentRequired": 1, "dependentSchemas": "x", "type": "integer"},
        1,
        id="keywords that the draft does not have",
    ),
    pytest.param(
        {
            "$schema": DRAFT_2019,
            "minItems": 1,
            "items": {"minItems": 1, "items": [{"type": "null"}], "not": {"const": 5}},
        },
        [[None]],
        id="a part by the draft of the whole",
    ),
]


@pytest.mark.parametrize(("schema", "made"), MADE)
def test_the_smallest_sensible_value_is_made(schema: Any, made: Any) -> None:
    assert_is_made(schema, made)


def test_one_of_many_is_found_in_linear_work() -> None:
    schema = {"oneOf": [{"const": number} for number in range(5_000)]}

    assert make_value(schema) == 0


def test_choices_that_grow_without_end_are_given_up() -> None:
    second = {
        "anyOf": [{"default": ["a"]}, {"$ref": "#", "enum": [True], "prefixItems": [{"then": {"type": "integer"}}]}],
        "minContains": 1,
        "default": True,
    }
    first = {"dependentRequired": {"ab": [""]}, "if": {"enum": [{}, "a"], "maxItems": 2}}
    schema = {"type": "object", "oneOf": [first, second, {"examples": [7]}]}

    with pytest.raises(NoInputError, match="steps, which are used up"):
        make_value(schema)
