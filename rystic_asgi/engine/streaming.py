"""How the reply of a turn is streamed: what simulator, reply and schedule say of it, the last first. Pure."""

from rystic_asgi.engine.taking import Turn
from rystic_asgi.script.stream_shape import USUAL, StreamShape


def shape_of(turn: Turn) -> StreamShape | None:
    """The shape of the turn's stream; None where nothing is said of it."""
    lasting, own = turn.baseline.stream, None if turn.reply is None else turn.reply.stream
    if lasting is None and own is None and turn.shape is None:
        return None
    shape = lasting or USUAL
    for narrower in (own, turn.shape):
        shape = shape if narrower is None else narrower.over(shape)
    return shape
