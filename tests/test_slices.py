"""Batches in slices: others have their turns meanwhile, and whoever leaves early is noted."""

import json
from typing import Any

import anyio
import httpx2
import pytest
from starlette.types import Message, Send

from rystic_asgi import Request, Simulator
from rystic_asgi.asgi.slices import SLICE_SECONDS
from rystic_asgi.transport.httpx2_transports import AsyncTransport
from tests.conftest import API_HEADERS, ask

pytestmark = pytest.mark.anyio

BATCHES = "/v1/messages/batches"


def requests_of(count: int) -> list[dict[str, Any]]:
    return [{"custom_id": f"r{number}", "params": ask(f"Question {number}")} for number in range(count)]


def connected(simulator: Simulator) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(
        transport=AsyncTransport(simulator), base_url="http://rystic.test", headers=API_HEADERS, timeout=60
    )


async def ended_batch(http: httpx2.AsyncClient, count: int) -> str:
    created = await http.post(BATCHES, json={"requests": requests_of(count)})
    batch = await http.get(f"{BATCHES}/{created.json()['id']}")
    return str(batch.json()["id"])


COUNT = 2_000
"""So many requests take more than one slice on any machine."""


async def test_others_are_answered_while_a_batch_is_created_and_read() -> None:
    simulator = Simulator()
    async with connected(simulator) as http:

        async def ask_until(done: anyio.Event) -> None:
            while not done.is_set():
                assert (await http.post("/v1/messages", json=ask())).status_code == 200

        async with anyio.create_task_group() as tasks:
            done = anyio.Event()
            tasks.start_soon(ask_until, done)
            batch_id = await ended_batch(http, COUNT)
            created = len(simulator.messages)
            lines = (await http.get(f"{BATCHES}/{batch_id}/results")).text.splitlines()
            done.set()

    ids = [json.loads(line)["result"]["message"]["id"] for line in lines]
    assert SLICE_SECONDS < 0.05
    assert created > 2
    assert len(simulator.messages) > created
    assert len({*ids, *(entry.answer["id"] for entry in simulator.messages)}) == COUNT + len(simulator.messages)


async def test_a_batch_that_is_being_created_at_a_reset_goes_on_from_its_own_plan() -> None:
    def reset(request: Request) -> str:
        simulator.reset()
        return "From before."

    simulator = Simulator(replies=["One.", reset, "Three."])
    async with connected(simulator) as http:
        created = await http.post(BATCHES, json={"requests": requests_of(4)})
        found = await http.get(f"{BATCHES}/{created.json()['id']}")
        again = (await http.post("/v1/messages", json=ask())).json()

    assert (created.status_code, created.json()["request_counts"]["processing"]) == (200, 4)
    assert found.status_code == 404
    assert again["content"][0]["text"] == "One."
    assert again["id"] == "msg_0132GDgW1rgEsEErv1mqHkpr"
    assert len(simulator.left) == 2


async def test_a_batch_whose_client_leaves_while_a_function_goes_on_is_abandoned() -> None:
    started = anyio.Event()

    async def never(request: Request) -> None:
        started.set()
        await anyio.sleep_forever()

    simulator = Simulator(replies=["One.", never, "Three."])
    async with connected(simulator) as http, anyio.create_task_group() as tasks:

        async def create() -> None:
            await http.post(BATCHES, json={"requests": requests_of(3)})

        tasks.start_soon(create)
        await started.wait()
        tasks.cancel_scope.cancel()

    with anyio.CancelScope(shield=True):
        for _ in range(100):
            await anyio.sleep(0)
    assert [(entry.status, entry.ending) for entry in simulator.requests] == [(499, "abandoned")]
    assert simulator.left == ["Three."]


async def read_results(simulator: Simulator, send: Send) -> None:
    """Read the results of a batch of three by the bare interface."""
    async with connected(simulator) as http:
        batch_id = await ended_batch(http, 3)
    headers = [(name.encode(), value.encode()) for name, value in API_HEADERS.items()]

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    path = f"{BATCHES}/{batch_id}/results"
    await simulator({"type": "http", "method": "GET", "path": path, "headers": headers}, receive, send)


async def test_each_line_is_sent_on_its_own() -> None:
    sent = list[Message]()

    async def send(message: Message) -> None:
        sent.append(message)

    await read_results(Simulator(), send)

    chunks = [message["body"] for message in sent[1:]]
    assert [json.loads(chunk)["custom_id"] for chunk in chunks[:-1]] == ["r0", "r1", "r2"]
    assert chunks[-1] == b""


async def test_results_whose_client_leaves_are_abandoned() -> None:
    simulator = Simulator()

    async def send(message: Message) -> None:
        if message.get("more_body"):
            raise OSError("the client left")

    with pytest.raises(OSError, match="the client left"):
        await read_results(simulator, send)

    assert [entry.ending for entry in simulator.requests] == ["complete", "complete", "abandoned"]
