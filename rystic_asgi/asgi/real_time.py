"""Real time for simulators whose clock goes by it."""

from threading import Lock
from time import monotonic


class RealTime:
    """Tells how many seconds passed since it was last asked; nothing is missed or told twice."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._last = monotonic()

    def passed(self) -> float:
        """The seconds since the last call, or since it was made."""
        with self._lock:
            last, self._last = self._last, monotonic()
            return self._last - last
