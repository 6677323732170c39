"""Answers that take time: what passes, who leaves, what is lost and given again. Under servers: ``test_leaving``."""

import json
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any, Final

import anthropic
import anyio
import httpx2
import pytest
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.types import ASGIApp, Message

from rystic_asgi import Request, Simulator, error, text
from rystic_asgi.transport.httpx2_transports import AsyncTransport
from tests.conftest import API_HEADERS, Connect, ask
from tests.event_streams import read_events

Json = dict[str, Any]

URL: Final = "http://rystic.test"
RETRY: Final = {"x-stainless-retry-count": "1"}
STALL: Final[Json] = {"fault": {"kind": "stall", "event": 3}}
LONG: Final = "a" * 40_000
SHAPES: Final = [
    pytest.param({}, id="usual"),
    pytest.param({"chunks": 5}, id="small-chunks"),
    pytest.param({"between_events_s": 1}, id="delays"),
]


def streamed(said: str = "Hello there", **shape: Any) -> Json:
    return {"content": [{"type": "text", "text": said}], "stream": shape}


def open_client(app: ASGIApp) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(transport=AsyncTransport(app), base_url=URL, headers=API_HEADERS)


async def leave(client: httpx2.AsyncClient, until: bytes, body: Json | None = None) -> bytes:
    """Ask for a stream, and leave it when this was received."""
    got = b""
    async with (
        client.stream("POST", "/v1/messages", json=body or ask(stream=True)) as response,
        aclosing(response.aiter_raw()) as chunks,
    ):
        async for chunk in chunks:
            got += chunk
            if until in got:
                break
    return got


async def settled(simulator: Simulator, number: int = 0) -> Any:
    with anyio.fail_after(5):
        while len(simulator.messages) <= number or simulator.messages[number].ending is None:
            await anyio.sleep(0)
    return simulator.messages[number]


def nothing_is_left(simulator: Simulator) -> bool:
    return simulator.release() == 0


@pytest.mark.anyio
async def test_a_client_that_leaves_during_a_stall_is_noticed() -> None:
    simulator = Simulator(replies=[streamed(**STALL)])

    async with open_client(simulator) as client:
        got = await leave(client, b"event: ping")
        entry = await settled(simulator)

    assert len(read_events(got)) == 3
    assert (entry.ending, entry.settled.events, entry.settled.blocks) == ("abandoned", 3, 0)
    assert nothing_is_left(simulator)


def test_a_synchronous_client_that_leaves_during_a_stall_is_noticed() -> None:
    simulator = Simulator(replies=[streamed(**STALL)])
    before = threading.active_count()

    with simulator.client() as client:
        with client.messages.create(**ask(stream=True)) as stream:
            kinds = [next(stream).type for _ in range(2)]
        (entry,) = simulator.messages

    assert kinds == ["message_start", "content_block_start"]
    assert (entry.ending, entry.settled and entry.settled.events) == ("abandoned", 3)
    assert (nothing_is_left(simulator), threading.active_count()) == (True, before)


@pytest.mark.anyio
async def test_a_client_that_leaves_a_long_stream_without_waits_is_noticed() -> None:
    simulator = Simulator(replies=[streamed(LONG, cut=1)])

    async with open_client(simulator) as client:
        await leave(client, b"event: content_block_delta")
        entry = await settled(simulator)

    assert entry.ending == "abandoned"
    assert 4 <= entry.settled.events < 20


@pytest.mark.anyio
async def test_a_client_that_leaves_during_a_real_delay_is_noticed() -> None:
    simulator = Simulator(replies=[streamed(between_events_s=60)], clock="real")

    async with open_client(simulator) as client:
        await leave(client, b"event: message_start")
        entry = await settled(simulator)

    assert (entry.ending, entry.settled.events, entry.settled.waited_s) == ("abandoned", 1, 60)


@pytest.mark.anyio
async def test_a_client_that_leaves_before_a_whole_answer_is_noticed() -> None:
    simulator = Simulator(replies=[streamed(**STALL)])

    async with open_client(simulator) as client, anyio.create_task_group() as tasks:
        tasks.start_soon(post, client)
        await anyio.wait_all_tasks_blocked()
        assert simulator.messages[0].ending is None
        tasks.cancel_scope.cancel()
    entry = await settled(simulator)

    assert (entry.ending, entry.settled.events, entry.settled.blocks) == ("abandoned", None, None)
    assert nothing_is_left(simulator)


