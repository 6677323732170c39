"""A model as ``/v1/models`` describes it.

Source: anthropic 2.14.0, types/model_info.py, model_capabilities.py and types/beta/beta_model_info.py,
beta_model_capabilities.py.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from rystic_asgi.protocol.closed import Closed
from rystic_asgi.protocol.models import MODELS, NOT_KNOWN, Model, find_model

LIFECYCLES: Final = ("active", "deprecated", "retired")
EFFORT_LEVELS: Final = ("low", "medium", "high", "xhigh", "max")

Moment = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)\Z")]


class Support(Closed, frozen=True):
    supported: bool


class ContextManagementSupport(Closed, frozen=True):
    clear_thinking_20251015: Support
    clear_tool_uses_20250919: Support
    compact_20260112: Support
    supported: bool


class CompactionSupport(Closed, frozen=True):
    summarize: Support
    supported: bool


class EffortSupport(Closed, frozen=True):
    high: Support
    low: Support
    max: Support
    medium: Support
    supported: bool
    xhigh: Support


class ServerToolsSupport(Closed, frozen=True):
    code_execution: Support
    supported: bool
    web_search: Support


class ThinkingTypes(Closed, frozen=True):
    adaptive: Support
    between_tools: Support
    disabled: Support
    enabled: Support


class ThinkingSupport(Closed, frozen=True):
    supported: bool
    types: ThinkingTypes


class Capabilities(Closed, frozen=True):
    """``compaction`` is told with its beta alone."""

    batch: Support
    citations: Support
    code_execution: Support
    compaction: CompactionSupport
    context_management: ContextManagementSupport
    effort: EffortSupport
    image_input: Support
    pdf_input: Support
    server_tools: ServerToolsSupport
    structured_outputs: Support
    thinking: ThinkingSupport


class ModelInfo(Closed, frozen=True, kw_only=True):
    """``allowed_fallback_models`` is told with the beta of fallbacks alone."""

    id: Annotated[str, Meta(min_length=1)]
    allowed_fallback_models: tuple[str, ...] = ()
    capabilities: Capabilities | None = None
    created_at: Moment = NOT_KNOWN
    deprecated_at: Moment | None = None
    display_name: Annotated[str, Meta(min_length=1)]
    lifecycle: Literal["active", "deprecated", "retired"] = "active"
    line: str | None = None
    max_input_tokens: Annotated[int, Meta(ge=1)] | None = None
    max_tokens: Annotated[int, Meta(ge=1)] | None = None
    retires_at: Moment | None = None
    type: Literal["model"] = "model"


def info_of(model: Model) -> ModelInfo:
    """What ``/v1/models`` says of a row of the table."""
    _, line, *version = model.alias.split("-")
    return ModelInfo(
        id=model.id,
        allowed_fallback_models=model.fallbacks,
        capabilities=_capabilities(model),
        created_at=model.created_at,
        display_name=f"Claude {line.title()} {'.'.join(version).title()}",
        lifecycle="active" if model.retires_at is None else "deprecated",
        line=line,
        max_input_tokens=model.window,
        max_tokens=model.max_tokens,
        retires_at=model.retires_at,
    )


def named_info(name: str) -> ModelInfo:
    """What is known of a model by its id or alias; of one that is not in the table that is its name."""
    model = find_model(name)
    return ModelInfo(id=name, display_name=name) if model is None else info_of(model)


def _capabilities(model: Model) -> Capabilities:
    effort: dict[str, Any] = {level: Support(level in model.effort) for level in EFFORT_LEVELS}
    types = ("adaptive", "between_tools", "disabled", "enabled")
    return Capabilities(
        batch=_YES,
        citations=_YES,
        code_execution=Support(model.has_calling_code),
        compaction=CompactionSupport(Support(model.compaction), supported=model.compaction),
        context_management=ContextManagementSupport(_YES, _YES, Support(model.compaction), supported=True),
        effort=EffortSupport(**effort, supported=bool(model.effort)),
        image_input=_YES,
        pdf_input=_YES,
        server_tools=ServerToolsSupport(_YES, supported=True, web_search=_YES),
        structured_outputs=_YES,
        thinking=ThinkingSupport(True, ThinkingTypes(*(Support(kind in model.thinking) for kind in types))),
    )


_YES: Final = Support(True)

LISTED: Final = tuple(info_of(model) for model in MODELS)
"""The models of the table, newest first."""
