"""The blocks of a reply on their way to the wire: what a script left out filled in by the shapes of the protocol."""

from collections.abc import Callable, Collection
from typing import Any, Final

from rystic_asgi.engine.declared_calls import call_input, cut_input
from rystic_asgi.engine.earlier_calls import earlier_calls
from rystic_asgi.engine.taking import Turn
from rystic_asgi.protocol.blocks import BLOCKS, MCP_CALL
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.ids import ID_SHAPES, base58, make_id
from rystic_asgi.protocol.models import resolve_model
from rystic_asgi.protocol.parameters import Container
from rystic_asgi.protocol.reply_shapes import DIRECT
from rystic_asgi.protocol.shapes import Either, Form, ListOf, Made, Missing, OneOf, Shape
from rystic_asgi.script.open_calls import OpenCall, OpenCalls
from rystic_asgi.script.reply import Reply
from rystic_asgi.validation.request import CheckedRequest

Members = dict[str, Any]


class Filling:
    """What the blocks of one reply share while they are filled in; each id that is given out advances a count."""

    def __init__(self, request: CheckedRequest, turn: Turn, reply: Reply) -> None:
        self.request, self.turn, self.reply = request, turn, reply
        self.calls = OpenCalls()
        self.answered: OpenCall | None = None
        """The call that the result in hand is of."""
        self.fallback: str | None = None
        """The model that took over."""
        self.thoughts: list[str] = []
        self._ordinals = {**turn.first}
        self._earlier: OpenCalls | None = None
        self._tokens = 0

    def content(self) -> list[Members]:
        """The blocks in the API's key order. Raises ApiError for what the request does not allow."""
        return [self._block(block) for block in self.reply.content]

    def next_id(self, kind: str) -> str:
        """An id of this kind that was not given out before."""
        ordinal = self._ordinals.get(kind, 0)
        self._ordinals[kind] = ordinal + 1
        return make_id(self.turn.baseline.seed, kind, ordinal)

    def token(self, length: int = 62) -> str:
        """Signs that mean nothing to a client, other ones each time."""
        self._tokens += 1
        place = f"{self._ordinals.get('message', 0)}:{self._tokens}"
        return base58(f"{self.turn.baseline.seed}:token:{place}", length)

    @property
    def earlier(self) -> OpenCalls:
        """The calls that the request's last turn left open."""
        if self._earlier is None:
            self._earlier = earlier_calls(self.request.body.messages)
        return self._earlier

    def _block(self, block: Members) -> Members:
        row = BLOCKS[block["type"]]
        if row.answers:
            given = block.get("tool_use_id")
            self.answered = self.calls.answer(row.answers, given) or self.earlier.answer(row.answers, given)
        if row.id_kind == "tool_use":
            block = {**block, "input": call_input(block, self.request, self.turn, self.reply)}
        filled = fill_object(row.shape, block, self)
        if row.id_kind == "server_tool_use":
            self.calls.add(OpenCall(filled["id"], filled["name"], filled.get("caller")))
        elif row.id_kind == MCP_CALL:
            self.calls.add(OpenCall(filled["id"], MCP_CALL))
        elif row.shape.tag == "fallback":
            self.fallback = filled["to"]["model"]
        return filled


def fill_object(shape: Shape, value: Members, filling: Filling) -> Members:
    """``value`` with what it leaves out, in the order of the wire."""
    filled: Members = {} if shape.tag is None else {"type": shape.tag}
    for name, form, default in shape.fields:
        if name in value:
            found = fill_form(form, value[name], filling)
        elif isinstance(default, Made):
            found = _MAKERS[default.kind](filled, value, filling)
        else:
            found = default
        if not isinstance(found, Missing) and default is not Missing.UNSENT:
            filled[name] = found
    return filled


def fill_form(form: Form, value: Any, filling: Filling) -> Any:
    """Like ``fill_object``, for a value of any form."""
    fill = _FILLERS.get(type(form))
    return value if fill is None else fill(form, value, filling)


def _fill_list(form: ListOf, value: Any, filling: Filling) -> Any:
    return [fill_form(form.item, item, filling) for item in value]


def _fill_one_of(form: OneOf, value: Any, filling: Filling) -> Any:
    return fill_object(form.shapes[value["type"]], value, filling)


def _fill_either(form: Either, value: Any, filling: Filling) -> Any:
    return fill_form(form.forms[type(value)], value, filling)


_FILLERS: Final[dict[type, Callable[[Any, Any, Filling], Any]]] = {
    ListOf: _fill_list,
    OneOf: _fill_one_of,
    Either: _fill_either,
    Shape: fill_object,
}