async def post(client: httpx2.AsyncClient) -> None:
    await client.post("/v1/messages", json=ask())


@pytest.mark.anyio
async def test_a_middleware_that_calls_the_next_hides_no_client_that_leaves() -> None:
    simulator = Simulator(replies=[streamed(**STALL)])

    async def log(request: HttpRequest, call_next: RequestResponseEndpoint) -> Response:
        return await call_next(request)

    async with open_client(BaseHTTPMiddleware(simulator, log)) as client:
        await leave(client, b"event: ping")
        entry = await settled(simulator)

    assert (entry.ending, entry.settled.events) == ("abandoned", 3)
    assert nothing_is_left(simulator)


@pytest.mark.anyio
@pytest.mark.parametrize("release", ["release", "reset", "load", "thread", "http"])
async def test_a_held_stream_goes_on_when_it_is_released(release: str) -> None:
    simulator = Simulator(replies=[streamed(**STALL)])
    found: list[bytes] = []

    async def read(client: httpx2.AsyncClient) -> None:
        found.append((await client.post("/v1/messages", json=ask(stream=True))).content)

    async with open_client(simulator) as client, anyio.create_task_group() as tasks:
        tasks.start_soon(read, client)
        await anyio.wait_all_tasks_blocked()
        assert found == []
        await RELEASES[release](simulator, client)

    assert len(read_events(found[0])) == 9
    assert nothing_is_left(simulator)


async def release(simulator: Simulator, client: httpx2.AsyncClient) -> None:
    assert simulator.release() == 1


async def reset(simulator: Simulator, client: httpx2.AsyncClient) -> None:
    simulator.reset()


async def load(simulator: Simulator, client: httpx2.AsyncClient) -> None:
    simulator.load(["Two."])


async def release_from_a_thread(simulator: Simulator, client: httpx2.AsyncClient) -> None:
    assert await anyio.to_thread.run_sync(simulator.release) == 1


async def release_over_http(simulator: Simulator, client: httpx2.AsyncClient) -> None:
    assert (await client.post("/_rystic/release")).json() == {"released": 1}


RELEASES: Final[dict[str, Callable[[Simulator, httpx2.AsyncClient], Awaitable[None]]]] = {
    "release": release,
    "reset": reset,
    "load": load,
    "thread": release_from_a_thread,
    "http": release_over_http,
}


@pytest.mark.anyio
async def test_a_stream_that_is_held_twice_is_released_twice() -> None:
    faults = [{"kind": "stall", "event": 3}, {"kind": "stall", "event": 5}]
    simulator = Simulator(replies=[streamed(fault=faults)])

    async with open_client(simulator) as client, anyio.create_task_group() as tasks:
        tasks.start_soon(stream_of, client)
        released = []
        for _ in range(3):
            await anyio.wait_all_tasks_blocked()
            released.append(simulator.release())

    assert released == [1, 1, 0]
    assert simulator.messages[0].ending == "complete"


@pytest.mark.anyio
async def test_a_stall_of_a_real_time_ends_by_itself_or_when_it_is_released() -> None:
    stalls = [{"kind": "stall", "event": 3, "seconds": seconds} for seconds in (0.05, 600)]
    simulator = Simulator(replies=[streamed(fault=stall) for stall in stalls], clock="real")

    async with open_client(simulator) as client, anyio.create_task_group() as tasks:
        start = time.monotonic()
        await client.post("/v1/messages", json=ask(stream=True))
        spent = time.monotonic() - start
        tasks.start_soon(stream_of, client, None, ask("Other", stream=True))
        await anyio.wait_all_tasks_blocked()
        released = simulator.release()

    assert (spent >= 0.05, released) == (True, 1)
    assert [entry.ending for entry in simulator.messages] == ["complete", "complete"]


def test_on_a_virtual_clock_time_passes_at_once(connect: Connect) -> None:
    fault = [
        {"kind": "stall", "event": 1, "seconds": 600},
        {"kind": "silence", "event": 3, "seconds": 90, "ping_seconds": 30},
    ]
    simulator = Simulator(replies=[streamed(first_token_s=3600, fault=fault), "Two."])
    http = connect(simulator)
    start = time.monotonic()

    events = read_events(http.post("/v1/messages", json=ask(stream=True)).content)
    http.post("/v1/messages", json=ask())

    assert time.monotonic() - start < 60
    assert events.count({"type": "ping"}) == 3
    first, second = (entry.as_json() for entry in simulator.messages)
    assert (first["waited_s"], second["waited_s"]) == (4290, 0)
    assert (first["time_s"], second["time_s"]) == (0, 4290)
    assert simulator.advance_clock(0) == 4290


