"""The simulator under real servers, on real sockets."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import anthropic
import httpx
import httpx2
import pytest

from rystic_asgi import Simulator
from rystic_asgi.integrations.server import served
from tests.conftest import API_HEADERS, ask

TARGET = "rystic_asgi.server:app"


def hypercorn(*options: str) -> Callable[[int], list[str]]:
    return lambda port: ["hypercorn", TARGET, "--bind", f"127.0.0.1:{port}", *options]


def uvicorn(*options: str) -> Callable[[int], list[str]]:
    return lambda port: ["uvicorn", TARGET, "--port", str(port), "--log-level", "warning", *options]


SERVERS = [
    pytest.param(hypercorn(), id="hypercorn-asyncio"),
    pytest.param(hypercorn("--worker-class", "uvloop"), id="hypercorn-uvloop"),
    pytest.param(hypercorn("--worker-class", "trio"), id="hypercorn-trio"),
    pytest.param(uvicorn("--http", "httptools", "--loop", "uvloop"), id="uvicorn-httptools"),
    pytest.param(uvicorn("--http", "h11", "--loop", "asyncio"), id="uvicorn-h11"),
]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def running(command: Callable[[int], list[str]], **variables: str) -> Iterator[str]:
    """The base URL of a server process that ends with the ``with``."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", *command(port)], env={**os.environ, **variables})
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(url, process)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=20)


def wait_for(url: str, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(200):
        assert process.poll() is None, "the server ended before it served"
        try:
            httpx2.get(f"{url}/_rystic/health")
        except httpx2.ConnectError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the server does not answer")


@pytest.mark.parametrize("command", SERVERS)
def test_the_server_target_plays_whole_and_streamed(command: Callable[[int], list[str]]) -> None:
    with running(command) as url, anthropic.Anthropic(base_url=url, api_key="k", max_retries=0) as client:
        httpx2.post(f"{url}/_rystic/replies", json={"replies": ["Whole 🌍.", "Streamed 🌍."]})
        whole = client.messages.create(**ask())
        with client.messages.stream(**ask()) as stream:
            streamed = stream.get_final_text()
        left = httpx2.get(f"{url}/_rystic/replies").json()["left"]

    assert whole.content[0].type == "text"
    assert (whole.content[0].text, streamed, left) == ("Whole 🌍.", "Streamed 🌍.", [])


STATUSES = re.compile(r"^HTTP/1\.1 (\d+)", re.MULTILINE)
"""The last one counts: a server may say 100 to a client that waits to send."""
HEAD = "POST /v1/messages HTTP/1.1\r\nhost: rystic\r\n"
LENGTH = 48 * 1024 * 1024
MIDWAY = {
    "by its length alone": f"{HEAD}content-length: {LENGTH}\r\n\r\n",
    "before it may send": f"{HEAD}content-length: {LENGTH}\r\nexpect: 100-continue\r\n\r\n",
    "between chunks": f"{HEAD}transfer-encoding: chunked\r\n\r\n800\r\n{'x' * 2048}\r\n",
    "when all is sent": f"{HEAD}content-length: {LENGTH}\r\n\r\n{'x' * LENGTH}",
}


def answer_to(address: tuple[str, int], request: str) -> str:
    """What comes back for the beginning of a request, up to the end of an error's message."""
    got = b""
    with socket.create_connection(address, timeout=20) as connection:
        connection.sendall(request.encode())
        while b"maximum size" not in got:
            received = connection.recv(65_536)
            assert received, f"closed after {got!r}"
            got += received
    return got.decode()


@pytest.mark.parametrize("command", SERVERS)
def test_a_client_hears_that_its_body_is_too_large(command: Callable[[int], list[str]], tmp_path: Path) -> None:
    boot = tmp_path / "boot.json"
    boot.write_text('{"limits": {"request_bytes": 1000}}')
    with running(command, RYSTIC_BOOT=str(boot)) as url:
        address = ("127.0.0.1", int(url.rpartition(":")[2]))
        answers = {when: answer_to(address, request) for when, request in MIDWAY.items()}
        again = httpx2.post(f"{url}/v1/messages", json=ask(), headers=API_HEADERS)

    assert {when: STATUSES.findall(answer)[-1] for when, answer in answers.items()} == dict.fromkeys(MIDWAY, "413")
    assert again.status_code == 200


def test_the_server_target_starts_from_the_environment(tmp_path: object) -> None:
    with running(uvicorn(), RYSTIC_SCENARIO="anthropic_agent_loop") as url:
        assert len(httpx2.get(f"{url}/_rystic/replies").json()["left"]) == 3


def test_a_connection_is_kept_for_the_next_request() -> None:
    with served(Simulator(replies=["🐶", "🐶🐶"])) as url, httpx2.Client(headers=API_HEADERS) as http:
        texts = [http.post(f"{url}/v1/messages", json=ask()).json()["content"][0]["text"] for _ in range(2)]

    assert texts == ["🐶", "🐶🐶"]


def test_older_clients_reach_it_too() -> None:
    with served(Simulator(replies=["One."])) as url:
        response = httpx.post(f"{url}/v1/messages", json=ask(), headers=API_HEADERS)

    assert response.json()["content"] == [{"type": "text", "text": "One."}]


@pytest.mark.anyio
async def test_the_asgi_transport_of_httpx_serves_it() -> None:
    transport = httpx.ASGITransport(app=Simulator(replies=["One."]))

    async with httpx.AsyncClient(transport=transport, base_url="http://rystic.test", headers=API_HEADERS) as http:
        response = await http.post("/v1/messages", json=ask())

    assert response.json()["content"] == [{"type": "text", "text": "One."}]


@pytest.mark.anyio
async def test_the_asgi_transport_of_httpx2_serves_official_clients() -> None:
    transport = httpx2.ASGITransport(app=Simulator(replies=["One.", "Two."]))
    http_client = httpx2.AsyncClient(transport=transport)

    async with anthropic.AsyncAnthropic(base_url="http://rystic.test", api_key="k", http_client=http_client) as client:
        whole = await client.messages.create(**ask())
        async with client.messages.stream(**ask()) as stream:
            streamed = await stream.get_final_text()

    assert whole.stop_reason == "end_turn"
    assert streamed == "Two."
