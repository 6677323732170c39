"""The models that the API serves: their ids, and what each can do.

Any other name is accepted and echoed, and no rule asks what it can do.
Sources: anthropic 2.14.0, types/model_param.py, for the ids;
https://platform.claude.com/docs/en/about-claude/models/overview for output limits;
https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting and .../effort for thinking and effort;
https://platform.claude.com/docs/en/api/errors for prefill; the live API of October 2026 for what is forced or sampled.
"""

from typing import Final, NamedTuple

_ALL_THINKING: Final = ("enabled", "adaptive", "disabled", "between_tools")
_BUDGET: Final = ("enabled", "disabled", "between_tools")
_ADAPTIVE: Final = ("adaptive", "disabled", "between_tools")
_ALWAYS: Final = ("adaptive", "between_tools")

_LEVELS: Final = ("low", "medium", "high")
_TO_MAX: Final = (*_LEVELS, "max")
_TO_XHIGH: Final = (*_LEVELS, "xhigh", "max")


class Model(NamedTuple):
    """A model: the name that a request may give it, the date in its id, and what it can do.

    ``system_role`` is None where nothing is known; ``thinks`` tells whether it thinks when not asked to, and
    ``always_thinks_at`` at which levels of effort it cannot be told not to.
    """

    alias: str
    date: str = ""
    max_tokens: int = 128_000
    thinking: tuple[str, ...] = _ALWAYS
    thinks: bool = True
    always_thinks_at: tuple[str, ...] = ()
    effort: tuple[str, ...] = _TO_XHIGH
    system_role: bool | None = True
    prefill: bool = False
    forced_choice: bool = True
    sampling: bool = False

    @property
    def id(self) -> str:
        """What a reply names as its model."""
        return f"{self.alias}-{self.date}" if self.date else self.alias


def _of_4_5(alias: str, date: str, effort: tuple[str, ...]) -> Model:
    return Model(alias, date, 64_000, _BUDGET, False, (), effort, system_role=False, prefill=True, sampling=True)


def _of_4_6(alias: str) -> Model:
    return Model(alias, thinking=_ALL_THINKING, thinks=False, effort=_TO_MAX, system_role=False, sampling=True)


MODELS: Final[tuple[Model, ...]] = (
    Model("claude-fable-5-2", forced_choice=False),
    Model("claude-mythos-5-2"),
    Model("claude-haiku-5-5", max_tokens=64_000, thinking=_ADAPTIVE, system_role=None),
    Model("claude-sonnet-5-5", system_role=None, forced_choice=False),
    Model("claude-fable-5-1", forced_choice=False),
    Model("claude-opus-5-5", forced_choice=False),
    Model("claude-mythos-5-1"),
    Model("claude-sonnet-5", thinking=_ADAPTIVE, system_role=False),
    Model("claude-fable-5"),
    Model("claude-mythos-5"),
    Model("claude-opus-5", thinking=_ADAPTIVE, always_thinks_at=("xhigh", "max")),
    Model("claude-opus-4-8", thinking=_ADAPTIVE, thinks=False),
    Model("claude-opus-4-7", thinking=_ADAPTIVE, thinks=False, system_role=False),
    Model("claude-mythos-preview", system_role=None),
    _of_4_6("claude-opus-4-6"),
    _of_4_6("claude-sonnet-4-6"),
    _of_4_5("claude-haiku-4-5", "20251001", effort=()),
    _of_4_5("claude-opus-4-5", "20251101", effort=_LEVELS),
    _of_4_5("claude-sonnet-4-5", "20250929", effort=()),
)

_BY_NAME: Final = {name: model for model in MODELS for name in (model.alias, model.id)}
_IDS: Final = {name: model.id for name, model in _BY_NAME.items()}


def find_model(name: str) -> Model | None:
    """The row of a model that a request names."""
    return _BY_NAME.get(name)


def resolve_model(name: str) -> str:
    """The id that stands in the reply to a request for ``name``."""
    return _IDS.get(name, name)


def may_think_unasked(name: str) -> bool:
    """Whether a reply of this model may hold thinking without a word of it in the request."""
    model = _BY_NAME.get(name)
    return model is None or model.thinks
