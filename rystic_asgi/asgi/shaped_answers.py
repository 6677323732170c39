"""Answers that are sent step by step, as a script wants them."""

from collections.abc import Callable
from typing import Final

import msgspec

from rystic_asgi.asgi.responses import Answer, error_answer, json_answer, stream_answer
from rystic_asgi.encoding.chunks import Chunks
from rystic_asgi.encoding.faults import Streamed
from rystic_asgi.encoding.shaping import FaultBeyondError, seconds_of, shaped
from rystic_asgi.encoding.steps import Hold, Pause, Reset, Step
from rystic_asgi.engine.retrying import played_error
from rystic_asgi.engine.taking import Turn
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.messages import ResponseMessage
from rystic_asgi.script.stream_fault import StreamFault
from rystic_asgi.script.stream_shape import StreamShape
from rystic_asgi.state.journal import Entry


def shaped_stream(message: ResponseMessage, body: bytes, shape: StreamShape, turn: Turn, entry: Entry) -> Answer:
    """A streamed answer of this shape; ``body`` is the JSON of ``message``."""
    try:
        steps = shaped(Streamed(message, turn.request_id), shape)
    except FaultBeyondError as error:
        return error_answer(_misplaced(error, turn), turn, entry)
    return _with_steps(stream_answer([], body, turn, entry), steps, shape.faults)


def shaped_json(message: ResponseMessage, body: bytes, shape: StreamShape, turn: Turn, entry: Entry) -> Answer:
    """A whole answer that takes the time of its stream, and of whose faults only those come that it can have."""
    faults = [fault for fault in shape.faults if fault.kind in _BEFORE_THE_BODY or fault.error is not None]
    for fault in faults:
        if fault.error is not None:
            played = played_error(fault.error, is_real_time=turn.baseline.is_real_time)
            answer = error_answer(played, turn, entry)
            return msgspec.structs.replace(answer, faults=(fault.as_json(),))
    seconds = seconds_of(Streamed(message, turn.request_id), shape)
    steps = [*([Pause(seconds)] if seconds else []), *(_BEFORE_THE_BODY[fault.kind](fault) for fault in faults), body]
    return _with_steps(json_answer(body, turn, entry), Chunks(steps), tuple(faults))


def _with_steps(answer: Answer, steps: Chunks, faults: tuple[StreamFault, ...]) -> Answer:
    return msgspec.structs.replace(answer, steps=steps, faults=tuple(fault.as_json() for fault in faults))


def _misplaced(error: FaultBeyondError, turn: Turn) -> ApiError:
    return ApiError(f"rystic: {turn.place}, stream.fault: {error}. The reply counts as taken")


_BEFORE_THE_BODY: Final[dict[str, Callable[[StreamFault], Step]]] = {
    "reset": lambda fault: Reset(),
    "stall": lambda fault: Hold(fault.seconds),
    "silence": lambda fault: Pause(fault.seconds or 0.0),
}
"""Faults that an answer without events can have, all before its first byte."""
