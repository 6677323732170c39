"""Tool schemas: which are schemas, and which inputs meet them."""

import json
import subprocess
import sys
import time
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rystic_asgi.validation.schema_equality import BEYOND_ALL_FLOATS, as_fraction, equality_key
from rystic_asgi.validation.schema_faults import cut
from rystic_asgi.validation.tool_schemas import SchemaFault, SchemaUnusableError, input_fault, schema_fault

WEATHER: dict[str, Any] = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "unit": {"type": "string", "enum": ["c", "f"]}},
    "required": ["city"],
    "additionalProperties": False,
}
DRAFT_04 = "http://json-schema.org/draft-04/schema#"
DRAFT_06 = "http://json-schema.org/draft-06/schema#"
DRAFT_07 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema"
DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema"

FAULTS: list[tuple[Any, str, str]] = [
    (None, "", "It must be an object or a boolean, not None"),
    ({"$schema": DRAFT_04, "not": True}, "not", "It must be an object, not True"),
    ({"type": "strin"}, "type", "It must be one of array, boolean, integer, null, number, object, string, not 'strin'"),
    (
        {"type": ["string", "string"]},
        "type",
        "It must be one of array, boolean, integer, null, number, object, string, or an array of different ones, "
        "not ['string', 'string']",
    ),
    (
        {"properties": {"x": {"minLength": -1}}},
        "properties.x.minLength",
        "It must be a whole number of at least 0, not -1",
    ),
    ({"properties": []}, "properties", "It must be an object, not []"),
    ({"allOf": [{}, {"maximum": "9"}]}, "allOf.1.maximum", "It must be a number, not '9'"),
    ({"allOf": []}, "allOf", "It must be an array of at least one element, not []"),
    ({"enum": 1}, "enum", "It must be an array, not 1"),
    ({"multipleOf": 0}, "multipleOf", "It must be a number above 0, not 0"),
    ({"minimum": float("nan")}, "minimum", "It must be a number, not nan"),
    ({"pattern": 1}, "pattern", "It must be a string, not 1"),
    ({"uniqueItems": "yes"}, "uniqueItems", "It must be a boolean, not 'yes'"),
    ({"required": ["a", "a"]}, "required", "It must be an array of different strings, not ['a', 'a']"),
    (
        {"dependentRequired": {"a": "b"}},
        "dependentRequired",
        "It must be an object of arrays of different strings, not {'a': 'b'}",
    ),
    (
        {"dependencies": {"a": [1]}},
        "dependencies",
        "It must be an object of schemas and arrays of different strings, not {'a': [1]}",
    ),
    (
        {"$schema": DRAFT_07, "dependencies": {"a": ["b"], "c": 5}},
        "dependencies.c",
        "It must be an object or a boolean, not 5",
    ),
    ({"$vocabulary": {"a": 1}}, "$vocabulary", "It must be an object of booleans, not {'a': 1}"),
    ({"$id": "urn:x#y"}, "$id", "It must be a URI without a fragment, not 'urn:x#y'"),
    ({"$anchor": "1"}, "$anchor", "It must be a name of letters, digits, '-', '.' and '_', not '1'"),
    (
        {"$schema": DRAFT_2019, "$anchor": "_a"},
        "$anchor",
        "It must be a name of letters, digits, '-', '.', ':' and '_', not '_a'",
    ),
    ({"items": [{}]}, "items", "It must be an object or a boolean, not [{}]"),
    ({"$schema": DRAFT_07, "items": []}, "items", "It must be an array of at least one element, not []"),
    ({"$schema": DRAFT_07, "items": [1]}, "items.0", "It must be an object or a boolean, not 1"),
    ({"$schema": DRAFT_04, "required": []}, "required", "It must be an array of at least one element, not []"),
    ({"$schema": DRAFT_04, "additionalItems": 1}, "additionalItems", "It must be an object, not 1"),
    ({"$schema": DRAFT_04, "exclusiveMinimum": 1}, "exclusiveMinimum", "It must be a boolean, not 1"),
    ({"$schema": 1}, "$schema", "It must be a string, not 1"),
    ({"const": 1, "title": "a" * 200 + "b", "$comment": 0}, "$comment", "It must be a string, not 0"),
    ({"title": ["a" * 200 + "b"]}, "title", f"It must be a string, not ['{'a' * 33} ... {'a' * 17}b']"),
]
SOUND: list[Any] = [
    True,
    {},
    WEATHER,
    {"$schema": DRAFT_07, "items": [{}], "additionalItems": False, "dependencies": {"a": ["b"], "c": {}}},
    {"$schema": DRAFT_04, "exclusiveMinimum": True, "minimum": 1, "additionalProperties": False},
    {"$schema": DRAFT_07.replace("http:", "https:"), "items": [True]},
    {"$ref": "#/nowhere", "minLength": 2.0, "type": ["string", "null"], "x-own": 1, "$anchor": "a.b"},
    {"$schema": "https://example.com/own", "prefixItems": [{}]},
    {"pattern": "("},
]
REFUSED: list[tuple[Any, Any, str, str]] = [
    (WEATHER, {}, "", "'city' is a required property"),
    (WEATHER, {"city": 1}, "city", "1 is not of type 'string'"),
    (WEATHER, {"city": "Rome", "unit": "k"}, "unit", "'k' is not one of ['c', 'f']"),
    (WEATHER, {"city": "Rome", "day": 1}, "", "Additional properties are not allowed ('day' was unexpected)"),
    ({"type": "integer"}, True, "", "True is not of type 'integer'"),
    ({"pattern": r"^\p{Lu}$"}, "a", "", r"'a' does not match '^\\p{Lu}$'"),
    ({"patternProperties": {r"^\p{L}$": {"type": "null"}}}, {"é": 1}, "é", "1 is not of type 'null'"),
    (
        {"additionalProperties": {"type": "null"}, "patternProperties": {"^a$": True}},
        {"a": 1, "b": 2},
        "b",
        "2 is not of type 'null'",
    ),
    ({"multipleOf": 0.01}, 0.005, "", "0.005 is not a multiple of 0.01"),
    ({"multipleOf": 0.5}, float("inf"), "", "inf is not a multiple of 0.5"),
    ({"uniqueItems": True}, [1, {"a": [1]}, {"a": [1.0]}], "", "[1, {'a': [1]}, {'a': [1.0]}] has non-unique elements"),
    (
        {"unevaluatedProperties": False, "properties": {"a": True}},
        {"a": 1, "b": 2},
        "",
        "Unevaluated properties are not allowed ('b' was unexpected)",
    ),
    ({"unevaluatedProperties": {"type": "null"}}, {"b": 2}, "b", "2 is not of type 'null'"),
    (
        {"unevaluatedItems": False, "prefixItems": [True]},
        [1, 2],
        "",
        "Unevaluated items are not allowed (2 was unexpected)",
    ),
    ({"unevaluatedItems": {"type": "null"}}, [1], "0", "1 is not of type 'null'"),
    (
        {"anyOf": [{"type": "string"}, {"properties": {"a": {"items": {"type": "null"}}}}]},
        {"a": [1]},
        "a.0",
        "1 is not of type 'null'",
    ),
    ({"anyOf": [{"type": "string"}, {"type": "null"}]}, 1, "", "1 is not valid under any of the given schemas"),
    ({"anyOf": [False, False]}, 1, "", "1 is not valid under any of the given schemas"),
    (
        {
            "oneOf": [
                {"properties": {"kind": {"const": "a"}, "x": {"type": "null"}}},
                {"properties": {"kind": {"const": "b"}, "x": {"type": "null"}}},
            ]
        },
        {"kind": "b", "x": 1},
        "x",
        "1 is not of type 'null'",
    ),
    ({"type": "null"}, "a" * 500, "", f"'{'a' * 34} ... {'a' * 19}' is not of type 'null'"),
    ({"$schema": DRAFT_07, "items": [{"type": "null"}]}, [1], "0", "1 is not of type 'null'"),
    (
        {
            "$schema": DRAFT_06,
            "dependencies": {"a": ["b"]},
            "allOf": [{"$ref": "#/definitions/x"}],
            "definitions": {"x": {}},
        },
        {"a": 1},
        "",
        "'b' is a dependency of 'a'",
    ),
    (
        {"properties": {"a": {"$schema": DRAFT_04, "exclusiveMinimum": True, "minimum": 1}}},
        {"a": 1},
        "a",
        "1 is less than or equal to the minimum of 1",
    ),
]
UNEVALUATED: list[tuple[str, Any]] = [
    ("ref", {"$ref": "#/$defs/x"}),
    ("dynamic ref", {"$dynamicRef": "#x"}),
    ("allOf", {"allOf": [{"$ref": "#/$defs/x"}, True]}),
    ("anyOf", {"anyOf": [{"$ref": "#/$defs/x"}, False]}),
    ("oneOf", {"oneOf": [False, {"$ref": "#/$defs/x"}]}),
    ("then", {"if": True, "then": {"$ref": "#/$defs/x"}}),
    ("else", {"if": False, "else": {"$ref": "#/$defs/x"}}),
    ("if", {"if": {"$ref": "#/$defs/x"}}),
    ("nested unevaluated", {"allOf": [{"unevaluatedProperties": True, "unevaluatedItems": True}]}),
    ("nested additional", {"allOf": [{"additionalProperties": True, "items": True}]}),
]
UNUSABLE: list[tuple[Any, Any, str, str]] = [
    ({"type": "x"}, 1, "type", "It must be one of array, boolean, integer, null, number, object, string, not 'x'"),
    (
        {"$ref": "https://example.com/a"},
        1,
        "",
        "the reference 'https://example.com/a' doesn't lead to a schema; nothing is fetched",
    ),
    ({"$ref": "#/a/b"}, 1, "", "the reference '#/a/b' doesn't lead to a schema; nothing is fetched"),
    ({"$ref": "#"}, 1, "", "it, or a value under it, is nested without end or too deeply"),
    ({"pattern": "("}, "a", "", "Unreadable pattern '(': at offset 1 a group isn't closed. Write it as ECMA-262 does"),
    (
        {"$ref": "#/x", "x": {"type": "y"}},
        1,
        "",
        "UnknownType: Unknown type 'y' for validator with schema:\n    {'type': 'y'}"
        "\n\nWhile checking instance:\n    1",
    ),
    ({"const": {1, 2}}, 1, "", "TypeError: Object of type set is not JSON serializable"),
    ({"$id": "http://[", "$ref": "a"}, 1, "", "ValueError: Invalid IPv6 URL"),
]
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
KEYWORD_NAMES = st.sampled_from(
    ["type", "properties", "items", "prefixItems", "required", "enum", "minLength", "minimum", "allOf", "not", "$defs"]
)
ANY_SCHEMAS = st.recursive(
    st.dictionaries(KEYWORD_NAMES, JSON_VALUES, max_size=3),
    lambda inner: (
        st.fixed_dictionaries({"properties": st.dictionaries(st.text(max_size=2), inner, max_size=2)})
        | st.fixed_dictionaries({"allOf": st.lists(inner, max_size=2)})
    ),
    max_leaves=4,
)


