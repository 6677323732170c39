"""Noticing that a client has left."""

from collections.abc import Awaitable, Callable

import anyio
import pytest
from starlette.types import Message

from rystic_asgi.asgi.watch import Watch


def receiving(*messages: Message) -> Callable[[], Awaitable[Message]]:
    """These messages, and then none."""
    left = list(messages)

    async def receive() -> Message:
        if not left:
            await anyio.sleep_forever()
        return left.pop(0)

    return receive


async def broken() -> Message:
    raise ConnectionError


@pytest.mark.anyio
async def test_a_client_that_leaves_is_noticed_whatever_comes_before() -> None:
    left = anyio.Event()

    watch = Watch(receiving({"type": "http.request"}, {"type": "http.disconnect"}), left.set)
    with anyio.fail_after(5):
        await left.wait()

    assert watch.has_left


@pytest.mark.anyio
async def test_a_connection_that_cannot_be_read_has_no_client() -> None:
    left = anyio.Event()

    watch = Watch(broken, left.set)
    with anyio.fail_after(5):
        await left.wait()

    assert watch.has_left


@pytest.mark.anyio
async def test_a_client_that_stays_is_not_missed() -> None:
    watch = Watch(receiving({"type": "http.request"}), lambda: pytest.fail("it left"))

    await anyio.wait_all_tasks_blocked()
    watch.stop()
    await anyio.wait_all_tasks_blocked()

    assert not watch.has_left


@pytest.mark.anyio
async def test_when_it_is_stopped_it_receives_no_longer() -> None:
    stopped = anyio.Event()

    async def receive() -> Message:
        try:
            await anyio.sleep_forever()
        finally:
            stopped.set()
        raise AssertionError

    watch = Watch(receive, lambda: None)
    await anyio.wait_all_tasks_blocked()
    watch.stop()
    with anyio.fail_after(5):
        await stopped.wait()

    assert not watch.has_left
