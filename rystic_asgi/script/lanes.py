"""Lanes of a script: the replies with the same conditions, so that a request meets each set of conditions once."""

from bisect import bisect_right
from collections.abc import Iterable

from msgspec import Struct

from rystic_asgi.script.conditions import Conditions
from rystic_asgi.script.reply import STANDING, Reply


class Lane(Struct, frozen=True):
    """Places of replies with the same conditions; ``used_up`` tells after how many takes of the lane each is gone.

    ``is_summary`` tells whether they may answer a request for a summary.
    """

    when: Conditions
    positions: tuple[int, ...]
    used_up: tuple[int, ...]
    is_summary: bool = False

    def left(self, taken: int) -> tuple[int, ...]:
        """The places of the replies left after so many takes."""
        return self.positions[bisect_right(self.used_up, taken) :]

    def next(self, taken: int) -> int | None:
        """The place of the reply that is next after so many takes."""
        index = bisect_right(self.used_up, taken)
        return self.positions[index] if index < len(self.positions) else None


def lanes_of(replies: Iterable[Reply]) -> tuple[Lane, ...]:
    """The lanes of a script, each where its first reply stands; more replies at the end leave their order as it is."""
    positions: dict[tuple[Conditions, bool], list[int]] = {}
    used_up: dict[tuple[Conditions, bool], list[int]] = {}
    for position, reply in enumerate(replies):
        kind = (reply.when, reply.is_summary)
        takes = used_up.setdefault(kind, [])
        takes.append(min(STANDING, reply.times + (takes[-1] if takes else 0)))
        positions.setdefault(kind, []).append(position)
    return tuple(Lane(kind[0], tuple(positions[kind]), tuple(used_up[kind]), kind[1]) for kind in positions)
