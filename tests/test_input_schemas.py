"""The rules for the schema of a custom tool."""

import time
from typing import Any, Final

import pytest

from rystic_asgi.validation.input_schemas import input_schema, input_schema_problems

OBJECT: Final[dict[str, Any]] = {"type": "object"}
UNION_AT_ROOT: Final = "input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level"
NO_SCHEMA: Final = (
    "input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 "
    "(https://json-schema.org/draft/2020-12). Learn more about tool use at "
    "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview."
)


def problems(schema: Any, *, strict: bool = False) -> list[tuple[str, str]]:
    return [(str(problem), problem.rule) for problem in input_schema_problems(schema, "add", strict=strict)]


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param(OBJECT, id="least"),
        pytest.param({**OBJECT, "properties": {}, "required": []}, id="nothing-asked"),
        pytest.param({**OBJECT, "properties": None, "required": None}, id="nulls"),
        pytest.param({"$schema": "https://json-schema.org/draft/2020-12/schema", **OBJECT}, id="with-its-dialect"),
        pytest.param({"$schema": "http://json-schema.org/draft-07/schema#", **OBJECT}, id="with-an-older-one"),
        pytest.param(
            {**OBJECT, "properties": {"a": {"anyOf": [{}], "oneOf": [{}], "allOf": [{}]}}}, id="unions-inside"
        ),
        pytest.param({**OBJECT, "not": {}, "if": {}, "then": {}, "else": {}}, id="conditions-at-the-root"),
        pytest.param({**OBJECT, "properties": {"a": {"minimum": 1, "format": "x", "x-own": 1}}}, id="own-keywords"),
        pytest.param({**OBJECT, "properties": {"a": {"$ref": "#"}}}, id="recursive"),
        pytest.param({**OBJECT, "properties": {"a": {"$ref": "#/$defs/none"}}}, id="reference-to-nothing"),
    ],
)
def test_a_schema_that_the_api_takes_has_no_fault(schema: Any) -> None:
    assert problems(schema) == []


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        pytest.param([], "input_schema: Input should be an object", id="list"),
        pytest.param(None, "input_schema: Input should be an object", id="null"),
        pytest.param(
            {"properties": {}},
            "input_schema.type: Field required rystic: tool 'add' needs type 'object'",
            id="no-type",
        ),
        pytest.param(
            {"anyOf": [{}]},
            "input_schema.type: Field required "
            "rystic: tool 'add' needs type 'object', and anyOf may not stand beside it",
            id="union-without-a-type",
        ),
        pytest.param(
            {"type": "array"},
            "input_schema.type: Input should be 'object' rystic: this is tool 'add'",
            id="another-type",
        ),
        pytest.param(
            {"type": ["object"]},
            "input_schema.type: Input should be 'object' rystic: this is tool 'add'",
            id="list-of-types",
        ),
        *(
            pytest.param(
                {**OBJECT, union: [{}]},
                f"{UNION_AT_ROOT} rystic: tool 'add' has {union} there; nested ones may stand",
                id=union,
            )
            for union in ("oneOf", "allOf", "anyOf")
        ),
        pytest.param(
            {**OBJECT, "properties": {"x": "number"}},
            f"{NO_SCHEMA} rystic: in tool 'add', at properties.x: It must be an object or a boolean, not 'number'",
            id="type-word",
        ),
        pytest.param(
            {**OBJECT, "properties": {"city": {"type": "text"}}},
            f"{NO_SCHEMA} rystic: in tool 'add', at properties.city.type: It must be one of array, boolean, integer, "
            "null, number, object, string, not 'text'",
            id="unknown-type",
        ),
        pytest.param(
            {**OBJECT, "properties": []},
            f"{NO_SCHEMA} rystic: in tool 'add', at properties: It must be an object, not []",
            id="properties",
        ),
    ],
)
def test_a_schema_that_the_api_refuses_is_named(schema: Any, message: str) -> None:
    assert problems(schema) == [(message, "input-schema")]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        pytest.param("$top", "'$top'", id="sign"),
        pytest.param("", "''", id="empty"),
        pytest.param("é", "'é'", id="letter"),
        pytest.param("a\n", "'a\\n'", id="line-end"),
        pytest.param("a" * 65, f"'{'a' * 34} ... {'a' * 19}'", id="long"),
    ],
)
def test_a_property_at_the_root_has_a_plain_name(name: str, shown: str) -> None:
    ((message, rule),) = problems({**OBJECT, "properties": {"city": {}, name: {}, "$skip": {}}})

    assert rule == "property-names"
    assert message == (
        "input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$' "
        f"rystic: tool 'add' has a property {shown}"
    )


