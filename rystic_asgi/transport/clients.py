"""Official clients that talk to an ASGI application in-process."""

from typing import Any, Final

import anthropic
import httpx2
from starlette.types import ASGIApp

from rystic_asgi.transport.httpx2_transports import AsyncTransport, Transport

_DEFAULTS: Final = {"base_url": "http://rystic.invalid"}
"""A host that no resolver knows, so that a request can only go through the transport."""


def make_client(app: ASGIApp, **options: Any) -> anthropic.Anthropic:
    """A synchronous client; ``close`` it, or use it in a ``with``, to end its thread."""
    check_sdk(anthropic.DefaultHttpxClient, anthropic.__version__)
    http_client = anthropic.DefaultHttpxClient(transport=Transport(app))
    return anthropic.Anthropic(**{**_DEFAULTS, "http_client": http_client, **options})


def make_async_client(app: ASGIApp, **options: Any) -> anthropic.AsyncAnthropic:
    """An asynchronous client for the running event loop."""
    check_sdk(anthropic.DefaultHttpxClient, anthropic.__version__)
    http_client = anthropic.DefaultAsyncHttpxClient(transport=AsyncTransport(app))
    return anthropic.AsyncAnthropic(**{**_DEFAULTS, "http_client": http_client, **options})


def check_sdk(client: type, version: str) -> None:
    """Raise ImportError unless the SDK's HTTP client is built on httpx2, for which the transports are."""
    if not issubclass(client, httpx2.Client):
        raise ImportError(
            f"rystic: in-process clients need an anthropic that is built on httpx2, found {version}; with this one use "
            "rystic-asgi run, or httpx.ASGITransport(app=simulator) for an asynchronous client"
        )
