"""Tasks and events on the running event loop, asyncio's or trio's.

The loops' own primitives, as anyio's cost a turn of the loop at each wait: with them a streamed call in-process took
half as long again as the same call over a mock.
"""

import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from threading import Thread
from typing import Any, Final, TypeVar

Cancel = Callable[[], object]
Result = TypeVar("Result")


class Signal:
    """A flag that a task can wait for; it makes an event of the running loop only when somebody waits."""

    __slots__ = ("_event", "is_set")

    def __init__(self) -> None:
        self.is_set = False
        self._event: Any = None

    def set(self) -> None:
        """Raise the flag and wake who waits."""
        self.is_set = True
        if self._event is not None:
            self._event.set()

    async def wait(self) -> None:
        """Return when the flag is up, at once if it is. One task waits at a time."""
        if self.is_set:
            return
        self._event = _new_event()
        await self._event.wait()


def spawn(run: Callable[[], Awaitable[None]]) -> Cancel:
    """Start a task that nobody awaits; what is returned cancels it."""
    trio = _running_trio()
    if trio is not None:
        scope = trio.CancelScope()
        trio.lowlevel.spawn_system_task(_run_in_scope, run, scope)
        cancel: Cancel = scope.cancel
        return cancel
    import asyncio

    task = asyncio.ensure_future(run())
    _TASKS.add(task)
    task.add_done_callback(_TASKS.discard)
    return task.cancel


async def take_turns(turns: int, until: Signal) -> None:
    """Let other tasks run for some turns of the loop, or until the signal is up."""
    trio = _running_trio()
    if trio is not None:
        turn = trio.lowlevel.checkpoint
    else:
        import asyncio

        turn = partial(asyncio.sleep, 0)
    while turns and not until.is_set:
        turns -= 1
        await turn()


async def in_thread(function: Callable[[], Result]) -> Result:
    """What ``function`` gives, or raises, in a thread of its own.

    Where the caller is cancelled first the function goes on alone; it never holds up the end of the process.
    """
    ended, outcome, wake = Signal(), Future[Result](), waker()

    def run() -> None:
        try:
            outcome.set_result(function())
        except BaseException as error:
            outcome.set_exception(error)
        with suppress(RuntimeError):  # the loop has ended
            wake(ended.set)

    Thread(target=copy_context().run, args=(run,), name="rystic function", daemon=True).start()
    await ended.wait()
    return outcome.result()


_TASKS: Final[set[Any]] = set()
"""Running tasks: asyncio keeps only weak references."""


def _new_event() -> Any:
    trio = _running_trio()
    if trio is not None:
        return trio.Event()
    import asyncio

    return asyncio.Event()


def _running_trio() -> Any:
    trio = sys.modules.get("trio")
    return trio if trio is not None and trio.lowlevel.in_trio_run() else None


def waker() -> Callable[[Callable[[], None]], object]:
    """What has the running loop call a function, from any thread."""
    trio = _running_trio()
    if trio is not None:
        wake: Callable[[Callable[[], None]], object] = trio.lowlevel.current_trio_token().run_sync_soon
        return wake
    import asyncio

    return asyncio.get_running_loop().call_soon_threadsafe


async def _run_in_scope(run: Callable[[], Awaitable[None]], scope: Any) -> None:
    with scope:
        await run()
