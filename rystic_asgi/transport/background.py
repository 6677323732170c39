"""An event loop in a thread of its own, for callers without one."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")


class BackgroundLoop:
    """Runs coroutines for other threads until it is closed; one that is never closed does not hold up the process."""

    def __init__(self) -> None:
        self._process = os.getpid()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="rystic", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether it can run a coroutine: not after ``close``, and not in a child of the process that started it."""
        return self._process == os.getpid() and not self._loop.is_closed()

    def call(self, function: Callable[..., Coroutine[Any, Any, Result]], *arguments: Any) -> Result:
        """The result of a coroutine function, awaited in the loop.

        Raises what it raises, RuntimeError when the loop is not alive.
        """
        if not self.is_alive:
            raise RuntimeError("rystic: the client is closed, or belongs to the process that forked this one")
        return asyncio.run_coroutine_threadsafe(function(*arguments), self._loop).result()

    def close(self) -> None:
        """End the thread; what still runs in the loop is cancelled."""
        if not self.is_alive:
            return
        self.call(_cancel_others)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
