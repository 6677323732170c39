"""The models that the API serves: their ids, and what each can do.

Any other name is accepted and echoed, and no rule asks what it can do.
Sources: anthropic 2.14.0, types/model_param.py, for the ids;
https://platform.claude.com/docs/en/about-claude/models/overview for output limits;
https://platform.claude.com/docs/en/build-with-claude/context-windows for windows, and how many images a request holds;
https://platform.claude.com/docs/en/agents-and-tools/tool-use/computer-use-tool, .../browser-use-tool, .../bash-tool and
.../text-editor-tool for the types of tools that a model lacks;
.../programmatic-tool-calling for whose code calls tools;
https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting and .../effort for thinking and effort;
https://platform.claude.com/docs/en/api/errors for prefill; the live API of October 2026 for what is forced or sampled;
answers of /v1/models, July to October 2026, for windows, dates of release, calls by code, compaction and fallbacks;
anthropic 2.14.0, _data/deprecated_models.py, for retirement.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

_ALL_THINKING: Final = ("enabled", "adaptive", "disabled", "between_tools")
_BUDGET: Final = ("enabled", "disabled", "between_tools")
_ADAPTIVE: Final = ("adaptive", "disabled", "between_tools")
_ALWAYS: Final = ("adaptive", "between_tools")

_LEVELS: Final = ("low", "medium", "high")
_TO_MAX: Final = (*_LEVELS, "max")
_TO_XHIGH: Final = (*_LEVELS, "xhigh", "max")

_OLD_TYPES: Final = (
    *("bash_20241022", "computer_20241022"),
    *("text_editor_20241022", "text_editor_20250124", "text_editor_20250429"),
)
"""Types of models before those of the table. Of editors: https://github.com/avante-corp/avante.nvim/pull/2736"""
_CLIENT_TOOLSETS: Final = ("browser_toolset_20260801", "computer_toolset_20260801")
_OF_TOOLSETS: Final = (*_OLD_TYPES, "computer_20250124")
_BEFORE_TOOLSETS: Final = (*_OF_TOOLSETS, *_CLIENT_TOOLSETS)
_FIRST: Final = (*_OLD_TYPES, "computer_20251124", *_CLIENT_TOOLSETS)

LARGE_WINDOW: Final = 1_000_000
SMALL_WINDOW: Final = 200_000
MANY_IMAGES: Final = 600
FEW_IMAGES: Final = 100
NOT_KNOWN: Final = "1970-01-01T00:00:00Z"
"""The date of a release that is not known. Source: anthropic 2.14.0, types/model_info.py."""


class Model(NamedTuple):
    """A model: the name that a request may give it, the date in its id, and what it can do.

    ``system_role`` is None where nothing is known; ``thinks`` tells whether it thinks when not asked to, and
    ``always_thinks_at`` at which levels of effort it cannot be told not to. ``window`` is the longest prompt in tokens,
    ``lacks`` are types of tools that it does not take, and ``has_calling_code`` tells whether its code calls tools.
    ``retires_at`` is set where it is deprecated; ``compaction`` tells whether it summarizes a history by itself,
    ``fallbacks`` which models may answer in its place.
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
    window: int = LARGE_WINDOW
    lacks: tuple[str, ...] = _OF_TOOLSETS
    has_calling_code: bool = True
    created_at: str = NOT_KNOWN
    retires_at: str | None = None
    compaction: bool = True
    fallbacks: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """What a reply names as its model."""
        return f"{self.alias}-{self.date}" if self.date else self.alias


def _of_4_5(alias: str, date: str, created_at: str, **more: Any) -> Model:
    return Model(
        alias,
        date,
        max_tokens=64_000,
        thinking=_BUDGET,
        thinks=False,
        system_role=False,
        prefill=True,
        sampling=True,
        window=SMALL_WINDOW,
        created_at=created_at,
        compaction=False,
        **more,
    )


def _of_4_6(alias: str, created_at: str) -> Model:
    return Model(
        alias,
        thinking=_ALL_THINKING,
        thinks=False,
        effort=_TO_MAX,
        system_role=False,
        sampling=True,
        lacks=_BEFORE_TOOLSETS,
        created_at=created_at,
    )


MODELS: Final[tuple[Model, ...]] = (
    Model("claude-fable-5-2", forced_choice=False),
    Model("claude-mythos-5-2"),
    Model("claude-haiku-5-5", thinking=_ADAPTIVE, system_role=None, created_at="2026-10-07T18:00:00Z"),
    Model("claude-sonnet-5-5", system_role=None, forced_choice=False),
    Model("claude-fable-5-1", forced_choice=False),
    Model("claude-opus-5-5", forced_choice=False, lacks=(*_OF_TOOLSETS, "computer_20251124")),
    Model("claude-mythos-5-1"),
    Model(
        "claude-opus-5",
        thinking=_ADAPTIVE,
        always_thinks_at=("xhigh", "max"),
        created_at="2026-07-24T00:00:00Z",
        fallbacks=("claude-opus-4-8",),
    ),
    Model("claude-sonnet-5", thinking=_ADAPTIVE, system_role=False, created_at="2026-06-29T00:00:00Z"),
    Model("claude-fable-5", created_at="2026-06-07T00:00:00Z", fallbacks=("claude-opus-4-8",)),
    Model("claude-mythos-5"),
    Model("claude-opus-4-8", thinking=_ADAPTIVE, thinks=False, created_at="2026-05-28T00:00:00Z"),
    Model(
        "claude-opus-4-7",
        thinking=_ADAPTIVE,
        thinks=False,
        system_role=False,
        lacks=_BEFORE_TOOLSETS,
        created_at="2026-04-14T00:00:00Z",
    ),
    Model("claude-mythos-preview", system_role=None, retires_at="2026-06-30T00:00:00Z"),
    _of_4_6("claude-sonnet-4-6", "2026-02-17T00:00:00Z"),
    _of_4_6("claude-opus-4-6", "2026-02-04T00:00:00Z"),
    _of_4_5(
        "claude-opus-4-5",
        "20251101",
        "2025-11-24T00:00:00Z",
        effort=_LEVELS,
        lacks=_BEFORE_TOOLSETS,
        retires_at="2027-01-22T00:00:00Z",
    ),
    _of_4_5("claude-haiku-4-5", "20251001", "2025-10-15T00:00:00Z", effort=(), lacks=_FIRST, has_calling_code=False),
    _of_4_5(
        "claude-sonnet-4-5",
        "20250929",
        "2025-09-29T00:00:00Z",
        effort=(),
        lacks=_FIRST,
        retires_at="2026-11-30T00:00:00Z",
    ),
)
"""Newest first, as they are listed."""

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


def window_of(name: str, betas: Iterable[str]) -> int | None:
    """How many tokens a prompt to this model may have; None where that is not known.

    Source of the beta that makes a small window large: anthropic 2.14.0, types/anthropic_beta_param.py
    """
    model = _BY_NAME.get(name)
    if model is None:
        return None
    return LARGE_WINDOW if any(beta.startswith("context-1m-") for beta in betas) else model.window


def most_images(window: int | None) -> int:
    """How many images, and how many pages of PDF, a request with a window of so many tokens holds."""
    return MANY_IMAGES if window is None or window >= LARGE_WINDOW else FEW_IMAGES
