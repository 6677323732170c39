"""Records: what requests leave behind beside the session, such as threads, files, batches and cached prefixes."""

from collections.abc import Iterator

from msgspec import Struct


class Record(Struct, frozen=True, gc=False):
    """A value by a key of its kind; ``value`` is immutable, and so a store may hold it as bytes."""

    key: str
    value: bytes


class Records:
    """The records of one kind, oldest first, of at most so many bytes; the oldest are dropped beyond that."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._values: dict[str, bytes] = {}

    def put(self, key: str, value: bytes) -> None:
        """Keep ``value``, as the newest unless the key is there: then it takes its place."""
        self._bytes += len(value) - len(self._values.get(key, b""))
        self._values[key] = value
        while self._bytes > self._most_bytes and len(self._values) > 1:
            self.take(next(iter(self._values)))

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
