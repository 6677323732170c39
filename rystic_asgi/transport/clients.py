"""Official clients that talk to an ASGI application in-process."""

from typing import Any, Final

import anthropic
from starlette.types import ASGIApp

from rystic_asgi.transport.httpx2_transports import AsyncTransport, Transport

_DEFAULTS: Final = {"base_url": "http://rystic.invalid", "api_key": "sk-ant-placeholder"}
"""A host that no resolver knows, so that a request can only go through the transport."""


def make_client(app: ASGIApp, **options: Any) -> anthropic.Anthropic:
    """A synchronous client; ``close`` it, or use it in a ``with``, to end its thread."""
    http_client = anthropic.DefaultHttpxClient(transport=Transport(app))
    return anthropic.Anthropic(**{**_DEFAULTS, "http_client": http_client, **options})


def make_async_client(app: ASGIApp, **options: Any) -> anthropic.AsyncAnthropic:
    """An asynchronous client for the running event loop."""
    http_client = anthropic.DefaultAsyncHttpxClient(transport=AsyncTransport(app))
    return anthropic.AsyncAnthropic(**{**_DEFAULTS, "http_client": http_client, **options})
