"""The store in memory: state in this process."""

from array import array
from collections import deque
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, Final, TypeVar

from rystic_asgi.script.document import Document
from rystic_asgi.state.journal import Ending, Entry, Journal, Received
from rystic_asgi.state.records import Change, Pending, Record, Records
from rystic_asgi.state.session import Session
from rystic_asgi.state.store import Numbered, Placed

MAX_REMEMBERED: Final = 2_000
"""Of more keys than these the oldest are forgotten."""
MAX_RECORD_BYTES: Final = 64 * 1024 * 1024
"""Of records of one kind that hold more than this the oldest are forgotten."""
MAX_LOST: Final = 100
"""Of more answers that were lost the oldest are not given again."""
_UNSEEN: Final = (200, 499)
"""Statuses of an answer that a client may not have seen: 499 is kept where it left before there was one."""
BATCH_BODIES: Final = "batch body"
_MOST_BYTES: Final = {BATCH_BODIES: 256 * 1024 * 1024}
"""Kinds of records that may hold more than that."""
MAX_ALIKE: Final = 100
"""A key under which more than these were issued tells nothing: it recalls none."""

Given = TypeVar("Given", bound=Placed)
Found = TypeVar("Found", bound=Numbered)
Result = TypeVar("Result")


class MemoryStore:
    """State in this process, behind one lock; nothing in it belongs to a thread or an event loop."""

    def __init__(self) -> None:
        self.has_lost = False
        self._lock = Lock()
        self._session = Session(Document())
        self._journal = Journal()
        self._takes = array("l")
        self._issued: dict[str, list[bytes]] = {}
        self._records: dict[str, Records] = {}
        self._lost: deque[tuple[Received, Numbered]] = deque(maxlen=MAX_LOST)

    def load(self, step: Callable[[Session], Session]) -> Session:
        with self._lock:
            self._session = step(self._session)
            self._journal.clear()
            self._takes = array("l")
            self._issued.clear()
            self._lost.clear()
            self.has_lost = False
            self._records.clear()
            for kind, key, value in self._session.baseline.records():
                self._of_kind(kind).add(key, value)
            return self._session

    def extend(self, step: Callable[[Session], Session]) -> Session:
        with self._lock:
            self._session = step(self._session)
            return self._session

    def accept(
        self, received: Received, step: Callable[..., tuple[Session, Found]], *arguments: Any
    ) -> tuple[Entry, Found]:
        with self._lock:
            self._session, found = step(self._session, *arguments)
            entry = Entry(found.request, found.position, received, None, True, found.passed, found.time, found)
            if found.replays is not None:
                entry.replays = found.replays
            if found.position is not None and found.taken is not None:
                self._takes.append(found.taken)
            self._journal.append(entry)
            return entry, found

    def advance(self, step: Callable[..., tuple[Session, Result]], *arguments: Any) -> Result:
        with self._lock:
            self._session, result = step(self._session, *arguments)
            return result

    def accept_more(self, step: Callable[..., tuple[Session, Given]], *arguments: Any) -> Given:
        with self._lock:
            self._session, found = step(self._session, *arguments)
            if found.taken is not None:
                self._takes.append(found.taken)
            return found

    def settle(self, entry: Entry, ending: Ending) -> None:
        with self._lock:
            turn, entry.turn = entry.turn, None
            self._journal.settle(entry, ending)
            if ending.how == "abandoned" and turn is not None and entry.is_kept:
                self._lose(entry.received, turn, ending)
            if entry.pending is not None:
                self._change(entry.pending, entry.pending.whole if ending.is_whole else entry.pending.broken)
                entry.pending = None

    def pend(self, entry: Entry, pending: Pending) -> None:
        with self._lock:
            entry.pending = pending
            self._change(pending, pending.now)

    def go_on(self, entry: Entry, turn: Numbered) -> None:
        with self._lock:
            if entry.turn is not None:
                entry.turn = turn

    def take_back(self, received: Received, *, is_retry: bool) -> Any:
        with self._lock:
            for index, (earlier, turn) in enumerate(self._lost):
                if _are_equal(earlier, received):
                    del self._lost[index]
                    self.has_lost = bool(self._lost)
                    return turn
            return self._take_from_under_way(received) if is_retry else None

    def _lose(self, received: Received, turn: Numbered, ending: Ending) -> None:
        if received.operation == "messages" and ending.status in _UNSEEN and not turn.is_broken:
            self._lost.append((received, turn))
            self.has_lost = True

    def _take_from_under_way(self, received: Received) -> Any:
        for entry in self._journal:
            turn = entry.turn
            if turn is not None and _are_equal(entry.received, received) and not turn.is_broken:
                entry.turn = None
                return turn
        return None

    def remember(self, entry: Entry, keys: Sequence[str], content: bytes) -> None:
        with self._lock:
            for key in keys if entry.is_kept else ():
                self._issued.setdefault(key, []).append(content)
                del self._issued[key][MAX_ALIKE + 1 :]
            while len(self._issued) > MAX_REMEMBERED:
                del self._issued[next(iter(self._issued))]

    def recall(self, key: str) -> Sequence[bytes]:
        with self._lock:
            contents = self._issued.get(key, ())
            return tuple(contents) if len(contents) <= MAX_ALIKE else ()

    def put(self, kind: str, key: str, value: bytes) -> None:
        with self._lock:
            self._of_kind(kind).put(key, value)

    def add(self, entry: Entry, kind: str, key: str, value: bytes, most_bytes: int) -> bool:
        with self._lock:
            return not entry.is_kept or self._of_kind(kind).add(key, value, most_bytes)

    def get(self, kind: str, key: str) -> bytes | None:
        with self._lock:
            return self._of_kind(kind).get(key)

    def change(self, kind: str, key: str, step: Callable[[bytes], bytes]) -> bytes | None:
        with self._lock:
            records = self._of_kind(kind)
            value = records.get(key)
            if value is None:
                return None
            changed = step(value)
            records.put(key, changed)
            return changed

    def take(self, kind: str, key: str) -> bytes | None:
        with self._lock:
            return self._of_kind(kind).take(key)

    def records(self, kind: str) -> list[Record]:
        with self._lock:
            return list(self._of_kind(kind))

    def _change(self, pending: Pending, changes: tuple[Change, ...]) -> None:
        for change in changes if pending.epoch == self._session.epoch else ():
            if change.value is None:
                self._of_kind(change.kind).take(change.key)
            else:
                self._of_kind(change.kind).put(change.key, change.value)

    def _of_kind(self, kind: str) -> Records:
        return self._records.setdefault(kind, Records(_MOST_BYTES.get(kind, MAX_RECORD_BYTES)))

    def session(self) -> Session:
        return self._session

    def played(self) -> tuple[Session, Sequence[int]]:
        with self._lock:
            return self._session, tuple(self._takes)

    def entries(self) -> list[Entry]:
        with self._lock:
            return list(self._journal)


def _are_equal(earlier: Received, received: Received) -> bool:
    return earlier.raw_body == received.raw_body and earlier.path == received.path
