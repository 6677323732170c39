"""The body of ``POST /v1/messages``.

Fields stand in the order in which the API checks them, measured on version 2023-06-01; an optional field that may
not be null has the default ``UNSET``.
Source of names and types: anthropic 2.14.0, types/message_create_params.py and types/beta/message_create_params.py.
"""

from typing import Annotated, Any, Final, Literal, NamedTuple

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from rystic_asgi.protocol.content import CacheControl, ContentBlock, LoneTextBlock
from rystic_asgi.protocol.tools import ToolChoice


class Message(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One entry of ``messages``."""

    role: Literal["user", "assistant", "system"]
    content: str | list[ContentBlock] | UnsetType = UNSET
    clear_at: Literal["next_user_message", "never"] | None = None
    output_config: dict[str, Any] | None = None


class Metadata(Struct, frozen=True, forbid_unknown_fields=True):
    user_id: Annotated[str, Meta(max_length=512)] | None = None


class OutputConfig(Struct, frozen=True, forbid_unknown_fields=True):
    effort: Literal["low", "medium", "high", "xhigh", "max"] | None = None
    format: dict[str, Any] | None = None
    task_budget: dict[str, Any] | None = None


class ThinkingEnabled(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="enabled"):
    budget_tokens: Annotated[int, Meta(ge=1024)]
    display: Literal["summarized", "omitted", "updates"] | None = None
    block_binding: dict[str, Any] | None = None


class ThinkingAdaptive(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="adaptive"):
    display: Literal["summarized", "omitted", "updates"] | None = None
    block_binding: dict[str, Any] | None = None


class ThinkingDisabled(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="disabled"):
    pass


class ThinkingBetweenTools(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="between_tools"):
    pass


InferenceGeo = Literal["global", "us"]

Thinking = ThinkingEnabled | ThinkingAdaptive | ThinkingDisabled | ThinkingBetweenTools


class MessagesRequest(Struct, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """A request for a message. Tools stay bytes: each is read by its own type."""

    model: Annotated[str, Meta(min_length=1)]
    tool_choice: ToolChoice | UnsetType = UNSET
    tools: list[Raw] | UnsetType = UNSET
    messages: Annotated[list[Message], Meta(max_length=100_000)]
    system: str | list[LoneTextBlock] | UnsetType = UNSET
    thinking: Thinking | UnsetType = UNSET
    output_config: OutputConfig | UnsetType = UNSET
    cache_control: CacheControl | None = None
    max_tokens: Annotated[int, Meta(ge=0)]
    metadata: Metadata | None = None
    stop_sequences: list[str] | None = None
    temperature: Annotated[float, Meta(ge=0, le=1)] | UnsetType = UNSET
    service_tier: Literal["auto", "standard_only"] | UnsetType = UNSET
    top_k: Annotated[int, Meta(ge=0)] | UnsetType = UNSET
    top_p: Annotated[float, Meta(ge=0, le=1)] | UnsetType = UNSET
    stream: bool | UnsetType = UNSET
    container: str | dict[str, Any] | None = None
    inference_geo: InferenceGeo | None = None
    diagnostics: dict[str, Any] | None = None
    speed: Literal["standard", "fast"] | None = None
    user_profile_id: str | UnsetType = UNSET
    billing_policy: dict[str, Any] | None = None
    compaction: dict[str, Any] | None = None
    context_management: dict[str, Any] | None = None
    fallback_credit_token: str | dict[str, Any] | None = None
    fallbacks: Literal["default"] | list[dict[str, Any]] | None = None
    mcp_servers: Annotated[list[dict[str, Any]], Meta(max_length=20)] | UnsetType = UNSET
    output_format: dict[str, Any] | None = None
    thread: dict[str, Any] | None = None


class FieldCondition(NamedTuple):
    """A top-level field that is unknown unless the version, or one of the betas by its beginning, brings it."""

    field: str
    versions: tuple[str, ...]
    betas: tuple[str, ...]
    source: str


_VERSIONING = "https://platform.claude.com/docs/en/api/versioning"
_BETA = "anthropic 2.14.0, types/beta/message_create_params.py"
_CLIENTS = "requests of LiteLLM and of the Python SDK 0.75"

FIELD_CONDITIONS: Final[tuple[FieldCondition, ...]] = (
    FieldCondition("temperature", ("2023-06-01",), (), _VERSIONING),
    FieldCondition("top_k", ("2023-06-01",), (), _VERSIONING),
    FieldCondition("top_p", ("2023-06-01",), (), _VERSIONING),
    FieldCondition("billing_policy", (), ("user-profiles",), _BETA),
    FieldCondition("compaction", (), ("compact-2026-09-04",), _BETA),
    FieldCondition("context_management", (), ("context-management", "compact-"), _BETA),
    FieldCondition("fallback_credit_token", (), ("fallback-credit", "server-side-fallback"), _BETA),
    FieldCondition("fallbacks", (), ("server-side-fallback",), _BETA),
    FieldCondition("mcp_servers", (), ("mcp-client",), _BETA),
    FieldCondition("output_format", (), ("structured-outputs",), _CLIENTS),
    FieldCondition("thread", (), ("message-threads",), _BETA),
)
