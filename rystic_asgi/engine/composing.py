"""From a turn to the message that answers it: blocks filled in, calls checked against the request's tools."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from rystic_asgi.engine.default_reply import default_reply
from rystic_asgi.engine.output_format import check_texts, output_schema
from rystic_asgi.engine.taking import Turn
from rystic_asgi.engine.usage import make_usage
from rystic_asgi.protocol.blocks import BLOCKS
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.ids import base58, make_id
from rystic_asgi.protocol.messages import ResponseMessage
from rystic_asgi.protocol.models import resolve_model
from rystic_asgi.script.reply import Reply
from rystic_asgi.validation.request import CheckedRequest
from rystic_asgi.validation.tools import DeclaredTool


def compose(request: CheckedRequest, turn: Turn) -> ResponseMessage:
    """The message of a turn.

    Raises ApiError: the one that is scripted, or one of ours where the reply does not fit the request.
    """
    baseline = turn.baseline
    if turn.reply is None and baseline.on_empty == "error":
        raise ApiError(
            f"rystic: no reply is left of the script's {len(baseline.replies)}, and on_empty is 'error'; "
            "add a reply, or find out why the loop asked once more"
        )
    reply = turn.reply or default_reply(request, baseline.default_reply)
    if reply.error is not None:
        scripted = reply.error
        raise ApiError(
            scripted.message,
            status=scripted.status,
            type=scripted.type,
            details=scripted.details,
            headers=scripted.headers,
        )
    content = _content(request, turn, reply)
    return ResponseMessage(
        model=reply.model or resolve_model(request.body.model),
        id=make_id(baseline.seed, "message", turn.first.get("message", 0)),
        content=content,
        stop_reason=reply.stop_reason,
        stop_sequence=reply.stop_sequence,
        stop_details=reply.stop_details,
        usage=make_usage(request.body, content, reply.usage),
    )


def _content(request: CheckedRequest, turn: Turn, reply: Reply) -> list[dict[str, Any]]:
    content = list(reply.content)
    if any(block["type"] not in _AS_GIVEN for block in content):
        content = _Filling(request, turn, reply, {**turn.first}).content()
    schema = output_schema(request.body)
    if schema is not None and reply.stop_reason == "end_turn" and "format" not in reply.unchecked:
        check_texts(content, schema, _place_of(turn))
    return content


def _place_of(turn: Turn) -> str:
    """The reply of a turn as an error names it."""
    return "the default reply" if turn.position is None else f"reply {turn.position} of the script"


class _Filling(Struct):
    """The blocks of one reply on their way to the wire; ``ordinals`` is advanced by each id given out."""

    request: CheckedRequest
    turn: Turn
    reply: Reply
    ordinals: dict[str, int]

    def content(self) -> list[dict[str, Any]]:
        return [self._block(block) for block in self.reply.content]

    def _block(self, block: dict[str, Any]) -> dict[str, Any]:
        row = BLOCKS[block["type"]]
        filled: dict[str, Any] = {"type": row.tag}
        if row.id_kind is not None:
            filled["id"] = block["id"] if "id" in block else self._next_id(row.id_kind)
        for key in (*row.required, *row.optional):
            if key in block:
                filled[key] = block[key]
            elif key in row.filled:
                filled[key] = row.filled[key]
        check = _FINISH.get(row.tag)
        return filled if check is None else check(self, filled)

    def _next_id(self, kind: str) -> str:
        ordinal = self.ordinals.get(kind, 0)
        self.ordinals[kind] = ordinal + 1
        return make_id(self.turn.baseline.seed, kind, ordinal)

    def thinking(self, block: dict[str, Any]) -> dict[str, Any]:
        """A signature that depends on what was thought."""
        if "signature" not in block:
            block["signature"] = "Eq" + base58(f"{self.turn.baseline.seed}:signature:{block['thinking']}", 62)
        return block

    def tool_use(self, block: dict[str, Any]) -> dict[str, Any]:
        """A call that the request's tools allow, with an input that the tool's schema accepts."""
        tool = next((tool for tool in self.request.tools if tool.name == block["name"]), None)
        if tool is None and "tool" not in self.reply.unchecked:
            declared = ", ".join(tool.name for tool in self.request.tools) or "none"
            raise ApiError(
                f"rystic: {_place_of(self.turn)} calls the tool '{block['name']}', which the request does not declare "
                f"(declared: {declared}). {_TAKEN.format(name='tool')}"
            )
        caller = block.pop("caller")
        block["input"] = self._input(block, tool)
        return {**block, "caller": caller}

    def _input(self, block: dict[str, Any], tool: DeclaredTool | None) -> Any:
        if "input" not in block:
            return {} if tool is None else self._made_input(tool)
        if tool is None or "input" in self.reply.unchecked:
            return block["input"]
        from rystic_asgi.validation.tool_schemas import SchemaUnusableError, input_fault

        try:
            fault = input_fault(tool.input_schema, block["input"])
        except SchemaUnusableError as error:
            raise ApiError(
                f"rystic: {_place_of(self.turn)} calls '{tool.name}', whose input_schema: {error}"
            ) from error
        if fault is not None:
            raise ApiError(
                f"rystic: {_place_of(self.turn)} calls '{tool.name}' with an input that its input_schema refuses at "
                f"{'.'.join(filter(None, ('input', fault.path)))}: {fault.message}. {_TAKEN.format(name='input')}"
            )
        return block["input"]

    def _made_input(self, tool: DeclaredTool) -> Any:
        from rystic_asgi.engine.synthesis import NoInputError, make_input

        try:
            return make_input(tool.input_schema)
        except NoInputError as error:
            raise ApiError(
                f"rystic: {_place_of(self.turn)} calls '{tool.name}' without an input, and none that its input_schema "
                f"accepts was found: {error}. Give the call an input"
            ) from error


_AS_GIVEN: Final = frozenset(row.tag for row in BLOCKS.values() if not row.optional and not row.filled)
"""Block types that go over the wire just as a script gives them."""

_TAKEN: Final = 'The reply counts as taken; if it is meant, mark it with unchecked: ["{name}"]'

_FINISH: Final[dict[str, Callable[[_Filling, dict[str, Any]], dict[str, Any]]]] = {
    "thinking": _Filling.thinking,
    "tool_use": _Filling.tool_use,
}
