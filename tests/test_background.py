"""An event loop in a thread of its own."""

import threading

import pytest

from rystic_asgi.transport.background import BackgroundLoop


async def double(number: int) -> int:
    return number * 2


def test_a_coroutine_is_awaited_in_another_thread() -> None:
    loop = BackgroundLoop()

    result = loop.call(double, 21)
    loop.close()

    assert result == 42


def test_a_closed_loop_has_no_thread_and_takes_no_call() -> None:
    before = threading.active_count()
    loop = BackgroundLoop()

    loop.close()
    loop.close()

    assert threading.active_count() == before
    with pytest.raises(RuntimeError, match=r"^rystic: the client is closed"):
        loop.call(double, 21)
