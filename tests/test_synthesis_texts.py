"""Texts that are made up."""

from typing import Any

import pytest

from tests.conftest import assert_is_made

MADE = [
    pytest.param({"type": "string", "minLength": 6}, "textte", id="minLength"),
    pytest.param({"type": "string", "maxLength": 2}, "te", id="maxLength"),
    pytest.param(
        {"allOf": [{"maxLength": 3}, {"maxLength": 2}], "type": "string"}, "te", id="the shorter of two lengths"
    ),
    pytest.param({"type": "string", "maxLength": 0}, "", id="nothing but the empty text"),
    pytest.param({"type": "string", "pattern": r"^\d{4}-\d{2}$"}, "1111-11", id="pattern"),
    pytest.param({"type": "string", "pattern": "^[a-z]+$"}, "text", id="a word that matches a pattern"),
    pytest.param(
        {"allOf": [{"pattern": "^a"}, {"pattern": "b$"}], "minLength": 3, "maxLength": 3},
        "aab",
        id="patterns and lengths",
    ),
    pytest.param(
        {"type": "string", "pattern": "^[a-z]+$", "not": {"pattern": "^[a-x]"}}, "y", id="an unwanted pattern"
    ),
    pytest.param({"type": "string", "not": {"pattern": "t"}}, "word", id="only an unwanted pattern"),
    pytest.param({"type": "string", "pattern": "^(\\d|$)"}, "1", id="the empty text last"),
    pytest.param({"type": "string", "format": "date"}, "2024-01-01", id="date"),
    pytest.param({"type": "string", "format": "email", "minLength": 20}, "aaaaaaaaaaaaaaaa@a.a", id="a long address"),
    pytest.param({"type": "string", "format": "uri", "pattern": "^ftp:"}, "ftp:", id="format and pattern"),
    pytest.param({"type": "string", "format": "color"}, "text", id="an unknown format"),
]


@pytest.mark.parametrize(("schema", "made"), MADE)
def test_the_smallest_sensible_value_is_made(schema: Any, made: Any) -> None:
    assert_is_made(schema, made)
