"""Records: what requests leave behind beside the session, such as threads, files, batches and cached prefixes."""

from collections.abc import Iterator
from math import inf
from typing import Final

from msgspec import Struct

MAX_RECORDS: Final = 100_000
"""Of more records of one kind than these the oldest are forgotten, however small they are."""


class Record(Struct, frozen=True, gc=False):
    """A value by a key of its kind; ``value`` is immutable, and so a store may hold it as bytes."""

    key: str
    value: bytes


class Change(Struct, frozen=True, gc=False):
    """A record that is put, or gone where it has no value."""

    kind: str
    key: str
    value: bytes | None = None


class Pending(Struct, frozen=True, gc=False):
    """What an answer under way changes: ``now``, once it was sent whole with status 200, or once it was not.

    ``epoch`` is that of its baseline; in a later one it changes nothing.
    """

    epoch: int
    now: tuple[Change, ...] = ()
    whole: tuple[Change, ...] = ()
    broken: tuple[Change, ...] = ()


class Records:
    """The records of one kind, oldest first, within these bounds; the oldest are dropped beyond them."""

    def __init__(self, most_bytes: int, most: int = MAX_RECORDS) -> None:
        self._most_bytes, self._most = most_bytes, most
        self._bytes = 0
        self._values: dict[str, bytes] = {}

    def put(self, key: str, value: bytes) -> None:
        """Keep ``value``, as the newest unless the key is there: then it takes its place."""
        self._bytes += len(value) - len(self._values.get(key, b""))
        self._values[key] = value
        while len(self._values) > 1 and (self._bytes > self._most_bytes or len(self._values) > self._most):
            self.take(next(iter(self._values)))

    def add(self, key: str, value: bytes, most_bytes: float = inf) -> bool:
        """Keep ``value``, under a new key, unless more than ``most_bytes`` would be kept then; nothing is dropped."""
        if self._bytes + len(value) > most_bytes:
            return False
        self._bytes += len(value)
        self._values[key] = value
        return True

    def get(self, key: str) -> bytes | None:
        """The value of ``key``."""
        return self._values.get(key)

    def take(self, key: str) -> bytes | None:
        """The value of ``key``, which is gone then."""
        value = self._values.pop(key, None)
        self._bytes -= len(value or b"")
        return value

    def __iter__(self) -> Iterator[Record]:
        return (Record(key, value) for key, value in list(self._values.items()))

    def __len__(self) -> int:
        return len(self._values)