@pytest.mark.parametrize(
    "properties",
    [
        pytest.param({"a.b-C_9": {}}, id="signs"),
        pytest.param({"a" * 64: {}}, id="long"),
        pytest.param({"a": {"properties": {"$top": {}}}}, id="further-inside"),
    ],
)
def test_a_plain_name_has_no_fault(properties: Any) -> None:
    assert problems({**OBJECT, "properties": properties}) == []


def test_a_schema_may_break_several_rules() -> None:
    schema = {"anyOf": [{}], **OBJECT, "properties": {"$top": {}}}

    assert [rule for _, rule in problems(schema, strict=True)] == ["input-schema", "property-names"]


def test_the_schema_of_a_strict_tool_is_closed() -> None:
    message = (
        "For 'object' type, additionalProperties must be explicitly set to false "
        "rystic: it is at the root of the schema of tool 'add'"
    )

    assert problems(OBJECT, strict=True) == [(message, "strict-schema")]
    assert problems({**OBJECT, "additionalProperties": False}, strict=True) == []
    assert problems(OBJECT) == []


def test_the_place_of_a_fault_in_a_strict_schema_is_told() -> None:
    schema = {**OBJECT, "additionalProperties": False, "properties": {"box": {"anyOf": [{"type": "null"}, OBJECT]}}}

    assert problems(schema, strict=True) == [
        (
            "For 'object' type, additionalProperties must be explicitly set to false "
            "rystic: it is at properties.box.anyOf.1 of the schema of tool 'add'",
            "strict-schema",
        )
    ]


CIRCLE: Final = {**OBJECT, "properties": {"a": {"$ref": "#/$defs/node"}}, "$defs": {"node": {"items": {"$ref": "#"}}}}


def test_a_schema_for_calls_of_code_leads_nowhere_back_to_itself() -> None:
    found = [
        (str(problem), problem.rule) for problem in input_schema_problems(CIRCLE, "add", strict=False, by_code=True)
    ]

    assert found == [
        (
            "input_schema: Circular $ref detected "
            "rystic: # -> node -> #, in tool 'add', whose allowed_callers name code execution",
            "strict-schema",
        )
    ]
    assert problems(CIRCLE) == []


@pytest.mark.parametrize(
    ("schema", "rules"),
    [
        pytest.param({**OBJECT, "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {}}}, [], id="no-circle"),
        pytest.param({**OBJECT, "properties": {"a": {"$ref": "#/$defs/none"}}}, [], id="reference-to-nothing"),
        pytest.param({**OBJECT, "properties": {"a": {"$ref": "https://example.com"}}}, [], id="reference-to-elsewhere"),
        pytest.param({**CIRCLE, "type": "array"}, ["input-schema"], id="with-another-fault"),
    ],
)
def test_other_schemas_for_calls_of_code_have_no_circle(schema: Any, rules: list[str]) -> None:
    assert [each.rule for each in input_schema_problems(schema, "add", strict=False, by_code=True)] == rules


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        pytest.param(5, {}, id="no-object"),
        pytest.param({**OBJECT, "properties": None, "required": None}, OBJECT, id="nulls"),
        pytest.param({**OBJECT, "default": None}, {**OBJECT, "default": None}, id="null-that-means-null"),
    ],
)
def test_calls_are_judged_by_what_is_given(value: Any, schema: dict[str, Any]) -> None:
    assert input_schema(value) == schema


def test_a_schema_of_ten_thousand_properties_is_judged_at_once() -> None:
    properties = {f"p{number}": {"type": "string", "description": "x"} for number in range(10_000)}
    schema = {**OBJECT, "properties": properties, "additionalProperties": False}
    started = time.perf_counter()

    assert problems(schema, strict=True) == []
    assert time.perf_counter() - started < 2
