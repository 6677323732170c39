"""The small state that changes with every request, apart from the journal that only grows."""

from typing import Any

from msgspec import Struct, field

from rystic_asgi.script.document import Document
from rystic_asgi.validation.rules import DEFAULT_OFF


class Session(Struct, frozen=True, gc=False):
    """A script and how far it was played since the baseline.

    ``counts`` holds how many ids of each kind were given out; ``taken`` how many replies of the script were taken.
    """

    baseline: Document
    off: frozenset[str] = DEFAULT_OFF
    taken: int = 0
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def left_replies(self) -> list[Any]:
        """The replies not taken yet, as they were posted."""
        return [reply.posted for reply in self.baseline.replies[self.taken :]]

    @property
    def taken_replies(self) -> list[Any]:
        """The replies taken so far, as they were posted."""
        return [reply.posted for reply in self.baseline.replies[: self.taken]]
