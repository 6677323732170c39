"""In-process transports: chunks as they are sent, disconnects, errors, no thread left behind."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress

import anthropic
import anyio
import httpx
import httpx2
import pytest
from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from rystic_asgi import Simulator, text
from rystic_asgi.transport.clients import check_sdk
from rystic_asgi.transport.httpx2_transports import AsyncTransport, Transport
from tests.conftest import API_HEADERS, ask

URL = "http://rystic.test"


async def start(send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})


async def silent(scope: Scope, receive: Receive, send: Send) -> None:
    """Returns without a response."""


async def broken(scope: Scope, receive: Receive, send: Send) -> None:
    raise ValueError("before the response")


async def broken_later(scope: Scope, receive: Receive, send: Send) -> None:
    await start(send)
    await send({"type": "http.response.body", "body": b"half", "more_body": True})
    raise ValueError("in the middle")


async def short(scope: Scope, receive: Receive, send: Send) -> None:
    await start(send)
    await send({"type": "http.response.body", "body": b"", "more_body": True})
    await send({"type": "http.response.body", "body": b"half", "more_body": True})


@pytest.mark.anyio
async def test_a_chunk_is_read_before_the_next_is_sent() -> None:
    go_on = anyio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await start(send)
        await send({"type": "http.response.body", "body": b"one", "more_body": True})
        await go_on.wait()
        await send({"type": "http.response.body", "body": b"two"})

    chunks = []
    async with (
        httpx2.AsyncClient(transport=AsyncTransport(app)) as client,
        client.stream("GET", URL) as response,
    ):
        async for chunk in response.aiter_raw():
            chunks.append(chunk)
            go_on.set()

    assert chunks == [b"one", b"two"]


@pytest.mark.anyio
async def test_a_client_that_leaves_is_seen_by_receive_and_send() -> None:
    seen: list[object] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append((await receive())["body"])
        await start(send)
        await send({"type": "http.response.body", "body": b"one", "more_body": True})
        seen.append((await receive())["type"])
        try:
            await send({"type": "http.response.body", "body": b"two"})
        except OSError as error:
            seen.append(str(error))

    async with (
        httpx2.AsyncClient(transport=AsyncTransport(app)) as client,
        client.stream("POST", URL, content=b"body") as response,
        aclosing(response.aiter_raw()) as chunks,
    ):
        await anext(chunks)

    assert seen == [b"body", "http.disconnect", "the client left"]


@pytest.mark.anyio
async def test_a_call_given_up_before_the_response_cancels_the_application() -> None:
    cancelled = anyio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await anyio.sleep_forever()
        finally:
            cancelled.set()

    async with httpx2.AsyncClient(transport=AsyncTransport(app)) as client:
        with anyio.move_on_after(0.01):
            await client.get(URL)
        with anyio.fail_after(5):
            await cancelled.wait()

    assert cancelled.is_set()


@pytest.mark.anyio
async def test_nothing_can_be_sent_to_a_client_that_left() -> None:
    errors: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await start(send)
        while not errors:
            try:
                await receive()
                await send({"type": "http.response.body", "body": b"late"})
            except OSError as error:
                errors.append(str(error))

    async with httpx2.AsyncClient(transport=AsyncTransport(app)) as client, client.stream("GET", URL):
        pass

    assert errors == ["the client left"]


@pytest.mark.anyio
async def test_a_send_under_way_ends_when_the_client_leaves() -> None:
    sent: list[int] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await start(send)
        with suppress(OSError):
            for number in range(10):
                await send({"type": "http.response.body", "body": b"chunk", "more_body": True})
                sent.append(number)

    async with (
        httpx2.AsyncClient(transport=AsyncTransport(app)) as client,
        client.stream("GET", URL) as response,
        aclosing(response.aiter_raw()) as chunks,
    ):
        await anext(chunks)
        await anyio.wait_all_tasks_blocked()

    assert len(sent) < 8


@pytest.mark.anyio
async def test_an_application_that_goes_on_without_a_client_is_cancelled() -> None:
    cancelled = anyio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await start(send)
        try:
            await anyio.sleep_forever()
        finally:
            cancelled.set()

    async with httpx2.AsyncClient(transport=AsyncTransport(app)) as client, client.stream("GET", URL):
        pass

    assert cancelled.is_set()


@pytest.mark.anyio
async def test_a_streaming_response_of_starlette_passes() -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for piece in (b"a", b"b"):
            yield piece

    async with httpx2.AsyncClient(transport=AsyncTransport(StreamingResponse(pieces()))) as client:
        assert (await client.get(URL)).content == b"ab"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("app", "error", "message"),
    [
        pytest.param(broken, ValueError, "before the response", id="before"),
        pytest.param(broken_later, ValueError, "in the middle", id="in-the-middle"),
        pytest.param(silent, RuntimeError, "rystic: the application returned without starting", id="silent"),
    ],
)
async def test_an_error_of_the_application_reaches_the_client(
    app: Simulator, error: type[Exception], message: str
) -> None:
    async with httpx2.AsyncClient(transport=AsyncTransport(app)) as client:
        with pytest.raises(error, match=message):
            await client.get(URL)


def test_a_response_that_never_ends_its_body_ends_with_its_application() -> None:
    with httpx2.Client(transport=Transport(short)) as client:
        assert client.get(URL).content == b"half"


def test_the_scope_carries_what_was_asked() -> None:
    scopes: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scopes.append(scope)
        await start(send)
        await send({"type": "http.response.body"})

    with httpx2.Client(transport=Transport(app)) as client:
        client.get("https://host.test/a%20b/c?d=e", headers={"X-Key": "v"})

    (scope,) = scopes
    assert (scope["method"], scope["scheme"], scope["server"]) == ("GET", "https", ("host.test", 443))
    assert (scope["path"], scope["raw_path"], scope["query_string"]) == ("/a b/c", b"/a%20b/c", b"d=e")
    assert (b"x-key", b"v") in scope["headers"]


def test_closing_a_synchronous_client_leaves_no_thread() -> None:
    before = threading.active_count()

    with httpx2.Client(transport=Transport(Simulator()), headers=API_HEADERS) as client:
        client.post(f"{URL}/v1/messages", json=ask())
        during = threading.active_count()

    assert (during, threading.active_count()) == (before + 1, before)


def test_a_client_that_is_never_closed_does_not_hold_up_the_process() -> None:
    code = (
        "from rystic_asgi import Simulator\n"
        "client = Simulator(replies=['One.']).client()\n"
        "ask = {'model': 'm', 'max_tokens': 9, 'messages': [{'role': 'user', 'content': 'x'}]}\n"
        "print(client.messages.create(**ask).content[0].text)"
    )

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)

    assert (result.returncode, result.stdout, result.stderr) == (0, "One.\n", "")


def test_closing_cancels_what_still_runs() -> None:
    cancelled = threading.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await start(send)
        await send({"type": "http.response.body"})
        try:
            await anyio.sleep_forever()
        finally:
            cancelled.set()

    with httpx2.Client(transport=Transport(app)) as client:
        client.get(URL)

    assert cancelled.is_set()


def test_a_forked_child_starts_a_loop_of_its_own() -> None:
    code = (
        "import os, warnings\n"
        "warnings.simplefilter('ignore')\n"
        "from rystic_asgi import Simulator\n"
        "ask = {'model': 'm', 'max_tokens': 9, 'messages': [{'role': 'user', 'content': 'x'}]}\n"
        "with Simulator(replies=['One.', 'Two.']).client() as client:\n"
        "    client.messages.create(**ask)\n"
        "    child = os.fork()\n"
        "    os.write(1, client.messages.create(**ask).content[0].text.encode() + b'\\n')\n"
        "if child:\n"
        "    os.write(1, b'%d\\n' % os.waitpid(child, 0)[1])\n"
    )

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)

    assert (sorted(result.stdout.split()), result.stderr) == (["0", "Two.", "Two."], "")


def test_a_client_that_several_threads_use_first_is_one_client() -> None:
    simulator = Simulator()
    barrier = threading.Barrier(16)

    def stream(client: anthropic.Anthropic) -> None:
        barrier.wait()
        with client.messages.stream(**ask()) as events:
            events.get_final_message()

    before = threading.active_count()
    with simulator.client() as client:
        threads = [threading.Thread(target=stream, args=(client,)) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=20)

    assert [thread.is_alive() for thread in threads] == [False] * 16
    assert (len(simulator.requests), threading.active_count()) == (16, before)


def test_a_stream_outlives_its_client_with_an_error_and_no_wait() -> None:
    client = httpx2.Client(transport=Transport(short))
    request = client.build_request("GET", URL)
    response = client.send(request, stream=True)
    client.close()

    with pytest.raises(RuntimeError, match=r"^rystic: the client is closed"):
        response.read()
    client.close()


def test_an_unused_synchronous_client_starts_no_thread() -> None:
    before = threading.active_count()

    with httpx2.Client(transport=Transport(Simulator())):
        assert threading.active_count() == before


def test_a_synchronous_client_works_inside_a_running_loop() -> None:
    async def ask_synchronously() -> str:
        with Simulator(replies=["Inside."]).client() as client:
            block = client.messages.create(**ask()).content[0]
            return block.text if block.type == "text" else ""

    assert asyncio.run(ask_synchronously()) == "Inside."


def test_a_simulator_serves_one_event_loop_after_another() -> None:
    simulator = Simulator(replies=[text("One."), text("Two.")])

    async def call() -> str | None:
        async with simulator.async_client() as client:
            message: anthropic.types.Message = await client.messages.create(**ask())
            return message.stop_reason

    assert [asyncio.run(call()), asyncio.run(call())] == ["end_turn", "end_turn"]
    assert simulator.left == []


@pytest.mark.anyio
async def test_an_asynchronous_client_streams_event_by_event() -> None:
    simulator = Simulator(replies=[text("It is sunny in Paris.")])

    async with simulator.async_client() as client, client.messages.stream(**ask()) as stream:
        kinds = [event.type async for event in stream]

    assert kinds[:2] == ["message_start", "content_block_start"]
    assert kinds[-1] == "message_stop"


@pytest.mark.anyio
async def test_a_stream_that_is_left_early_is_abandoned() -> None:
    simulator = Simulator(replies=[text("It is sunny in Paris.")])

    async with (
        httpx2.AsyncClient(transport=AsyncTransport(simulator), headers=API_HEADERS) as client,
        client.stream("POST", f"{URL}/v1/messages", json=ask(stream=True)) as response,
        aclosing(response.aiter_raw()) as chunks,
    ):
        await anext(chunks)

    assert simulator.requests[0].ending == "abandoned"


def test_requests_that_arrive_together_each_take_their_own_reply() -> None:
    simulator = Simulator(replies=[f"reply {number}" for number in range(64)])

    async def call_all() -> list[str]:
        async with simulator.async_client() as client:
            messages = await asyncio.gather(*(client.messages.create(**ask()) for _ in range(64)))
            return [block.text for message in messages for block in message.content if block.type == "text"]

    assert sorted(asyncio.run(call_all())) == sorted(f"reply {number}" for number in range(64))
    assert len({entry.answer["id"] for entry in simulator.requests}) == 64


def test_threads_each_take_their_own_reply() -> None:
    simulator = Simulator(replies=[f"reply {number}" for number in range(40)])

    def call() -> None:
        with simulator.client() as client:
            for _ in range(5):
                client.messages.create(**ask())

    threads = [threading.Thread(target=call) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (simulator.left, len(simulator.requests)) == ([], 40)
    assert sorted(entry.number for entry in simulator.requests) == list(range(40))


def test_an_sdk_of_another_generation_is_told_what_to_use() -> None:
    with pytest.raises(ImportError) as caught:
        check_sdk(httpx.Client, "0.96.0")

    assert str(caught.value) == (
        "rystic: in-process clients need an anthropic that is built on httpx2, found 0.96.0; with this one use "
        "rystic-asgi run, or httpx.ASGITransport(app=simulator) for an asynchronous client"
    )


def test_messages_of_the_application_are_those_of_asgi() -> None:
    received: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        received.append(await receive())
        await start(send)
        await send({"type": "http.response.body"})

    with httpx2.Client(transport=Transport(app)) as client:
        client.post(URL, content=b"body")

    assert received == [{"type": "http.request", "body": b"body", "more_body": False}]