@pytest.mark.parametrize("stream", [True, False], ids=["streamed", "whole"])
def test_on_a_real_clock_time_is_waited_for(connect: Connect, stream: bool) -> None:
    simulator = Simulator(replies=[streamed(first_token_s=0.1, between_events_s=0.01), "Two."], clock="real")
    http = connect(simulator)
    start = time.monotonic()

    http.post("/v1/messages", json=ask(stream=stream))
    spent = time.monotonic() - start
    http.post("/v1/messages", json=ask())

    first, second = (entry.as_json() for entry in simulator.messages)
    assert spent >= first["waited_s"] == pytest.approx(0.18)
    assert second["time_s"] - first["time_s"] >= 0.18
    assert second["time_s"] < time.monotonic() - start + 60


def test_time_of_a_stream_from_before_a_reset_is_not_that_of_what_follows(connect: Connect) -> None:
    simulator = Simulator(replies=[streamed(between_events_s=10)])
    http = connect(simulator)

    with http.stream("POST", "/v1/messages", json=ask(stream=True)) as response:
        chunks = response.iter_raw()
        next(chunks)
        simulator.reset()
        rest = b"".join(chunks)

    assert b"message_stop" in rest
    assert (simulator.advance_clock(0), simulator.requests) == (0, [])


@pytest.mark.anyio
async def test_a_reset_in_process_is_told_by_the_transport() -> None:
    simulator = Simulator(replies=[streamed(fault={"kind": "reset", "event": 3})] * 2)

    async with open_client(simulator) as client:
        with pytest.raises(httpx2.ReadError) as told:
            await leave(client, b"message_stop")
        entry = await settled(simulator)
        with pytest.raises(httpx2.ReadError):
            await client.post("/v1/messages", json=ask())

    assert str(told.value) == "rystic: the script resets the connection here"
    assert (entry.ending, entry.settled.events, entry.settled.faults) == (
        "complete",
        3,
        ({"kind": "reset", "event": 3},),
    )


def test_a_reset_is_told_to_official_clients_as_what_it_is() -> None:
    simulator = Simulator(replies=[streamed(fault={"kind": "reset", "event": 3})] * 2)

    with simulator.client(max_retries=0) as client:
        with pytest.raises(httpx2.ReadError), client.messages.stream(**ask()) as stream:
            stream.get_final_message()
        with pytest.raises(anthropic.APIConnectionError):
            client.messages.create(**ask())


async def call(simulator: Simulator, send: Callable[[Message], Awaitable[None]], body: Json) -> None:
    """Call the application as a server does."""
    messages: list[Message] = [{"type": "http.request", "body": json.dumps(body).encode()}]

    async def receive() -> Message:
        if not messages:
            await anyio.sleep_forever()
        return messages.pop()

    headers = [(name.encode(), value.encode()) for name, value in API_HEADERS.items()]
    scope = {"type": "http", "method": "POST", "path": "/v1/messages", "headers": headers, "query_string": b""}
    await simulator(scope, receive, send)


@pytest.mark.anyio
@pytest.mark.parametrize("raised", [OSError, ConnectionResetError])
async def test_a_server_that_cannot_send_has_no_client(raised: type[OSError]) -> None:
    simulator = Simulator(replies=[streamed(LONG, cut=100)])
    sent: list[Message] = []

    async def send(message: Message) -> None:
        if len(sent) == 4:
            raise raised
        sent.append(message)

    with pytest.raises(raised):
        await call(simulator, send, ask(stream=True))

    (entry,) = simulator.messages
    assert (entry.ending, entry.settled is not None and entry.settled.events) == ("abandoned", 4)


@pytest.mark.anyio
async def test_an_answer_that_is_cancelled_is_abandoned_and_leaves_nothing() -> None:
    simulator = Simulator(replies=[streamed(**STALL)])

    async def send(message: Message) -> None:
        pass

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(call, simulator, send, ask(stream=True))
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()

    assert simulator.messages[0].ending == "abandoned"
    assert nothing_is_left(simulator)


