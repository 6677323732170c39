"""What is said of a model, and that the SDK knows each member of it."""

import typing
from typing import Any

import msgspec
import pytest
from anthropic.types import ModelInfo as SdkModelInfo
from anthropic.types.beta import BetaModelInfo
from pydantic import BaseModel

from rystic_asgi.protocol.model_info import LISTED, ModelInfo, info_of, named_info
from rystic_asgi.protocol.models import MODELS, NOT_KNOWN, find_model


def members_of_sdk(kind: Any) -> dict[str, Any]:
    """The members of an SDK type, each object with its own."""
    return {name: members_of_sdk(inner) for name, inner in objects(kind).items()}


def objects(kind: Any) -> dict[str, Any]:
    candidates = (kind, *typing.get_args(kind))
    model = next((each for each in candidates if isinstance(each, type) and issubclass(each, BaseModel)), None)
    return {} if model is None else {name: field.annotation for name, field in model.model_fields.items()}


def members_of(value: Any) -> dict[str, Any]:
    return {name: members_of(inner) for name, inner in value.items()} if isinstance(value, dict) else {}


def described(info: ModelInfo) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(info))
    return shown


@pytest.mark.parametrize("info", LISTED, ids=[info.id for info in LISTED])
def test_each_model_has_the_members_that_the_sdk_knows(info: ModelInfo) -> None:
    beta = described(info)
    plain = {name: member for name, member in described(info).items() if name != "allowed_fallback_models"}
    del plain["capabilities"]["compaction"]

    assert members_of(beta) == members_of_sdk(BetaModelInfo)
    assert members_of(plain) == members_of_sdk(SdkModelInfo)
    SdkModelInfo.model_validate(plain)
    BetaModelInfo.model_validate(beta)


def test_a_model_is_described_from_its_row() -> None:
    model = find_model("claude-haiku-4-5")
    assert model is not None

    info = described(info_of(model))

    capabilities = info.pop("capabilities")
    assert info == {
        "id": "claude-haiku-4-5-20251001",
        "allowed_fallback_models": [],
        "created_at": "2025-10-15T00:00:00Z",
        "deprecated_at": None,
        "display_name": "Claude Haiku 4.5",
        "lifecycle": "active",
        "line": "haiku",
        "max_input_tokens": 200_000,
        "max_tokens": 64_000,
        "retires_at": None,
        "type": "model",
    }
    assert capabilities["code_execution"] == {"supported": False}
    assert capabilities["context_management"]["compact_20260112"] == {"supported": False}
    assert capabilities["effort"]["supported"] is capabilities["effort"]["low"]["supported"] is False
    assert capabilities["thinking"]["types"]["adaptive"] == {"supported": False}
    assert capabilities["thinking"]["types"]["enabled"] == {"supported": True}


def test_a_model_that_will_be_retired_is_deprecated() -> None:
    assert {info.id for info in LISTED if info.lifecycle == "deprecated"} == {
        model.id for model in MODELS if model.retires_at is not None
    }


def test_of_a_model_that_is_not_in_the_table_the_name_is_known() -> None:
    info = named_info("my-model")

    assert (info.id, info.display_name, info.created_at) == ("my-model", "my-model", NOT_KNOWN)
    assert (info.capabilities, info.line, info.max_tokens) == (None, None, None)


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("claude-opus-4-8", "Claude Opus 4.8"),
        ("claude-mythos-preview", "Claude Mythos Preview"),
        ("claude-fable-5", "Claude Fable 5"),
    ],
)
def test_a_name_is_shown_as_people_write_it(alias: str, name: str) -> None:
    assert named_info(alias).display_name == name


def test_the_models_are_listed_newest_first_as_far_as_their_dates_are_known() -> None:
    dates = [info.created_at for info in LISTED if info.created_at != NOT_KNOWN]

    assert dates == sorted(dates, reverse=True)
