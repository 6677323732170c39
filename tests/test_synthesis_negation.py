"""Values for what a schema must not accept."""

from typing import Any

import pytest

from rystic_asgi.engine.synthesis import make_value
from rystic_asgi.validation.tool_schemas import input_fault

DRAFT_07 = "http://json-schema.org/draft-07/schema#"


REFUSING = [
    pytest.param(False, "text", id="nothing"),
    pytest.param({"type": "string"}, 1, id="type"),
    pytest.param({"type": ["string", "number", "boolean", "object", "array"]}, None, id="types"),
    pytest.param({"const": "text"}, "word", id="const"),
    pytest.param({"enum": ["text", "word"]}, "name", id="enum"),
    pytest.param({"minimum": 1}, 0, id="minimum"),
    pytest.param({"maximum": 1}, 2, id="maximum"),
    pytest.param({"exclusiveMinimum": 1}, 1, id="exclusive minimum"),
    pytest.param({"exclusiveMaximum": 1}, 1, id="exclusive maximum"),
    pytest.param({"multipleOf": 2}, 1, id="multipleOf"),
    pytest.param({"minLength": 3}, "te", id="minLength"),
    pytest.param({"minLength": 0, "type": "string"}, 1, id="minLength 0"),
    pytest.param({"maxLength": 4}, "textt", id="maxLength"),
    pytest.param({"minItems": 1}, [], id="minItems"),
    pytest.param({"minProperties": 1}, {}, id="minProperties"),
    pytest.param({"maxProperties": 0}, {"name1": "text"}, id="maxProperties"),
    pytest.param({"required": ["a"]}, {}, id="required"),
    pytest.param({"properties": {"a": {"type": "string"}}}, {"a": 1}, id="properties"),
    pytest.param(
        {"additionalProperties": False, "properties": {"a": {}}}, {"name1": "text"}, id="additionalProperties"
    ),
    pytest.param({"unevaluatedProperties": False}, {"name1": "text"}, id="unevaluatedProperties"),
    pytest.param({"patternProperties": {"^a": {"type": "string"}}}, {"a": 1}, id="patternProperties"),
    pytest.param({"propertyNames": {"maxLength": 4}}, {"textt": "text"}, id="propertyNames"),
    pytest.param({"items": {"type": "string"}}, [1], id="items"),
    pytest.param({"prefixItems": [True], "items": False}, ["text", "text"], id="items behind a prefix"),
    pytest.param({"prefixItems": [True, {"type": "string"}]}, ["text", 1], id="prefixItems"),
    pytest.param({"unevaluatedItems": False}, ["text"], id="unevaluatedItems"),
    pytest.param({"contains": {"type": "string"}}, [], id="contains"),
    pytest.param({"dependentRequired": {"a": ["b"]}}, {"a": "text"}, id="dependentRequired"),
    pytest.param({"dependentSchemas": {"a": {"required": ["b"]}}}, {"a": "text"}, id="dependentSchemas"),
    pytest.param({"allOf": [{"type": "string"}, {"type": "integer"}]}, 1, id="allOf"),
    pytest.param({"anyOf": [{"type": "string"}, {"type": "integer"}]}, 1.1, id="anyOf"),
    pytest.param({"oneOf": [{"type": "string"}, {"type": "integer"}]}, 1.1, id="oneOf"),
    pytest.param({"oneOf": [{}, {"const": 1}]}, 1, id="oneOf by two"),
    pytest.param({"not": {"type": "string"}}, "text", id="not"),
    pytest.param({"if": {"type": "string"}, "then": {"minLength": 9}, "else": True}, "text", id="if"),
    pytest.param({"$ref": "#/$defs/a"}, 1, id="reference"),
    pytest.param({"uniqueItems": False, "type": "array"}, "text", id="uniqueItems of nothing"),
]


@pytest.mark.parametrize(("schema", "made"), REFUSING)
def test_what_a_schema_must_not_accept_is_made(schema: Any, made: Any) -> None:
    whole = {"not": schema, "$defs": {"a": {"type": "string"}}}

    assert make_value(whole) == made
    assert input_fault(whole, made) is None


@pytest.mark.parametrize("items", [[True, {"type": "string"}], {"type": "string"}], ids=["array", "schema"])
def test_drafts_before_2020_refuse_items_too(items: Any) -> None:
    schema = {"$schema": DRAFT_07, "type": "array", "not": {"items": items}}

    assert input_fault(schema, make_value(schema)) is None