async def stream_of(client: httpx2.AsyncClient, headers: Any = None, body: Json | None = None) -> list[Json]:
    response = await client.post("/v1/messages", json=body or ask(stream=True), headers=headers)
    return read_events(response.content)


def replays_of(simulator: Simulator) -> list[int | None]:
    return [entry.replays for entry in simulator.messages]


@pytest.mark.anyio
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("place", ["message_start", "content_block_start", "content_block_delta"])
async def test_an_answer_that_was_left_midway_is_given_again_once(shape: Json, place: str) -> None:
    simulator = Simulator(replies=[streamed(LONG, **shape), "Two.", "Three."])

    async with open_client(simulator) as client:
        await leave(client, place.encode())
        lost = await settled(simulator)
        again = await stream_of(client)
        following = await stream_of(client)

    assert again[0]["message"]["id"] == lost.answer["id"] != following[0]["message"]["id"]
    assert again[-1] == {"type": "message_stop"}
    assert replays_of(simulator) == [None, 0, None]
    assert (len(simulator.taken), simulator.left) == (2, ["Three."])


@pytest.mark.anyio
async def test_an_answer_that_was_left_before_its_first_byte_is_given_again() -> None:
    simulator = Simulator(replies=[streamed(first_token_s=60), "Two."], clock="real")

    async with open_client(simulator) as client:
        with anyio.move_on_after(0.01):
            await client.post("/v1/messages", json=ask())
        lost = await settled(simulator)
        simulator.release()
        with anyio.move_on_after(0.01):
            await client.post("/v1/messages", json=ask())

    assert (lost.status, lost.ending) == (200, "abandoned")
    assert replays_of(simulator) == [None, 0]
    assert simulator.left == ["Two."]


@pytest.mark.anyio
async def test_an_answer_that_was_read_to_its_end_is_not_given_again() -> None:
    simulator = Simulator(replies=[streamed(chunks=5), "Two."])

    async with open_client(simulator) as client:
        first, second = [await stream_of(client) for _ in range(2)]

    assert first[0]["message"]["id"] != second[0]["message"]["id"]
    assert (replays_of(simulator), simulator.left) == ([None, None], [])


@pytest.mark.anyio
async def test_a_client_that_leaves_while_it_sends_its_body_takes_nothing() -> None:
    simulator = Simulator(replies=["One."])

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        raise AssertionError

    scope = {"type": "http", "method": "POST", "path": "/v1/messages", "headers": [], "query_string": b""}
    await simulator(scope, receive, send)

    assert (simulator.requests, simulator.left) == ([], ["One."])


@pytest.mark.anyio
async def test_a_retry_is_given_what_is_under_way_and_others_take_their_own() -> None:
    simulator = Simulator(replies=[streamed(first_token_s=60), "Two.", "Three."], clock="real")

    async with open_client(simulator) as client, anyio.create_task_group() as tasks:
        tasks.start_soon(stream_of, client)
        await anyio.wait_all_tasks_blocked()
        no_retry = await stream_of(client)
        tasks.start_soon(stream_of, client, RETRY)
        await anyio.wait_all_tasks_blocked()
        third = await stream_of(client, {"x-stainless-retry-count": "0"})
        tasks.cancel_scope.cancel()

    assert no_retry[-1] == third[-1] == {"type": "message_stop"}
    assert replays_of(simulator) == [None, None, 0, None]
    assert simulator.left == []


@pytest.mark.anyio
async def test_equal_requests_that_arrive_together_each_take_their_own() -> None:
    simulator = Simulator(replies=[streamed(str(number), **STALL) for number in range(5)])
    found: list[str] = []

    async def read(client: httpx2.AsyncClient) -> None:
        found.append((await stream_of(client))[0]["message"]["id"])

    async with open_client(simulator) as client, anyio.create_task_group() as tasks:
        for _ in range(5):
            tasks.start_soon(read, client)
        await anyio.wait_all_tasks_blocked()
        released = simulator.release()

    assert (released, len(set(found)), replays_of(simulator)) == (5, 5, [None] * 5)


