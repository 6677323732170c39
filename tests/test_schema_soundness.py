"""Which schemas are schemas."""

from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rystic_asgi.validation.schema_faults import SchemaFault, SchemaUnusableError
from rystic_asgi.validation.schema_soundness import schema_fault, sound_schemas
from rystic_asgi.validation.tool_schemas import input_fault
from tests.test_tool_schemas import ANY_SCHEMAS, DRAFT_04, DRAFT_06, DRAFT_07, DRAFT_2019, DRAFT_2020, WEATHER

FAULTS = [
    pytest.param(None, "", "It must be an object or a boolean, not None", id="root: None"),
    pytest.param(
        {"$schema": DRAFT_04, "not": True},
        "not",
        "It must be an object, not True",
        id='not: {"$schema": DRAFT_04, "not": True}',
    ),
    pytest.param(
        {"type": "strin"},
        "type",
        "It must be one of array, boolean, integer, null, number, object, string, not 'strin'",
        id='type: {"type": "strin"}',
    ),
    pytest.param(
        {"type": ["string", "string"]},
        "type",
        "It must be one of array, boolean, integer, null, number, object, string, or an array of different ones, "
        "not ['string', 'string']",
        id='type: {"type": ["string", "string"]}',
    ),
    pytest.param(
        {"properties": {"x": {"minLength": -1}}},
        "properties.x.minLength",
        "It must be a whole number of at least 0, not -1",
        id='properties.x.minLength: {"properties": {"x": {"minLength": -1}}}',
    ),
    pytest.param({"properties": []}, "properties", "It must be an object, not []", id='properties: {"properties": []}'),
    pytest.param(
        {"allOf": [{}, {"maximum": "9"}]},
        "allOf.1.maximum",
        "It must be a number, not '9'",
        id='allOf.1.maximum: {"allOf": [{}, {"maximum": "9"}]}',
    ),
    pytest.param(
        {"allOf": []}, "allOf", "It must be an array of at least one element, not []", id='allOf: {"allOf": []}'
    ),
    pytest.param({"enum": 1}, "enum", "It must be an array, not 1", id='enum: {"enum": 1}'),
    pytest.param(
        {"multipleOf": 0}, "multipleOf", "It must be a number above 0, not 0", id='multipleOf: {"multipleOf": 0}'
    ),
    pytest.param(
        {"minimum": float("nan")}, "minimum", "It must be a number, not nan", id='minimum: {"minimum": float("nan")}'
    ),
    pytest.param({"pattern": 1}, "pattern", "It must be a string, not 1", id='pattern: {"pattern": 1}'),
    pytest.param(
        {"uniqueItems": "yes"},
        "uniqueItems",
        "It must be a boolean, not 'yes'",
        id='uniqueItems: {"uniqueItems": "yes"}',
    ),
    pytest.param(
        {"required": ["a", "a"]},
        "required",
        "It must be an array of different strings, not ['a', 'a']",
        id='required: {"required": ["a", "a"]}',
    ),
    pytest.param(
        {"dependentRequired": {"a": "b"}},
        "dependentRequired",
        "It must be an object of arrays of different strings, not {'a': 'b'}",
        id='dependentRequired: {"dependentRequired": {"a": "b"}}',
    ),
    pytest.param(
        {"dependencies": {"a": [1]}},
        "dependencies",
        "It must be an object of schemas and arrays of different strings, not {'a': [1]}",
        id='dependencies: {"dependencies": {"a": [1]}}',
    ),
    pytest.param(
        {"$schema": DRAFT_07, "dependencies": {"a": ["b"], "c": 5}},
        "dependencies.c",
        "It must be an object or a boolean, not 5",
        id='dependencies.c: {"$schema": DRAFT_07, "dependencies": {"',
    ),
    pytest.param(
        {"$vocabulary": {"a": 1}},
        "$vocabulary",
        "It must be an object of booleans, not {'a': 1}",
        id='$vocabulary: {"$vocabulary": {"a": 1}}',
    ),
    pytest.param(
        {"$id": "urn:x#y"}, "$id", "It must be a URI without a fragment, not 'urn:x#y'", id='$id: {"$id": "urn:x#y"}'
    ),
    pytest.param(
        {"$anchor": "1"},
        "$anchor",
        "It must be a name of letters, digits, '-', '.' and '_', not '1'",
        id='$anchor: {"$anchor": "1"}',
    ),
    pytest.param(
        {"$schema": DRAFT_2019, "$anchor": "_a"},
        "$anchor",
        "It must be a name of letters, digits, '-', '.', ':' and '_', not '_a'",
        id='$anchor: {"$schema": DRAFT_2019, "$anchor": "_a"}',
    ),
    pytest.param({"items": [{}]}, "items", "It must be an object or a boolean, not [{}]", id='items: {"items": [{}]}'),
    pytest.param(
        {"$schema": DRAFT_07, "items": []},
        "items",
        "It must be an array of at least one element, not []",
        id='items: {"$schema": DRAFT_07, "items": []}',
    ),
    pytest.param(
        {"$schema": DRAFT_07, "items": [1]},
        "items.0",
        "It must be an object or a boolean, not 1",
        id='items.0: {"$schema": DRAFT_07, "items": [1]}',
    ),
    pytest.param(
        {"$schema": DRAFT_04, "required": []},
        "required",
        "It must be an array of at least one element, not []",
        id='required: {"$schema": DRAFT_04, "required": []}',
    ),
    pytest.param(
        {"$schema": DRAFT_04, "additionalItems": 1},
        "additionalItems",
        "It must be an object, not 1",
        id='additionalItems: {"$schema": DRAFT_04, "additionalItems":',
    ),
    pytest.param(
        {"$schema": DRAFT_04, "exclusiveMinimum": 1},
        "exclusiveMinimum",
        "It must be a boolean, not 1",
        id='exclusiveMinimum: {"$schema": DRAFT_04, "exclusiveMinimum"',
    ),
    pytest.param({"$schema": 1}, "$schema", "It must be a string, not 1", id='$schema: {"$schema": 1}'),
    pytest.param(
        {"const": 1, "title": "a" * 200 + "b", "$comment": 0},
        "$comment",
        "It must be a string, not 0",
        id='$comment: {"const": 1, "title": "a" * 200 + "b", "',
    ),
    pytest.param(
        {"title": ["a" * 200 + "b"]},
        "title",
        f"It must be a string, not ['{'a' * 33} ... {'a' * 17}b']",
        id='title: {"title": ["a" * 200 + "b"]}',
    ),
]


