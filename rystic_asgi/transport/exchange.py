"""One request to an ASGI application, run beside the client, its response passed on chunk by chunk."""

import sys
from collections.abc import Awaitable, Callable
from typing import Any, Final

import anyio
import anyio.lowlevel
from starlette.types import ASGIApp, Message, Scope

GRACE: Final = 20
"""Turns of the event loop that an application is given to end by itself before the client goes on."""


class Exchange:
    """Runs ``app`` in a task of its own on asyncio or trio.

    The application waits in ``send`` until the client has taken the message. When the client leaves early,
    ``receive`` tells it so, ``send`` raises OSError as ASGI asks, and what still runs after a grace is cancelled.
    """

    def __init__(self, app: ASGIApp, scope: Scope, body: bytes) -> None:
        self._app = app
        self._scope = scope
        self._body: bytes | None = body
        self._outgoing, self._incoming = anyio.create_memory_object_stream[Message](0)
        self._more = True
        self._left = anyio.Event()
        self._ended = anyio.Event()
        self._cancel_scope = anyio.CancelScope()
        self._error: Exception | None = None

    async def start(self) -> Message:
        """Start the application and return its ``http.response.start``. Raises what the application raised."""
        _spawn(self._run)
        message = await self._next()
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
        await self._leave()
        return None

    async def aclose(self) -> None:
        """Leave, whether or not the body was read to its end; returns when an application cut short has ended."""
        cut_short = self._more
        await self._leave()
        if cut_short:
            self._cancel_scope.cancel()
            await self._ended.wait()

    async def _leave(self) -> None:
        self._left.set()
        self._incoming.close()
        for _ in range(GRACE):
            if self._ended.is_set():
                return
            await anyio.lowlevel.checkpoint()

    async def _next(self) -> Message | None:
        try:
            return await self._incoming.receive()
        except anyio.EndOfStream:
            self._incoming.close()
            if self._error is not None:
                raise self._error from None
            return None

    async def _run(self) -> None:
        try:
            with self._cancel_scope:
                await self._app(self._scope, self._receive, self._send)
        except Exception as error:
            self._error = error
        finally:
            self._outgoing.close()
            self._ended.set()

    async def _receive(self) -> Message:
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        try:
            await self._outgoing.send(message)
        except anyio.BrokenResourceError:
            raise OSError("the client left") from None


_TASKS: Final[set[Any]] = set()
"""Running applications: asyncio keeps only weak references to tasks."""


def _spawn(run: Callable[[], Awaitable[None]]) -> None:
    trio = sys.modules.get("trio")
    if trio is not None and trio.lowlevel.in_trio_run():
        trio.lowlevel.spawn_system_task(run)
        return
    import asyncio

    task = asyncio.ensure_future(run())
    _TASKS.add(task)
    task.add_done_callback(_TASKS.discard)
