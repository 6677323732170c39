"""The events of a streamed message, driven by the table of blocks.

Source: https://platform.claude.com/docs/en/build-with-claude/streaming and the streams recorded in
https://github.com/pydantic/pydantic-ai, tests/models/cassettes.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET

from rystic_asgi.encoding.cuts import cut
from rystic_asgi.protocol.blocks import BLOCKS, CutInput, Delta
from rystic_asgi.protocol.messages import DeltaUsage, ResponseMessage, StartMessage, StartUsage
from rystic_asgi.protocol.models import resolve_model

_PING: Final[dict[str, Any]] = {"type": "ping"}
_MESSAGE_STOP: Final[dict[str, Any]] = {"type": "message_stop"}

Made = TypeVar("Made")


def in_order(
    message: ResponseMessage,
    make: Callable[[dict[str, Any]], Made],
    make_block: Callable[[int, dict[str, Any]], Iterable[Made]],
) -> Iterator[Made]:
    """A stream in its order: what ``make`` makes of an event, and ``make_block`` of a block at its index.

    Assembled by an official SDK, its events give ``message`` again.
    """
    yield make(message_start(message))
    for index, block in enumerate(message.content):
        yield from make_block(index, block)
    yield make(message_delta(message))
    yield make(_MESSAGE_STOP)


def block_events(index: int, block: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The events of the block at ``index`` of the content."""
    deltas = _deltas(block)
    yield {"type": "content_block_start", "index": index, "content_block": _started(block, deltas)}
    if index == 0:
        yield _PING
    for delta in deltas:
        beside = {key: block[key] for key in delta.beside if key in block}
        for piece in _PIECES[delta.pieces](block[delta.key]):
            brought = {"type": delta.type, delta.delta_key: piece, **beside}
            yield {"type": "content_block_delta", "index": index, "delta": brought}
    yield {"type": "content_block_stop", "index": index}


def _deltas(block: dict[str, Any]) -> list[Delta]:
    row = BLOCKS[block["type"]]
    if any(key in block for key in row.whole_with):
        return []
    return [delta for delta in row.deltas if delta.key in block]


def _started(block: dict[str, Any], deltas: Iterable[Delta]) -> dict[str, Any]:
    start = {**block, **{delta.key: delta.empty for delta in deltas}}
    for delta in deltas:
        for key in delta.beside:
            start.pop(key, None)
    return start


def message_start(message: ResponseMessage) -> dict[str, Any]:
    """The message before its first block."""
    usage = message.usage
    counted = StartUsage(
        usage.input_tokens,
        usage.cache_creation_input_tokens,
        usage.cache_read_input_tokens,
        usage.cache_creation,
        min(1, usage.output_tokens),
        usage.service_tier,
        usage.inference_geo,
        usage.speed,
    )
    start = StartMessage(
        message.model if usage.iterations is UNSET else _first_model(message),
        message.id,
        message.type,
        message.role,
        (),
        None,
        None,
        None,
        counted,
        message.diagnostics,
        message.input_transformations,
    )
    return {"type": "message_start", "message": start}


def _first_model(message: ResponseMessage) -> str:
    """The model that began, where another one took over. Source: anthropic 2.14.0, lib/streaming/_beta_messages.py."""
    declined = (block["from"]["model"] for block in message.content if block["type"] == "fallback")
    return resolve_model(next(declined, message.model))


def message_delta(message: ResponseMessage) -> dict[str, Any]:
    """How the message ended."""
    usage = message.usage
    delta: dict[str, Any] = {
        "stop_reason": message.stop_reason,
        "stop_sequence": message.stop_sequence,
        "stop_details": message.stop_details,
    }
    if message.container is not UNSET:
        delta["container"] = message.container
    final = DeltaUsage(
        usage.input_tokens,
        usage.cache_creation_input_tokens,
        usage.cache_read_input_tokens,
        usage.output_tokens,
        usage.output_tokens_details,
        usage.server_tool_use,
        usage.iterations,
        usage.fallback_credit,
    )
    event = {"type": "message_delta", "delta": delta, "usage": final}
    if message.context_management is not UNSET:
        event["context_management"] = message.context_management
    return event


def _input_pieces(value: Any) -> list[str]:
    """The first piece is empty; of an input that was cut off, it goes as far as it was written."""
    if isinstance(value, CutInput):
        return ["", *cut(value.written)]
    return ["", *(cut(msgspec.json.encode(value).decode()) if value else ())]


_PIECES: Final[dict[str, Callable[[Any], Iterable[Any]]]] = {
    "text": cut,
    "whole": lambda value: (value,),
    "each": iter,
    "json": _input_pieces,
}
"""How the value of a key is cut, by the table of blocks."""
