"""An official asynchronous client in-process, against the same call over a mock transport."""

import asyncio
from collections.abc import Iterator
from typing import Any

import anthropic
import httpx2
import pytest

from rystic_asgi import Simulator
from rystic_asgi.transport.httpx2_transports import AsyncTransport
from tests.benchmarks.conftest import Pair
from tests.benchmarks.floors import mock_handler
from tests.conftest import ask

CALLS = 300


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


def client_over(transport: httpx2.AsyncBaseTransport) -> anthropic.AsyncAnthropic:
    http_client = anthropic.DefaultAsyncHttpxClient(transport=transport)
    return anthropic.AsyncAnthropic(base_url="http://rystic.test", api_key="k", http_client=http_client)


async def call(client: anthropic.AsyncAnthropic) -> None:
    for _ in range(CALLS):
        await client.messages.create(**ask())


async def stream(client: anthropic.AsyncAnthropic) -> None:
    for _ in range(CALLS):
        async with client.messages.stream(**ask()) as events:
            await events.get_final_message()


TRANSPORTS: Any = [
    pytest.param(lambda: AsyncTransport(Simulator()), id="own-transport"),
    pytest.param(lambda: httpx2.ASGITransport(app=Simulator()), id="httpx2.ASGITransport"),
]


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("calls", [call, stream])
def test_calls(pair: Pair, loop: asyncio.Runner, calls: Any, transport: Any) -> None:
    ours, floor = client_over(transport()), client_over(httpx2.MockTransport(mock_handler))

    pair(lambda: loop.run(calls(ours)), lambda: loop.run(calls(floor)), most=1.3)
