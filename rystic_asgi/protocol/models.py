"""The models whose names the simulator resolves; any other name is accepted and echoed."""

from typing import Final, NamedTuple


class ModelAlias(NamedTuple):
    """A name that the API answers with a dated id."""

    alias: str
    id: str
    source: str


_SDK = "anthropic 2.14.0, types/model_param.py"

MODEL_ALIASES: Final[tuple[ModelAlias, ...]] = (
    ModelAlias("claude-haiku-4-5", "claude-haiku-4-5-20251001", _SDK),
    ModelAlias("claude-opus-4-5", "claude-opus-4-5-20251101", _SDK),
    ModelAlias("claude-sonnet-4-5", "claude-sonnet-4-5-20250929", _SDK),
)

_ID_OF_ALIAS: Final = {row.alias: row.id for row in MODEL_ALIASES}


def resolve_model(name: str) -> str:
    """The id that stands in the reply to a request for ``name``."""
    return _ID_OF_ALIAS.get(name, name)