SOUND = [
    pytest.param(True, id="True"),
    pytest.param({}, id="{}"),
    pytest.param(WEATHER, id="WEATHER"),
    pytest.param(
        {"$schema": DRAFT_07, "items": [{}], "additionalItems": False, "dependencies": {"a": ["b"], "c": {}}},
        id='{"$schema": DRAFT_07, "items": [{}], "additionalIt',
    ),
    pytest.param(
        {"$schema": DRAFT_04, "exclusiveMinimum": True, "minimum": 1, "additionalProperties": False},
        id='{"$schema": DRAFT_04, "exclusiveMinimum": True, "m',
    ),
    pytest.param(
        {"$schema": DRAFT_07.replace("http:", "https:"), "items": [True]},
        id='{"$schema": DRAFT_07.replace("http:", "https:"), "',
    ),
    pytest.param(
        {"$ref": "#/nowhere", "minLength": 2.0, "type": ["string", "null"], "x-own": 1, "$anchor": "a.b"},
        id='{"$ref": "#/nowhere", "minLength": 2.0, "type": ["',
    ),
    pytest.param(
        {"$schema": "https://example.com/own", "prefixItems": [{}]},
        id='{"$schema": "https://example.com/own", "prefixItem',
    ),
    pytest.param({"pattern": "("}, id='{"pattern": "("}'),
]


@pytest.mark.parametrize(("schema", "path", "message"), FAULTS)
def test_a_faulty_schema_is_told_with_its_place(schema: Any, path: str, message: str) -> None:
    assert schema_fault(schema) == SchemaFault(path, message)


@pytest.mark.parametrize("schema", SOUND)
def test_a_sound_schema_has_no_fault(schema: Any) -> None:
    assert schema_fault(schema) is None


def test_the_first_fault_in_reading_order_is_told() -> None:
    schema = {"properties": {"a": {"items": {"type": 1}}, "b": {"type": 2}}, "minLength": 1}

    assert schema_fault(schema) == SchemaFault(
        "properties.a.items.type",
        "It must be one of array, boolean, integer, null, number, object, string, or an array of different ones, not 1",
    )


@settings(derandomize=True, deadline=None)
@given(ANY_SCHEMAS, st.sampled_from([DRAFT_04, DRAFT_06, DRAFT_07, DRAFT_2019, DRAFT_2020]))
def test_the_same_schemas_are_sound_as_by_the_metaschema(schema: dict[str, Any], draft: str) -> None:
    schema = {"$schema": draft, **schema}
    validator: Any = jsonschema.validators.validator_for(schema)
    sound = next(validator(validator.META_SCHEMA).iter_errors(schema), None) is None

    assert (schema_fault(schema) is None) is sound


def test_each_schema_of_ten_thousand_is_visited_once() -> None:
    schema = {"properties": {f"p{number}": {"type": "string", "minLength": 1} for number in range(10_000)}}

    assert schema_fault(schema) is None
    assert len(sound_schemas(schema)) == 10_001


def test_a_schema_that_is_nested_too_deeply_is_a_fault() -> None:
    schema: dict[str, Any] = {}
    for _ in range(100_000):
        schema = {"not": schema}
    expected = SchemaFault(".".join(["not"] * 8), "Schemas are nested in each other more than 100 deep")

    assert schema_fault(schema) == expected
    with pytest.raises(SchemaUnusableError) as raised:
        input_fault(schema, 1)
    assert raised.value.reason == "it, or a value under it, is nested without end or too deeply"
