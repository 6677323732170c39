"""A reply as a script holds it: read from JSON, checked for shape and for what the API could send."""

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, field

from rystic_asgi.protocol.blocks import BLOCKS
from rystic_asgi.protocol.message_shapes import OTHER_MEMBERS, REFUSAL
from rystic_asgi.script.conditions import Conditions, read_conditions
from rystic_asgi.script.fault import ScriptError, check_depth, check_keys, check_members, check_type, shown
from rystic_asgi.script.grammar import check_grammar
from rystic_asgi.script.scripted_error import ScriptedError, read_error
from rystic_asgi.script.shaped import read_form, read_object, read_one_of
from rystic_asgi.script.stream_shape import StreamShape, read_shape

STANDING: Final = sys.maxsize
"""How often a standing reply may be taken, which ``"times": "any"`` stands for."""


class Reply(Struct, frozen=True):
    """One turn of the model. ``posted`` is what the test wrote; the rest is what is played."""

    posted: Any
    content: tuple[dict[str, Any], ...] = ()
    stop_reason: str = "end_turn"
    stop_sequence: str | None = None
    stop_details: dict[str, Any] | None = None
    usage: dict[str, Any] = field(default_factory=dict)
    model: str | None = None
    error: ScriptedError | None = None
    unchecked: frozenset[str] = frozenset()
    ids: dict[str, int] = field(default_factory=dict)
    """How many ids of each kind are filled in when the reply is played."""
    is_filled_in: bool = False
    """Whether something in the content is to be filled in or checked when it is played."""
    members: dict[str, Any] = field(default_factory=dict)
    """What the script gives of the message's other members, by name."""
    when: Conditions = ()
    times: int = 1
    function: Callable[[Any], Any] | None = None
    """What gives the reply once the request is known; there is no content then."""
    stream: StreamShape | None = None

    @property
    def is_summary(self) -> bool:
        """Whether it may answer a request for a summary: it is one, or says that it is for such a request."""
        is_one = len(self.content) == 1 and self.content[0]["type"] == "compaction"
        return is_one or ("compaction", True) in self.when


UNCHECKED: Final = ("input", "tool", "grammar", "format")

_MEMBERS: Final[dict[str, type | tuple[type, ...]]] = {
    "content": list,
    "stop_reason": str,
    "stop_sequence": str,
    "stop_details": dict,
    "usage": dict,
    "model": str,
    "error": dict,
    "unchecked": (list, bool),
    "container": dict,
    "context_management": dict,
    "diagnostics": dict,
    "input_transformations": list,
    "when": dict,
    "times": (int, str),
    "stream": dict,
}
_OF_ANY_KIND: Final = ("when", "times")
"""Members that stand also beside an error or a function."""
_COUNTS: Final = ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
_USAGE: Final[dict[str, type | tuple[type, ...]]] = {
    **dict.fromkeys(_COUNTS, int),
    "cache_creation": dict,
    "output_tokens_details": dict,
    "server_tool_use": dict,
    "service_tier": str,
    "inference_geo": str,
    "speed": str,
    "iterations": list,
    "fallback_credit": dict,
}
_NO_COUNTS: Final = ("fallback_credit", "iterations")


def read_replies(value: Any, place: str) -> tuple[Reply, ...]:
    """The replies of a JSON list. Raises ScriptError for the first that cannot be played."""
    check_type(value, list, place)
    check_depth(value, place)
    return tuple(read_reply(item, f"{place}.{index}") for index, item in enumerate(value))


def read_reply(value: Any, place: str) -> Reply:
    """The reply of a JSON value, or of a function; a string is a reply of one text. Raises ScriptError."""
    if callable(value):
        return _read_function({"function": value}, place)
    check_type(value, (dict, str), place)
    if isinstance(value, str):
        return text_reply(value)
    if "type" in value:
        raise ScriptError(place, 'a block on its own is no reply; write {"content": [...]} round it')
    if "function" in value:
        return _read_function(value, place)
    check_keys(value, tuple(_MEMBERS), place)
    if "error" in value:
        _check_alone(value, "error", place)
        return Reply(value, error=read_error(value["error"], f"{place}.error"), **_read_taking(value, place))
    if "content" not in value:
        raise ScriptError(place, "content or error expected; for a reply without any block write content: []")
    return _read_message(value, place)


def text_reply(text: str) -> Reply:
    """A reply of one text."""
    return Reply(text, ({"type": "text", "text": text},))


def _read_message(value: Mapping[str, Any], place: str) -> Reply:
    check_type(value["content"], list, f"{place}.content")
    check_members({key: value[key] for key in value if value[key] is not None}, _MEMBERS, place)
    unchecked = _read_unchecked(value.get("unchecked", []), f"{place}.unchecked")
    content = tuple(
        _read_block(block, f"{place}.content.{index}", unchecked) for index, block in enumerate(value["content"])
    )
    _check_usage(value.get("usage") or {}, f"{place}.usage")
    reply = Reply(
        dict(value),
        content,
        value.get("stop_reason") or _stop_reason(content, value),
        value.get("stop_sequence"),
        _stop_details(value, place, unchecked),
        value.get("usage") or {},
        value.get("model"),
        unchecked=unchecked,
        ids=_count_ids(content, value),
        is_filled_in=any(not _is_as_given(block) for block in content),
        members={
            name: read_form(form, value[name], f"{place}.{name}", unchecked)
            for name, form in OTHER_MEMBERS.items()
            if value.get(name) is not None
        },
        stream=None if value.get("stream") is None else read_shape(value["stream"], f"{place}.stream"),
        **_read_taking(value, place),
    )
    if "grammar" not in reply.unchecked:
        check_grammar(reply.content, reply.stop_reason, place)
    return reply


