"""The journal: what arrived, which reply it took, what was answered, and how it ended."""

from collections import deque
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from rystic_asgi.script.stream_fault import judge_of
from rystic_asgi.state.records import Pending
from rystic_asgi.validation.headers import SECRET_HEADERS

MAX_ENTRIES: Final = 2_000
MAX_KEPT_BYTES: Final = 64 * 1024 * 1024
"""The journal drops its oldest entries beyond these, bodies and answers counted; numbers stay as they were."""


class Received(Struct, frozen=True, gc=False):
    """A request as the journal keeps it: ``raw_headers`` by lower-case name, without secrets.

    ``base_url`` is what the client put before the path, where the answer names an address.
    """

    operation: str
    method: str
    path: str
    raw_headers: dict[bytes, bytes]
    raw_body: bytes
    query: bytes = b""
    base_url: str = ""

    @property
    def headers(self) -> dict[str, str]:
        """The headers as text."""
        return {name.decode("latin-1"): value.decode("latin-1") for name, value in self.raw_headers.items()}

    @property
    def body(self) -> Any:
        """The body as JSON; as text where it is none."""
        try:
            return msgspec.json.decode(self.raw_body) if self.raw_body else None
        except (msgspec.DecodeError, RecursionError):
            return self.raw_body.decode("utf-8", "replace")


class Passed(NamedTuple):
    """A reply left, by its place in the script, that was not for a request, and why."""

    reply: int
    because: str


class Ending(Struct, frozen=True, gc=False):
    """How a request was answered: the whole JSON also of a stream; ``how`` is ``complete`` or ``abandoned``.

    ``events`` and ``blocks`` count what was sent whole of a stream, ``waited_s`` is the time that the script let pass.
    ``faults`` are what went wrong on purpose, by kind and place; ``retry_after_s`` is how long the client was asked to
    wait.
    """

    status: int
    raw_answer: bytes
    how: str
    events: int | None = None
    waited_s: float = 0.0
    faults: tuple[dict[str, Any], ...] = ()
    retry_after_s: float | None = None
    blocks: int | None = None

    @property
    def is_whole(self) -> bool:
        """Whether a message was sent to its end."""
        is_cut = any(judge_of(fault["kind"]) == "cut" for fault in self.faults)
        return self.status == 200 and self.how == "complete" and not is_cut


class Entry(Struct, gc=False):
    """One request: its number since the baseline, the place of the reply it took, and its ending once it has one.

    ``passed`` are the first replies that it passed over, one for each set of conditions. ``time`` is what the
    simulator's clock showed, ``turn`` what is answered while that is under way. ``replays`` is the number of an earlier
    request whose answer was lost and is given once more. ``pending`` is what its ending changes among the records.
    """

    number: int
    reply: int | None
    received: Received
    settled: Ending | None = None
    is_kept: bool = True
    passed: tuple[Passed, ...] = ()
    time: float = 0.0
    turn: Any = None
    replays: int | None = None
    pending: Pending | None = None

    def __repr__(self) -> str:
        return f"<Entry {self.number}: {self.method} {self.path} {self.status}, reply {self.reply}>"

    @property
    def operation(self) -> str:
        """The API's operation, ``unknown`` for a route that is not served."""
        return self.received.operation

    @property
    def method(self) -> str:
        """The HTTP method."""
        return self.received.method

    @property
    def path(self) -> str:
        """The path below the mount."""
        return self.received.path

    @property
    def headers(self) -> dict[str, str]:
        """The request's headers, names in lower case, secrets masked."""
        return self.received.headers

    @property
    def body(self) -> Any:
        """The request's body as JSON; as text where it is none."""
        return self.received.body

    @property
    def status(self) -> int | None:
        """The status of the answer; None while it is under way, as for ``answer`` and ``ending``."""
        return None if self.settled is None else self.settled.status

    @property
    def answer(self) -> Any:
        """The message or the error that was answered, whole also where it was streamed."""
        return None if self.settled is None else msgspec.json.decode(self.settled.raw_answer)

    @property
    def ending(self) -> str | None:
        """``complete``, or ``abandoned`` where the client left first."""
        return None if self.settled is None else self.settled.how

    @property
    def events(self) -> int | None:
        """How many events of a stream were sent whole."""
        return None if self.settled is None else self.settled.events

    @property
    def waited_s(self) -> float:
        """The time that the script let pass."""
        return 0.0 if self.settled is None else self.settled.waited_s

    @property
    def faults(self) -> tuple[dict[str, Any], ...]:
        """What went wrong on purpose, by kind and place."""
        return () if self.settled is None else self.settled.faults

    @property
    def retry_after_s(self) -> float | None:
        """How long the client was asked to wait."""
        return None if self.settled is None else self.settled.retry_after_s

    def as_json(self) -> dict[str, Any]:
        """The entry as ``GET /_rystic/requests`` shows it."""
        return {
            "number": self.number,
            "operation": self.operation,
            "method": self.method,
            "path": self.path.encode("utf-8", "replace").decode(),
            "headers": self.headers,
            "body": self.body,
            "reply": self.reply,
            "passed": [each._asdict() for each in self.passed],
            "status": self.status,
            "answer": self.answer,
            "ending": self.ending,
            "replays": self.replays,
            "time_s": self.time,
            "events": self.events,
            "waited_s": self.waited_s,
            "faults": self.faults,
            "retry_after_s": self.retry_after_s,
        }


class Journal:
    """The entries since the baseline, oldest first, within the bounds above."""

    def __init__(self) -> None:
        self._entries: deque[Entry] = deque()
        self._bytes = 0

    def append(self, entry: Entry) -> None:
        """Keep ``entry``; the oldest are dropped when there are too many."""
        self._entries.append(entry)
        self._bytes += len(entry.received.raw_body)
        if len(self._entries) > MAX_ENTRIES or self._bytes > MAX_KEPT_BYTES:
            self._drop_oldest()

    def settle(self, entry: Entry, ending: Ending) -> None:
        """Note how ``entry`` ended."""
        entry.settled = ending
        if entry.is_kept:
            self._bytes += len(ending.raw_answer)
            if self._bytes > MAX_KEPT_BYTES:
                self._drop_oldest()

    def clear(self) -> None:
        """Forget everything."""
        for entry in self._entries:
            entry.is_kept = False
        self._entries.clear()
        self._bytes = 0

    def _drop_oldest(self) -> None:
        entries = self._entries
        while len(entries) > MAX_ENTRIES or (self._bytes > MAX_KEPT_BYTES and len(entries) > 1):
            dropped = entries.popleft()
            dropped.is_kept = False
            self._bytes -= len(dropped.received.raw_body)
            if dropped.settled is not None:
                self._bytes -= len(dropped.settled.raw_answer)

    def __iter__(self) -> Iterator[Entry]:
        return iter(tuple(self._entries))

    def __len__(self) -> int:
        return len(self._entries)


def take_secrets(headers: dict[bytes, bytes]) -> dict[bytes, bytes]:
    """The secrets among ``headers``, which are masked in place: they are as the journal keeps them from then on."""
    secrets: dict[bytes, bytes] = {}
    for name in SECRET_HEADERS:
        if name in headers:
            secrets[name], headers[name] = headers[name], b"***"
    return secrets
