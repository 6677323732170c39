"""What can be compiled of a schema, and what a request may hold of it."""

import time
from datetime import date
from enum import Enum
from typing import Any, Final, Literal

import pytest
from anthropic import beta_tool, transform_schema
from pydantic import BaseModel, Field

from rystic_asgi.validation.schema_faults import SchemaFault
from rystic_asgi.validation.strict_schemas import StrictCost, limit_faults, strict_cost, strict_fault


def said_of(schema: Any) -> str | None:
    fault = strict_fault(schema)
    return fault and fault.message


CLOSED: Final[dict[str, Any]] = {"type": "object", "additionalProperties": False}


def of(**properties: Any) -> dict[str, Any]:
    return {**CLOSED, "properties": properties}


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param(CLOSED, id="no-properties"),
        pytest.param({"$schema": "https://json-schema.org/draft/2020-12/schema", **CLOSED}, id="with-its-dialect"),
        pytest.param(of(a={"type": "string", "format": "date", "pattern": "^a+$", "default": "a"}), id="string"),
        pytest.param(of(a={"type": ["string", "null"]}), id="nullable"),
        pytest.param(of(a={"anyOf": [{"type": "integer"}, {"type": "null"}]}), id="any-of"),
        pytest.param(of(a={"allOf": [{"type": "integer"}, True]}), id="all-of"),
        pytest.param(of(a={"enum": ["a", 1, 1.5, True, None]}), id="enum"),
        pytest.param(of(a={"type": "string", "enum": ["a"]}), id="typed-enum"),
        pytest.param(of(a={"type": "number", "enum": [1, 1.5]}), id="numbers"),
        pytest.param(of(a={"const": 5}), id="const"),
        pytest.param(of(a={"type": "array", "items": {"type": "string"}, "minItems": 0}), id="may-be-empty"),
        pytest.param(of(a={"type": "array", "items": {"type": "string"}, "minItems": 1}), id="not-empty"),
        pytest.param({**of(a={"$ref": "#/$defs/b"}), "$defs": {"b": CLOSED}}, id="definition"),
        pytest.param(of(minimum={"type": "integer"}), id="property-named-like-a-keyword"),
        pytest.param(of(a={"minimum": 5}), id="keyword-without-its-type"),
        pytest.param(of(a=True), id="anything"),
    ],
)
def test_a_schema_of_supported_parts_has_no_fault(schema: Any) -> None:
    assert said_of(schema) is None


NOT_CLOSED: Final = "For 'object' type, additionalProperties must be explicitly set to false"


@pytest.mark.parametrize(
    ("schema", "place"),
    [
        pytest.param({"type": "object"}, "", id="root"),
        pytest.param(of(a={"type": "object"}), "properties.a", id="property"),
        pytest.param(of(a={"type": ["object", "null"]}), "properties.a", id="nullable"),
        pytest.param(of(a={"properties": {}}), "properties.a", id="without-its-type"),
        pytest.param(
            of(a={"type": "array", "items": {"anyOf": [CLOSED, {"type": "object"}]}}),
            "properties.a.items.anyOf.1",
            id="branch-of-items",
        ),
        pytest.param({**CLOSED, "$defs": {"a": {"type": "object"}}}, "$defs.a", id="definition"),
    ],
)
def test_every_object_says_that_it_is_closed(schema: Any, place: str) -> None:
    assert strict_fault(schema) == SchemaFault(place, NOT_CLOSED)


@pytest.mark.parametrize(("value", "told"), [(True, "true"), ({}, "object"), ({"type": "string"}, "object")])
def test_no_object_is_open(value: Any, told: str) -> None:
    assert said_of({"type": "object", "additionalProperties": value}) == (
        f"For 'object' type, 'additionalProperties: {told}' is not supported. "
        "Please set 'additionalProperties' to false"
    )


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        pytest.param(
            {"type": "integer", "minimum": 1}, "For 'integer' type, property 'minimum' is not supported", id="minimum"
        ),
        pytest.param(
            {"type": "number", "minimum": 1, "maximum": 2},
            "For 'number' type, properties maximum, minimum are not supported",
            id="both",
        ),
        pytest.param(
            {"type": "integer", "multipleOf": 5},
            "For 'integer' type, property 'multipleOf' is not supported",
            id="multiple",
        ),
        pytest.param(
            {"type": ["null", "integer"], "minimum": 1},
            "For 'integer' type, property 'minimum' is not supported",
            id="one-of-its-types",
        ),
        pytest.param(
            {"type": "string", "minLength": 1, "maxLength": 2},
            "For 'string' type, properties maxLength, minLength are not supported",
            id="lengths",
        ),
        pytest.param(
            {"type": "array", "maxItems": 3}, "For 'array' type, property 'maxItems' is not supported", id="maxItems"
        ),
        pytest.param(
            {"type": "array", "uniqueItems": True},
            "For 'array' type, property 'uniqueItems' is not supported",
            id="uniqueItems",
        ),
        pytest.param(
            {**CLOSED, "propertyNames": {}},
            "For 'object' type, property 'propertyNames' is not supported",
            id="propertyNames",
        ),
        pytest.param(
            {"type": "array", "minItems": 2},
            "For 'array' type, 'minItems' values other than 0 or 1 are not supported",
            id="minItems",
        ),
        pytest.param({"oneOf": [{"type": "string"}]}, "Schema type 'oneOf' is not supported", id="oneOf"),
        pytest.param({"allOf": [{"$ref": "#/$defs/x"}]}, "'allOf' with '$ref' is not supported", id="allOf"),
        pytest.param({"enum": ["a", {}]}, "Enum values must be strings, numbers, booleans or null", id="complex-enum"),
        pytest.param(
            {"type": "string", "enum": [5]},
            "Invalid schema: Enum value '5' does not match declared type 'string'",
            id="enum-of-another-type",
        ),
        pytest.param(
            {"type": "integer", "enum": [True]},
            "Invalid schema: Enum value 'True' does not match declared type 'integer'",
            id="boolean-is-no-integer",
        ),
        pytest.param(
            {"type": ["string", "null"], "enum": ["a", None]},
            "Invalid schema: Enum value 'a' does not match declared type '['string', 'null']'",
            id="enum-of-several-types",
        ),
        pytest.param(
            {"type": "string", "format": "regex"}, "For 'string' type, format 'regex' is not supported", id="format"
        ),
        pytest.param({"$ref": "http://a"}, "External '$ref' is not supported: 'http://a'", id="external"),
    ],
)
def test_a_part_that_is_not_supported_is_told(schema: Any, message: str) -> None:
    assert said_of(of(a=schema)) == message


