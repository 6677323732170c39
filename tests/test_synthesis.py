"""Inputs made up for a tool: they are always accepted, always the same, and the search ends."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rystic_asgi.engine.synthesis import NoInputError, make_input, make_value
from rystic_asgi.engine.synthesis.formats import FORMATS
from rystic_asgi.validation.tool_schemas import input_fault
from tests.test_tool_schemas import DRAFT_04, DRAFT_06, DRAFT_07, DRAFT_2019, DRAFT_2020, ROUGH_SCHEMAS

CHAIN: dict[str, Any] = {f"a{n}": {"anyOf": [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(40)}
PAIRS: dict[str, Any] = {
    f"a{n}": {
        "type": "object",
        "required": ["l", "r"],
        "properties": {side: {"$ref": f"#/$defs/a{n + 1}"} for side in "lr"},
    }
    for n in range(20)
}


HOSTILE = [
    pytest.param({"$defs": {**CHAIN, "a40": False}, "$ref": "#/$defs/a0"}, id="anyOf nests"),
    pytest.param({"$defs": {**PAIRS, "a20": True}, "$ref": "#/$defs/a0"}, id="a tree of references"),
    pytest.param(
        {
            "allOf": [{"anyOf": [{"multipleOf": n}, {"multipleOf": n + 1}]} for n in range(2, 60)]
            + [{"maximum": 1, "minimum": 1}],
            "type": "number",
        },
        id="contradictory allOf",
    ),
    pytest.param({"type": "string", "pattern": "^(a+)+$", "not": {"pattern": "a"}}, id="hostile pattern"),
    pytest.param(
        {"type": "string", "allOf": [{"pattern": f"^[ab]*{c}[ab]{{12}}$"} for c in "ab"], "minLength": 100},
        id="contradictory patterns",
    ),
    pytest.param(
        {"type": "string", "pattern": "(a)" + "".join(f"(\\{n}\\{n})" for n in range(1, 30))},
        id="references that double",
    ),
    pytest.param(json.loads('{"not":' * 90 + "{}" + "}" * 90), id="deep nesting"),
    pytest.param(
        {
            "$defs": {**CHAIN, "a40": {"properties": {"a": True}}},
            "$ref": "#/$defs/a0",
            "unevaluatedProperties": False,
            "required": ["b"],
        },
        id="many of unevaluated",
    ),
    pytest.param(
        {"type": "array", "maxItems": 50, "allOf": [{"contains": {"const": n}} for n in range(100)]}, id="many contains"
    ),
    pytest.param(
        {"not": {"allOf": [{"not": {"anyOf": [{"not": {"$ref": "#"}}, {"type": "string"}]}}]}}, id="nested negations"
    ),
    pytest.param({"enum": list(range(100_000)), "minimum": 99_999, "not": {"const": 1}}, id="many listed values"),
]


KINDS = st.sampled_from(["string", "integer", "number", "boolean", "null", "array", "object"])
NAMES = st.sampled_from(["a", "b", "c"])
SMALL = st.integers(0, 4)
PLAIN_SCHEMAS = st.one_of(
    st.just({}),
    st.booleans(),
    st.fixed_dictionaries({"type": st.one_of(KINDS, st.lists(KINDS, min_size=1, max_size=3, unique=True))}),
    st.fixed_dictionaries(
        {}, optional={"minimum": SMALL, "exclusiveMaximum": SMALL, "multipleOf": st.sampled_from([1, 2, 0.5, 0.1])}
    ),
    st.fixed_dictionaries(
        {"type": st.just("string")},
        optional={
            "minLength": SMALL,
            "maxLength": SMALL,
            "pattern": st.sampled_from(["^a", "b$", r"^\d+$", "^[^t]*$"]),
        },
    ),
    st.fixed_dictionaries({"enum": st.lists(st.one_of(SMALL, NAMES, st.none(), st.booleans()), max_size=3)}),
    st.fixed_dictionaries({"const": st.one_of(SMALL, NAMES)}),
    st.fixed_dictionaries(
        {"format": st.sampled_from(sorted(FORMATS)), "type": st.just("string")}, optional={"maxLength": SMALL}
    ),
)


def _composed(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Schemas made of others, by every keyword that holds some."""
    several = st.lists(inner, min_size=1, max_size=3)
    named = st.dictionaries(NAMES, inner, max_size=2)
    members = {
        "properties": named,
        "required": st.lists(NAMES, unique=True),
        "additionalProperties": inner,
        "minProperties": SMALL,
    }
    more_members = {
        "patternProperties": named,
        "propertyNames": inner,
        "dependentSchemas": named,
        "unevaluatedProperties": inner,
        "maxProperties": SMALL,
    }
    items = {"items": inner, "prefixItems": several, "minItems": SMALL, "uniqueItems": st.booleans(), "contains": inner}
    more_items = {
        "maxContains": SMALL,
        "minContains": SMALL,
        "contains": inner,
        "unevaluatedItems": inner,
        "maxItems": SMALL,
    }
    choices = {"allOf": several, "anyOf": several, "oneOf": several, "not": inner}
    conditions = {"if": inner, "then": inner, "else": inner, "type": KINDS}
    groups: list[dict[str, Any]] = [members, more_members, items, more_items, choices, conditions]
    return st.one_of([st.fixed_dictionaries({}, optional=group) for group in groups])


