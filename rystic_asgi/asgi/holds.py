"""Streams that are held until somebody releases them, from any thread."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock

from rystic_asgi.transport.tasks import Signal, waker


class Holds:
    """The streams that are held now."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._wakers: dict[Signal, Callable[[Callable[[], None]], object]] = {}

    @contextmanager
    def held(self, wake: Signal) -> Iterator[None]:
        """A stream is held, in the running event loop, until it leaves the ``with``; ``wake`` is set on release."""
        with self._lock:
            self._wakers[wake] = waker()
        try:
            yield
        finally:
            with self._lock:
                self._wakers.pop(wake, None)

    def release(self) -> int:
        """Let every held stream go on, and return how many there were."""
        with self._lock:
            held = list(self._wakers.items())
            self._wakers.clear()
        for wake, call in held:
            with suppress(RuntimeError):  # its loop has ended
                call(wake.set)
        return len(held)
