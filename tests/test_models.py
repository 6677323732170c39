"""The names of models: aliases are resolved, all others are echoed."""

import pytest

from rystic_asgi.protocol.models import MODEL_ALIASES, resolve_model


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("claude-sonnet-4-5", "claude-sonnet-4-5-20250929"),
        ("claude-haiku-4-5", "claude-haiku-4-5-20251001"),
        ("claude-opus-4-5", "claude-opus-4-5-20251101"),
    ],
)
def test_an_alias_is_answered_with_its_dated_id(name: str, expected: str) -> None:
    assert resolve_model(name) == expected


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("claude-sonnet-4-5-20250929", id="dated"),
        pytest.param("claude-opus-5", id="without-date"),
        pytest.param("my-model", id="unknown"),
    ],
)
def test_any_other_name_is_echoed(name: str) -> None:
    assert resolve_model(name) == name


def test_an_id_is_no_alias_of_something_else() -> None:
    assert [row.id for row in MODEL_ALIASES if resolve_model(row.id) != row.id] == []
