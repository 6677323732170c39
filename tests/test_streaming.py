"""How a turn is streamed: what simulator, reply and schedule say of it."""

from typing import Any

import pytest

from rystic_asgi.engine.streaming import shape_of
from rystic_asgi.engine.taking import Turn
from rystic_asgi.script.document import Document
from rystic_asgi.script.reply import Reply
from rystic_asgi.script.stream_shape import StreamShape

LASTING = StreamShape(cut=1, padding=True, pings=False)
OWN = StreamShape(cut=2, padding=False)
SCHEDULED = StreamShape(cut=3)


@pytest.mark.parametrize(
    ("lasting", "own", "scheduled", "shape"),
    [
        pytest.param(None, None, None, None, id="nothing"),
        pytest.param(LASTING, None, None, LASTING, id="lasting"),
        pytest.param(None, OWN, None, OWN, id="own"),
        pytest.param(None, None, SCHEDULED, SCHEDULED, id="scheduled"),
        pytest.param(LASTING, OWN, None, StreamShape(cut=2, padding=False, pings=False), id="own-over-lasting"),
        pytest.param(LASTING, OWN, SCHEDULED, StreamShape(cut=3, padding=False, pings=False), id="scheduled-over-both"),
    ],
)
def test_the_narrower_scope_wins(lasting: Any, own: Any, scheduled: Any, shape: StreamShape | None) -> None:
    turn = Turn(Document(stream=lasting), 0, {}, Reply("a", stream=own), shape=scheduled)

    assert shape_of(turn) == shape


def test_the_default_reply_has_the_lasting_shape() -> None:
    assert shape_of(Turn(Document(stream=LASTING), 0, {})) == LASTING