@pytest.mark.parametrize(("schema", "path", "message"), FAULTS, ids=[str(fault[0])[:40] for fault in FAULTS])
def test_a_faulty_schema_is_told_with_its_place(schema: Any, path: str, message: str) -> None:
    assert schema_fault(schema) == SchemaFault(path, message)


@pytest.mark.parametrize("schema", SOUND, ids=lambda schema: str(schema)[:40])
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


def test_a_schema_of_ten_thousand_properties_is_checked_at_once() -> None:
    schema = {"properties": {f"p{number}": {"type": "string", "minLength": 1} for number in range(10_000)}}
    start = time.perf_counter()
    assert schema_fault(schema) is None
    assert time.perf_counter() - start < 1


def test_a_schema_that_is_nested_too_deeply_is_a_fault() -> None:
    schema: dict[str, Any] = {}
    for _ in range(100_000):
        schema = {"not": schema}
    expected = SchemaFault(".".join(["not"] * 8), "Schemas are nested in each other more than 100 deep")
    assert schema_fault(schema) == expected
    with pytest.raises(SchemaUnusableError, match="nested without end or too deeply"):
        input_fault(schema, 1)


@pytest.mark.parametrize(("schema", "value", "path", "message"), REFUSED, ids=[str(row[0])[:50] for row in REFUSED])
def test_a_refused_input_is_told_with_its_place(schema: Any, value: Any, path: str, message: str) -> None:
    assert input_fault(schema, value) == SchemaFault(path, message)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (WEATHER, {"city": "Rome", "unit": "c"}),
        (True, 1),
        ({"type": "integer"}, 1.0),
        ({"type": "integer"}, 10**400),
        ({"multipleOf": 0.1}, 1.1),
        ({"multipleOf": 3}, 3 * 10**5000),
        ({"maximum": float("inf")}, 1),
        ({"format": "date"}, "yesterday"),
        ({"uniqueItems": True}, [1, True, 0, False, "1", [1], [True]]),
        ({"uniqueItems": False}, [1, 1]),
        ({"$ref": DRAFT_2020}, {"type": "string"}),
        ({"pattern": "a", "patternProperties": {"a": False}, "additionalProperties": False}, 1),
        ({"unevaluatedProperties": False, "unevaluatedItems": False}, 1),
        ({"unevaluatedItems": False, "contains": {"type": "null"}}, [None, None]),
        ({"$schema": DRAFT_2019, "unevaluatedItems": False, "items": [True]}, [1]),
        ({"$schema": DRAFT_2019, "unevaluatedItems": False, "items": [True], "additionalItems": True}, [1, 2]),
        ({"patternProperties": {"^a": False}}, {"b": 1}),
        (
            {"unevaluatedProperties": False, "dependentSchemas": {"a": {"properties": {"a": True}}, "b": False}},
            {"a": 1},
        ),
        ({"unevaluatedProperties": False, "patternProperties": {"^a": True}}, {"ab": 1}),
    ],
    ids=lambda value: "" if isinstance(value, int) else str(value)[:40],
)
def test_an_input_that_meets_its_schema_is_accepted(schema: Any, value: Any) -> None:
    assert input_fault(schema, value) is None