FAILURES: Final = [
    pytest.param(error(529), id="error"),
    pytest.param(streamed(fault={"kind": "end", "event": 3}), id="end"),
    pytest.param(streamed(fault={"kind": "error", "event": 3}), id="error-event"),
    pytest.param(streamed(LONG, fault={"kind": "unknown_event", "event": 1}), id="unknown-event"),
    pytest.param(streamed(**STALL), id="stall"),
]


@pytest.mark.anyio
@pytest.mark.parametrize("failure", FAILURES)
async def test_after_a_scripted_failure_a_retry_takes_the_next_reply(failure: Json) -> None:
    simulator = Simulator(replies=[failure, "Two."])

    async with open_client(simulator) as client:
        await leave(client, b"event: ping")
        await settled(simulator)
        again = await stream_of(client, RETRY)

    assert again[-1] == {"type": "message_stop"}
    assert (replays_of(simulator), simulator.left) == ([None, None], [])


@pytest.mark.anyio
async def test_a_retry_of_the_official_client_gets_what_it_timed_out_on() -> None:
    simulator = Simulator(replies=[streamed(first_token_s=0.5), "Two."], clock="real")

    async with simulator.async_client(max_retries=3, timeout=10) as client:
        with anyio.move_on_after(0.05):
            await client.messages.create(**ask())
        await settled(simulator)
        message = await client.messages.create(**ask())

    assert message.content[0].to_dict()["text"] == "Hello there"
    assert (replays_of(simulator), simulator.left) == ([None, 0], ["Two."])


@pytest.mark.anyio
async def test_the_default_reply_is_given_again_too() -> None:
    simulator = Simulator(stream={"first_token_s": 60}, clock="real")

    async with open_client(simulator) as client:
        for _ in range(2):
            with anyio.move_on_after(0.01):
                await client.post("/v1/messages", json=ask())
            await settled(simulator, len(simulator.messages) - 1)

    first, second = simulator.messages
    assert first.answer["id"] == second.answer["id"]
    assert replays_of(simulator) == [None, 0]


@pytest.mark.anyio
async def test_a_lost_answer_is_not_given_across_a_reset() -> None:
    simulator = Simulator(replies=[streamed(LONG), "Two."])

    async with open_client(simulator) as client:
        await leave(client, b"event: ping")
        await settled(simulator)
        simulator.reset()
        await stream_of(client, RETRY)
        following = await stream_of(client)

    assert following[-1] == {"type": "message_stop"}
    assert (replays_of(simulator), simulator.left) == ([None, None], [])


@pytest.mark.anyio
async def test_a_function_that_had_not_ended_is_asked_again() -> None:
    asked: list[int] = []

    async def function(request: Request) -> str:
        asked.append(request.number)
        if len(asked) == 1:
            await anyio.sleep_forever()
        return "Late."

    simulator = Simulator(replies=[function, "Two."])
    async with open_client(simulator) as client:
        with anyio.move_on_after(0.01):
            await client.post("/v1/messages", json=ask())
        await settled(simulator)
        message = (await client.post("/v1/messages", json=ask())).json()

    assert message["content"] == [{"type": "text", "text": "Late."}]
    assert (asked, replays_of(simulator), simulator.left) == ([0, 1], [None, 0], ["Two."])


@pytest.mark.anyio
async def test_what_a_function_gave_is_given_again_without_it() -> None:
    asked: list[int] = []

    async def function(request: Request) -> Any:
        asked.append(request.number)
        return text(LONG)

    simulator = Simulator(replies=[function, "Two."])
    async with open_client(simulator) as client:
        await leave(client, b"event: ping")
        lost = await settled(simulator)
        again = await stream_of(client)

    assert again[0]["message"]["id"] == lost.answer["id"]
    assert (asked, replays_of(simulator), simulator.left) == ([0], [None, 0], ["Two."])


def test_a_stream_of_a_head_has_no_body(connect: Connect) -> None:
    simulator = Simulator(replies=[streamed(chunks=5)])

    response = connect(simulator).head("/v1/messages")

    assert (response.status_code, response.content) == (405, b"")


@pytest.mark.anyio
async def test_no_more_than_a_few_events_are_ahead_of_their_reader() -> None:
    simulator = Simulator(replies=[streamed(LONG, cut=1)])

    async with open_client(simulator) as client:
        got = await leave(client, b'"text":"a"')
        entry = await settled(simulator)

    assert 0 <= entry.settled.events - len(read_events(got)) <= 6
