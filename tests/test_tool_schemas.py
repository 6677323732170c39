"""Which inputs meet a tool's schema, and which schemas can be used at all."""

import json
import subprocess
import sys
from contextlib import suppress
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rystic_asgi.validation.schema_faults import CheckEffort
from rystic_asgi.validation.schema_shapes import keywords_of
from rystic_asgi.validation.tool_schemas import (
    MAX_CACHED_CHARACTERS,
    SchemaUnusableError,
    checked_schema,
    input_fault,
    schema_fault,
)

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


UNUSABLE = [
    pytest.param(
        {"type": "x"},
        1,
        "type",
        "It must be one of array, boolean, integer, null, number, object, string, not 'x'",
        id='{"type": "x"}',
    ),
    pytest.param(
        {"$ref": "https://example.com/a"},
        1,
        "",
        "the reference 'https://example.com/a' doesn't lead to a schema; nothing is fetched",
        id='{"$ref": "https://example.com/a"}',
    ),
    pytest.param(
        {"$ref": "#/a/b"},
        1,
        "",
        "the reference '#/a/b' doesn't lead to a schema; nothing is fetched",
        id='{"$ref": "#/a/b"}',
    ),
    pytest.param(
        {"$ref": "#"}, 1, "", "it, or a value under it, is nested without end or too deeply", id='{"$ref": "#"}'
    ),
    pytest.param(
        {"pattern": "("},
        "a",
        "",
        "Unreadable pattern '(': at offset 1 a group isn't closed. Write it as ECMA-262 does",
        id='{"pattern": "("}',
    ),
    pytest.param(
        {"$ref": "#/x", "x": {"type": "y"}},
        1,
        "",
        "a reference leads to something that isn't a schema "
        "(It must be one of array, boolean, integer, null, number, object, string, not 'y')",
        id='{"$ref": "#/x", "x": {"type": "y"}}',
    ),
    pytest.param(
        {"const": {1, 2}}, 1, "", "it isn't JSON (Object of type set is not JSON serializable)", id='{"const": {1, 2}}'
    ),
    pytest.param(
        {"$id": "http://[", "$ref": "a"},
        1,
        "$id",
        "It must be a URI: Invalid IPv6 URL",
        id='{"$id": "http://[", "$ref": "a"}',
    ),
    pytest.param(
        {"$ref": "#/title/a", "title": "b"},
        1,
        "",
        "the reference '#/title/a' doesn't lead to a schema; nothing is fetched",
        id="a pointer into a text",
    ),
    pytest.param(
        {"$ref": "#/minimum/a", "minimum": 1},
        1,
        "",
        "the reference '#/minimum/a' doesn't lead to a schema; nothing is fetched",
        id="a pointer into a number",
    ),
    pytest.param(
        {"$ref": "#/x/properties/a/b", "x": {"properties": {"a": 5}}},
        1,
        "",
        "the reference '#/x/properties/a/b' doesn't lead to a schema; nothing is fetched",
        id="a pointer through what is no schema",
    ),
    pytest.param(
        {"$ref": "http://["},
        1,
        "",
        "the reference 'http://[' doesn't lead to a schema; nothing is fetched",
        id="a reference that is no URI",
    ),
    pytest.param(
        {"not": {"$schema": DRAFT_04, "$id": 5}},
        1,
        "not.$id",
        "It must be a string, not 5",
        id="an identifier in another draft",
    ),
]


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


REFERENCES = st.sampled_from(["#", "#/x", "#/x/0", "#/x/a", "#/title/a", "#a", "urn:x", "http://[", "#/%ff", "\ud800"])
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


ROUGH_SCHEMAS = st.recursive(
    st.dictionaries(st.sampled_from([*sorted(keywords_of(2020)), "id", "x"]), JSON_VALUES | REFERENCES, max_size=4),
    lambda inner: st.dictionaries(
        st.sampled_from(["items", "not", "x", "additionalItems", "if", "contains", "unevaluatedProperties"]),
        inner,
        max_size=3,
    ),
    max_leaves=4,
)


@pytest.mark.parametrize(("schema", "value", "place", "reason"), UNUSABLE)
def test_an_unusable_schema_is_told_with_the_reason(schema: Any, value: Any, place: str, reason: str) -> None:
    with pytest.raises(SchemaUnusableError) as raised:
        input_fault(schema, value)

    assert (raised.value.place, raised.value.reason) == (place, reason)
    assert str(raised.value) == f"The schema can't be used: {reason}" + (f" (at {place})." if place else ".")


def test_the_end_of_pythons_stack_is_an_unusable_schema() -> None:
    schema, value = {"items": {"$ref": "#"}}, json.loads("[" * 900 + "]" * 900)

    with pytest.raises(SchemaUnusableError) as raised:
        input_fault(schema, value)
    assert raised.value.reason == "it, or a value under it, is nested without end or too deeply"


class _Interrupted(CheckEffort):
    def spend(self, steps: int = 1) -> None:
        raise KeyboardInterrupt


def test_an_interruption_goes_through() -> None:
    with pytest.raises(KeyboardInterrupt):
        checked_schema({"type": "null"}).fault(1, _Interrupted(1))


def test_a_check_that_takes_too_many_steps_is_given_up() -> None:
    definitions: dict[str, Any] = {
        f"a{number}": {"anyOf": [{"$ref": f"#/$defs/a{number + 1}"}] * 2} for number in range(40)
    }

    with pytest.raises(SchemaUnusableError, match="it takes too many steps to check"):
        input_fault({"$defs": {**definitions, "a40": False}, "$ref": "#/$defs/a0"}, 1)


def test_a_nested_schema_of_another_draft_is_not_judged_with_pythons_patterns() -> None:
    schema = {"properties": {"a": {"$schema": DRAFT_07, "pattern": r"^\p{L}$"}}}

    assert input_fault(schema, {"a": "é"}) is None


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


@settings(derandomize=True, deadline=None, max_examples=400)
@given(ROUGH_SCHEMAS, st.sampled_from([DRAFT_04, DRAFT_06, DRAFT_07, DRAFT_2019, DRAFT_2020]), JSON_VALUES)
def test_a_rough_schema_of_any_draft_raises_nothing_but_an_own_error(
    schema: dict[str, Any], draft: str, value: Any
) -> None:
    with suppress(SchemaUnusableError):
        input_fault({"$schema": draft, **schema}, value)


def test_checking_a_schema_does_not_import_jsonschema() -> None:
    program = (
        "import sys; from rystic_asgi.validation.tool_schemas import schema_fault; schema_fault({'pattern': 'a'});"
        "print('jsonschema' in sys.modules, 'referencing' in sys.modules, 'regex' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == "False False False\n"


def test_a_long_schema_is_prepared_anew_each_time() -> None:
    short = {"type": "string", "title": "a"}
    long = {"type": "string", "title": "a" * MAX_CACHED_CHARACTERS}

    assert checked_schema(short) is checked_schema(short)
    assert checked_schema(long) is not checked_schema(long)
    assert input_fault(long, 5) == input_fault(short, 5)
