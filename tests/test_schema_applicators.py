"""What each keyword refuses and accepts."""

from typing import Any

import pytest

from rystic_asgi.validation.tool_schemas import SchemaFault, SchemaUnusableError, input_fault
from tests.test_tool_schemas import DRAFT_04, DRAFT_06, DRAFT_07, DRAFT_2019, DRAFT_2020, WEATHER

REFUSED = [
    pytest.param(WEATHER, {}, "", "'city' is a required property", id="WEATHER"),
    pytest.param(WEATHER, {"city": 1}, "city", "1 is not of type 'string'", id="WEATHER"),
    pytest.param(WEATHER, {"city": "Rome", "unit": "k"}, "unit", "'k' is not one of ['c', 'f']", id="WEATHER"),
    pytest.param(
        WEATHER,
        {"city": "Rome", "day": 1},
        "",
        "Additional properties are not allowed ('day' was unexpected)",
        id="WEATHER",
    ),
    pytest.param({"type": "integer"}, True, "", "True is not of type 'integer'", id='{"type": "integer"}'),
    pytest.param({"pattern": r"^\p{Lu}$"}, "a", "", r"'a' does not match '^\\p{Lu}$'", id='{"pattern": r"^\\p{Lu}$"}'),
    pytest.param(
        {"patternProperties": {r"^\p{L}$": {"type": "null"}}},
        {"é": 1},
        "é",
        "1 is not of type 'null'",
        id='{"patternProperties": {r"^\\p{L}$": {"type": "null"',
    ),
    pytest.param(
        {"additionalProperties": {"type": "null"}, "patternProperties": {"^a$": True}},
        {"a": 1, "b": 2},
        "b",
        "2 is not of type 'null'",
        id='{"additionalProperties": {"type": "null"}, "patter',
    ),
    pytest.param({"multipleOf": 0.01}, 0.005, "", "0.005 is not a multiple of 0.01", id='{"multipleOf": 0.01}'),
    pytest.param({"multipleOf": 0.5}, float("inf"), "", "inf is not a multiple of 0.5", id='{"multipleOf": 0.5}'),
    pytest.param(
        {"uniqueItems": True},
        [1, {"a": [1]}, {"a": [1.0]}],
        "",
        "[1, {'a': [1]}, {'a': [1.0]}] has non-unique elements",
        id='{"uniqueItems": True}',
    ),
    pytest.param(
        {"unevaluatedProperties": False, "properties": {"a": True}},
        {"a": 1, "b": 2},
        "",
        "Unevaluated properties are not allowed ('b' was unexpected)",
        id='{"unevaluatedProperties": False, "properties": {"a',
    ),
    pytest.param(
        {"unevaluatedProperties": {"type": "null"}},
        {"b": 2},
        "b",
        "2 is not of type 'null'",
        id='{"unevaluatedProperties": {"type": "null"}}',
    ),
    pytest.param(
        {"unevaluatedItems": False, "prefixItems": [True]},
        [1, 2],
        "",
        "Unevaluated items are not allowed (2 was unexpected)",
        id='{"unevaluatedItems": False, "prefixItems": [True]}',
    ),
    pytest.param(
        {"unevaluatedItems": {"type": "null"}},
        [1],
        "0",
        "1 is not of type 'null'",
        id='{"unevaluatedItems": {"type": "null"}}',
    ),
    pytest.param(
        {"anyOf": [{"type": "string"}, {"properties": {"a": {"items": {"type": "null"}}}}]},
        {"a": [1]},
        "a.0",
        "1 is not of type 'null'",
        id='{"anyOf": [{"type": "string"}, {"properties": {"a"',
    ),
    pytest.param(
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        1,
        "",
        "1 is not valid under any of the given schemas",
        id='{"anyOf": [{"type": "string"}, {"type": "null"}]}',
    ),
    pytest.param(
        {"anyOf": [False, False]},
        1,
        "",
        "1 is not valid under any of the given schemas",
        id='{"anyOf": [False, False]}',
    ),
    pytest.param(
        {
            "oneOf": [
                {"properties": {"kind": {"const": "a"}, "x": {"type": "null"}}},
                {"properties": {"kind": {"const": "b"}, "x": {"type": "null"}}},
            ]
        },
        {"kind": "b", "x": 1},
        "x",
        "1 is not of type 'null'",
        id='{ "oneOf": [ {"properties": {"kind": {"const": "a"',
    ),
    pytest.param(
        {"type": "null"}, "a" * 500, "", f"'{'a' * 34} ... {'a' * 19}' is not of type 'null'", id='{"type": "null"}'
    ),
    pytest.param(
        {"$schema": DRAFT_07, "items": [{"type": "null"}]},
        [1],
        "0",
        "1 is not of type 'null'",
        id='{"$schema": DRAFT_07, "items": [{"type": "null"}]}',
    ),
    pytest.param(
        {
            "$schema": DRAFT_06,
            "dependencies": {"a": ["b"]},
            "allOf": [{"$ref": "#/definitions/x"}],
            "definitions": {"x": {}},
        },
        {"a": 1},
        "",
        "'b' is a dependency of 'a'",
        id='{ "$schema": DRAFT_06, "dependencies": {"a": ["b"]',
    ),
    pytest.param(
        {"properties": {"a": {"$schema": DRAFT_04, "exclusiveMinimum": True, "minimum": 1}}},
        {"a": 1},
        "a",
        "1 is less than or equal to the minimum of 1",
        id='{"properties": {"a": {"$schema": DRAFT_04, "exclus',
    ),
    pytest.param(
        {"$schema": DRAFT_07, "items": [True], "additionalItems": False},
        [1, 2],
        "",
        "Additional items are not allowed (2 was unexpected)",
        id="additionalItems",
    ),
    pytest.param(
        {"$schema": DRAFT_07, "items": [True], "additionalItems": {"type": "null"}},
        [1, 2],
        "1",
        "2 is not of type 'null'",
        id="additionalItems of a schema",
    ),
]


