"""Arrays that are made up."""

from typing import Any

import pytest

from tests.conftest import assert_is_made

DRAFT_07 = "http://json-schema.org/draft-07/schema#"


MADE = [
    pytest.param({"type": "array", "minItems": 2, "items": {"type": "integer"}}, [1, 1], id="items"),
    pytest.param({"minItems": 2, "prefixItems": [{"const": 1}], "items": {"const": 2}}, [1, 2], id="prefixItems"),
    pytest.param(
        {"$schema": DRAFT_07, "minItems": 2, "items": [{"const": 1}], "additionalItems": {"const": 2}},
        [1, 2],
        id="draft 07's items",
    ),
    pytest.param({"$schema": DRAFT_07, "minItems": 1, "items": {"const": 1}}, [1], id="draft 07's single items"),
    pytest.param(
        {"minItems": 3, "uniqueItems": True, "items": {"type": "string"}}, ["text", "word", "name"], id="uniqueItems"
    ),
    pytest.param(
        {"minItems": 3, "uniqueItems": True, "items": {"type": "integer", "maximum": 1}},
        [1, 0, -1],
        id="unique numbers",
    ),
    pytest.param(
        {"minItems": 2, "uniqueItems": True, "prefixItems": [{"enum": [1, 2]}, {"const": 1}]},
        [2, 1],
        id="unique by going back",
    ),
    pytest.param(
        {"minItems": 3, "uniqueItems": True, "prefixItems": [True], "items": {"const": 0}},
        "text",
        id="another kind than items that cannot all differ",
    ),
    pytest.param({"type": "array", "uniqueItems": True}, [], id="no items, all unique"),
    pytest.param({"type": "array", "not": {"uniqueItems": True}}, ["text", "text"], id="repeated items"),
    pytest.param({"type": "array", "contains": {"type": "integer"}}, [1], id="contains"),
    pytest.param(
        {"minItems": 1, "prefixItems": [{"const": "a"}], "contains": {"const": 1}},
        ["a", 1],
        id="contains behind a prefix",
    ),
    pytest.param(
        {"allOf": [{"contains": {"minimum": 5}}, {"contains": {"type": "integer"}}], "maxItems": 1},
        [5],
        id="two contains in one",
    ),
    pytest.param({"type": "array", "contains": {"const": 1}, "minContains": 0}, [], id="minContains 0"),
    pytest.param(
        {"contains": {"type": "integer"}, "minContains": 2, "maxContains": 2, "minItems": 3},
        [1, 1, "text"],
        id="maxContains",
    ),
    pytest.param(
        {"minItems": 2, "prefixItems": [{"const": 1}], "unevaluatedItems": {"const": 2}}, [1, 2], id="unevaluatedItems"
    ),
    pytest.param({"type": "array", "not": {"maxItems": 0}}, ["text"], id="one item more"),
]


@pytest.mark.parametrize(("schema", "made"), MADE)
def test_the_smallest_sensible_value_is_made(schema: Any, made: Any) -> None:
    assert_is_made(schema, made)
