"""The blocks of a reply on their way to the wire: what a script left out filled in, calls checked.

Calls are checked against the tools of the request: whether one is declared, and whether its schema accepts the input.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from rystic_asgi.engine.taking import Turn
from rystic_asgi.protocol.blocks import BLOCKS
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.ids import base58, make_id
from rystic_asgi.script.reply import Reply
from rystic_asgi.validation.problem import join
from rystic_asgi.validation.request import CheckedRequest
from rystic_asgi.validation.tool_schemas import SchemaUnusableError, input_fault
from rystic_asgi.validation.tools import DeclaredTool


def fill(request: CheckedRequest, turn: Turn, reply: Reply) -> list[dict[str, Any]]:
    """The content of ``reply`` in the API's key order. Raises ApiError for a call that the request does not allow."""
    filling = _Filling(request, turn, reply, {**turn.first})
    return [_filled(block, filling) for block in reply.content]


class _Filling(Struct):
    """What the blocks of one reply share; ``ordinals`` is advanced by each id given out."""

    request: CheckedRequest
    turn: Turn
    reply: Reply
    ordinals: dict[str, int]


def _filled(block: dict[str, Any], filling: _Filling) -> dict[str, Any]:
    row = BLOCKS[block["type"]]
    filled: dict[str, Any] = {"type": row.tag}
    if row.id_kind is not None:
        filled["id"] = block["id"] if "id" in block else _next_id(row.id_kind, filling)
    for key in (*row.required, *row.optional):
        make = _MADE.get((row.tag, key))
        if make is not None:
            filled[key] = make(block, filling)
        elif key in block:
            filled[key] = block[key]
        elif key in row.filled:
            filled[key] = row.filled[key]
    return filled


def _next_id(kind: str, filling: _Filling) -> str:
    ordinal = filling.ordinals.get(kind, 0)
    filling.ordinals[kind] = ordinal + 1
    return make_id(filling.turn.baseline.seed, kind, ordinal)


def _signature(block: dict[str, Any], filling: _Filling) -> str:
    """The signature that is given, else one that depends on what was thought."""
    if "signature" in block:
        return str(block["signature"])
    return "Eq" + base58(f"{filling.turn.baseline.seed}:signature:{block['thinking']}", 62)


def _input(block: dict[str, Any], filling: _Filling) -> Any:
    """The input of a call that the request's tools allow: the one that is given, or one that the schema accepts."""
    tool = next((tool for tool in filling.request.tools if tool.name == block["name"]), None)
    if tool is None:
        _check_undeclared(block, filling)
        return block.get("input", {})
    if "input" not in block:
        return _made_input(tool, filling.turn.place)
    if "input" not in filling.reply.unchecked:
        _check_input(tool, block["input"], filling.turn.place)
    return block["input"]


_MADE: Final[dict[tuple[str, str], Callable[[dict[str, Any], _Filling], Any]]] = {
    ("thinking", "signature"): _signature,
    ("tool_use", "input"): _input,
}
"""Keys whose value depends on more than the table of blocks."""

_TAKEN: Final = 'The reply counts as taken; if it is meant, mark it with unchecked: ["{name}"]'


def _check_undeclared(block: dict[str, Any], filling: _Filling) -> None:
    if "tool" in filling.reply.unchecked:
        return
    declared = ", ".join(tool.name for tool in filling.request.tools) or "none"
    raise ApiError(
        f"rystic: {filling.turn.place} calls the tool '{block['name']}', which the request does not declare "
        f"(declared: {declared}). {_TAKEN.format(name='tool')}"
    )


def _check_input(tool: DeclaredTool, value: Any, place: str) -> None:
    try:
        fault = input_fault(tool.input_schema, value)
    except SchemaUnusableError as error:
        raise ApiError(f"rystic: {place} calls '{tool.name}', whose input_schema: {error}") from error
    if fault is not None:
        raise ApiError(
            f"rystic: {place} calls '{tool.name}' with an input that its input_schema refuses at "
            f"{join('input', fault.path)}: {fault.message}. {_TAKEN.format(name='input')}"
        )


def _made_input(tool: DeclaredTool, place: str) -> Any:
    from rystic_asgi.engine.synthesis import NoInputError, make_input

    try:
        return make_input(tool.input_schema)
    except NoInputError as error:
        raise ApiError(
            f"rystic: {place} calls '{tool.name}' without an input, and none that its input_schema accepts was found: "
            f"{error}. Give the call an input"
        ) from error
