"""Noticing that a client has left, while something else goes on."""

from collections.abc import Callable
from contextlib import suppress

from starlette.types import Receive

from rystic_asgi.transport.tasks import Cancel, spawn


class Watch:
    """Reads what comes after a request's body, which is nothing but that the client left; then calls ``on_left``.

    It is to be stopped when the response has ended.
    """

    def __init__(self, receive: Receive, on_left: Callable[[], object]) -> None:
        self.has_left = False
        self._receive = receive
        self._on_left = on_left
        self._cancel: Cancel = spawn(self._run)

    def stop(self) -> None:
        """Look no longer."""
        self._cancel()

    async def _run(self) -> None:
        with suppress(Exception):  # a connection that cannot be read has no client
            while (await self._receive())["type"] != "http.disconnect":
                pass
        self.has_left = True
        self._on_left()
