"""Inputs made up for a tool: what they look like, that they're always accepted, and that the search ends."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rystic_asgi.engine.synthesis import NoInputError, make_input, make_value
from rystic_asgi.engine.synthesis.formats import FORMATS, format_pattern, format_texts
from rystic_asgi.validation.tool_schemas import input_fault

DRAFT_04 = "http://json-schema.org/draft-04/schema#"
DRAFT_07 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema"

MADE: list[tuple[str, Any, Any]] = [
    ("anything", {}, "text"),
    ("true", True, "text"),
    ("string", {"type": "string"}, "text"),
    ("integer", {"type": "integer"}, 1),
    ("number", {"type": "number"}, 1),
    ("boolean", {"type": "boolean"}, True),
    ("null", {"type": "null"}, None),
    ("array", {"type": "array"}, []),
    ("object", {"type": "object"}, {}),
    ("null only when nothing else", {"type": ["null", "integer"]}, 1),
    ("what is spoken about", {"minItems": 1}, ["text"]),
    ("const", {"const": {"a": [1, None]}}, {"a": [1, None]}),
    ("enum", {"enum": ["b", "a"]}, "b"),
    ("enum and type", {"enum": ["b", 2.0], "type": "integer"}, 2.0),
    ("two enums", {"enum": [1, 2, 3], "allOf": [{"enum": [3, 2.0]}]}, 2),
    ("default", {"type": "integer", "default": 7, "examples": [8]}, 7),
    ("default before enum", {"enum": ["a", "b"], "default": "b"}, "b"),
    ("a default that isn't valid", {"type": "integer", "default": "7", "examples": [8]}, 8),
    ("a default that isn't of its format", {"type": "string", "format": "date", "default": "today"}, "2024-01-01"),
    ("a listed value that others refuse", {"enum": [1, 2], "not": {"const": 1}}, 2),
    ("minimum", {"type": "integer", "minimum": 5}, 5),
    ("maximum", {"type": "integer", "maximum": -5}, -5),
    ("exclusive bounds", {"type": "integer", "exclusiveMinimum": 5, "exclusiveMaximum": 7}, 6),
    (
        "the narrower of bounds",
        {"allOf": [{"minimum": 1, "maximum": 9}, {"minimum": 4, "maximum": 5}, {"minimum": 2, "maximum": 7}]},
        4,
    ),
    (
        "draft 04's exclusive bounds",
        {"$schema": DRAFT_04, "minimum": 2, "exclusiveMinimum": True, "type": "integer"},
        3,
    ),
    (
        "draft 04's exclusive maximum",
        {"$schema": DRAFT_04, "maximum": 0, "exclusiveMaximum": True, "type": "integer"},
        -1,
    ),
    ("between two integers", {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}, 0.9),
    ("between near numbers", {"type": "number", "minimum": 2.25, "maximum": 2.26}, 2.25),
    ("multipleOf", {"type": "integer", "multipleOf": 7, "minimum": 15}, 21),
    ("multipleOf of a fraction", {"type": "number", "multipleOf": 0.25, "minimum": 0.1, "maximum": 0.9}, 0.75),
    ("two multipleOf", {"allOf": [{"multipleOf": 4}, {"multipleOf": 6}], "exclusiveMinimum": 0}, 12),
    ("a bound beyond all floats", {"type": "integer", "maximum": float("inf")}, 1),
    ("minLength", {"type": "string", "minLength": 6}, "textte"),
    ("maxLength", {"type": "string", "maxLength": 2}, "te"),
    ("the shorter of two lengths", {"allOf": [{"maxLength": 3}, {"maxLength": 2}], "type": "string"}, "te"),
    ("nothing but the empty text", {"type": "string", "maxLength": 0}, ""),
    ("pattern", {"type": "string", "pattern": r"^\d{4}-\d{2}$"}, "1111-11"),
    ("a word that matches a pattern", {"type": "string", "pattern": "^[a-z]+$"}, "text"),
    ("patterns and lengths", {"allOf": [{"pattern": "^a"}, {"pattern": "b$"}], "minLength": 3, "maxLength": 3}, "aab"),
    ("an unwanted pattern", {"type": "string", "pattern": "^[a-z]+$", "not": {"pattern": "^[a-x]"}}, "y"),
    ("only an unwanted pattern", {"type": "string", "not": {"pattern": "t"}}, "word"),
    ("the empty text last", {"type": "string", "pattern": "^(\\d|$)"}, "1"),
    ("date", {"type": "string", "format": "date"}, "2024-01-01"),
    ("a long address", {"type": "string", "format": "email", "minLength": 20}, "aaaaaaaaaaaaaaaa@a.a"),
    ("format and pattern", {"type": "string", "format": "uri", "pattern": "^ftp:"}, "ftp:"),
    ("an unknown format", {"type": "string", "format": "color"}, "text"),
    ("items", {"type": "array", "minItems": 2, "items": {"type": "integer"}}, [1, 1]),
    ("prefixItems", {"minItems": 2, "prefixItems": [{"const": 1}], "items": {"const": 2}}, [1, 2]),
    (
        "draft 07's items",
        {"$schema": DRAFT_07, "minItems": 2, "items": [{"const": 1}], "additionalItems": {"const": 2}},
        [1, 2],
    ),
    ("draft 07's single items", {"$schema": DRAFT_07, "minItems": 1, "items": {"const": 1}}, [1]),
    ("uniqueItems", {"minItems": 3, "uniqueItems": True, "items": {"type": "string"}}, ["text", "word", "name"]),
    ("unique numbers", {"minItems": 3, "uniqueItems": True, "items": {"type": "integer", "maximum": 1}}, [1, 0, -1]),
    (
        "unique by going back",
        {"minItems": 2, "uniqueItems": True, "prefixItems": [{"enum": [1, 2]}, {"const": 1}]},
        [2, 1],
    ),
    (
        "another kind than items that can't all differ",
        {"minItems": 3, "uniqueItems": True, "prefixItems": [True], "items": {"const": 0}},
        "text",
    ),
    ("no items, all unique", {"type": "array", "uniqueItems": True}, []),
    ("repeated items", {"type": "array", "not": {"uniqueItems": True}}, ["text", "text"]),
    ("contains", {"type": "array", "contains": {"type": "integer"}}, [1]),
    ("contains behind a prefix", {"minItems": 1, "prefixItems": [{"const": "a"}], "contains": {"const": 1}}, ["a", 1]),
    (
        "two contains in one",
        {"allOf": [{"contains": {"minimum": 5}}, {"contains": {"type": "integer"}}], "maxItems": 1},
        [5],
    ),
    ("minContains 0", {"type": "array", "contains": {"const": 1}, "minContains": 0}, []),
    (
        "maxContains",
        {"contains": {"type": "integer"}, "minContains": 2, "maxContains": 2, "minItems": 3},
        [1, 1, "text"],
    ),
    ("unevaluatedItems", {"minItems": 2, "prefixItems": [{"const": 1}], "unevaluatedItems": {"const": 2}}, [1, 2]),
    ("one item more", {"type": "array", "not": {"maxItems": 0}}, ["text"]),
    ("required", {"type": "object", "required": ["a"], "properties": {"b": {}}}, {"a": "text"}),
    ("additionalProperties", {"required": ["a"], "additionalProperties": {"type": "null"}}, {"a": None}),
    (
        "draft 04's boolean",
        {"$schema": DRAFT_04, "type": "object", "required": ["a"], "additionalProperties": True},
        {"a": "text"},
    ),
    ("patternProperties", {"required": ["ab"], "patternProperties": {"^a": {"type": "null"}}}, {"ab": None}),
    ("unevaluatedProperties", {"required": ["a"], "unevaluatedProperties": {"type": "null"}}, {"a": None}),
    ("minProperties", {"type": "object", "minProperties": 2, "properties": {"a": {}}}, {"a": "text", "name1": "text"}),
    (
        "names by pattern",
        {"minProperties": 1, "patternProperties": {"^x-": {}}, "additionalProperties": False},
        {"x-": "text"},
    ),
    ("propertyNames", {"minProperties": 2, "propertyNames": {"pattern": "^a"}}, {"a": "text", "aa": "text"}),
    (
        "declared names that propertyNames refuses",
        {"minProperties": 1, "properties": {"b": {}}, "propertyNames": {"const": "a"}},
        {"a": "text"},
    ),
    (
        "dependentRequired",
        {"required": ["a"], "dependentRequired": {"a": ["b"], "b": ["a", "c"], "x": ["y"]}},
        {"a": "text", "b": "text", "c": "text"},
    ),
    (
        "dependentSchemas",
        {"type": "object", "required": ["a"], "dependentSchemas": {"a": {"required": ["b"]}}},
        {"a": "text", "b": "text"},
    ),
    ("dependentSchemas of what's absent", {"type": "object", "dependentSchemas": {"a": False}}, {}),
    (
        "draft 07's dependencies",
        {
            "$schema": DRAFT_07,
            "required": ["a"],
            "type": "object",
            "dependencies": {"a": ["b"], "b": {"required": ["c"]}},
        },
        {"a": "text", "b": "text", "c": "text"},
    ),
    ("allOf", {"allOf": [{"required": ["a"]}, {"properties": {"a": {"const": 1}}}]}, {"a": 1}),
    ("anyOf", {"anyOf": [False, {"type": "integer"}]}, 1),
    ("oneOf", {"oneOf": [{"type": "integer"}, {"minimum": 2}]}, 1),
    (
        "oneOf without the others",
        {"oneOf": [{"type": ["integer", "string"]}, {"type": ["string", "null"]}], "type": ["string", "null"]},
        None,
    ),
    (
        "oneOf that needs the others refused",
        {"oneOf": [{"required": ["a"]}, {"required": ["a", "b"]}, {"required": ["c"]}], "type": "object"},
        {"a": "text"},
    ),
    (
        "if and then",
        {"required": ["a"], "if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}},
        {"a": 1, "b": "text"},
    ),
    ("if not and else", {"if": {"type": "string"}, "then": False, "else": {"type": "integer"}}, 1),
    ("if alone", {"if": {"type": "string"}, "type": "null"}, None),
    ("reference with siblings", {"$ref": "#/$defs/a", "$defs": {"a": {"type": "integer"}}, "minimum": 5}, 5),
    (
        "draft 07's reference",
        {
            "$schema": DRAFT_07,
            "allOf": [{"$ref": "#/definitions/a", "minimum": 5}],
            "definitions": {"a": {"type": "integer"}},
        },
        1,
    ),
    ("anchor", {"$ref": "#a", "$defs": {"x": {"$anchor": "a", "type": "null"}}}, None),
    (
        "identifier",
        {"$id": "urn:x:root", "$ref": "urn:x:other", "$defs": {"x": {"$id": "urn:x:other", "type": "null"}}},
        None,
    ),
    ("dynamic reference", {"$dynamicRef": "#a", "$defs": {"x": {"$dynamicAnchor": "a", "type": "null"}}}, None),
    (
        "recursive reference",
        {"$schema": DRAFT_2019, "properties": {"a": {"anyOf": [{"$recursiveRef": "#"}, True]}}, "required": ["a"]},
        {"a": {"a": "text"}},
    ),
    (
        "recursion that can end",
        {"type": "object", "required": ["a"], "properties": {"a": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}},
        {"a": {"a": None}},
    ),
    ("a reference twice", {"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {"const": 1}}}, 1),
    (
        "a schema of another draft inside",
        {
            "properties": {"a": {"$schema": DRAFT_04, "minimum": 1, "exclusiveMinimum": True, "type": "integer"}},
            "required": ["a"],
        },
        {"a": 2},
    ),
]
UNIQUE_FLAGS = {"type": "array", "uniqueItems": True, "items": {"type": "boolean"}, "maxItems": 2}
REFUSING: list[tuple[str, Any, Any]] = [
    ("nothing", False, "text"),
    ("type", {"type": "string"}, 1),
    ("types", {"type": ["string", "number", "boolean", "object", "array"]}, None),
    ("const", {"const": "text"}, "word"),
    ("enum", {"enum": ["text", "word"]}, "name"),
    ("minimum", {"minimum": 1}, 0),
    ("maximum", {"maximum": 1}, 2),
    ("exclusive minimum", {"exclusiveMinimum": 1}, 1),
    ("exclusive maximum", {"exclusiveMaximum": 1}, 1),
    ("multipleOf", {"multipleOf": 2}, 1),
    ("minLength", {"minLength": 3}, "te"),
    ("minLength 0", {"minLength": 0, "type": "string"}, 1),
    ("maxLength", {"maxLength": 4}, "textt"),
    ("minItems", {"minItems": 1}, []),
    ("minProperties", {"minProperties": 1}, {}),
    ("maxProperties", {"maxProperties": 0}, {"name1": "text"}),
    ("required", {"required": ["a"]}, {}),
    ("properties", {"properties": {"a": {"type": "string"}}}, {"a": 1}),
    ("additionalProperties", {"additionalProperties": False, "properties": {"a": {}}}, {"name1": "text"}),
    ("unevaluatedProperties", {"unevaluatedProperties": False}, {"name1": "text"}),
    ("patternProperties", {"patternProperties": {"^a": {"type": "string"}}}, {"a": 1}),
    ("propertyNames", {"propertyNames": {"maxLength": 4}}, {"textt": "text"}),
    ("items", {"items": {"type": "string"}}, [1]),
    ("items behind a prefix", {"prefixItems": [True], "items": False}, ["text", "text"]),
    ("prefixItems", {"prefixItems": [True, {"type": "string"}]}, ["text", 1]),
    ("unevaluatedItems", {"unevaluatedItems": False}, ["text"]),
    ("contains", {"contains": {"type": "string"}}, []),
    ("dependentRequired", {"dependentRequired": {"a": ["b"]}}, {"a": "text"}),
    ("dependentSchemas", {"dependentSchemas": {"a": {"required": ["b"]}}}, {"a": "text"}),
    ("allOf", {"allOf": [{"type": "string"}, {"type": "integer"}]}, 1),
    ("anyOf", {"anyOf": [{"type": "string"}, {"type": "integer"}]}, 1.1),
    ("oneOf", {"oneOf": [{"type": "string"}, {"type": "integer"}]}, 1.1),
    ("oneOf by two", {"oneOf": [{}, {"const": 1}]}, 1),
    ("not", {"not": {"type": "string"}}, "text"),
    ("if", {"if": {"type": "string"}, "then": {"minLength": 9}, "else": True}, "text"),
    ("reference", {"$ref": "#/$defs/a"}, 1),
    ("uniqueItems of nothing", {"uniqueItems": False, "type": "array"}, "text"),
]
NOT_MADE: list[tuple[str, Any, str, str]] = [
    ("nothing", False, "", "its types or limits exclude each other"),
    ("not anything", {"not": {}}, "", "its types or limits exclude each other"),
    (
        "contradictory types",
        {"type": "string", "allOf": [{"type": "null"}]},
        "",
        "its types or limits exclude each other",
    ),
    (
        "contradictory bounds",
        {"type": "integer", "minimum": 2, "maximum": 1},
        "",
        "its types or limits exclude each other",
    ),
    (
        "contradictory lengths",
        {"type": "string", "minLength": 2, "maxLength": 1},
        "",
        "its types or limits exclude each other",
    ),
    (
        "contradictory counts",
        {"type": "array", "minItems": 2, "maxItems": 1},
        "",
        "its types or limits exclude each other",
    ),
    (
        "more required than allowed",
        {"type": "object", "required": ["a", "b"], "maxProperties": 1},
        "",
        "its types or limits exclude each other",
    ),
    ("no common values", {"enum": [1], "const": 2}, "", "no value is in all of the lists of allowed values"),
    (
        "a member that can't be",
        {"type": "object", "required": ["a"], "properties": {"a": False}},
        "a",
        "its types or limits exclude each other",
    ),
    (
        "an item that can't be",
        {"type": "array", "minItems": 1, "items": False},
        "0",
        "its types or limits exclude each other",
    ),
    (
        "members that dependencies ask for",
        {"type": "object", "required": ["a"], "maxProperties": 1, "dependentRequired": {"a": ["b"]}},
        "",
        "it needs more members than it may have",
    ),
    (
        "a member of its own pattern that can't be",
        {"not": {"patternProperties": {"^a": True}}, "type": "object"},
        "a",
        "its types or limits exclude each other",
    ),
    (
        "too few names",
        {"type": "object", "minProperties": 2, "propertyNames": {"enum": ["a"]}},
        "",
        "not enough names for its members were found",
    ),
    (
        "names that can't be",
        {"type": "object", "minProperties": 1, "propertyNames": False},
        "",
        "its types or limits exclude each other",
    ),
    (
        "a listed value that's refused",
        {"enum": [1], "not": {"const": 1}},
        "",
        "what was tried for it isn't accepted by the schema as a whole",
    ),
    (
        "a member name that's refused",
        {"type": "object", "required": ["ab"], "propertyNames": {"maxLength": 1}},
        "",
        "what was tried for it isn't accepted by the schema as a whole",
    ),
    (
        "too few different items",
        {"type": "array", "minItems": 3, "uniqueItems": True, "items": {"type": "boolean"}},
        "",
        "3 different items for it weren't found",
    ),
    (
        "a number between floats",
        {"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2},
        "",
        "no other number within its limits was found",
    ),
    (
        "a number too near its bounds",
        {"type": "number", "exclusiveMinimum": 1, "exclusiveMaximum": 1.0000000000000002},
        "",
        "no other number within its limits was found",
    ),
    (
        "a number that rounds to its bound",
        {"type": "number", "exclusiveMinimum": 1.1, "exclusiveMaximum": 1.1000000000000003},
        "",
        "no other number within its limits was found",
    ),
    (
        "a fraction beyond all floats",
        {"type": "number", "not": {"type": "integer"}, "minimum": 1.79e308, "multipleOf": 1e307},
        "",
        "what was tried for it isn't accepted by the schema as a whole",
    ),
    (
        "a number that rounds below its bound",
        {"type": "number", "minimum": 1e308, "multipleOf": 1e-300},
        "",
        "no other number within its limits was found",
    ),
    (
        "a refusal of what only describes",
        {"type": "object", "properties": {"a": {}, "b": {}}, "maxProperties": 1, "not": {"title": "x"}},
        "",
        "what was tried for it isn't accepted by the schema as a whole",
    ),
    (
        "unique items that are all refused",
        {**UNIQUE_FLAGS, "not": {"title": "x"}},
        "",
        "what was tried for it isn't accepted by the schema as a whole",
    ),
    (
        "texts that are all refused",
        {"type": "string", "pattern": "^(text|x)$", "not": {"enum": ["text", "x"]}},
        "",
        "it allows no value",
    ),
    (
        "members that are all refused",
        {
            "type": "object",
            "required": ["a"],
            "properties": {"a": {"type": "boolean"}, "b": False},
            "not": {"title": "x"},
        },
        "",
        "what was tried for it isn't accepted by the schema as a whole",
    ),
    (
        "no names at all",
        {"type": "object", "minProperties": 1, "additionalProperties": False},
        "name1",
        "its types or limits exclude each other",
    ),
    ("a text that's too long", {"type": "string", "minLength": 10**9}, "", "it would need more than 100000 characters"),
    ("too many items", {"type": "array", "minItems": 10**9}, "", "it would need more than 10000 items"),
    (
        "too many members",
        {"type": "object", "required": [f"n{number}" for number in range(100_000)]},
        "",
        "it would need more than 10000 members",
    ),
    (
        "no text of a pattern",
        {"type": "string", "pattern": "a", "maxLength": 0},
        "",
        "no text that meets its patterns, format and length was found",
    ),
    (
        "endless recursion",
        {"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}},
        "a.a.a",
        "it would be nested too deeply",
    ),
    ("a reference to itself", {"$ref": "#"}, "", "it, or a value under it, is nested without end or too deeply"),
    (
        "a fault",
        {"type": "text"},
        "type",
        "It must be one of array, boolean, integer, null, number, object, string, not 'text'",
    ),
    (
        "an unreadable pattern",
        {"pattern": "("},
        "",
        "Unreadable pattern '(': at offset 1 a group isn't closed. Write it as ECMA-262 does",
    ),
    ("a reference to nowhere", {"$ref": "#/a"}, "", "the reference '#/a' doesn't lead to a schema; nothing is fetched"),
    (
        "a reference to no schema",
        {"$ref": "#/x", "x": {"minimum": "a"}},
        "",
        "a reference leads to something that isn't a schema (It must be a number, not 'a')",
    ),
]
CHAIN: dict[str, Any] = {f"a{n}": {"anyOf": [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(40)}
PAIRS: dict[str, Any] = {
    f"a{n}": {
        "type": "object",
        "required": ["l", "r"],
        "properties": {side: {"$ref": f"#/$defs/a{n + 1}"} for side in "lr"},
    }
    for n in range(20)
}
HOSTILE: list[tuple[str, Any]] = [
    ("anyOf nests", {"$defs": {**CHAIN, "a40": False}, "$ref": "#/$defs/a0"}),
    ("a tree of references", {"$defs": {**PAIRS, "a20": True}, "$ref": "#/$defs/a0"}),
    (
        "contradictory allOf",
        {
            "allOf": [{"anyOf": [{"multipleOf": n}, {"multipleOf": n + 1}]} for n in range(2, 60)]
            + [{"maximum": 1, "minimum": 1}],
            "type": "number",
        },
    ),
    ("hostile pattern", {"type": "string", "pattern": "^(a+)+$", "not": {"pattern": "a"}}),
    (
        "contradictory patterns",
        {"type": "string", "allOf": [{"pattern": f"^[ab]*{c}[ab]{{12}}$"} for c in "ab"], "minLength": 100},
    ),
    ("references that double", {"type": "string", "pattern": "(a)" + "".join(f"(\\{n}\\{n})" for n in range(1, 30))}),
    ("deep nesting", json.loads('{"not":' * 90 + "{}" + "}" * 90)),
    (
        "many of unevaluated",
        {
            "$defs": {**CHAIN, "a40": {"properties": {"a": True}}},
            "$ref": "#/$defs/a0",
            "unevaluatedProperties": False,
            "required": ["b"],
        },
    ),
    ("many contains", {"type": "array", "maxItems": 50, "allOf": [{"contains": {"const": n}} for n in range(100)]}),
    ("nested negations", {"not": {"allOf": [{"not": {"anyOf": [{"not": {"$ref": "#"}}, {"type": "string"}]}}]}}),
    ("many listed values", {"enum": list(range(100_000)), "minimum": 99_999, "not": {"const": 1}}),
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


@pytest.mark.parametrize(("schema", "made"), [row[1:] for row in MADE], ids=[row[0] for row in MADE])
def test_the_smallest_sensible_value_is_made(schema: Any, made: Any) -> None:
    found = make_value(schema)
    assert found == made
    assert type(found) is type(made)
    assert input_fault(schema, found) is None


@pytest.mark.parametrize(("schema", "made"), [row[1:] for row in REFUSING], ids=[row[0] for row in REFUSING])
def test_what_a_schema_mustnt_accept_is_made(schema: Any, made: Any) -> None:
    whole = {"not": schema, "$defs": {"a": {"type": "string"}}}
    assert make_value(whole) == made
    assert input_fault(whole, made) is None


@pytest.mark.parametrize(("schema", "place", "reason"), [row[1:] for row in NOT_MADE], ids=[row[0] for row in NOT_MADE])
def test_the_first_obstacle_is_told_when_nothing_is_found(schema: Any, place: str, reason: str) -> None:
    with pytest.raises(NoInputError) as raised:
        make_value(schema)
    assert (raised.value.place, raised.value.reason) == (place, reason)
    where = f" at {place!r}" if place else ""
    assert str(raised.value) == f"No value that the schema accepts was found{where}: {reason}. Give the value yourself."


@pytest.mark.parametrize("schema", [row[1] for row in HOSTILE], ids=[row[0] for row in HOSTILE])
def test_a_hostile_schema_is_answered_soon(schema: Any) -> None:
    start = time.perf_counter()
    try:
        assert input_fault(schema, make_value(schema)) is None
    except NoInputError:
        assert time.perf_counter() - start < 10


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


def test_optional_members_are_added_where_the_whole_needs_them() -> None:
    schema = {"properties": {"a": {}, "b": {"const": 1}}, "not": {"properties": {"b": False}}, "type": "object"}
    assert make_value(schema) == {"b": 1}
    both = {"anyOf": [{"required": ["a", "b"]}], "properties": {"a": {}, "b": {}}, "type": "object"}
    assert make_value(both) == {"a": "text", "b": "text"}


def test_drafts_before_2020_refuse_items_too() -> None:
    for items in ([True, {"type": "string"}], {"type": "string"}):
        schema = {"$schema": DRAFT_07, "type": "array", "not": {"items": items}}
        assert input_fault(schema, make_value(schema)) is None


PanicException = type("PanicException", (BaseException,), {})


@pytest.mark.parametrize("end", [RecursionError, PanicException], ids=["recursion", "panic"])
def test_a_schema_that_nests_beyond_pythons_limit_gets_no_input(
    monkeypatch: pytest.MonkeyPatch, end: type[BaseException]
) -> None:
    def nested(*_: Any) -> Any:
        raise end

    monkeypatch.setattr("rystic_asgi.engine.synthesis.synthesis.values", nested)
    with pytest.raises(NoInputError) as raised:
        make_value({})
    assert raised.value.reason == "the schema nests too deeply for how deep the caller stands"


def test_an_interruption_goes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("rystic_asgi.engine.synthesis.synthesis.values", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make_value({})


def test_what_is_made_isnt_part_of_the_schema() -> None:
    schema = {"const": {"a": [1]}}
    make_value(schema)["a"].append(2)
    assert make_value(schema) == {"a": [1]}


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_format_is_met_by_readable_texts_and_by_its_pattern(name: str) -> None:
    pattern = format_pattern(name)
    assert pattern is not None
    assert all(pattern.search(text) for text in format_texts(name))
    longer = make_value({"type": "string", "format": name, "minLength": 10})
    assert pattern.search(longer)
    assert len(longer) >= 10


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("date", "2024-02-30"),
        ("date-time", "2024-01-01 12:00:00Z"),
        ("time", "24:00:00Z"),
        ("duration", "P"),
        ("duration", "PT"),
        ("email", "a@b@c"),
        ("hostname", "-a"),
        ("ipv4", "256.0.0.1"),
        ("ipv6", "1::2::3"),
        ("uri", "no scheme"),
        ("uuid", "0"),
        ("json-pointer", "a"),
        ("relative-json-pointer", "/a"),
        ("regex", "("),
    ],
)
def test_a_text_that_isnt_of_a_format_doesnt_match_its_pattern(name: str, text: str) -> None:
    pattern = format_pattern(name)
    assert pattern is not None
    assert not pattern.search(text)


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
