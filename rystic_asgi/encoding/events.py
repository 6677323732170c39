"""The events of a streamed message, driven by the table of blocks.

Source: https://platform.claude.com/docs/en/build-with-claude/streaming and the streams recorded in
https://github.com/pydantic/pydantic-ai, tests/models/cassettes.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET

from rystic_asgi.encoding.cuts import Cut, cut
from rystic_asgi.protocol.blocks import BLOCKS, CutInput, Delta
from rystic_asgi.protocol.messages import DeltaUsage, ResponseMessage, StartMessage, StartUsage
from rystic_asgi.protocol.models import resolve_model

_PING: Final[dict[str, Any]] = {"type": "ping"}
_MESSAGE_STOP: Final[dict[str, Any]] = {"type": "message_stop"}

Made = TypeVar("Made")


class Making(NamedTuple, Generic[Made]):
    """What a stream is made of: something of each event, and of all deltas of one value at once.

    ``of_deltas`` is given what makes the event of a piece, and the pieces.
    """

    of_event: Callable[[dict[str, Any]], Made]
    of_deltas: Callable[[Callable[[Any], dict[str, Any]], Iterable[Any]], Iterable[Made]]


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


def block_in_order(index: int, block: dict[str, Any], making: Making[Made], cut_text: Cut = cut) -> Iterator[Made]:
    """The block at ``index`` of the content; ``cut_text`` says where its texts are cut.

    After the start of the first block stands the ping that usually does.
    """
    deltas = _deltas(block)
    start = {"type": "content_block_start", "index": index, "content_block": _started(block, deltas)}
    yield making.of_event(start)
    if index == 0:
        yield making.of_event(_PING)
    for delta in deltas:
        beside = {key: block[key] for key in delta.beside if key in block}
        pieces = _PIECES[delta.pieces](block[delta.key], cut_text)
        yield from making.of_deltas(partial(_delta_event, index, delta, beside), pieces)
    yield making.of_event({"type": "content_block_stop", "index": index})


def _delta_event(index: int, delta: Delta, beside: dict[str, Any], piece: Any) -> dict[str, Any]:
    return {
        "type": "content_block_delta",
        "index": index,
        "delta": {"type": delta.type, delta.delta_key: piece, **beside},
    }


def events(message: ResponseMessage, cut_text: Cut = cut) -> Iterator[dict[str, Any]]:
    """The events of a message."""
    making = Making[dict[str, Any]](lambda event: event, map)
    return in_order(message, making.of_event, lambda index, block: block_in_order(index, block, making, cut_text))


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


def _input_pieces(value: Any, cut_text: Cut) -> Iterator[str]:
    """The first piece is empty; of an input that was cut off, it goes as far as it was written."""
    yield ""
    if isinstance(value, CutInput):
        yield from cut_text(value.written)
    elif value:
        yield from cut_text(msgspec.json.encode(value).decode())


_PIECES: Final[dict[str, Callable[[Any, Cut], Iterable[Any]]]] = {
    "text": lambda value, cut_text: cut_text(value),
    "whole": lambda value, cut_text: (value,),
    "each": lambda value, cut_text: value,
    "json": _input_pieces,
}
"""How the value of a key is cut, by the table of blocks."""