def test_a_schema_that_refers_to_itself_is_told() -> None:
    schema = of(children={"type": "array", "items": {"$ref": "#"}})

    assert said_of(schema) == (
        "Circular reference detected in schema definitions: # -> #. "
        "Self-referencing or mutually-referencing definitions are not supported."
    )


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        pytest.param(5, "Invalid schema: It must be an object or a boolean, not 5", id="root"),
        pytest.param(
            {"properties": {"a": 5}},
            "Invalid schema: It must be an object or a boolean, not 5 (at properties.a)",
            id="property",
        ),
    ],
)
def test_what_is_no_schema_is_told(schema: Any, message: str) -> None:
    assert said_of(schema) == message


def test_the_first_fault_in_reading_order_is_told() -> None:
    schema = of(a={"type": "string", "minLength": 1}, b={"type": "array", "maxItems": 3})

    assert said_of(schema) == "For 'string' type, property 'minLength' is not supported"


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Wheel(BaseModel):
    size: int = Field(ge=10, le=30)
    name: str = Field(min_length=1, max_length=9, default="front")


class Bicycle(BaseModel):
    colour: Colour
    built: date
    wheels: list[Wheel] = Field(min_length=2)
    bell: Wheel | None = None
    kind: Literal["road", "city"] = "city"
    price: float | None = Field(default=None, gt=0)


class Shop(BaseModel):
    bicycles: list[Bicycle]
    best: Bicycle


@pytest.mark.parametrize("model", [Wheel, Bicycle, Shop], ids=lambda model: str(model.__name__))
def test_what_the_sdk_makes_of_a_model_is_taken(model: type[BaseModel]) -> None:
    assert said_of(transform_schema(model)) is None


def test_what_the_sdk_makes_of_a_function_is_taken() -> None:
    @beta_tool(strict=True)
    def weigh(parcel: str, colour: Colour, unit: Literal["g", "kg"] = "g") -> str:
        """Weigh a parcel."""
        return "2"

    assert said_of(weigh.to_dict()["input_schema"]) is None


def test_the_cost_is_the_parameters_that_may_be_left_out_and_those_of_several_types() -> None:
    inner = {**of(d={"type": ["string", "null"]}, e={"type": "string"}), "required": ["e"]}
    schema = {**of(a={"anyOf": [{"type": "string"}]}, b=True, c={"type": "array", "items": inner}), "required": ["a"]}

    assert strict_cost(schema) == StrictCost(optional=3, unions=2)


def test_what_is_referred_to_twice_costs_once() -> None:
    schema = {**of(a={"$ref": "#/$defs/c"}, b={"$ref": "#/$defs/c"}), "$defs": {"c": of(d={"type": "string"})}}

    assert strict_cost(schema) == StrictCost(optional=3, unions=0)


def test_what_is_within_the_limits_has_no_fault() -> None:
    assert list(limit_faults(20, [StrictCost(20, 10), StrictCost(4, 6)])) == []


def test_limits_are_over_all_schemas_together() -> None:
    assert list(limit_faults(21, [StrictCost(20, 10), StrictCost(5, 7)])) == [
        "Too many strict tools (21). The maximum number of strict tools supported is 20.",
        "Schemas contains too many optional parameters (25), which would make grammar compilation inefficient. "
        "Reduce the number of optional parameters in your tool schemas (limit: 24).",
        "Schemas contains too many parameters with union types (17 parameters with type arrays or anyOf). This causes "
        "exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: 16 parameters "
        "with unions).",
    ]


def nested(depth: int) -> dict[str, Any]:
    schema = of()
    for _ in range(depth):
        schema = of(a=schema)
    return schema


def chained(length: int) -> dict[str, Any]:
    """Definitions that each refer to the next one twice, so that paths double at every step."""
    twice = [of(a={"$ref": f"#/$defs/d{number + 1}"}, b={"$ref": f"#/$defs/d{number + 1}"}) for number in range(length)]
    return {**CLOSED, "$defs": {f"d{number}": schema for number, schema in enumerate([*twice, CLOSED])}}


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        pytest.param(of(**{f"p{number}": {"type": "string"} for number in range(10_000)}), None, id="wide"),
        pytest.param(chained(3_000), None, id="chained"),
        pytest.param(
            nested(5_000),
            "Invalid schema: Schemas are nested in each other more than 100 deep (at properties.a.properties.a."
            "properties.a.properties.a)",
            id="deep",
        ),
    ],
)
def test_a_large_schema_is_judged_at_once(schema: Any, message: str | None) -> None:
    started = time.perf_counter()

    assert said_of(schema) == message
    assert time.perf_counter() - started < 2
