"""Chunks: how the bytes of a stream are cut for the network, apart from where its events end."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import cycle
from typing import Any, Final

from rystic_asgi.encoding.steps import Raw, Step

DELTA: Final = b"event: content_block_delta"
BLOCK_STOP: Final = b"event: content_block_stop"
MESSAGE_START: Final = b"event: message_start"
_HEAD: Final = len(BLOCK_STOP)

Cutter = Callable[[Iterable[bytes]], Iterable[bytes]]


class Chunks:
    """The steps of a stream, its bytes cut by a policy; what happens between bytes comes after all that precede it.

    ``items`` are events as bytes, other bytes as ``Raw``, and steps. ``events`` tells how many events were given out
    whole so far, ``blocks`` how many of them ended a content block of the first message: more of them are spliced in.
    """

    def __init__(self, items: Iterable[Any], policy: str | tuple[int, ...] = "event") -> None:
        self.events = self.blocks = self._messages = 0
        self._items = iter(items)
        self._policy = policy
        self._step: Step | None = None
        self._made = self._given = 0
        self._ends: deque[tuple[int, bytes]] = deque()

    def __iter__(self) -> Iterator[Step]:
        return self._as_they_are() if self._policy == "event" else self._recut(_cutter(self._policy))

    def _as_they_are(self) -> Iterator[Step]:
        for item in self._items:
            if type(item) is bytes:
                self.events += 1
                if not item.startswith(DELTA):
                    self._note(item)
                yield item
            elif type(item) is not Raw:
                yield item
            elif item.data:
                yield item.data

    def _recut(self, cutter: Cutter) -> Iterator[Step]:
        goes_on = True
        while goes_on:
            self._step = None
            for chunk in cutter(self._until_step()):
                self._give(len(chunk))
                yield chunk
            goes_on = self._step is not None
            if self._step is not None:
                yield self._step

    def _until_step(self) -> Iterator[bytes]:
        for item in self._items:
            if type(item) is bytes:
                self._made += len(item)
                self._ends.append((self._made, item[:_HEAD]))
                yield item
            elif type(item) is Raw:
                self._made += len(item.data)
                yield item.data
            else:
                self._step = item
                return

    def _give(self, size: int) -> None:
        self._given += size
        while self._ends and self._ends[0][0] <= self._given:
            self.events += 1
            self._note(self._ends.popleft()[1])

    def _note(self, head: bytes) -> None:
        self._messages += head.startswith(MESSAGE_START)
        self.blocks += self._messages < 2 and head.startswith(BLOCK_STOP)


def _cutter(policy: str | tuple[int, ...]) -> Cutter:
    if isinstance(policy, tuple):
        return partial(_sized, cycle(policy))
    return _CUTTERS[policy]


def _sized(sizes: Iterator[int], data: Iterable[bytes]) -> Iterator[bytes]:
    """Chunks of these sizes; at most one, and the event that goes beyond it, are in memory at once."""
    kept, size = bytearray(), next(sizes)
    for piece in data:
        kept += piece
        while len(kept) >= size:
            yield bytes(kept[:size])
            del kept[:size]
            size = next(sizes)
    if kept:
        yield bytes(kept)


def _whole(data: Iterable[bytes]) -> Iterator[bytes]:
    whole = b"".join(data)
    return iter((whole,) if whole else ())


def _split(place: re.Pattern[bytes], data: Iterable[bytes]) -> Iterator[bytes]:
    for piece in data:
        yield from filter(None, place.split(piece))


_CUTTERS: Final[dict[str, Cutter]] = {
    "whole": _whole,
    "character": partial(_split, re.compile(rb"(?<=[\xc2-\xf4])")),
    "escape": partial(_split, re.compile(rb"(?<=\\)")),
}
"""Cuts inside each character of several bytes, and inside each escape of JSON, of which a backslash is the first."""
