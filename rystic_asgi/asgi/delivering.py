"""Sending an answer step by step: time that passes, streams that are held or broken, clients that leave."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Final

import anyio
from starlette.types import Receive, Scope, Send

from rystic_asgi.asgi.holds import Holds
from rystic_asgi.asgi.resetting import reset_connection
from rystic_asgi.asgi.responses import Answer
from rystic_asgi.asgi.watch import Watch
from rystic_asgi.encoding.steps import Hold, Pause, Reset, Step
from rystic_asgi.engine.clock import advance
from rystic_asgi.state.journal import Ending
from rystic_asgi.state.store import Store
from rystic_asgi.transport.tasks import Signal, take_turns

_TURNS: Final = 4
"""Turns of the loop in which a server tells that the client has left."""
_SECONDS_AT_ONCE: Final = 0.02
"""How long chunks are sent without such turns, where the server takes them without waiting."""
_SENT_AT_ONCE: Final = 16
"""How many chunks are sent before the time is looked at."""
_SECONDS_TO_CLOSE: Final = 1.0


class ConnectionIsResetError(Exception):
    """The connection was reset, as the script wants it."""


class ResetInProcessError(ConnectionResetError):
    """There is no connection to reset: who called the application is told."""


class ClientGoneError(Exception):
    """The client left before the answer was whole."""


async def deliver(store: Store, holds: Holds, answer: Answer, scope: Scope, receive: Receive, send: Send) -> None:
    """Send an answer of steps; in the end, or where the client left, the journal knows what was sent."""
    session = store.session()
    delivery = Delivery(answer, scope, receive, send, holds, is_real_time=session.baseline.is_real_time)
    how = "abandoned"
    try:
        with suppress(ClientGoneError):
            await delivery.run()
            how = "complete"
    except ConnectionIsResetError:
        how = "complete"
    except ResetInProcessError:
        how = "complete"
        raise
    finally:
        if delivery.waited_s and not session.baseline.is_real_time:
            store.advance(advance, delivery.waited_s, session.epoch)
        store.settle(answer.entry, delivery.ending(how))


class Delivery:
    """Sends one answer that takes time, or may: ``waited_s`` is the time that its steps let pass.

    On a virtual clock time passes at once; a stream that is held without a limit of time is held on any clock.
    """

    def __init__(
        self, answer: Answer, scope: Scope, receive: Receive, send: Send, holds: Holds, *, is_real_time: bool
    ) -> None:
        self.waited_s = 0.0
        assert answer.steps is not None
        self._answer = answer
        self._steps = answer.steps
        self._scope = scope
        self._send = send
        self._holds = holds
        self._is_real_time = is_real_time
        self._is_started = False
        self._look_up_at = monotonic() + _SECONDS_AT_ONCE
        self._wake = Signal()
        self._watch = Watch(receive, lambda: self._wake.set())

    async def run(self) -> None:
        """Send the answer to its end. Raises ClientGoneError, and OSError where the connection is reset in-process."""
        try:
            if self._answer.is_stream:
                await self._start()
            await self._send_steps()
            await self._look_up()
            await self._send({"type": "http.response.body", "body": b""})
        finally:
            self._watch.stop()

    def ending(self, how: str) -> Ending:
        """How the answer ended, as far as it was sent."""
        answer, steps = self._answer, self._steps
        events, blocks = (steps.events, steps.blocks) if answer.is_stream else (None, None)
        waited = round(self.waited_s, 6)
        return Ending(answer.status, answer.whole, how, events, waited, answer.faults, answer.retry_after_s, blocks)

    async def _send_steps(self) -> None:
        send, watch, sent = self._send, self._watch, 0
        for step in self._steps:
            if type(step) is not bytes or not self._is_started:
                await self._take(step)
                continue
            await send({"type": "http.response.body", "body": step, "more_body": True})
            sent += 1
            if watch.has_left or (sent % _SENT_AT_ONCE == 0 and monotonic() > self._look_up_at):
                await self._look_up()

    async def _start(self) -> None:
        self._is_started = True
        answer = self._answer
        await self._send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})

    async def _take(self, step: Step) -> None:
        self._check_client()
        if type(step) is not bytes:
            await _TAKEN[type(step)](self, step)
            return
        await self._start()
        await self._send({"type": "http.response.body", "body": step, "more_body": True})

    async def _look_up(self) -> None:
        await take_turns(_TURNS, self._wake)
        self._check_client()
        self._look_up_at = monotonic() + _SECONDS_AT_ONCE

    async def _pause(self, step: Pause) -> None:
        self.waited_s += step.seconds
        if self._is_real_time:
            await self._sleep(step.seconds)

    async def _hold(self, step: Hold) -> None:
        self.waited_s += step.seconds or 0.0
        if step.seconds is not None and not self._is_real_time:
            return
        with self._holds.held(self._wake):
            await self._sleep(step.seconds)
        self._wake = Signal()

    async def _reset(self, step: Step) -> None:
        if not reset_connection(self._scope):
            raise ResetInProcessError("rystic: the script resets the connection here")
        with anyio.move_on_after(_SECONDS_TO_CLOSE):
            await self._wake.wait()
        raise ConnectionIsResetError

    async def _sleep(self, seconds: float | None) -> None:
        """Wait, unless the client leaves or the stream is released."""
        with anyio.move_on_after(seconds):
            await self._wake.wait()
        self._check_client()

    def _check_client(self) -> None:
        if self._watch.has_left:
            raise ClientGoneError


_TAKEN: Final[dict[type, Callable[[Delivery, Any], Awaitable[None]]]] = {
    Pause: Delivery._pause,
    Hold: Delivery._hold,
    Reset: Delivery._reset,
}
"""How each step between bytes is taken."""