@pytest.mark.parametrize("schema", [schema for _, schema in UNEVALUATED], ids=[name for name, _ in UNEVALUATED])
@pytest.mark.parametrize("value", [{"a": 1}, [1]], ids=["object", "array"])
def test_what_a_schema_in_place_judges_isnt_unevaluated(schema: Any, value: Any) -> None:
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


@pytest.mark.parametrize(("schema", "value", "place", "reason"), UNUSABLE, ids=[str(row[0])[:40] for row in UNUSABLE])
def test_an_unusable_schema_is_told_with_the_reason(schema: Any, value: Any, place: str, reason: str) -> None:
    with pytest.raises(SchemaUnusableError) as raised:
        input_fault(schema, value)
    assert (raised.value.place, raised.value.reason) == (place, reason)
    assert str(raised.value) == f"The schema can't be used: {reason}" + (f" (at {place})." if place else ".")


PanicException = type("PanicException", (BaseException,), {})


@pytest.mark.parametrize(
    ("end", "shown"),
    [
        (RecursionError, SchemaUnusableError),
        (PanicException, SchemaUnusableError),
        (KeyboardInterrupt, KeyboardInterrupt),
    ],
    ids=["recursion", "panic", "interruption"],
)
def test_the_end_of_the_stack_is_an_unusable_schema(
    monkeypatch: pytest.MonkeyPatch, end: type[BaseException], shown: type[BaseException]
) -> None:
    def nested(*_: Any) -> Any:
        raise end

    monkeypatch.setattr("rystic_asgi.validation.schema_dialects.validator_of", nested)
    with pytest.raises(shown):
        input_fault({}, 1)


