"""The events of a streamed message, driven by the table of blocks.

Source: https://platform.claude.com/docs/en/build-with-claude/streaming and the streams recorded in
https://github.com/pydantic/pydantic-ai, tests/models/cassettes.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from rystic_asgi.encoding.cuts import cut
from rystic_asgi.protocol.blocks import BLOCKS, Delta
from rystic_asgi.protocol.messages import DeltaUsage, ResponseMessage

_PING: Final[dict[str, Any]] = {"type": "ping"}
MESSAGE_STOP: Final[dict[str, Any]] = {"type": "message_stop"}


def stream_events(message: ResponseMessage) -> Iterator[dict[str, Any]]:
    """Every event in order; assembled by an official SDK they give ``message`` again."""
    yield message_start(message)
    for index, block in enumerate(message.content):
        yield from block_events(index, block)
    yield message_delta(message)
    yield MESSAGE_STOP


def block_events(index: int, block: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The events of the block at ``index`` of the content."""
    deltas = BLOCKS[block["type"]].deltas
    start = {**block, **{delta.key: delta.empty for delta in deltas}}
    yield {"type": "content_block_start", "index": index, "content_block": start}
    if index == 0:
        yield _PING
    for delta in deltas:
        for piece in _pieces(delta, block[delta.key]):
            yield {"type": "content_block_delta", "index": index, "delta": {"type": delta.type, delta.delta_key: piece}}
    yield {"type": "content_block_stop", "index": index}


def message_start(message: ResponseMessage) -> dict[str, Any]:
    """The message before its first block."""
    usage = msgspec.structs.replace(
        message.usage,
        output_tokens=min(1, message.usage.output_tokens),
        output_tokens_details=msgspec.UNSET,
        server_tool_use=msgspec.UNSET,
        iterations=msgspec.UNSET,
    )
    start = ResponseMessage(model=message.model, id=message.id, content=[], stop_reason=None, usage=usage)
    return {"type": "message_start", "message": start}


def message_delta(message: ResponseMessage) -> dict[str, Any]:
    """How the message ended."""
    usage = message.usage
    delta = {
        "stop_reason": message.stop_reason,
        "stop_sequence": message.stop_sequence,
        "stop_details": message.stop_details,
    }
    final = DeltaUsage(
        usage.input_tokens,
        usage.cache_creation_input_tokens,
        usage.cache_read_input_tokens,
        usage.output_tokens,
        usage.output_tokens_details,
        usage.server_tool_use,
        usage.iterations,
    )
    return {"type": "message_delta", "delta": delta, "usage": final}


def _pieces(delta: Delta, value: Any) -> list[str]:
    if isinstance(value, str):
        return cut(value) if delta.cut else [value]
    return ["", *(cut(msgspec.json.encode(value).decode()) if value else ())]
