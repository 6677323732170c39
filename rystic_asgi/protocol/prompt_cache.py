"""What is known of models as readers of a prompt: from how many tokens on it is cached, and what they leave out of it.

Sources: https://platform.claude.com/docs/en/build-with-claude/prompt-caching for lengths and lifetimes, September 2026;
https://platform.claude.com/docs/en/build-with-claude/effort for effort, .../context-editing for thinking.
"""

from typing import Final, NamedTuple

from rystic_asgi.protocol.models import find_model

LIFETIMES: Final[dict[str, float]] = {"5m": 300.0, "1h": 3600.0}
"""The seconds that an entry lasts after its last use, by ``ttl``."""
POSITIONS: Final = 20
"""At so many places, its own the first, an entry is looked for back from each breakpoint."""


class Reader(NamedTuple):
    """A model as it reads: the fewest tokens that are cached, the effort that goes without saying.

    ``keeps_thinking`` tells whether it is shown the thinking of earlier turns.
    """

    alias: str
    least_cached: int
    effort: str = "high"
    keeps_thinking: bool = True


OTHER: Final = Reader("", 1024)
"""A model that the table does not name."""

READERS: Final[tuple[Reader, ...]] = (
    Reader("claude-fable-5-2", 512),
    Reader("claude-mythos-5-2", 512),
    Reader("claude-haiku-5-5", 512, effort="medium", keeps_thinking=False),
    Reader("claude-sonnet-5-5", 512),
    Reader("claude-fable-5-1", 512),
    Reader("claude-opus-5-5", 512, effort="medium"),
    Reader("claude-mythos-5-1", 512),
    Reader("claude-opus-5", 512),
    Reader("claude-sonnet-5", 1024),
    Reader("claude-fable-5", 512),
    Reader("claude-mythos-5", 512),
    Reader("claude-opus-4-8", 1024),
    Reader("claude-opus-4-7", 2048),
    Reader("claude-mythos-preview", 2048),
    Reader("claude-sonnet-4-6", 1024),
    Reader("claude-opus-4-6", 4096),
    Reader("claude-opus-4-5", 4096),
    Reader("claude-haiku-4-5", 4096, keeps_thinking=False),
    Reader("claude-sonnet-4-5", 1024, keeps_thinking=False),
)
"""Fable 5.2, Mythos 5.2 and Haiku 5.5 are taken to cache from where the models of their time do."""

_BY_ALIAS: Final = {row.alias: row for row in READERS}


def reader_of(name: str) -> Reader:
    """The row of a model that a request names."""
    model = find_model(name)
    return OTHER if model is None else _BY_ALIAS[model.alias]
