"""The plainest values of each kind, and what a schema lists."""

from typing import Any

import pytest

from rystic_asgi.engine.synthesis import make_value
from tests.conftest import assert_is_made

MADE = [
    pytest.param({}, "text", id="anything"),
    pytest.param(True, "text", id="true"),
    pytest.param({"type": "string"}, "text", id="string"),
    pytest.param({"type": "integer"}, 1, id="integer"),
    pytest.param({"type": "number"}, 1, id="number"),
    pytest.param({"type": "boolean"}, True, id="boolean"),
    pytest.param({"type": "null"}, None, id="null"),
    pytest.param({"type": "array"}, [], id="array"),
    pytest.param({"type": "object"}, {}, id="object"),
    pytest.param({"type": ["null", "integer"]}, 1, id="null only when nothing else"),
    pytest.param({"minItems": 1}, ["text"], id="what is spoken about"),
    pytest.param({"const": {"a": [1, None]}}, {"a": [1, None]}, id="const"),
    pytest.param({"enum": ["b", "a"]}, "b", id="enum"),
    pytest.param({"enum": ["b", 2.0], "type": "integer"}, 2.0, id="enum and type"),
    pytest.param({"enum": [1, 2, 3], "allOf": [{"enum": [3, 2.0]}]}, 2, id="two enums"),
    pytest.param({"type": "integer", "default": 7, "examples": [8]}, 7, id="default"),
    pytest.param({"enum": ["a", "b"], "default": "b"}, "b", id="default before enum"),
    pytest.param({"type": "integer", "default": "7", "examples": [8]}, 8, id="a default that is not valid"),
    pytest.param(
        {"type": "string", "format": "date", "default": "today"}, "2024-01-01", id="a default that is not of its format"
    ),
    pytest.param({"enum": [1, 2], "not": {"const": 1}}, 2, id="a listed value that others refuse"),
]


@pytest.mark.parametrize(("schema", "made"), MADE)
def test_the_smallest_sensible_value_is_made(schema: Any, made: Any) -> None:
    assert_is_made(schema, made)


def test_what_is_made_is_not_part_of_the_schema() -> None:
    schema = {"const": {"a": [1]}}
    make_value(schema)["a"].append(2)

    assert make_value(schema) == {"a": [1]}
