"""Long streams against a bare application that sends the same bytes; their memory, and that of many that are held."""

import asyncio
import json
import time
import tracemalloc
from collections.abc import Awaitable, Callable
from typing import Any, Final

import httpx2
import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rystic_asgi import Simulator
from rystic_asgi.transport.httpx2_transports import AsyncTransport
from tests.benchmarks.bench_servers import request_bytes, uvicorn
from tests.benchmarks.conftest import Note, Pair
from tests.conftest import API_HEADERS, ask

EVENTS: Final = 10_000
REPLY: Final[dict[str, Any]] = {
    "content": [{"type": "text", "text": "abcde " * EVENTS}],
    "stream": {"cut": 6},
    "times": "any",
}
BODY: Final = json.dumps(ask(stream=True)).encode()
MOST: Final = 1.43
"""Times the cost of the bare application: 0.7 of its rate."""
HELD: Final = 1_000

ours: Final = Simulator(replies=[REPLY])
"""For a server."""


async def call(app: ASGIApp, send: Callable[[Message], Awaitable[None]]) -> None:
    """Call an application as a server does."""
    messages: list[Message] = [{"type": "http.request", "body": BODY}]

    async def receive() -> Message:
        if not messages:
            await asyncio.get_running_loop().create_future()
        return messages.pop()

    headers = [(name.encode(), value.encode()) for name, value in API_HEADERS.items()]
    await app({"type": "http", "method": "POST", "path": "/v1/messages", "headers": headers}, receive, send)


def made() -> list[Message]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(call(Simulator(replies=[REPLY]), send))
    return sent


MADE: Final = made()


async def bare(scope: Scope, receive: Receive, send: Send) -> None:
    """A bare application that sends the same messages."""
    if scope["type"] == "http":
        await receive()
        for message in MADE:
            await send(message)


async def read(app: ASGIApp) -> None:
    async with httpx2.AsyncClient(transport=AsyncTransport(app), base_url="http://x", headers=API_HEADERS) as client:
        response = await client.post("/v1/messages", content=BODY)
        assert len(response.content) > EVENTS


def test_the_stream_is_that_long() -> None:
    assert len(MADE) >= EVENTS


def test_in_process(pair: Pair) -> None:
    simulator = Simulator(replies=[REPLY])

    pair(lambda: asyncio.run(read(simulator)), lambda: asyncio.run(read(bare)), most=MOST)


async def read_whole(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request_bytes(stream=True))
    end = b""
    while not end.endswith(b"\r\n0\r\n\r\n"):
        end = end[-16:] + await reader.read(1_000_000)
    writer.close()


def test_under_uvicorn(pair: Pair) -> None:
    import uvloop

    module = "tests.benchmarks.bench_streams"
    with uvicorn(f"{module}:ours") as simulator, uvicorn(f"{module}:bare") as floor:
        pair(lambda: uvloop.run(read_whole(simulator.port)), lambda: uvloop.run(read_whole(floor.port)), most=MOST)


@pytest.mark.parametrize("chunks", ["event", [100], "character"], ids=str)
def test_memory_of_a_stream(note: Note, chunks: Any) -> None:
    """Beyond what the message and the journal hold."""
    simulator = Simulator(replies=[{**REPLY, "stream": {**REPLY["stream"], "chunks": chunks}}])
    least, most = 1 << 60, 0

    async def send(message: Message) -> None:
        nonlocal least, most
        if message["type"] == "http.response.body":
            now, peak = tracemalloc.get_traced_memory()
            least, most = min(least, now), max(most, peak)
        else:
            tracemalloc.reset_peak()

    tracemalloc.start()
    asyncio.run(call(simulator, send))
    tracemalloc.stop()

    note(f"{(most - least) / 1024:.0f} KiB while it is sent (at most 1024)")


async def hold(port: int, note: Note, weigh: Callable[[], float]) -> None:
    idle = weigh()
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}") as control:
        stalled = {"content": [{"type": "text", "text": "Hi"}], "stream": {"fault": {"kind": "stall", "event": 2}}}
        await control.post("/_rystic/replies", json={"replies": [{**stalled, "times": "any"}]})
        streams = [await asyncio.open_connection("127.0.0.1", port) for _ in range(HELD)]
        for reader, writer in streams:
            writer.write(request_bytes(stream=True))
            await reader.readuntil(b"content_block_start")
        held, start = weigh(), time.perf_counter()
        released = (await control.post("/_rystic/release")).json()["released"]
        await asyncio.gather(*(reader.readuntil(b"\r\n0\r\n\r\n") for reader, _ in streams))
        seconds = time.perf_counter() - start
        for _, writer in streams:
            writer.close()
    assert released == HELD
    note(f"{held:.0f} MiB with {HELD} held (at most 100), {idle:.0f} idle; released within {seconds:.2f} s (at most 1)")


def test_many_streams_are_held_at_once(note: Note) -> None:
    import uvloop

    with uvicorn("rystic_asgi.server:app") as served:
        uvloop.run(hold(served.port, note, lambda: served.mebibytes))
