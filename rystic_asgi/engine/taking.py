"""The step that a request takes: its number, its reply, the ordinals of its ids. Pure; applied by the store."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from rystic_asgi.engine.matching import match
from rystic_asgi.protocol.ids import make_id
from rystic_asgi.script.document import Document
from rystic_asgi.script.reply import Reply
from rystic_asgi.script.schedule import Scheduled, scheduled
from rystic_asgi.script.stream_shape import StreamShape
from rystic_asgi.state.journal import Passed
from rystic_asgi.state.session import Session
from rystic_asgi.validation.request import CheckedRequest

NOTHING_PASSED: Final[tuple[Passed, ...]] = ()
_ORDINAL: Final = "scheduled"
"""The count of requests that the schedule of faults goes by."""
WARMED: Final = Reply("", stop_reason="max_tokens")
"""What a request gets that only warms the cache.

Source: https://platform.claude.com/docs/en/build-with-claude/prompt-caching#pre-warming-the-cache
"""


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
    shape: StreamShape | None = None
    """What a schedule does to the stream."""
    is_spared: bool = False
    """Whether the reply stays in the script, as what befalls the request is no part of it."""
    replays: int | None = None
    """The number of the earlier request whose answer was lost and is given once more."""

    @property
    def request_id(self) -> str:
        """The id that goes into the response's header and, for an error, its body."""
        return make_id(self.baseline.seed, "request", self.request)

    @property
    def taken(self) -> int | None:
        """The place of the reply that is used up by this turn."""
        return None if self.is_spared or self.replays is not None else self.position

    @property
    def is_broken(self) -> bool:
        """Whether it fails because the script or the schedule wants it to."""
        if self.reply is not None and self.reply.error is not None:
            return True
        shapes = (self.shape, None if self.reply is None else self.reply.stream)
        return any(shape is not None and shape.faults for shape in shapes)

    @property
    def place(self) -> str:
        """The reply of this turn as an error names it."""
        return "the default reply" if self.position is None else f"reply {self.position} of the script"


def refuse(session: Session) -> tuple[Session, Turn]:
    """The step of a request that takes nothing: only requests are counted."""
    counts = session.counts
    number = counts.get("request", 0)
    after = {**counts, "request": number + 1}
    return _counted(session, after), Turn(session.baseline, number, counts, epoch=session.epoch, time=session.time)


def give_out(session: Session, turn: Turn, kind: str) -> tuple[Session, int]:
    """The step that gives out an id of a kind: its ordinal. A turn of an earlier baseline takes none of this one."""
    if turn.epoch != session.epoch:
        return session, turn.first.get(kind, 0)
    ordinal = session.counts.get(kind, 0)
    return _counted(session, {**session.counts, kind: ordinal + 1}), ordinal


def warm(session: Session) -> tuple[Session, Turn]:
    """The step of a request that only warms the cache: it has a message, and takes no reply."""
    counts = session.counts
    number = counts.get("request", 0)
    after = {**counts, "request": number + 1, "message": counts.get("message", 0) + 1}
    turn = Turn(session.baseline, number, counts, WARMED, epoch=session.epoch, time=session.time)
    return _counted(session, after), turn


def accept(
    session: Session,
    request: CheckedRequest,
    headers: Mapping[bytes, bytes],
    default_ids: Mapping[str, int],
    faults: Sequence[Scheduled] | None = None,
) -> tuple[Session, Turn]:
    """The step of a request that takes a reply; ``default_ids`` counts the ids of the default reply.

    ``faults`` are the schedule that it may fall to, the baseline's unless they are given.
    """
    baseline, counts, passed = session.baseline, session.counts, NOTHING_PASSED
    if baseline.faults and faults is None:
        return _accept_scheduled(session, request, headers, default_ids)
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


def replay(session: Session, earlier: Turn) -> tuple[Session, Turn]:
    """The step of a request that is given the reply of an earlier one, whose answer was lost on its way."""
    number = session.counts.get("request", 0)
    turn = msgspec.structs.replace(earlier, request=number, passed=(), time=session.time, replays=earlier.request)
    return _counted(session, {**session.counts, "request": number + 1}), turn


def _accept_scheduled(
    session: Session, request: CheckedRequest, headers: Mapping[bytes, bytes], default_ids: Mapping[str, int]
) -> tuple[Session, Turn]:
    ordinal = session.counts.get(_ORDINAL, 0)
    session = _counted(session, {**session.counts, _ORDINAL: ordinal + 1})
    row = scheduled(session.baseline.faults, ordinal)
    if row is None:
        return accept(session, request, headers, default_ids, ())
    if row.error is not None:
        after, turn = refuse(session)
        return after, msgspec.structs.replace(turn, reply=Reply(row.posted, error=row.error))
    after, turn = accept(session, request, headers, default_ids, ())
    turn = msgspec.structs.replace(turn, shape=row.stream, is_spared=True)
    return _played(after, after.counts, session.done, session.taken), turn


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
