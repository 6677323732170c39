"""Reading a request's body within a bound."""

from collections.abc import Iterable

import pytest
from starlette.types import Message, Receive

from rystic_asgi.asgi.body import MAX_UNREAD, BodyTooLargeError, ClientLeftError, before_the_rest, read_body
from rystic_asgi.script.document import MAX_REQUEST_BYTES

pytestmark = pytest.mark.anyio


def receiving(messages: Iterable[Message]) -> Receive:
    remaining = iter(messages)

    async def receive() -> Message:
        return next(remaining)

    return receive


def chunk(body: bytes, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


async def test_chunks_are_joined() -> None:
    assert await read_body(receiving([chunk(b"one ", True), chunk(b"two", False)])) == b"one two"


async def test_a_message_without_a_body_is_an_empty_one() -> None:
    assert await read_body(receiving([{"type": "http.request"}])) == b""


async def test_empty_chunks_are_no_end() -> None:
    messages = [chunk(b"", True), chunk(b"one", True), chunk(b"", True), chunk(b"", False)]

    assert await read_body(receiving(messages)) == b"one"


@pytest.mark.parametrize("limit", [3, MAX_REQUEST_BYTES])
async def test_a_body_of_the_limits_length_is_read(limit: int) -> None:
    whole = b"x" * limit

    assert await read_body(receiving([chunk(whole, False)]), limit, b"%d" % limit) == whole


async def test_a_body_over_the_bound_is_not_read_to_its_end() -> None:
    half = chunk(b"x" * (MAX_REQUEST_BYTES // 2 + 1), True)

    with pytest.raises(BodyTooLargeError) as refused:
        await read_body(receiving([half, half]))

    assert refused.value.goes_on


async def test_of_a_body_that_came_at_once_nothing_is_left_to_read() -> None:
    with pytest.raises(BodyTooLargeError) as refused:
        await read_body(receiving([chunk(b"1234", False)]), 3)

    assert not refused.value.goes_on


@pytest.mark.parametrize(
    ("limit", "declared"),
    [
        pytest.param(1_000, b"1001", id="a-limit-that-was-set"),
        pytest.param(MAX_REQUEST_BYTES, b"%d" % (MAX_REQUEST_BYTES + 1), id="the-usual-limit"),
        pytest.param(MAX_REQUEST_BYTES, b"9" * 10_000, id="absurd"),
    ],
)
async def test_a_declared_length_over_the_limit_is_refused_before_anything_is_read(limit: int, declared: bytes) -> None:
    with pytest.raises(BodyTooLargeError) as refused:
        await read_body(receiving([]), limit, declared)

    assert refused.value.goes_on


@pytest.mark.parametrize("declared", [b"", b"-1", b"many", b"3,3", b"0000000000000000000009"])
async def test_a_length_that_tells_nothing_is_passed_over(declared: bytes) -> None:
    assert await read_body(receiving([chunk(b"one", False)]), 3, declared) == b"one"


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param([chunk(b"x", True), chunk(b"y", True), chunk(b"", False)], id="sent-to-its-end"),
        pytest.param([chunk(b"x", True), {"type": "http.disconnect"}], id="the-client-leaves"),
        pytest.param([chunk(bytes(MAX_UNREAD // 64), True)] * 64, id="too-much"),
    ],
)
async def test_an_answer_is_out_before_the_rest_of_the_request_is_read(rest: list[Message]) -> None:
    order: list[object] = []
    coming = receiving(rest)

    async def receive() -> Message:
        order.append("read")
        return await coming()

    async def send(message: Message) -> None:
        order.append((message["body"], message.get("more_body", False)) if "body" in message else message["type"])

    reads, early = ["read"] * len(rest), before_the_rest(send, receive)
    await early({"type": "http.response.start", "status": 413})
    await early({"type": "http.response.body", "body": b"{}"})

    assert order == ["http.response.start", (b"{}", True), *reads, (b"", False)]


async def test_a_client_that_leaves_is_told_apart_from_an_end() -> None:
    with pytest.raises(ClientLeftError):
        await read_body(receiving([chunk(b"half", True), {"type": "http.disconnect"}]))
