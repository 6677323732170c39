"""Reading a request's body within a bound."""

from collections.abc import Iterable

import pytest
from starlette.types import Message, Receive

from rystic_asgi.asgi.body import MAX_BODY_BYTES, BodyTooLargeError, ClientLeftError, read_body

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


async def test_a_body_over_the_bound_is_not_read_to_its_end() -> None:
    half = chunk(b"x" * (MAX_BODY_BYTES // 2 + 1), True)

    with pytest.raises(BodyTooLargeError):
        await read_body(receiving([half, half]))


async def test_a_client_that_leaves_is_told_apart_from_an_end() -> None:
    with pytest.raises(ClientLeftError):
        await read_body(receiving([chunk(b"half", True), {"type": "http.disconnect"}]))
