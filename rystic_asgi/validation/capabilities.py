"""The rules that depend on what a model can do; none for a model that is not in the table."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import UNSET

from rystic_asgi.protocol.content import SERVER_RESULTS, ServerToolUseBlock
from rystic_asgi.protocol.models import Model, find_model
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.protocol.tools import FORCING_CHOICES
from rystic_asgi.validation.problem import Problem

_ENABLED: Final = (
    '"thinking.type.enabled" is not supported for this model. '
    'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
)
_DISABLED: Final = (
    '"thinking.type.disabled" is not supported for this model. Thinking defaults to adaptive mode when not specified; '
    'use "thinking.type.enabled" with "budget_tokens" for extended thinking.'
)
_ADAPTIVE: Final = "adaptive thinking is not supported on this model"
_OTHER: Final = '"thinking.type.{kind}" is not supported for this model.'
_TYPE_REFUSED: Final = {"enabled": _ENABLED, "disabled": _DISABLED, "adaptive": _ADAPTIVE}
_FORCED: Final = 'tool_choice: type "tool" and "any" are not supported for this model.'
_BOTH: Final = "`temperature` and `top_p` cannot both be specified for this model. Please use only one."
_PREFILL: Final = (
    "This model does not support assistant message prefill. The conversation must end with a user message."
)


def capability_problems(request: MessagesRequest) -> Iterator[Problem]:
    """What the request asks of its model that the model cannot do."""
    model = find_model(request.model)
    if model is None:
        hint = "the rule unknown-model refuses names that the table of models does not hold"
        yield Problem("", f"model: {request.model}", "unknown-model", hint)
        return
    for rule, faults in _CAPABILITIES.items():
        yield from (Problem("", fault, rule) for fault in faults(request, model))


def _max_tokens(request: MessagesRequest, model: Model) -> Iterator[str]:
    if request.max_tokens > model.max_tokens:
        yield (
            f"max_tokens: {request.max_tokens} > {model.max_tokens}, which is the maximum allowed number of "
            f"output tokens for {model.id}"
        )


def _sampling(request: MessagesRequest, model: Model) -> Iterator[str]:
    given = [name for name in ("temperature", "top_p", "top_k") if getattr(request, name) is not UNSET]
    if not model.sampling:
        yield from (f"`{name}` is deprecated for this model." for name in given)
    elif "temperature" in given and "top_p" in given:
        yield _BOTH


def _effort(request: MessagesRequest, model: Model) -> Iterator[str]:
    level = request.effort
    if level is None or level in model.effort:
        return
    if not model.effort:
        yield "This model does not support the effort parameter."
        return
    known = ", ".join(sorted(model.effort))
    yield f"This model does not support effort level '{level}'. Supported levels: {known}."


def _thinking(request: MessagesRequest, model: Model) -> Iterator[str]:
    if request.thinking is UNSET:
        return
    kind = str(request.thinking.__struct_config__.tag)
    if kind not in model.thinking:
        yield _TYPE_REFUSED.get(kind, _OTHER.format(kind=kind))
    elif kind == "disabled" and request.effort in model.always_thinks_at:
        yield _DISABLED


def _forced_choice(request: MessagesRequest, model: Model) -> Iterator[str]:
    if not model.forced_choice and isinstance(request.tool_choice, FORCING_CHOICES):
        yield _FORCED


def _system_role(request: MessagesRequest, model: Model) -> Iterator[str]:
    if model.system_role is False and any(message.role == "system" for message in request.messages):
        yield "role 'system' is not supported on this model"


def _prefill(request: MessagesRequest, model: Model) -> Iterator[str]:
    """A turn that ends with a server tool's open call is not a prefill: the reply goes on from it."""
    if model.prefill or not request.messages or request.messages[-1].role != "assistant":
        return
    blocks = request.messages[-1].blocks
    answered = {block.tool_use_id for block in blocks if isinstance(block, SERVER_RESULTS)}
    calls = [block.id for block in blocks if isinstance(block, ServerToolUseBlock)]
    if answered.issuperset(calls):
        yield _PREFILL


_CAPABILITIES: Final[dict[str, Callable[[MessagesRequest, Model], Iterator[str]]]] = {
    "max-tokens-of-model": _max_tokens,
    "sampling-parameters": _sampling,
    "effort-levels": _effort,
    "thinking-types": _thinking,
    "forced-tool-choice": _forced_choice,
    "system-role": _system_role,
    "prefill": _prefill,
}