def test_a_check_that_takes_too_many_steps_is_given_up() -> None:
    definitions: dict[str, Any] = {
        f"a{number}": {"anyOf": [{"$ref": f"#/$defs/a{number + 1}"}] * 2} for number in range(40)
    }
    start = time.perf_counter()
    with pytest.raises(SchemaUnusableError, match="it takes too many steps to check"):
        input_fault({"$defs": {**definitions, "a40": False}, "$ref": "#/$defs/a0"}, 1)
    assert time.perf_counter() - start < 10


def test_a_nested_schema_of_another_draft_isnt_judged_with_pythons_patterns() -> None:
    schema = {"properties": {"a": {"$schema": DRAFT_07, "pattern": r"^\p{L}$"}}}
    assert input_fault(schema, {"a": "é"}) is None


@settings(derandomize=True, deadline=None)
@given(JSON_VALUES, JSON_VALUES)
def test_values_are_equal_by_key_as_jsonschema_takes_them(first: Any, second: Any) -> None:
    accepted = jsonschema.Draft202012Validator({"const": first}).is_valid(second)
    assert (equality_key(first) == equality_key(second)) is accepted


@settings(derandomize=True, deadline=None)
@given(ANY_SCHEMAS, JSON_VALUES)
def test_any_schema_and_value_get_an_answer_or_an_own_error(schema: dict[str, Any], value: Any) -> None:
    sound = schema_fault(json.loads(json.dumps(schema))) is None
    try:
        fault = input_fault(schema, value)
    except SchemaUnusableError:
        assert not sound
        return
    assert (fault is None) is jsonschema.Draft202012Validator(schema).is_valid(value)


def test_infinities_are_beyond_all_floats() -> None:
    infinity = float("inf")
    assert [as_fraction(infinity), as_fraction(-infinity)] == [BEYOND_ALL_FLOATS, -BEYOND_ALL_FLOATS]


def test_long_texts_are_cut_in_their_middle() -> None:
    assert cut("0123456789" * 3, 15) == "01234 ... 56789"


def test_checking_a_schema_doesnt_import_jsonschema() -> None:
    program = (
        "import sys; from rystic_asgi.validation.tool_schemas import schema_fault; schema_fault({'pattern': 'a'});"
        "print('jsonschema' in sys.modules, 'referencing' in sys.modules, 'regex' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False False False\n"
