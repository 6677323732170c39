"""A batch of 100,000 requests: how long it takes, what it holds, and how long another client waits meanwhile."""

import asyncio
import json
import resource
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx2
import pytest

from rystic_asgi import Simulator
from rystic_asgi.transport.httpx2_transports import AsyncTransport
from tests.benchmarks.conftest import Note
from tests.conftest import API_HEADERS, ask

BATCHES = "/v1/messages/batches"
REQUESTS = 100_000
SIZES: Any = [pytest.param(50, id="20-MB"), pytest.param(2_300, id="244-MB")]


def body_of(characters: int) -> bytes:
    params = json.dumps(ask("x" * characters)).encode()
    items = (b'{"custom_id": "r%d", "params": %b}' % (number, params) for number in range(REQUESTS))
    return b'{"requests": [' + b", ".join(items) + b"]}"


async def beside(http: httpx2.AsyncClient, work: Callable[[], Awaitable[Any]], note: Note, name: str) -> Any:
    """Do ``work`` while another client asks again and again."""
    waits, start = list[float](), time.perf_counter()
    task = asyncio.ensure_future(work())
    while not task.done():
        asked = time.perf_counter()
        await http.post("/v1/messages", json=ask())
        waits.append(time.perf_counter() - asked)
        await asyncio.sleep(0.002)
    seconds, memory = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    note(f"{name} in {seconds:.1f} s, another client waited {max(waits) * 1e3:.0f} ms at most, {memory:.0f} MiB in all")
    return await task


@pytest.mark.parametrize("characters", SIZES)
def test_batches(note: Note, characters: int) -> None:
    async def run() -> None:
        transport = AsyncTransport(Simulator())
        async with httpx2.AsyncClient(transport=transport, base_url="http://rystic.test", headers=API_HEADERS) as http:
            body = body_of(characters)
            created = await beside(http, lambda: http.post(BATCHES, content=body), note, "created")
            batch = (await http.get(f"{BATCHES}/{created.json()['id']}")).json()

            async def read() -> int:
                async with http.stream("GET", batch["results_url"]) as response:
                    return sum([1 async for _ in response.aiter_lines()])

            assert await beside(http, read, note, "results read") == REQUESTS

    asyncio.run(run())
