"""Shared parts: a client with no socket for any ASGI application, and real servers on free ports."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx2
import pytest
from starlette.types import ASGIApp

from rystic_asgi import Simulator
from rystic_asgi.encoding.events import events
from rystic_asgi.engine.synthesis import make_value
from rystic_asgi.protocol.messages import ResponseMessage
from rystic_asgi.transport.httpx2_transports import Transport
from rystic_asgi.validation.tool_schemas import input_fault

API_HEADERS = {"x-api-key": "sk-ant-placeholder", "anthropic-version": "2023-06-01"}
WEATHER_TOOL: dict[str, Any] = {
    "name": "get_weather",
    "description": "What the weather is like in a city.",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}

Connect = Callable[..., httpx2.Client]


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Opens in-process clients that carry the API's headers, and closes them after the test."""
    with ExitStack() as clients:

        def open_client(app: ASGIApp, base_url: str = "http://rystic.test") -> httpx2.Client:
            client = httpx2.Client(transport=Transport(app), base_url=base_url, headers=API_HEADERS)
            return clients.enter_context(client)

        yield open_client


@pytest.fixture
def simulator() -> Simulator:
    """A simulator with an empty script."""
    return Simulator()


@pytest.fixture
def http(simulator: Simulator, connect: Connect) -> httpx2.Client:
    """A client of ``simulator``."""
    return connect(simulator)


def ask(text: str = "Weather in Paris?", **members: Any) -> dict[str, Any]:
    """The body of a small request."""
    messages = [{"role": "user", "content": text}]
    return {"model": "claude-haiku-4-5", "max_tokens": 64, "messages": messages, **members}


def stream_events(message: ResponseMessage) -> Iterator[dict[str, Any]]:
    """The events of a stream before they are written as frames."""
    return events(message)


def assert_is_made(schema: Any, made: Any) -> None:
    """``made`` is the value that is made for ``schema``, which accepts it."""
    found = make_value(schema)

    assert found == made
    assert type(found) is type(made)
    assert input_fault(schema, found) is None
