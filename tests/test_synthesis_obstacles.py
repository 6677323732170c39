"""Why nothing is made: the first obstacle is told."""

from typing import Any

import pytest

from rystic_asgi.engine.synthesis import NoInputError, make_value

UNIQUE_FLAGS = {"type": "array", "uniqueItems": True, "items": {"type": "boolean"}, "maxItems": 2}
NOT_MADE = [
    pytest.param(False, "", "its types or limits exclude each other", id="nothing"),
    pytest.param({"not": {}}, "", "its types or limits exclude each other", id="not anything"),
    pytest.param(
        {"type": "string", "allOf": [{"type": "null"}]},
        "",
        "its types or limits exclude each other",
        id="contradictory types",
    ),
    pytest.param(
        {"type": "integer", "minimum": 2, "maximum": 1},
        "",
        "its types or limits exclude each other",
        id="contradictory bounds",
    ),
    pytest.param(
        {"type": "string", "minLength": 2, "maxLength": 1},
        "",
        "its types or limits exclude each other",
        id="contradictory lengths",
    ),
    pytest.param(
        {"type": "array", "minItems": 2, "maxItems": 1},
        "",
        "its types or limits exclude each other",
        id="contradictory counts",
    ),
    pytest.param(
        {"type": "object", "required": ["a", "b"], "maxProperties": 1},
        "",
        "its types or limits exclude each other",
        id="more required than allowed",
    ),
    pytest.param(
        {"enum": [1], "const": 2}, "", "no value is in all of the lists of allowed values", id="no common values"
    ),
    pytest.param(
        {"type": "object", "required": ["a"], "properties": {"a": False}},
        "a",
        "its types or limits exclude each other",
        id="a member that cannot be",
    ),
    pytest.param(
        {"type": "array", "minItems": 1, "items": False},
        "0",
        "its types or limits exclude each other",
        id="an item that cannot be",
    ),
    pytest.param(
        {"type": "object", "required": ["a"], "maxProperties": 1, "dependentRequired": {"a": ["b"]}},
        "",
        "it needs more members than it may have",
        id="members that dependencies ask for",
    ),
    pytest.param(
        {"not": {"patternProperties": {"^a": True}}, "type": "object"},
        "a",
        "its types or limits exclude each other",
        id="a member of its own pattern that cannot be",
    ),
    pytest.param(
        {"type": "object", "minProperties": 2, "propertyNames": {"enum": ["a"]}},
        "",
        "not enough names for its members were found",
        id="too few names",
    ),
    pytest.param(
        {"type": "object", "minProperties": 1, "propertyNames": False},
        "",
        "its types or limits exclude each other",
        id="names that cannot be",
    ),
    pytest.param(
        {"enum": [1], "not": {"const": 1}},
        "",
        "what was tried for it isn't accepted by the schema as a whole",
        id="a listed value that is refused",
    ),
    pytest.param(
        {"type": "object", "required": ["ab"], "propertyNames": {"maxLength": 1}},
        "",
        "what was tried for it isn't accepted by the schema as a whole",
        id="a member name that is refused",
    ),
    pytest.param(
        {"type": "array", "minItems": 3, "uniqueItems": True, "items": {"type": "boolean"}},
        "",
        "3 different items for it weren't found",
        id="too few different items",
    ),
    pytest.param(
        {"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2},
        "",
        "no other number within its limits was found",
        id="a number between floats",
    ),
    pytest.param(
        {"type": "number", "exclusiveMinimum": 1, "exclusiveMaximum": 1.0000000000000002},
        "",
        "no other number within its limits was found",
        id="a number too near its bounds",
    ),
    pytest.param(
        {"type": "number", "exclusiveMinimum": 1.1, "exclusiveMaximum": 1.1000000000000003},
        "",
        "no other number within its limits was found",
        id="a number that rounds to its bound",
    ),
    pytest.param(
        {"type": "number", "not": {"type": "integer"}, "minimum": 1.79e308, "multipleOf": 1e307},
        "",
        "what was tried for it isn't accepted by the schema as a whole",
        id="a fraction beyond all floats",
    ),
    pytest.param(
        {"type": "number", "minimum": 1e308, "multipleOf": 1e-300},
        "",
        "no other number within its limits was found",
        id="a number that rounds below its bound",
    ),
    pytest.param(
        {"type": "object", "properties": {"a": {}, "b": {}}, "maxProperties": 1, "not": {"title": "x"}},
        "",
        "what was tried for it isn't accepted by the schema as a whole",
        id="a refusal of what only describes",
    ),
    pytest.param(
        {**UNIQUE_FLAGS, "not": {"title": "x"}},
        "",
        "what was tried for it isn't accepted by the schema as a whole",
        id="unique items that are all refused",
    ),
    pytest.param(
        {"type": "string", "pattern": "^(text|x)$", "not": {"enum": ["text", "x"]}},
        "",
        "it allows no value",
        id="texts that are all refused",
    ),
    pytest.param(
        {
            "type": "object",
            "required": ["a"],
            "properties": {"a": {"type": "boolean"}, "b": False},
            "not": {"title": "x"},
        },
        "",
        "what was tried for it isn't accepted by the schema as a whole",
        id="members that are all refused",
    ),
    pytest.param(
        {"type": "object", "minProperties": 1, "additionalProperties": False},
        "name1",
        "its types or limits exclude each other",
        id="no names at all",
    ),
    pytest.param(
        {"type": "string", "minLength": 10**9},
        "",
        "it would need more than 100000 characters",
        id="a text that is too long",
    ),
    pytest.param({"type": "array", "minItems": 10**9}, "", "it would need more than 10000 items", id="too many items"),
    pytest.param(
        {"type": "object", "required": [f"n{number}" for number in range(100_000)]},
        "",
        "it would need more than 10000 members",
        id="too many members",
    ),
    pytest.param(
        {"type": "string", "pattern": "a", "maxLength": 0},
        "",
        "no text that meets its patterns, format and length was found",
        id="no text of a pattern",
    ),
    pytest.param(
        {"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}},
        "a.a.a",
        "it would be nested too deeply",
        id="endless recursion",
    ),
    pytest.param(
        {"$ref": "#"}, "", "it, or a value under it, is nested without end or too deeply", id="a reference to itself"
    ),
    pytest.param(
        {"type": "text"},
        "type",
        "It must be one of array, boolean, integer, null, number, object, string, not 'text'",
        id="a fault",
    ),
    pytest.param(
        {"pattern": "("},
        "",
        "Unreadable pattern '(': at offset 1 a group isn't closed. Write it as ECMA-262 does",
        id="an unreadable pattern",
    ),
    pytest.param(
        {"$ref": "#/a"},
        "",
        "the reference '#/a' doesn't lead to a schema; nothing is fetched",
        id="a reference to nowhere",
    ),
    pytest.param(
        {"$ref": "#/x", "x": {"minimum": "a"}},
        "",
        "a reference leads to something that isn't a schema (It must be a number, not 'a')",
        id="a reference to no schema",
    ),
]


@pytest.mark.parametrize(("schema", "place", "reason"), NOT_MADE)
def test_the_first_obstacle_is_told_when_nothing_is_found(schema: Any, place: str, reason: str) -> None:
    with pytest.raises(NoInputError) as raised:
        make_value(schema)

    assert (raised.value.place, raised.value.reason) == (place, reason)
    where = f" at {place!r}" if place else ""

    assert str(raised.value) == f"No value that the schema accepts was found{where}: {reason}. Give the value yourself."
