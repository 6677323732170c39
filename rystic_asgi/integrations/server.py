"""The simulator under hypercorn, on an address that is known before it serves."""

import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import anyio
from anyio.from_thread import start_blocking_portal
from hypercorn.asyncio import serve as hypercorn_serve
from hypercorn.config import Config
from starlette.types import ASGIApp


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


def url_of(listener: socket.socket) -> str:
    """The base URL of a listening socket."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(app: ASGIApp, listener: socket.socket) -> None:
    """Serve until the process is interrupted or asked to end."""
    anyio.run(_serve, app, listener.detach(), None)


@contextmanager
def served(app: ASGIApp, host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """The base URL of ``app``, served from a thread of its own for as long as the ``with`` lasts."""
    listener = listen(host, port)
    url = url_of(listener)
    with start_blocking_portal() as portal:
        over = portal.call(anyio.Event)
        serving = portal.start_task_soon(_serve, app, listener.detach(), over.wait)
        try:
            yield url
        finally:
            portal.call(over.set)
            serving.result()


async def _serve(app: ASGIApp, listener: int, until: Callable[[], Awaitable[None]] | None) -> None:
    config = Config()
    config.bind = [f"fd://{listener}"]
    config.accesslog = None
    config.errorlog = None
    await hypercorn_serve(cast(Any, app), config, shutdown_trigger=until)
