"""Where state lives: the protocol of a store, and the one in memory."""

from collections.abc import Callable
from threading import Lock
from typing import Any, Protocol, TypeVar

from rystic_asgi.state.journal import Entry, Journal
from rystic_asgi.state.session import Session

Result = TypeVar("Result")


class Store(Protocol):
    """Applies pure steps to the session, one at a time; the only place where state changes."""

    def load(self, step: Callable[[Session], Session]) -> Session:
        """A new baseline or a reset: apply ``step`` and forget the journal."""

    def extend(self, step: Callable[[Session], Session]) -> Session:
        """A longer script: apply ``step`` and keep the journal."""

    def accept(self, entry: Entry, step: Callable[..., tuple[Session, Result]], *arguments: Any) -> Result:
        """A request arrived: apply ``step`` to session, entry and arguments, keep ``entry``, return what was found."""

    def settle(self, entry: Entry, ending: str) -> None:
        """The answer to ``entry`` has ended."""

    def session(self) -> Session:
        """The state as it stands."""

    def entries(self) -> list[Entry]:
        """The journal's entries, oldest first."""


class MemoryStore:
    """State in this process, behind one lock; nothing in it belongs to a thread or an event loop."""

    def __init__(self, session: Session) -> None:
        self._lock = Lock()
        self._session = session
        self._journal = Journal()

    def load(self, step: Callable[[Session], Session]) -> Session:
        with self._lock:
            self._session = step(self._session)
            self._journal.clear()
            return self._session

    def extend(self, step: Callable[[Session], Session]) -> Session:
        with self._lock:
            self._session = step(self._session)
            return self._session

    def accept(self, entry: Entry, step: Callable[..., tuple[Session, Result]], *arguments: Any) -> Result:
        with self._lock:
            self._session, result = step(self._session, entry, *arguments)
            self._journal.append(entry)
            return result

    def settle(self, entry: Entry, ending: str) -> None:
        with self._lock:
            entry.ending = ending

    def session(self) -> Session:
        return self._session

    def entries(self) -> list[Entry]:
        with self._lock:
            return list(self._journal)
