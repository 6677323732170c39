"""The bodies of ``POST /v1/messages`` and ``POST /v1/messages/count_tokens``, and what brings their fields.

Fields stand in the order in which the API checks them, measured on version 2023-06-01; an optional field that may
not be null has the default ``UNSET``. Sources: see ``protocol.closed``.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, structs

from rystic_asgi.protocol.closed import Closed
from rystic_asgi.protocol.content import (
    AdvisorToolResultBlock,
    CacheControl,
    ContentBlock,
    LoneTextBlock,
    ToolAdditionBlock,
    ToolDefinition,
    ToolRemovalBlock,
)
from rystic_asgi.protocol.parameters import (
    BillingPolicy,
    Compaction,
    Container,
    ContextManagement,
    Diagnostics,
    Effort,
    Fallback,
    FallbackCreditToken,
    JsonOutputFormat,
    McpServer,
    Metadata,
    ModelName,
    OutputConfig,
    Speed,
    Thinking,
    ThinkingAdaptive,
    ThinkingBetweenTools,
    ThinkingDisabled,
    ThinkingEnabled,
    ThreadContinue,
    ThreadCreate,
)
from rystic_asgi.protocol.tools import ToolChoice
from rystic_asgi.protocol.versions import FIRST

__all__ = [
    "FIELD_CONDITIONS",
    "NESTED_CONDITIONS",
    "CountTokensRequest",
    "FieldCondition",
    "InferenceGeo",
    "Message",
    "MessagesRequest",
    "NestedCondition",
    "OutputConfig",
    "Thinking",
    "ThinkingAdaptive",
    "ThinkingBetweenTools",
    "ThinkingDisabled",
    "ThinkingEnabled",
]

InferenceGeo = Literal["global", "us"]


class MessageOutputConfig(Closed, frozen=True):
    effort: Effort | None = None


class Message(Closed, frozen=True):
    """One entry of ``messages``; without ``content`` it only directs."""

    role: Literal["user", "assistant", "system"]
    content: str | list[ContentBlock] | UnsetType = UNSET
    clear_at: Literal["next_user_message", "never"] | None = None
    output_config: MessageOutputConfig | None = None

    @property
    def blocks(self) -> Sequence[ContentBlock]:
        """The blocks of the content; none where it is a string or left out."""
        return self.content if isinstance(self.content, list) else ()


class Prompt(Closed, frozen=True, kw_only=True):
    """What a request for a message and one for a count begin with. Tools stay bytes: each is read by its own type."""

    model: ModelName
    tool_choice: ToolChoice | UnsetType = UNSET
    tools: list[Raw] | UnsetType = UNSET
    messages: Annotated[list[Message], Meta(max_length=100_000)]
    system: str | list[LoneTextBlock] | UnsetType = UNSET
    thinking: Thinking | UnsetType = UNSET
    output_config: OutputConfig | UnsetType = UNSET
    cache_control: CacheControl | None = None

    @property
    def effort(self) -> str | None:
        """The effort that is asked for."""
        return None if self.output_config is UNSET else self.output_config.effort

    @property
    def format(self) -> JsonOutputFormat | None:
        """The format that ``output_config`` asks for."""
        return None if self.output_config is UNSET else self.output_config.format


class MessagesRequest(Prompt, frozen=True, kw_only=True):
    """A request for a message."""

    max_tokens: Annotated[int, Meta(ge=0)]
    metadata: Metadata | None = None
    stop_sequences: list[str] | None = None
    temperature: Annotated[float, Meta(ge=0, le=1)] | UnsetType = UNSET
    service_tier: Literal["auto", "standard_only"] | UnsetType = UNSET
    top_k: Annotated[int, Meta(ge=0)] | UnsetType = UNSET
    top_p: Annotated[float, Meta(ge=0, le=1)] | UnsetType = UNSET
    stream: bool | UnsetType = UNSET
    container: str | Container | None = None
    inference_geo: InferenceGeo | None = None
    diagnostics: Diagnostics | None = None
    speed: Speed | None = None
    user_profile_id: str | None = None
    billing_policy: BillingPolicy | None = None
    compaction: Compaction | None = None
    context_management: ContextManagement | None = None
    fallback_credit_token: str | FallbackCreditToken | None = None
    fallbacks: Literal["default"] | Annotated[list[Fallback], Meta(max_length=3)] | None = None
    mcp_servers: Annotated[list[McpServer], Meta(max_length=20)] | UnsetType = UNSET
    output_format: JsonOutputFormat | None = None
    thread: ThreadCreate | ThreadContinue | None = None


class CountTokensRequest(Prompt, frozen=True, kw_only=True):
    """A request for the count of a prompt's tokens. Source: anthropic 2.14.0, types/message_count_tokens_params.py."""

    speed: Speed | None = None
    billing_policy: BillingPolicy | None = None
    compaction: Compaction | None = None
    context_management: ContextManagement | None = None
    mcp_servers: Annotated[list[McpServer], Meta(max_length=20)] | UnsetType = UNSET
    output_format: JsonOutputFormat | None = None

    def as_messages_request(self) -> MessagesRequest:
        """The request that would be sent next, with the fewest ``max_tokens`` that no rule minds."""
        budget = self.thinking.budget_tokens if isinstance(self.thinking, ThinkingEnabled) else 0
        return MessagesRequest(max_tokens=budget + 1, **structs.asdict(self))


