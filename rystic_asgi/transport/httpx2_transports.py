"""Transports for httpx2, on which the official Python SDK 2.x is built."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

import httpx2
from starlette.types import ASGIApp, Message, Scope

from rystic_asgi.transport.background import BackgroundLoop
from rystic_asgi.transport.exchange import Exchange


class AsyncTransport(httpx2.AsyncBaseTransport):
    """Calls ``app`` in the client's own event loop; chunks arrive as they are sent."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        exchange = Exchange(self._app, _scope(request), await request.aread())
        with _read_errors():
            start = await exchange.start()
        return httpx2.Response(start["status"], headers=start["headers"], stream=_AsyncBody(exchange))


class _AsyncBody(httpx2.AsyncByteStream):
    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        with _read_errors():
            chunk = await self._exchange.next_chunk()
        if chunk is None:
            raise StopAsyncIteration
        return chunk

    async def aclose(self) -> None:
        await self._exchange.aclose()


class Transport(httpx2.BaseTransport):
    """Calls ``app`` in an event loop of its own thread, which ``close`` ends; works inside a running loop too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._lock = Lock()
        self._loop: BackgroundLoop | None = None

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        with self._lock:
            if self._loop is None or not self._loop.is_alive:
                self._loop = BackgroundLoop()
            loop = self._loop
        with _read_errors():
            exchange, start = loop.call(_started, self._app, _scope(request), request.read())
        return httpx2.Response(start["status"], headers=start["headers"], stream=_Body(exchange, loop))

    def close(self) -> None:
        with self._lock:
            loop, self._loop = self._loop, None
        if loop is not None:
            loop.close()


async def _started(app: ASGIApp, scope: Scope, body: bytes) -> tuple[Exchange, Message]:
    exchange = Exchange(app, scope, body)
    return exchange, await exchange.start()


class _Body(httpx2.SyncByteStream):
    def __init__(self, exchange: Exchange, loop: BackgroundLoop) -> None:
        self._exchange = exchange
        self._loop = loop

    def __iter__(self) -> Iterator[bytes]:
        while (chunk := self._next_chunk()) is not None:
            yield chunk

    def _next_chunk(self) -> bytes | None:
        with _read_errors():
            return self._loop.call(self._exchange.next_chunk)

    def close(self) -> None:
        if self._loop.is_alive:
            self._loop.call(self._exchange.aclose)


@contextmanager
def _read_errors() -> Iterator[None]:
    """A connection that the application resets is one that the client cannot read."""
    try:
        yield
    except ConnectionResetError as error:
        raise httpx2.ReadError(str(error)) from error


def _scope(request: httpx2.Request) -> dict[str, Any]:
    url = request.url
    path, _, _ = url.raw_path.partition(b"?")
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": url.scheme,
        "path": url.path,
        "raw_path": path,
        "query_string": url.query,
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "server": (url.host, url.port or {"https": 443}.get(url.scheme, 80)),
        "client": ("127.0.0.1", 0),
    }
