"""One request to an ASGI application, run beside the client, its response passed on chunk by chunk."""

from collections import deque
from typing import Final

from starlette.types import ASGIApp, Message, Scope

from rystic_asgi.transport.tasks import Cancel, Signal, spawn, take_turns

GRACE: Final = 20
"""Turns of the event loop that an application without a client is given to end by itself."""

AHEAD: Final = 4
"""Messages that an application may be ahead of its client."""


class Exchange:
    """Runs ``app`` in a task of its own on asyncio or trio.

    The application waits in ``send`` until the client has taken a chunk that is not the last. When the client leaves
    early, ``receive`` tells it so, ``send`` raises OSError as ASGI asks, and what then goes on is cancelled.
    """

    def __init__(self, app: ASGIApp, scope: Scope, body: bytes) -> None:
        self._app = app
        self._scope = scope
        self._body: bytes | None = body
        self._messages: deque[Message] = deque()
        self._arrived = Signal()
        self._taken = Signal()
        self._left = Signal()
        self._ended = Signal()
        self._more = True
        self._error: Exception | None = None
        self._cancel: Cancel | None = None

    async def start(self) -> Message:
        """Start the application and return its ``http.response.start``. Raises what the application raised."""
        self._cancel = spawn(self._run)
        try:
            message = await self._next()
        except BaseException:
            self._leave()
            self._cancel()
            raise
        if message is None:
            raise RuntimeError("rystic: the application returned without starting a response")
        return message

    async def next_chunk(self) -> bytes | None:
        """The body's next chunk, None after the last. Raises what the application raised."""
        while self._more:
            message = await self._next()
            if message is None:
                break
            self._more = message.get("more_body", False)
            if message.get("body"):
                return bytes(message["body"])
        self._more = False
        self._leave()
        return None

    async def aclose(self) -> None:
        """Leave, whether or not the body was read to its end; returns when an application cut short has ended."""
        self._leave()
        if not self._more or self._cancel is None:
            return
        try:
            await take_turns(GRACE, self._ended)
        finally:
            self._cancel()
        await self._ended.wait()

    def _leave(self) -> None:
        self._left.set()
        self._taken.set()

    async def _next(self) -> Message | None:
        if not self._messages:
            await self._wait_for_message()
        if not self._messages:
            if self._error is not None:
                raise self._error
            return None
        self._taken.set()
        return self._messages.popleft()

    async def _wait_for_message(self) -> None:
        self._arrived = Signal()
        await take_turns(1, self._ended)
        if not self._ended.is_set:
            await self._arrived.wait()

    async def _run(self) -> None:
        try:
            await self._app(self._scope, self._receive, self._send)
        except Exception as error:
            self._error = error
        finally:
            self._ended.set()
            self._arrived.set()

    async def _receive(self) -> Message:
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if self._left.is_set:
            raise OSError("the client left")
        self._messages.append(message)
        self._arrived.set()
        if message.get("more_body", False) and len(self._messages) >= AHEAD:
            self._taken = Signal()
            await self._taken.wait()
            if len(self._messages) >= AHEAD:
                raise OSError("the client left")
