"""The small state that changes with every request, apart from the journal that only grows."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from msgspec import Struct, field

from rystic_asgi.script.document import Document
from rystic_asgi.script.lanes import Lane
from rystic_asgi.script.reply import STANDING
from rystic_asgi.validation.rules import DEFAULT_OFF


class Session(Struct, frozen=True, gc=False):
    """A script and how far it was played since the baseline.

    ``counts`` holds how many ids of each kind were given out. The lanes before ``done`` are used up; of those from
    there on, ``taken`` tells by index how many takes there were. ``epoch`` tells this baseline from those before it,
    ``time`` is what the simulator's clock shows: seconds since the baseline.
    """

    baseline: Document
    off: frozenset[str] = DEFAULT_OFF
    lanes: tuple[Lane, ...] = ()
    done: int = 0
    taken: dict[int, int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    epoch: int = 0
    time: float = 0.0

    @property
    def left_replies(self) -> list[Any]:
        """The replies that can be taken still, as they were posted, but for standing ones."""
        open_lanes = enumerate(self.lanes[self.done :], self.done)
        left = chain.from_iterable(lane.left(self.taken.get(index, 0)) for index, lane in open_lanes)
        replies = self.baseline.replies
        return [replies[position].posted for position in sorted(left) if replies[position].times < STANDING]

    @property
    def standing_replies(self) -> list[Any]:
        """The replies that may be taken any number of times, as they were posted."""
        return [reply.posted for reply in self.baseline.replies if reply.times == STANDING]

    def posted(self, positions: Sequence[int]) -> list[Any]:
        """The replies at these places of the script, as they were posted."""
        return [self.baseline.replies[position].posted for position in positions]
