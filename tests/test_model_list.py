"""The models that a boot document lists."""

from typing import Any

import pytest

from rystic_asgi.protocol.model_info import LISTED
from rystic_asgi.script.document import Document, read_document
from rystic_asgi.script.fault import ScriptError


def test_without_a_list_the_table_is_listed() -> None:
    assert Document().models.models == LISTED
    assert Document().models.posted is None


@pytest.mark.parametrize(
    ("models", "text"),
    [
        pytest.param("a", "rystic: models: a list expected, found a string 'a'", id="no-list"),
        pytest.param(
            [5], "rystic: models.0: a string or an object expected, found an integer 5", id="neither-id-nor-object"
        ),
        pytest.param([{}], "rystic: models.0: a model has at least an id", id="no-id"),
        pytest.param([{"id": 5}], "rystic: models.0.id: a string expected, found an integer 5", id="id"),
        pytest.param([""], "rystic: models.0.id: Expected `str` of length >= 1", id="empty-id"),
        pytest.param(["a", "a"], "rystic: models.1: the model 'a' is listed twice", id="twice"),
        pytest.param(
            ["claude-haiku-4-5", "claude-haiku-4-5-20251001"],
            "rystic: models.1: the model 'claude-haiku-4-5-20251001' is listed twice",
            id="alias-and-id",
        ),
        pytest.param(
            [{"id": "a", "max_tokn": 1}],
            "rystic: models.0.max_tokn: unknown key; did you mean 'max_tokens'? known: id, allowed_fallback_models, "
            "capabilities, created_at, deprecated_at, display_name, lifecycle, line, max_input_tokens, max_tokens, "
            "retires_at, type",
            id="unknown-key",
        ),
        pytest.param(
            [{"id": "a", "capabilities": {"batch": True}}],
            "rystic: models.0.capabilities.batch: Expected `object`, got `bool`",
            id="capability",
        ),
        pytest.param(
            [{"id": "a", "capabilities": {"fly": {"supported": True}}}],
            "rystic: models.0.capabilities: Object contains unknown field `fly`",
            id="unknown-capability",
        ),
        pytest.param(
            [{"id": "a", "lifecycle": "old"}], "rystic: models.0.lifecycle: Invalid enum value 'old'", id="lifecycle"
        ),
        pytest.param([{"id": "a", "max_tokens": 0}], "rystic: models.0.max_tokens: Expected `int` >= 1", id="bound"),
        pytest.param(
            [{"id": "a", "allowed_fallback_models": [5]}],
            "rystic: models.0.allowed_fallback_models.0: Expected `str`, got `int`",
            id="fallback",
        ),
    ],
)
def test_a_list_that_cannot_be_read_is_refused(models: Any, text: str) -> None:
    with pytest.raises(ScriptError) as refused:
        read_document({"models": models})

    assert str(refused.value) == text


def test_a_date_is_a_moment() -> None:
    with pytest.raises(ScriptError, match=r"rystic: models\.0\.created_at: Expected `str` matching regex"):
        read_document({"models": [{"id": "a", "created_at": "yesterday"}]})


def test_capabilities_may_be_unknown() -> None:
    (model,) = read_document({"models": [{"id": "claude-opus-5", "capabilities": None}]}).models.models

    assert model.capabilities is None
