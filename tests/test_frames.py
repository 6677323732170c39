"""Server-sent events as bytes, and JSON bodies."""

from typing import Any

import pytest

from rystic_asgi.encoding.frames import encode_json, frame, frames
from rystic_asgi.protocol.messages import ResponseMessage, Usage


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        pytest.param({"type": "ping"}, b'event: ping\ndata: {"type": "ping"}\n\n', id="ping"),
        pytest.param(
            {"type": "message_stop"}, b'event: message_stop\ndata: {"type":"message_stop"}\n\n', id="another-event"
        ),
        pytest.param(
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "a\r\nb"}},
            b"event: content_block_delta\n"
            b'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a\\r\\nb"}}\n\n',
            id="line-ends",
        ),
    ],
)
def test_an_event_is_its_name_and_one_line_of_data(event: dict[str, Any], expected: bytes) -> None:
    assert frame(event) == expected


def test_a_message_is_a_frame_an_event() -> None:
    usage = Usage(input_tokens=1, output_tokens=1)
    message = ResponseMessage(model="m", id="msg_1", content=[], stop_reason="end_turn", usage=usage)

    names = [found.partition(b"\n")[0] for found in frames(message)]

    assert names == [b"event: message_start", b"event: message_delta", b"event: message_stop"]


def test_json_is_compact_and_in_utf_8() -> None:
    assert encode_json({"a": ["caf\xe9", "\u2028"]}) == '{"a":["caf\xe9","\u2028"]}'.encode()
