"""Prompt caching: what of a prompt is read from the cache, what is written, and what is kept of it.

Source: https://platform.claude.com/docs/en/build-with-claude/prompt-caching
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from rystic_asgi.engine.prefixes import Mark, Prefix
from rystic_asgi.protocol.messages import CacheCreation
from rystic_asgi.protocol.prompt_cache import LIFETIMES

Recall = Callable[[str], bytes | None]
"""From the key of a prefix to what is kept of it."""


class Entry(Struct, frozen=True, gc=False, array_like=True):
    """A cached prefix: when it was last used, by the simulator's clock, and how long it lasts from then on."""

    used: float
    lifetime: float


_ENTRY: Final = msgspec.json.Decoder(Entry)


class Cached(NamedTuple):
    """The tokens that are read and written, and what is to be kept once the reply begins, by key."""

    read: int = 0
    creation: CacheCreation = CacheCreation()
    entries: Mapping[str, bytes] = {}

    @property
    def written(self) -> int:
        """The tokens written, whatever their lifetime."""
        return self.creation.ephemeral_5m_input_tokens + self.creation.ephemeral_1h_input_tokens


NOTHING: Final = Cached()


def look_up(marks: Sequence[Mark], least: int, recall: Recall, now: float) -> Cached:
    """What the cache does for a prompt; prefixes of fewer than ``least`` tokens are not cached.

    The highest hit is read; from there to the last mark of an hour is written for an hour, the rest for five minutes.
    """
    able = [mark for mark in marks if mark.window[0].tokens >= least]
    if not able:
        return NOTHING
    memory = _Memory(recall, now)
    hit = next(
        filter(memory.find, (one for mark in reversed(able) for one in mark.window if one.tokens >= least)), None
    )
    read = 0 if hit is None else hit.tokens
    hours = max((mark.window[0].tokens for mark in able if mark.ttl == "1h"), default=0)
    to_hour = max(hours, read)
    last = max(able[-1].window[0].tokens, to_hour)
    return Cached(read, CacheCreation(last - to_hour, to_hour - read), _kept(able, hit, memory))


class _Memory:
    """What is kept and not yet over."""

    def __init__(self, recall: Recall, now: float) -> None:
        self._recall = recall
        self._now = now

    def find(self, prefix: Prefix) -> Entry | None:
        kept = self._recall(prefix.key)
        entry = None if kept is None else _ENTRY.decode(kept)
        return entry if entry is not None and self._now < entry.used + entry.lifetime else None

    def used(self, prefix: Prefix, ttl: str) -> bytes:
        """The entry after this use: one that is there lasts as long as it was written for, and from now on."""
        entry = self.find(prefix)
        return msgspec.json.encode(Entry(self._now, LIFETIMES[ttl] if entry is None else entry.lifetime))


def _kept(marks: Sequence[Mark], hit: Prefix | None, memory: _Memory) -> dict[str, bytes]:
    """Each mark writes one entry, or uses it again; so is the one that was hit."""
    kept = {} if hit is None else {hit.key: memory.used(hit, "5m")}
    return kept | {mark.window[0].key: memory.used(mark.window[0], mark.ttl) for mark in marks}