ACCEPTED = [
    pytest.param(WEATHER, {"city": "Rome", "unit": "c"}, id="WEATHER"),
    pytest.param(True, 1, id="True"),
    pytest.param({"type": "integer"}, 1.0, id='{"type": "integer"}'),
    pytest.param({"type": "integer"}, 10**400, id='{"type": "integer"}'),
    pytest.param({"multipleOf": 0.1}, 1.1, id='{"multipleOf": 0.1}'),
    pytest.param({"multipleOf": 3}, 3 * 10**5000, id='{"multipleOf": 3}'),
    pytest.param({"maximum": float("inf")}, 1, id='{"maximum": float("inf")}'),
    pytest.param({"format": "date"}, "yesterday", id='{"format": "date"}'),
    pytest.param({"uniqueItems": True}, [1, True, 0, False, "1", [1], [True]], id='{"uniqueItems": True}'),
    pytest.param({"uniqueItems": False}, [1, 1], id='{"uniqueItems": False}'),
    pytest.param({"$ref": DRAFT_2020}, {"type": "string"}, id='{"$ref": DRAFT_2020}'),
    pytest.param(
        {"pattern": "a", "patternProperties": {"a": False}, "additionalProperties": False},
        1,
        id='{"pattern": "a", "patternProperties": {"a": False}',
    ),
    pytest.param(
        {"unevaluatedProperties": False, "unevaluatedItems": False},
        1,
        id='{"unevaluatedProperties": False, "unevaluatedItems',
    ),
    pytest.param(
        {"unevaluatedItems": False, "contains": {"type": "null"}},
        [None, None],
        id='{"unevaluatedItems": False, "contains": {"type": "',
    ),
    pytest.param(
        {"$schema": DRAFT_2019, "unevaluatedItems": False, "items": [True]},
        [1],
        id='{"$schema": DRAFT_2019, "unevaluatedItems": False,',
    ),
    pytest.param(
        {"$schema": DRAFT_2019, "unevaluatedItems": False, "items": [True], "additionalItems": True},
        [1, 2],
        id='{"$schema": DRAFT_2019, "unevaluatedItems": False,',
    ),
    pytest.param({"patternProperties": {"^a": False}}, {"b": 1}, id='{"patternProperties": {"^a": False}}'),
    pytest.param(
        {"unevaluatedProperties": False, "dependentSchemas": {"a": {"properties": {"a": True}}, "b": False}},
        {"a": 1},
        id='{"unevaluatedProperties": False, "dependentSchemas',
    ),
    pytest.param(
        {"unevaluatedProperties": False, "patternProperties": {"^a": True}},
        {"ab": 1},
        id='{"unevaluatedProperties": False, "patternPropertie',
    ),
    pytest.param(
        {"$schema": DRAFT_07, "items": True, "additionalItems": False}, [1], id="additionalItems beside one schema"
    ),
]


