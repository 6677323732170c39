"""The models that the API serves: their ids, and what each can do.

Any other name is accepted and echoed, and no rule asks what it can do.
Sources: anthropic 2.14.0, types/model_param.py, for the ids;
https://platform.claude.com/docs/en/about-claude/models/overview for output limits;
https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting and .../effort for thinking and effort;
https://platform.claude.com/docs/en/api/errors for prefill; the live API of October 2026 for what is forced or sampled.
"""

from typing import Final, NamedTuple


class Model(NamedTuple):
    """A model: the name that a request may give it, its id, and what it can do.

    ``system_role`` is None where nothing is known; ``thinks`` tells whether it thinks when not asked to.
    """

    alias: str
    id: str
    max_tokens: int
    thinking: tuple[str, ...]
    thinks: bool
    effort: tuple[str, ...]
    system_role: bool | None = True
    prefill: bool = False
    forced_choice: bool = True
    sampling: bool = False


_ALL_THINKING: Final = ("enabled", "adaptive", "disabled", "between_tools")
_BUDGET: Final = ("enabled", "disabled", "between_tools")
_ADAPTIVE: Final = ("adaptive", "disabled", "between_tools")
_ALWAYS: Final = ("adaptive", "between_tools")

_LEVELS: Final = ("low", "medium", "high")
_TO_MAX: Final = (*_LEVELS, "max")
_TO_XHIGH: Final = (*_LEVELS, "xhigh", "max")


def _model(name: str, max_tokens: int, thinking: tuple[str, ...], thinks: bool, **more: bool | None) -> Model:
    return Model(name, name, max_tokens, thinking, thinks, _TO_XHIGH, **more)  # type: ignore[arg-type]  # by name


def _dated_model(alias: str, date: str, effort: tuple[str, ...]) -> Model:
    dated = f"{alias}-{date}"
    return Model(alias, dated, 64_000, _BUDGET, False, effort, system_role=False, prefill=True, sampling=True)


MODELS: Final[tuple[Model, ...]] = (
    _model("claude-fable-5-2", 128_000, _ALWAYS, True, forced_choice=False),
    _model("claude-mythos-5-2", 128_000, _ALWAYS, True),
    _model("claude-haiku-5-5", 64_000, _ADAPTIVE, True, system_role=None),
    _model("claude-sonnet-5-5", 128_000, _ALWAYS, True, system_role=None, forced_choice=False),
    _model("claude-fable-5-1", 128_000, _ALWAYS, True, forced_choice=False),
    _model("claude-opus-5-5", 128_000, _ALWAYS, True, forced_choice=False),
    _model("claude-mythos-5-1", 128_000, _ALWAYS, True),
    _model("claude-sonnet-5", 128_000, _ADAPTIVE, True, system_role=False),
    _model("claude-fable-5", 128_000, _ALWAYS, True),
    _model("claude-mythos-5", 128_000, _ALWAYS, True),
    _model("claude-opus-5", 128_000, _ADAPTIVE, True),
    _model("claude-opus-4-8", 128_000, _ADAPTIVE, False),
    _model("claude-opus-4-7", 128_000, _ADAPTIVE, False, system_role=False),
    _model("claude-mythos-preview", 128_000, _ALWAYS, True, system_role=None),
    Model("claude-opus-4-6", "claude-opus-4-6", 128_000, _ALL_THINKING, False, _TO_MAX, False, sampling=True),
    Model("claude-sonnet-4-6", "claude-sonnet-4-6", 128_000, _ALL_THINKING, False, _TO_MAX, False, sampling=True),
    _dated_model("claude-haiku-4-5", "20251001", ()),
    _dated_model("claude-opus-4-5", "20251101", _LEVELS),
    _dated_model("claude-sonnet-4-5", "20250929", ()),
)

_BY_NAME: Final = {name: model for model in MODELS for name in (model.alias, model.id)}


def find_model(name: str) -> Model | None:
    """The row of a model that a request names."""
    return _BY_NAME.get(name)


def resolve_model(name: str) -> str:
    """The id that stands in the reply to a request for ``name``."""
    model = _BY_NAME.get(name)
    return name if model is None else model.id


def may_think_unasked(name: str) -> bool:
    """Whether a reply of this model may hold thinking without a word of it in the request."""
    model = _BY_NAME.get(name)
    return model is None or model.thinks
