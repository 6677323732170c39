"""The objects that parameters of a request hold. Sources: see ``protocol.closed``."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from rystic_asgi.protocol.closed import Closed, Count, Member, OnlyMember

ModelName = Annotated[str, Meta(min_length=1)]
Effort = Literal["low", "medium", "high", "xhigh", "max"]
Speed = Literal["standard", "fast"]

_Skill = Annotated[str, Meta(min_length=1, max_length=64)]
_AtLeastOne = Annotated[int, Meta(ge=1)]


class Metadata(Closed, frozen=True):
    user_id: Annotated[str, Meta(max_length=512)] | None = None


class JsonOutputFormat(Closed, frozen=True):
    type: Literal["json_schema"]
    schema: dict[str, Any]


class TaskBudget(Closed, frozen=True):
    """At least 20,000 tokens. Source: https://platform.claude.com/docs/en/build-with-claude/task-budgets."""

    type: Literal["tokens"]
    total: Annotated[int, Meta(ge=20_000)]
    remaining: Count | None = None


class OutputConfig(Closed, frozen=True):
    effort: Effort | None = None
    format: JsonOutputFormat | None = None
    task_budget: TaskBudget | None = None


class BlockBinding(Closed, frozen=True):
    prefix_mismatch_behavior: Literal["error", "drop_block"] | None = None


class ThinkingEnabled(Member, frozen=True, tag="enabled"):
    budget_tokens: Annotated[int, Meta(ge=1024)]
    display: Literal["summarized", "omitted", "updates"] | None = None
    block_binding: BlockBinding | None = None


class ThinkingAdaptive(Member, frozen=True, tag="adaptive"):
    display: Literal["summarized", "omitted", "updates"] | None = None
    block_binding: BlockBinding | None = None


class ThinkingDisabled(Member, frozen=True, tag="disabled"):
    pass


class ThinkingBetweenTools(Member, frozen=True, tag="between_tools"):
    pass


Thinking = ThinkingEnabled | ThinkingAdaptive | ThinkingDisabled | ThinkingBetweenTools


class Skill(Closed, frozen=True):
    type: Literal["anthropic", "custom"]
    skill_id: _Skill
    version: _Skill | UnsetType = UNSET


class Container(Closed, frozen=True):
    id: str | None = None
    skills: Annotated[list[Skill], Meta(max_length=8)] | None = None


class Diagnostics(Closed, frozen=True):
    previous_message_id: str | None = None


class BillingPolicy(Closed, frozen=True):
    type: Literal["billing_policy"]
    bill_to: Literal["self", "user_profile"] | UnsetType = UNSET


class Compaction(Closed, frozen=True):
    type: Literal["summarize"]
    instructions: Annotated[str, Meta(max_length=16_384)] | None = None


class ThreadCreate(Member, frozen=True, tag="create"):
    pass


class ThreadContinue(Member, frozen=True, tag="continue"):
    previous_message_id: str


class FallbackCreditToken(Closed, frozen=True):
    token: str
    mode: Literal["strict", "best_effort"] | UnsetType = UNSET


class Fallback(Closed, frozen=True):
    """A model that answers where the request's refuses, and the parameters that it takes then."""

    model: ModelName
    max_tokens: Count | None = None
    output_config: OutputConfig | None = None
    speed: Speed | None = None
    thinking: Thinking | None = None


class McpToolConfiguration(Closed, frozen=True):
    allowed_tools: list[str] | None = None
    enabled: bool | None = None


class McpServer(Closed, frozen=True):
    type: Literal["url"]
    url: str
    name: str
    authorization_token: str | None = None
    tool_configuration: McpToolConfiguration | None = None


class InputTokensTrigger(Member, frozen=True, tag="input_tokens"):
    value: _AtLeastOne


class ToolUsesTrigger(Member, frozen=True, tag="tool_uses"):
    value: _AtLeastOne


class LoneInputTokensTrigger(Closed, frozen=True):
    """A trigger where no other kind may stand."""

    type: Literal["input_tokens"]
    value: _AtLeastOne


class ClearAtLeast(Closed, frozen=True):
    type: Literal["input_tokens"]
    value: Count


class ToolUsesKeep(OnlyMember, frozen=True):
    type: Literal["tool_uses"]
    value: Count


class ThinkingTurns(Member, frozen=True, tag="thinking_turns"):
    value: _AtLeastOne


class AllThinkingTurns(Member, frozen=True, tag="all"):
    pass


class ClearToolUses20250919(Member, frozen=True, tag="clear_tool_uses_20250919"):
    trigger: InputTokensTrigger | ToolUsesTrigger | UnsetType = UNSET
    keep: ToolUsesKeep | UnsetType = UNSET
    clear_at_least: ClearAtLeast | None = None
    clear_tool_inputs: bool | list[str] | None = None
    exclude_tools: list[str] | None = None


class ClearThinking20251015(Member, frozen=True, tag="clear_thinking_20251015"):
    keep: Literal["all"] | ThinkingTurns | AllThinkingTurns | UnsetType = UNSET


class Compact20260112(Member, frozen=True, tag="compact_20260112"):
    trigger: LoneInputTokensTrigger | None = None
    instructions: str | None = None
    pause_after_compaction: bool | UnsetType = UNSET


class ContextManagement(Closed, frozen=True):
    edits: list[ClearToolUses20250919 | ClearThinking20251015 | Compact20260112] | UnsetType = UNSET
