"""Streams that are held until somebody releases them, from any thread."""

import threading
from functools import partial

import anyio
import anyio.to_thread
import pytest

from rystic_asgi.asgi.holds import Holds
from rystic_asgi.transport.tasks import Signal


@pytest.mark.anyio
async def test_all_that_are_held_are_released_at_once() -> None:
    holds, ended = Holds(), list[int]()

    async def hold(number: int) -> None:
        wake = Signal()
        with holds.held(wake):
            await wake.wait()
        ended.append(number)

    async with anyio.create_task_group() as tasks:
        for number in range(3):
            tasks.start_soon(hold, number)
        await anyio.wait_all_tasks_blocked()
        released = holds.release()

    assert (released, sorted(ended), holds.release()) == (3, [0, 1, 2], 0)


@pytest.mark.anyio
async def test_another_thread_may_release() -> None:
    holds, wake = Holds(), Signal()

    with holds.held(wake):
        released = await anyio.to_thread.run_sync(holds.release)
        with anyio.fail_after(5):
            await wake.wait()

    assert released == 1


@pytest.mark.anyio
async def test_what_leaves_is_held_no_longer() -> None:
    holds, wake = Holds(), Signal()

    with holds.held(wake):
        pass

    assert (holds.release(), wake.is_set) == (0, False)


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_a_loop_that_ended_holds_nothing_up(backend: str) -> None:
    holds = Holds()
    held = list[object]()

    async def hold() -> None:
        hold_of = holds.held(Signal())
        hold_of.__enter__()
        held.append(hold_of)

    anyio.run(hold, backend=backend)

    assert holds.release() == 1


def test_streams_of_several_loops_are_released_together() -> None:
    holds, ended = Holds(), list[str]()
    both = threading.Barrier(3)

    async def hold(backend: str) -> None:
        wake = Signal()
        with holds.held(wake):
            both.wait(5)
            await wake.wait()
        ended.append(backend)

    threads = [
        threading.Thread(target=partial(anyio.run, hold, backend, backend=backend)) for backend in ("asyncio", "trio")
    ]
    for thread in threads:
        thread.start()
    both.wait(5)
    released = holds.release()
    for thread in threads:
        thread.join(5)

    assert (released, sorted(ended)) == (2, ["asyncio", "trio"])