def _read_block(block: Any, place: str, unchecked: frozenset[str]) -> dict[str, Any]:
    read = read_one_of(_SHAPES, block, place, unchecked)
    if "partial_json" in read and "input" in read:
        raise ScriptError(f"{place}.partial_json", "the input is cut off or it is not: give partial_json or input")
    return read


def _read_function(value: Mapping[str, Any], place: str) -> Reply:
    function = value["function"]
    if not callable(function):
        raise ScriptError(f"{place}.function", f"a function of Python expected, found {shown(function)}")
    _check_alone(value, "function", place)
    name = getattr(function, "__name__", type(function).__name__)
    return Reply({**value, "function": name}, function=function, **_read_taking(value, place))


def _check_alone(value: Mapping[str, Any], kind: str, place: str) -> None:
    if not value.keys() <= {kind, *_OF_ANY_KIND}:
        article = "an" if kind == "error" else "a"
        raise ScriptError(place, f"a reply with {article} {kind} holds nothing else but {' and '.join(_OF_ANY_KIND)}")


def _read_taking(value: Mapping[str, Any], place: str) -> dict[str, Any]:
    """When a reply is taken and how often; null is like a member that is left out."""
    when, times = value.get("when"), value.get("times")
    return {
        "when": () if when is None else read_conditions(when, f"{place}.when"),
        "times": 1 if times is None else _read_times(times, f"{place}.times"),
    }


def _read_times(value: Any, place: str) -> int:
    if value == "any":
        return STANDING
    if type(value) is not int or value < 1:
        raise ScriptError(place, f"a number from 1 on or 'any' expected, found {shown(value)}")
    return min(value, STANDING - 1)


_SHAPES: Final = {tag: row.shape for tag, row in BLOCKS.items()}


def _is_as_given(block: Mapping[str, Any]) -> bool:
    return block["type"] == "text" and "citations" not in block


def _stop_reason(content: Sequence[Mapping[str, Any]], value: Mapping[str, Any]) -> str:
    """The ending that follows from what is in the reply."""
    kinds = [block["type"] for block in content]
    if any("partial_json" in block for block in content):
        return "max_tokens"
    if "tool_use" in kinds:
        return "tool_use"
    if kinds and kinds[-1] in ("server_tool_use", "mcp_tool_use"):
        return "pause_turn"
    if kinds == ["compaction"]:
        return "compaction"
    if (value.get("stop_details") or {"type": ""}).get("type", "refusal") == "refusal":
        return "refusal"
    return "stop_sequence" if value.get("stop_sequence") is not None else "end_turn"


def _stop_details(value: Mapping[str, Any], place: str, unchecked: frozenset[str]) -> dict[str, Any] | None:
    """The details of a refusal, with what the API has there and the script leaves out; any others as they are."""
    given = value.get("stop_details")
    if given is None and value.get("stop_reason") != "refusal":
        return None
    if given is not None and given.get("type", "refusal") != "refusal":
        return dict(given)
    read = read_object(REFUSAL, given or {}, f"{place}.stop_details", unchecked)
    return {"type": "refusal", "category": None, "explanation": None, **read}


CODE_TOOLS: Final = ("code_execution", "bash_code_execution", "text_editor_code_execution")


def _count_ids(content: Sequence[Mapping[str, Any]], value: Mapping[str, Any]) -> dict[str, int]:
    kinds = [kind for block in content if (kind := BLOCKS[block["type"]].id_kind) and "id" not in block]
    container = value.get("container")
    if any(map(_runs_code, content)) if container is None else "id" not in container:
        kinds.append("container")
    return dict(Counter(kinds))


def _runs_code(block: Mapping[str, Any]) -> bool:
    """Whether the block is of code that runs in a container, or of what such code calls or gets."""
    called_by = block.get("caller", {}).get("type", "")
    tools = (*BLOCKS[block["type"]].answers, block.get("name") if block["type"] == "server_tool_use" else "")
    return (
        block["type"] == "container_upload"
        or called_by.startswith("code_execution")
        or any(name in CODE_TOOLS for name in tools)
    )


def _check_usage(value: Mapping[str, Any], place: str) -> None:
    check_members(value, _USAGE, place)
    for key, counted in value.items():
        if key in _NO_COUNTS:
            continue
        for name, count in counted.items() if isinstance(counted, dict) else [("", counted)]:
            where = f"{place}.{key}.{name}".rstrip(".")
            if isinstance(counted, dict):
                check_type(count, int, where)
            if isinstance(count, int) and count < 0:
                raise ScriptError(where, f"a count of tokens is never negative, found {count}")


def _read_unchecked(value: Any, place: str) -> frozenset[str]:
    if value is True:
        return frozenset(UNCHECKED)
    check_type(value, (list, bool), place)
    for name in value or ():
        if name not in UNCHECKED:
            raise ScriptError(place, f"true or a list of {', '.join(UNCHECKED)} expected, found {shown(name)}")
    return frozenset(value or ())