SCHEMAS = st.recursive(PLAIN_SCHEMAS, _composed, max_leaves=8)


@pytest.mark.parametrize("schema", HOSTILE)
def test_a_hostile_schema_gets_a_value_or_an_own_error(schema: Any) -> None:
    try:
        made = make_value(schema)
    except NoInputError:
        return

    assert input_fault(schema, made) is None


def test_the_search_tells_when_its_steps_are_used_up() -> None:
    with pytest.raises(NoInputError) as raised:
        make_value({"$defs": {**CHAIN, "a40": False}, "$ref": "#/$defs/a0"})

    expected = (
        "the search is limited to 60000 steps, which are used up "
        "(first obstacle: its types or limits exclude each other at '')"
    )

    assert raised.value.reason == expected


def test_an_input_is_an_object_even_where_the_schema_asks_for_none() -> None:
    assert [make_input({}), make_input(True), make_input({"properties": {"a": {"type": "string"}}})] == [{}, {}, {}]


def test_an_input_has_the_required_members_in_their_order() -> None:
    schema = {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "A city."},
            "days": {"type": "integer", "minimum": 1},
            "unit": {"enum": ["c", "f"]},
            "when": {"type": "string", "format": "date"},
        },
        "required": ["when", "city", "unit"],
    }

    assert json.dumps(make_input(schema)) == '{"when": "2024-01-01", "city": "text", "unit": "c"}'


def test_a_tool_whose_schema_allows_no_object_gets_no_input() -> None:
    with pytest.raises(NoInputError) as raised:
        make_input({"type": "string"})

    assert raised.value.reason == "its types or limits exclude each other"


def _within(frames: int, make: Callable[[], Any]) -> Any:
    """What ``make`` gives where only so many of Python's stack frames are left."""
    limit = sys.getrecursionlimit()
    depth = 0
    frame = sys._getframe()
    while frame.f_back:
        frame, depth = frame.f_back, depth + 1
    sys.setrecursionlimit(depth + frames)
    try:
        return make()
    finally:
        sys.setrecursionlimit(limit)


def test_a_schema_that_nests_beyond_pythons_limit_gets_no_input() -> None:
    schema = json.loads('{"items":' * 6 + "{}" + ', "minItems": 1, "type": "array"}' * 6)
    make_value(schema)

    with pytest.raises(NoInputError) as raised:
        _within(70, lambda: make_value(schema))
    assert raised.value.reason == "it, or a value under it, is nested without end or too deeply"


class _Interrupting(dict[str, Any]):
    def items(self) -> Any:
        raise KeyboardInterrupt


def test_an_interruption_goes_through() -> None:
    with pytest.raises(KeyboardInterrupt):
        make_value(_Interrupting(type="null"))


@pytest.mark.parametrize("make", [make_value, make_input], ids=["value", "input"])
@settings(derandomize=True, deadline=None, max_examples=200)
@given(schema=SCHEMAS)
def test_what_is_made_is_always_accepted(make: Callable[[Any], Any], schema: Any) -> None:
    try:
        made = make(schema)
    except NoInputError:
        return

    assert input_fault(schema, made) is None
    assert jsonschema.Draft202012Validator(schema).is_valid(made)
    assert make(schema) == made


@settings(derandomize=True, deadline=None, max_examples=400)
@given(ROUGH_SCHEMAS, st.sampled_from([DRAFT_04, DRAFT_06, DRAFT_07, DRAFT_2019, DRAFT_2020]))
def test_a_rough_schema_of_any_draft_gets_an_input_or_an_own_error(schema: dict[str, Any], draft: str) -> None:
    schema = {"$schema": draft, **schema}
    try:
        made = make_input(schema)
    except NoInputError:
        return

    assert input_fault(schema, made) is None


def test_the_same_is_made_whatever_the_hash_seed() -> None:
    program = (
        "import json; from rystic_asgi.engine.synthesis import make_value;"
        "print(json.dumps(make_value({'minProperties': 4, 'propertyNames': {'pattern': '^(a|b|c)(?=d|e)[de]?$'},"
        "'not': {'enum': ['x', 'y']}, 'uniqueItems': True, 'additionalProperties': {'minLength': 3}})))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in range(3)
    }

    assert len(runs) == 1