def _make_input(filled: Members, block: Members, filling: Filling) -> Any:
    """The input of a tool that the server runs."""
    return cut_input(block["partial_json"]) if "partial_json" in block else {}


def _make_signature(filled: Members, block: Members, filling: Filling) -> str:
    """It depends on what was thought, and on how often that was thought in this reply before."""
    thought = f"{filling.turn.baseline.seed}:signature:{filled['thinking']}"
    filling.thoughts.append(thought)
    again = filling.thoughts.count(thought) - 1
    return "Eq" + base58(f"{thought}:{again}" if again else thought, 62)


def _make_call_id(filled: Members, block: Members, filling: Filling) -> str:
    """The call that waits for this result, here or in the turn that goes on."""
    if filling.answered is not None:
        return filling.answered.id
    kind = MCP_CALL if filled["type"] == "mcp_tool_result" else "server_tool_use"
    return _unknown_call(filling, BLOCKS[filled["type"]].answers, kind, f"a {filled['type']} without tool_use_id")


def _make_caller_id(filled: Members, caller: Members, filling: Filling) -> str:
    call = filling.calls.find(_CODE) or filling.earlier.find(_CODE)
    if call is not None:
        return call.id
    return _unknown_call(filling, _CODE, "server_tool_use", "a caller without tool_id")


_CODE: Final = ("code_execution",)


def _unknown_call(filling: Filling, names: Collection[str], kind: str, what: str) -> str:
    if "grammar" in filling.reply.unchecked:
        return ID_SHAPES[kind].prefix + filling.token(ID_SHAPES[kind].signs)
    raise ApiError(
        f"rystic: {filling.turn.place} has {what}, but no call of {' or '.join(names)} is open in the reply or in the "
        "turn that the request goes on with. The reply counts as taken; script the call before it, or give it an id"
    )


def _make_container_id(filled: Members, container: Members, filling: Filling) -> str:
    """A container that the request names is used again."""
    asked = filling.request.body.container
    named = asked.id if isinstance(asked, Container) else asked
    return filling.next_id("container") if named is None else named


def _make_skills(filled: Members, container: Members, filling: Filling) -> Any:
    asked = filling.request.body.container
    if not isinstance(asked, Container) or not asked.skills:
        return None
    return [
        {"type": skill.type, "skill_id": skill.skill_id, "version": skill.version or "latest"} for skill in asked.skills
    ]


def _make_from_model(filled: Members, block: Members, filling: Filling) -> Any:
    """The model that was asked for goes by the name that the request has for it."""
    return {"model": filling.fallback or filling.request.body.model}


def _make_to_model(filled: Members, block: Members, filling: Filling) -> Any:
    """The next of the request's fallbacks after the model that declined, else the model of the reply."""
    asked = filling.request.body.fallbacks
    names = [resolve_model(fallback.model) for fallback in asked] if isinstance(asked, list) else []
    declined = filled["from"]["model"]
    after = names[names.index(declined) + 1 :] if declined in names else names
    return {"model": after[0] if after else filling.reply.model or resolve_model(filling.request.body.model)}


def _make_compacted(filled: Members, block: Members, filling: Filling) -> Any:
    return Missing.ABSENT if filled["content"] is None else "Eq" + filling.token()


def _make_compaction_signature(filled: Members, block: Members, filling: Filling) -> Any:
    """A summary that was asked for is signed; one that a threshold brought is not."""
    is_signed = filling.request.body.compaction is not None and filled["content"] is not None
    return "Eq" + filling.token() if is_signed else Missing.ABSENT


_MAKERS: Final[dict[str, Callable[[Members, Members, Filling], Any]]] = {
    "id": lambda filled, block, filling: filling.next_id(str(BLOCKS[filled["type"]].id_kind)),
    "input": _make_input,
    "signature": _make_signature,
    "token": lambda filled, value, filling: "Eq" + filling.token(),
    "call_id": _make_call_id,
    "caller": lambda filled, block, filling: (filling.answered and filling.answered.caller) or DIRECT,
    "caller_id": _make_caller_id,
    "lines": lambda filled, value, filling: filled["content"].count("\n") + 1,
    "container_id": _make_container_id,
    "skills": _make_skills,
    "from_model": _make_from_model,
    "to_model": _make_to_model,
    "compacted": _make_compacted,
    "compaction_signature": _make_compaction_signature,
}
"""What makes each kind of value, from what stands before it, what the script gives, and the turn."""
