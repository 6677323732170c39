"""The names of models: aliases are resolved, all others are echoed."""

from typing import get_args

import pytest

from rystic_asgi.protocol.models import (
    MODELS,
    find_model,
    may_think_unasked,
    most_images,
    resolve_model,
    window_of,
)


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
    assert [row.id for row in MODELS if resolve_model(row.id) != row.id] == []


def test_a_model_is_found_by_its_alias_and_by_its_id() -> None:
    model = find_model("claude-sonnet-4-5")

    assert model is not None
    assert find_model("claude-sonnet-4-5-20250929") == model
    assert find_model("my-model") is None


@pytest.mark.parametrize(
    ("name", "expected"), [("claude-opus-5", True), ("claude-sonnet-4-5", False), ("my-model", True)]
)
def test_a_model_may_think_unasked(name: str, expected: bool) -> None:
    assert may_think_unasked(name) is expected


@pytest.mark.parametrize(
    ("name", "betas", "window", "images"),
    [
        pytest.param("claude-opus-5", [], 1_000_000, 600, id="large"),
        pytest.param("claude-haiku-4-5", ["context-management-2025-06-27"], 200_000, 100, id="small"),
        pytest.param("claude-sonnet-4-5", ["context-1m-2025-08-07"], 1_000_000, 600, id="made-large"),
        pytest.param("my-model", [], None, 600, id="unknown"),
    ],
)
def test_a_model_has_a_window_and_takes_so_many_images(
    name: str, betas: list[str], window: int | None, images: int
) -> None:
    assert window_of(name, betas) == window
    assert most_images(window) == images


def test_the_sdk_knows_each_model_by_its_name() -> None:
    from anthropic.types import model_param

    (literal,) = (part for part in get_args(model_param.ModelParam) if get_args(part))

    assert {row.alias for row in MODELS} <= set(get_args(literal))
