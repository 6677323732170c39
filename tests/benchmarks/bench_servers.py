"""Rates under uvicorn with 32 connections against a bare application; start, idle memory, and memory over time."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import httpx2
import psutil
import pytest

from tests.benchmarks.conftest import Note, Pair
from tests.conftest import API_HEADERS, ask
from tests.test_servers import free_port

CONNECTIONS = 32
OURS, BARE = "rystic_asgi.server:app", "tests.benchmarks.floors:bare"


class Served:
    """A server process: its port, and itself for what it weighs."""

    def __init__(self, port: int, process: "subprocess.Popen[bytes]") -> None:
        self.port = port
        self.process = psutil.Process(process.pid)

    @property
    def mebibytes(self) -> float:
        return float(self.process.memory_info().rss) / 2**20


@contextmanager
def uvicorn(target: str) -> Iterator[Served]:
    port = free_port()
    options = ["--port", str(port), "--log-level", "warning", "--http", "httptools", "--loop", "uvloop"]
    process = subprocess.Popen([sys.executable, "-m", "uvicorn", target, *options], env=dict(os.environ))
    try:
        wait_for(port)
        yield Served(port, process)
    finally:
        process.terminate()
        process.wait(timeout=20)


def wait_for(port: int) -> None:
    while True:
        try:
            httpx2.post(f"http://127.0.0.1:{port}/v1/messages", json=ask(), headers=API_HEADERS)
        except httpx2.ConnectError:
            time.sleep(0.005)
        else:
            return


def request_bytes(stream: bool) -> bytes:
    body = json.dumps(ask(stream=True) if stream else ask(), separators=(",", ":")).encode()
    headers = {**API_HEADERS, "host": "x", "content-type": "application/json", "user-agent": "Anthropic/Python 2.14.0"}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"POST /v1/messages HTTP/1.1\r\n{lines}content-length: {len(body)}\r\n\r\n".encode() + body


class Connection(asyncio.Protocol):
    """Sends the same request again as soon as its answer is whole, until none is left."""

    def __init__(self, request: bytes, left: list[int], closed: asyncio.Event) -> None:
        self.request, self.left, self.closed = request, left, closed
        self.received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.ask()

    def ask(self) -> None:
        if self.left[0] <= 0:
            self.transport.close()
            return
        self.left[0] -= 1
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.received += data
        if is_whole(self.received):
            self.received = b""
            self.ask()

    def connection_lost(self, error: Exception | None) -> None:
        self.left[1] -= 1
        if self.left[1] == 0:
            self.closed.set()


def is_whole(response: bytes) -> bool:
    head, separator, body = response.partition(b"\r\n\r\n")
    if not separator:
        return False
    _, found, rest = head.partition(b"content-length: ")
    if found:
        return len(body) >= int(rest.partition(b"\r\n")[0])
    return body.endswith(b"0\r\n\r\n")


async def load(port: int, requests: int, stream: bool) -> None:
    """Ask ``requests`` times over all connections at once."""
    left, closed, request = [requests, CONNECTIONS], asyncio.Event(), request_bytes(stream)
    loop = asyncio.get_running_loop()
    for _ in range(CONNECTIONS):
        await loop.create_connection(lambda: Connection(request, left, closed), "127.0.0.1", port)
    await closed.wait()


@pytest.mark.parametrize(
    ("stream", "most"),
    [pytest.param(False, 1 / 0.6, id="whole"), pytest.param(True, 1 / 0.7, id="streamed")],
)
def test_rate_under_uvicorn(pair: Pair, stream: bool, most: float) -> None:
    import uvloop

    requests = 3_000 if stream else 10_000
    with uvicorn(OURS) as ours, uvicorn(BARE) as floor:
        pair(
            lambda: uvloop.run(load(ours.port, requests, stream)),
            lambda: uvloop.run(load(floor.port, requests, stream)),
            most=round(most, 2),
        )


def test_start_and_idle_memory(note: Note) -> None:
    seconds, mebibytes = [], []
    for _ in range(5):
        start = time.perf_counter()
        with uvicorn(OURS) as served:
            seconds.append(time.perf_counter() - start)
            mebibytes.append(served.mebibytes)

    note(
        f"first answer after {sorted(seconds)[2]:.2f} s (at most 0.5), idle {sorted(mebibytes)[2]:.0f} MiB (at most 50)"
    )


def test_memory_over_100_000_requests(note: Note) -> None:
    import uvloop

    weights = []
    with uvicorn(OURS) as served:
        for requests in (10_000, 40_000, 50_000):
            uvloop.run(load(served.port, requests, stream=False))
            weights.append(served.mebibytes)

    note(" MiB, ".join(f"{weight:.1f}" for weight in weights) + " MiB after 10,000, 50,000 and 100,000 requests")