UNEVALUATED = [
    pytest.param({"$ref": "#/$defs/x"}, id="ref"),
    pytest.param({"$dynamicRef": "#x"}, id="dynamic ref"),
    pytest.param({"allOf": [{"$ref": "#/$defs/x"}, True]}, id="allOf"),
    pytest.param({"anyOf": [{"$ref": "#/$defs/x"}, False]}, id="anyOf"),
    pytest.param({"oneOf": [False, {"$ref": "#/$defs/x"}]}, id="oneOf"),
    pytest.param({"if": True, "then": {"$ref": "#/$defs/x"}}, id="then"),
    pytest.param({"if": False, "else": {"$ref": "#/$defs/x"}}, id="else"),
    pytest.param({"if": {"$ref": "#/$defs/x"}}, id="if"),
    pytest.param({"allOf": [{"unevaluatedProperties": True, "unevaluatedItems": True}]}, id="nested unevaluated"),
    pytest.param({"allOf": [{"additionalProperties": True, "items": True}]}, id="nested additional"),
]


@pytest.mark.parametrize(("schema", "value", "path", "message"), REFUSED)
def test_a_refused_input_is_told_with_its_place(schema: Any, value: Any, path: str, message: str) -> None:
    assert input_fault(schema, value) == SchemaFault(path, message)


@pytest.mark.parametrize(("schema", "value"), ACCEPTED)
def test_an_input_that_meets_its_schema_is_accepted(schema: Any, value: Any) -> None:
    assert input_fault(schema, value) is None


@pytest.mark.parametrize("schema", UNEVALUATED)
@pytest.mark.parametrize("value", [{"a": 1}, [1]], ids=["object", "array"])
def test_what_a_schema_in_place_judges_is_not_unevaluated(schema: Any, value: Any) -> None:
    definition = {"$dynamicAnchor": "x", "properties": {"a": True}, "prefixItems": [True]}
    whole = {**schema, "$defs": {"x": definition}, "unevaluatedProperties": False, "unevaluatedItems": False}

    assert input_fault(whole, value) is None


def test_a_recursive_reference_of_draft_2019_counts_as_applied_in_place() -> None:
    schema = {
        "$schema": DRAFT_2019,
        "$id": "urn:x:tree",
        "$recursiveAnchor": True,
        "properties": {"next": {"$recursiveRef": "#", "unevaluatedProperties": False}},
    }

    assert input_fault(schema, {"next": {"next": {}}}) is None
    fault = SchemaFault("next", "Unevaluated properties are not allowed ('x' was unexpected)")

    assert input_fault(schema, {"next": {"x": 1}}) == fault


@pytest.mark.parametrize("further", [{}, {"additionalProperties": False}], ids=["patterns", "additional"])
def test_patterns_times_names_count_as_steps(further: dict[str, Any]) -> None:
    patterns = {f"^k{number}$": {"type": "integer"} for number in range(500)}
    value = {f"k{number}": number for number in range(500)}

    with pytest.raises(SchemaUnusableError, match="too many steps to check"):
        input_fault({"patternProperties": patterns, **further}, value)
