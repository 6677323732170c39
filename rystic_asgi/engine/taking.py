"""The step that a request takes: its number, its reply, the ordinals of its ids. Pure; applied by the store."""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct

from rystic_asgi.engine.matching import match
from rystic_asgi.protocol.ids import make_id
from rystic_asgi.script.document import Document
from rystic_asgi.script.reply import Reply
from rystic_asgi.state.journal import Passed
from rystic_asgi.state.session import Session
from rystic_asgi.validation.request import CheckedRequest

NOTHING_PASSED: Final[tuple[Passed, ...]] = ()


class Turn(Struct, frozen=True, gc=False):
    """What a request was given. ``reply`` is None when none is for it, ``position`` is its place in the script.

    ``first`` holds the ordinal of the first id of each kind that this turn may give out; ``passed`` the replies that
    were passed over.
    """

    baseline: Document
    request: int
    first: dict[str, int]
    reply: Reply | None = None
    position: int | None = None
    passed: tuple[Passed, ...] = NOTHING_PASSED
    epoch: int = 0
    time: float = 0.0
    """When the request arrived, in seconds of the simulator's clock since the baseline."""

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
    after = {**counts, "request": number + 1}
    return _counted(session, after), Turn(session.baseline, number, counts, time=session.time)


def accept(
    session: Session, request: CheckedRequest, headers: Mapping[bytes, bytes], default_ids: Mapping[str, int]
) -> tuple[Session, Turn]:
    """The step of a request that takes a reply; ``default_ids`` counts the ids of the default reply."""
    baseline, counts, passed = session.baseline, session.counts, NOTHING_PASSED
    if session.lanes:
        position, lane, passed = match(session, request, headers)
        if position is not None:
            return _take(session, position, lane, passed)
    number = counts.get("request", 0)
    after = {**counts, "request": number + 1}
    if baseline.on_empty != "error":
        after["message"] = counts.get("message", 0) + 1
        if default_ids:
            _add(default_ids, after)
    return _counted(session, after), Turn(baseline, number, counts, None, None, passed, session.epoch, session.time)


def draw(session: Session, turn: Turn, reply: Reply) -> tuple[Session, Turn]:
    """The step that follows once a function gave ``reply``: the ids that are filled in are counted only now.

    A turn of an earlier baseline goes on from the counts that it knows, and the session stays as it is.
    """
    if turn.epoch != session.epoch:
        return session, msgspec.structs.replace(turn, reply=reply)
    after = {**session.counts}
    _add(reply.ids, after)
    first = {**session.counts, "message": turn.first.get("message", 0)}
    return _counted(session, after), msgspec.structs.replace(turn, reply=reply, first=first)


def _take(session: Session, position: int, lane: int, passed: tuple[Passed, ...]) -> tuple[Session, Turn]:
    counts, reply = session.counts, session.baseline.replies[position]
    number = counts.get("request", 0)
    after = {**counts, "request": number + 1, "message": counts.get("message", 0) + 1}
    if reply.ids:
        _add(reply.ids, after)
    turn = Turn(session.baseline, number, counts, reply, position, passed, session.epoch, session.time)
    return _played(session, after, *_mark(session, lane)), turn


def _mark(session: Session, lane: int) -> tuple[int, dict[int, int]]:
    """What is used up after a take from ``lane``."""
    lanes, done, taken = session.lanes, session.done, session.taken
    taken = {**taken, lane: taken.get(lane, 0) + 1}
    while done < len(lanes) and taken.get(done, 0) >= lanes[done].used_up[-1]:
        taken.pop(done)
        done += 1
    return done, taken


def _counted(session: Session, counts: dict[str, int]) -> Session:
    return _played(session, counts, session.done, session.taken)


def _played(session: Session, counts: dict[str, int], done: int, taken: dict[int, int]) -> Session:
    return Session(
        session.baseline, session.off, session.lanes, done, taken, counts, session.epoch, session.time
    )  # by hand, as it is built for every request: msgspec.structs.replace takes five times as long


def _add(ids: Mapping[str, int], counts: dict[str, int]) -> None:
    for kind, count in ids.items():
        counts[kind] = counts.get(kind, 0) + count