class FieldCondition(NamedTuple):
    """A top-level field that is unknown unless the version, or one of the betas by its beginning, brings it."""

    field: str
    versions: tuple[str, ...]
    betas: tuple[str, ...]
    source: str


_VERSIONING = "https://platform.claude.com/docs/en/api/versioning"
_BETA = "anthropic 2.14.0, types/beta/message_create_params.py"
_CLIENTS = "requests of LiteLLM and of the Python SDK 0.75"
_OPENAPI = "the published OpenAPI document, August 2026"

FIELD_CONDITIONS: Final[tuple[FieldCondition, ...]] = (
    FieldCondition("temperature", (FIRST,), (), _VERSIONING),
    FieldCondition("top_k", (FIRST,), (), _VERSIONING),
    FieldCondition("top_p", (FIRST,), (), _VERSIONING),
    FieldCondition("user_profile_id", (), ("user-profiles",), _OPENAPI),
    FieldCondition("billing_policy", (), ("user-profiles",), _BETA),
    FieldCondition("compaction", (), ("compact-2026-09-04",), _BETA),
    FieldCondition("context_management", (), ("context-management", "compact-"), _BETA),
    FieldCondition("fallback_credit_token", (), ("fallback-credit", "server-side-fallback"), _BETA),
    FieldCondition("fallbacks", (), ("server-side-fallback",), _BETA),
    FieldCondition("mcp_servers", (), ("mcp-client",), _BETA),
    FieldCondition("output_format", (), ("structured-outputs",), _CLIENTS),
    FieldCondition("thread", (), ("message-threads",), _BETA),
)


class NestedCondition(NamedTuple):
    """A field of an object, one value of it, or (without ``field``) a member of a union, that a beta brings.

    Betas are named by their beginning.
    """

    struct: type[Struct]
    field: str
    value: Any
    betas: tuple[str, ...]
    source: str


_SDK = "anthropic 2.14.0, types/"
_DISPLAY = ("thinking-display-updates",)
_BINDING = ("thinking-binding-controls",)
_TOOL_CHANGES = ("mid-conversation-tool-changes",)

NESTED_CONDITIONS: Final[tuple[NestedCondition, ...]] = (
    NestedCondition(
        Message,
        "clear_at",
        None,
        ("mid-conversation-system-clear-at",),
        _SDK + "beta/beta_system_message_param.py",
    ),
    NestedCondition(
        Message,
        "output_config",
        None,
        ("mid-conversation-output-config",),
        _SDK + "beta/beta_system_message_output_config_param.py",
    ),
    NestedCondition(
        ThinkingEnabled, "block_binding", None, _BINDING, _SDK + "beta/beta_thinking_config_enabled_param.py"
    ),
    NestedCondition(
        ThinkingAdaptive, "block_binding", None, _BINDING, _SDK + "beta/beta_thinking_config_adaptive_param.py"
    ),
    NestedCondition(ThinkingEnabled, "display", "updates", _DISPLAY, _SDK + "thinking_config_enabled_param.py"),
    NestedCondition(ThinkingAdaptive, "display", "updates", _DISPLAY, _SDK + "thinking_config_adaptive_param.py"),
    NestedCondition(OutputConfig, "task_budget", None, ("task-budgets",), _SDK + "output_config_param.py"),
    NestedCondition(
        AdvisorToolResultBlock,
        "",
        None,
        ("advisor-tool-",),
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/advisor-tool",
    ),
    NestedCondition(ToolAdditionBlock, "", None, _TOOL_CHANGES, _SDK + "system_message_param.py"),
    NestedCondition(ToolRemovalBlock, "", None, _TOOL_CHANGES, _SDK + "system_message_param.py"),
    NestedCondition(
        ToolDefinition, "", None, ("inline-tools",), _SDK + "beta/beta_request_tool_addition_block_param.py"
    ),
)
