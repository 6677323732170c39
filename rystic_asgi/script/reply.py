"""A reply as a script holds it: read from JSON, checked for shape and for what the API could send."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct, field

from rystic_asgi.protocol.blocks import AS_GIVEN, BLOCKS
from rystic_asgi.script.fault import ScriptError, check_depth, check_keys, check_members, check_type, shown
from rystic_asgi.script.grammar import check_grammar
from rystic_asgi.script.scripted_error import ScriptedError, read_error


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
}
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
}


def read_replies(value: Any, place: str) -> tuple[Reply, ...]:
    """The replies of a JSON list. Raises ScriptError for the first that cannot be played."""
    check_type(value, list, place)
    check_depth(value, place)
    return tuple(read_reply(item, f"{place}.{index}") for index, item in enumerate(value))


def read_reply(value: Any, place: str) -> Reply:
    """The reply of a JSON value; a string is a reply of one text. Raises ScriptError."""
    check_type(value, (dict, str), place)
    if isinstance(value, str):
        return text_reply(value)
    if "type" in value:
        raise ScriptError(place, 'a block on its own is no reply; write {"content": [...]} round it')
    check_keys(value, tuple(_MEMBERS), place)
    if "error" in value:
        if len(value) > 1:
            raise ScriptError(place, "a reply with an error holds nothing else")
        return Reply(value, error=read_error(value["error"], f"{place}.error"))
    if "content" not in value:
        raise ScriptError(place, "content or error expected; for a reply without any block write content: []")
    return _read_message(value, place)


def text_reply(text: str) -> Reply:
    """A reply of one text."""
    return Reply(text, ({"type": "text", "text": text},))


def _read_message(value: Mapping[str, Any], place: str) -> Reply:
    check_type(value["content"], list, f"{place}.content")
    check_members({key: value[key] for key in value if value[key] is not None}, _MEMBERS, place)
    content = tuple(_read_block(block, f"{place}.content.{index}") for index, block in enumerate(value["content"]))
    _check_usage(value.get("usage") or {}, f"{place}.usage")
    reply = Reply(
        dict(value),
        content,
        value.get("stop_reason") or _stop_reason(content),
        value.get("stop_sequence"),
        value.get("stop_details") or _STOP_DETAILS.get(value.get("stop_reason")),
        value.get("usage") or {},
        value.get("model"),
        unchecked=_read_unchecked(value.get("unchecked", []), f"{place}.unchecked"),
        ids=dict(Counter(kind for block in content if (kind := BLOCKS[block["type"]].id_kind) and "id" not in block)),
        is_filled_in=any(block["type"] not in AS_GIVEN for block in content),
    )
    if "grammar" not in reply.unchecked:
        check_grammar(reply.content, f"{place}.content")
    return reply


def _read_block(block: Any, place: str) -> dict[str, Any]:
    check_type(block, dict, place)
    row = BLOCKS.get(block.get("type")) if isinstance(block.get("type"), str) else None
    if row is None:
        raise ScriptError(f"{place}.type", f"one of {', '.join(BLOCKS)} expected, found {shown(block.get('type'))}")
    keys = {"type": str, **row.required, **row.optional}
    check_members(block, keys, place)
    for key in row.required:
        if key not in block:
            raise ScriptError(f"{place}.{key}", f"missing; a {row.tag} block needs it")
    return {key: block[key] for key in keys if key in block}


def _stop_reason(content: Iterable[Mapping[str, Any]]) -> str:
    return "tool_use" if any(block["type"] == "tool_use" for block in content) else "end_turn"


_STOP_DETAILS: Final[dict[Any, dict[str, Any]]] = {
    "refusal": {"type": "refusal", "category": None, "explanation": None},
}
"""What stands beside a stop reason where the script gives nothing. Source: anthropic 2.14.0, types/message.py."""


def _check_usage(value: Mapping[str, Any], place: str) -> None:
    check_members(value, _USAGE, place)
    for key, counted in value.items():
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
