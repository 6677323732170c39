"""Where state lives: the protocol of a store."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from rystic_asgi.state.journal import Ending, Entry, Passed, Received
from rystic_asgi.state.records import Pending, Record
from rystic_asgi.state.session import Session


class Placed(Protocol):
    """What a step finds: at least the place of the reply that it used up."""

    @property
    def taken(self) -> int | None: ...


class Numbered(Placed, Protocol):
    """What a step finds: also the number of the request, its reply, and those passed over.

    ``is_broken`` tells of one that fails on purpose, so that nothing of it is lost.
    """

    @property
    def request(self) -> int: ...

    @property
    def position(self) -> int | None: ...

    @property
    def replays(self) -> int | None: ...

    @property
    def time(self) -> float: ...

    @property
    def passed(self) -> tuple[Passed, ...]: ...

    @property
    def is_broken(self) -> bool: ...


Given = TypeVar("Given", bound=Placed)
Found = TypeVar("Found", bound=Numbered)
Result = TypeVar("Result")


class Store(Protocol):
    """Applies pure steps to the session, one at a time; the only place where state changes."""

    def load(self, step: Callable[[Session], Session]) -> Session:
        """A new baseline or a reset: apply ``step`` and forget the journal."""

    def extend(self, step: Callable[[Session], Session]) -> Session:
        """A longer script: apply ``step`` and keep the journal."""

    def accept(
        self, received: Received, step: Callable[..., tuple[Session, Found]], *arguments: Any
    ) -> tuple[Entry, Found]:
        """A request arrived: apply ``step`` to session and arguments, and keep an entry of it."""

    def advance(self, step: Callable[..., tuple[Session, Result]], *arguments: Any) -> Result:
        """A turn goes on: apply ``step`` to session and arguments, and return what it finds."""

    def accept_more(self, step: Callable[..., tuple[Session, Given]], *arguments: Any) -> Given:
        """A request that has its entry takes one reply more: apply ``step``, and return what it finds."""

    def settle(self, entry: Entry, ending: Ending) -> None:
        """The answer to ``entry`` has ended; what was pending is done or undone."""

    def pend(self, entry: Entry, pending: Pending) -> None:
        """What the answer to ``entry`` changes among the records, now and when it ends; replaces what was pending."""

    def go_on(self, entry: Entry, turn: Numbered) -> None:
        """``entry`` is answered by what is known of ``turn`` now."""

    @property
    def has_lost(self) -> bool:
        """Whether an answer was lost that was not given again yet."""

    def take_back(self, received: Received, *, is_retry: bool) -> Any:
        """What an equal request was answered with, if that answer was lost; None otherwise. It is given once.

        Lost is what a client left before its end, and what is under way still where the client says that it retries.
        """

    def remember(self, entry: Entry, keys: Sequence[str], content: bytes) -> None:
        """``entry`` is answered with what has to come back: ``content`` is JSON of it, recalled by each of ``keys``.

        Of an entry from before the baseline nothing is remembered.
        """

    def recall(self, key: str) -> Sequence[bytes]:
        """What was remembered by ``key`` since the baseline."""

    def put(self, kind: str, key: str, value: bytes) -> None:
        """Keep a record until the next baseline, or until it is among the oldest of too many of its kind."""

    def add(self, entry: Entry, kind: str, key: str, value: bytes, most_bytes: int) -> bool:
        """Keep a record that ``entry`` made, unless those of its kind would hold more than ``most_bytes`` then.

        Of an entry from before the baseline nothing is kept.
        """

    def get(self, kind: str, key: str) -> bytes | None:
        """The value of a record."""

    def change(self, kind: str, key: str, step: Callable[[bytes], bytes]) -> bytes | None:
        """Apply ``step`` to the value of a record, and return what it is then; what ``step`` raises changes nothing."""

    def take(self, kind: str, key: str) -> bytes | None:
        """The value of a record, which is gone then: of many that ask at once one gets it."""

    def records(self, kind: str) -> list[Record]:
        """The records of a kind, oldest first."""

    def session(self) -> Session:
        """The state as it stands."""

    def played(self) -> tuple[Session, Sequence[int]]:
        """The state as it stands, and the places of the replies taken since the baseline, in the order of the takes."""

    def entries(self) -> list[Entry]:
        """The journal's entries, oldest first."""
