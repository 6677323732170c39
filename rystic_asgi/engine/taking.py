"""The step that a request takes: its number, its reply, the ordinals of its ids. Pure; applied by the store."""

from collections.abc import Mapping

from msgspec import Struct

from rystic_asgi.protocol.ids import make_id
from rystic_asgi.script.document import Document
from rystic_asgi.script.reply import Reply
from rystic_asgi.state.session import Session


class Turn(Struct, frozen=True, gc=False):
    """What a request was given. ``reply`` is None when the script has none left, ``position`` is its place in it.

    ``first`` holds the ordinal of the first id of each kind that this turn may give out.
    """

    baseline: Document
    request: int
    first: dict[str, int]
    reply: Reply | None = None
    position: int | None = None

    @property
    def request_id(self) -> str:
        """The id that goes into the response's header and, for an error, its body."""
        return make_id(self.baseline.seed, "request", self.request)

    @property
    def place(self) -> str:
        """The reply of this turn as an error names it."""
        return "the default reply" if self.position is None else f"reply {self.position} of the script"


def refuse(session: Session) -> tuple[Session, Turn]:
    """The step of a request that takes nothing: only requests are counted."""
    counts = session.counts
    number = counts.get("request", 0)
    after = Session(session.baseline, session.off, session.taken, {**counts, "request": number + 1})
    return after, Turn(session.baseline, number, counts)


def accept(session: Session, default_ids: Mapping[str, int]) -> tuple[Session, Turn]:
    """The step of a request that takes the next reply; ``default_ids`` counts the ids of the default reply."""
    baseline, counts, position = session.baseline, session.counts, session.taken
    number = counts.get("request", 0)
    after = {**counts, "request": number + 1, "message": counts.get("message", 0) + 1}
    if position < len(baseline.replies):
        reply = baseline.replies[position]
        if reply.ids:
            _add(reply.ids, after)
        return Session(baseline, session.off, position + 1, after), Turn(baseline, number, counts, reply, position)
    if baseline.on_empty == "error":
        return refuse(session)
    if default_ids:
        _add(default_ids, after)
    return Session(baseline, session.off, position, after), Turn(baseline, number, counts)


def _add(ids: Mapping[str, int], counts: dict[str, int]) -> None:
    for kind, count in ids.items():
        counts[kind] = counts.get(kind, 0) + count
