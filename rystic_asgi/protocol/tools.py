"""Tools of the client's own as a request declares them, and the choice among tools."""

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from rystic_asgi.protocol.closed import CacheControl

TOOL_NAME = r"^[a-zA-Z0-9_-]{1,128}\Z"

AllowedCaller = Literal["direct", "code_execution_20250825", "code_execution_20260120", "code_execution_20260521"]
"""Who may call a tool. Source: anthropic 2.14.0, types/tool_param.py."""


class CustomTool(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tool of the client's own: one with no ``type``, or with this one.

    Source of names, types and nulls: anthropic 2.14.0, types/tool_param.py; of their order: the published OpenAPI
    document, August 2026.
    """

    type: Literal["custom"] | None = None
    description: str | UnsetType = UNSET
    name: Annotated[str, Meta(pattern=TOOL_NAME)]
    input_schema: Raw
    cache_control: CacheControl | None = None
    strict: bool | UnsetType = UNSET
    eager_input_streaming: bool | None = None
    allowed_callers: list[AllowedCaller] | UnsetType = UNSET
    defer_loading: bool | UnsetType = UNSET
    input_examples: list[dict[str, Any]] | UnsetType = UNSET


class ToolChoiceAuto(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="auto"):
    disable_parallel_tool_use: bool | None = None


class ToolChoiceAny(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="any"):
    disable_parallel_tool_use: bool | None = None


class ToolChoiceTool(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="tool"):
    name: str
    disable_parallel_tool_use: bool | None = None


class ToolChoiceNone(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="none"):
    pass


ToolChoice = ToolChoiceAuto | ToolChoiceAny | ToolChoiceTool | ToolChoiceNone

FORCING_CHOICES: Final = (ToolChoiceTool, ToolChoiceAny)
"""The choices under which the model has to call a tool."""
