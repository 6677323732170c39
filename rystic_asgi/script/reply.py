"""A reply as a script holds it: read from JSON, checked for shape and for what the API could send."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec import Struct, field

from rystic_asgi.protocol.blocks import BLOCKS
from rystic_asgi.protocol.content import CLIENT_ID
from rystic_asgi.protocol.errors import ErrorKind, kind_of_status, kind_of_type
from rystic_asgi.protocol.tools import TOOL_NAME
from rystic_asgi.script.fault import ScriptError, check_keys, check_type, shown


class ScriptedError(Struct, frozen=True):
    """An HTTP error in place of content; what the script left out comes from the catalogue."""

    status: int
    type: str
    message: str
    details: dict[str, Any] | None
    headers: dict[str, str]


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


UNCHECKED: Final = ("input", "tool", "grammar", "format")

_KEYS: Final = ("content", "stop_reason", "stop_sequence", "stop_details", "usage", "model", "error", "unchecked")
_ERROR_KEYS: Final[dict[str, type]] = {
    "status": int,
    "type": str,
    "message": str,
    "details": dict,
    "headers": dict,
}
_COUNTS: Final = ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
_USAGE: Final[dict[str, type]] = {
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
    return tuple(read_reply(item, f"{place}.{index}") for index, item in enumerate(value))


def read_reply(value: Any, place: str) -> Reply:
    """The reply of a JSON value; a string is a reply of one text. Raises ScriptError."""
    check_type(value, (dict, str), place)
    if isinstance(value, str):
        return text_reply(value)
    check_keys(value, _KEYS, place)
    if "error" in value:
        if len(value) > 1:
            raise ScriptError(place, "a reply with an error holds nothing else")
        return Reply(value, error=_read_error(value["error"], f"{place}.error"))
    if "content" not in value:
        raise ScriptError(place, "content or error expected; for a reply without any block write content: []")
    return _read_message(value, place)


def text_reply(text: str) -> Reply:
    """A reply of one text."""
    return Reply(text, ({"type": "text", "text": text},))


def _read_message(value: Mapping[str, Any], place: str) -> Reply:
    check_type(value["content"], list, f"{place}.content")
    content = tuple(_read_block(block, f"{place}.content.{index}") for index, block in enumerate(value["content"]))
    for key, check in _MEMBERS.items():
        if value.get(key) is not None:
            check(value[key], f"{place}.{key}")
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
    )
    if "grammar" not in reply.unchecked:
        _check_grammar(reply.content, f"{place}.content")
    return reply


def _read_block(block: Any, place: str) -> dict[str, Any]:
    check_type(block, dict, place)
    row = BLOCKS.get(block.get("type")) if isinstance(block.get("type"), str) else None
    if row is None:
        raise ScriptError(f"{place}.type", f"one of {', '.join(BLOCKS)} expected, found {shown(block.get('type'))}")
    keys = row.required | row.optional
    check_keys(block, ("type", *keys), place)
    for key, kind in keys.items():
        if key in block:
            check_type(block[key], kind, f"{place}.{key}")
        elif key in row.required:
            raise ScriptError(f"{place}.{key}", f"missing; a {row.tag} block needs it")
    return {key: block[key] for key in ("type", *keys) if key in block}


def _stop_reason(content: Iterable[Mapping[str, Any]]) -> str:
    return "tool_use" if any(block["type"] == "tool_use" for block in content) else "end_turn"


_STOP_DETAILS: Final[dict[Any, dict[str, Any]]] = {
    "refusal": {"type": "refusal", "category": None, "explanation": None},
}
"""What stands beside a stop reason where the script gives nothing. Source: anthropic 2.14.0, types/message.py."""


def _check_usage(value: Any, place: str) -> None:
    check_type(value, dict, place)
    check_keys(value, tuple(_USAGE), place)
    for key, count in value.items():
        check_type(count, _USAGE[key], f"{place}.{key}")
        if _USAGE[key] is int and count < 0:
            raise ScriptError(f"{place}.{key}", f"a count of tokens is never negative, found {count}")


def _check_string(value: Any, place: str) -> None:
    check_type(value, str, place)


def _check_object(value: Any, place: str) -> None:
    check_type(value, dict, place)


_MEMBERS: Final[dict[str, Callable[[Any, str], None]]] = {
    "stop_reason": _check_string,
    "stop_sequence": _check_string,
    "stop_details": _check_object,
    "usage": _check_usage,
    "model": _check_string,
}


def _read_unchecked(value: Any, place: str) -> frozenset[str]:
    if value is True:
        return frozenset(UNCHECKED)
    check_type(value, (list, bool), place)
    for name in value or ():
        if name not in UNCHECKED:
            raise ScriptError(place, f"true or a list of {', '.join(UNCHECKED)} expected, found {shown(name)}")
    return frozenset(value or ())


def _read_error(value: Any, place: str) -> ScriptedError:
    check_type(value, dict, place)
    check_keys(value, tuple(_ERROR_KEYS), place)
    for key, expected in _ERROR_KEYS.items():
        if key in value:
            check_type(value[key], expected, f"{place}.{key}")
    for name, header in value.get("headers", {}).items():
        _check_header(name, header, f"{place}.headers.{name}")
    kind = _error_kind(value, place)
    return ScriptedError(
        kind.status,
        value.get("type", kind.type),
        value.get("message", kind.message),
        value.get("details"),
        {name.lower(): header for name, header in value.get("headers", {}).items()},
    )


def _check_header(name: str, value: Any, place: str) -> None:
    check_type(value, str, place)
    if not _HEADER_NAME.fullmatch(name) or not _HEADER_VALUE.fullmatch(value):
        raise ScriptError(place, "not a name and value that an HTTP header can carry")


_HEADER_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE: Final = re.compile(r"[\t\x20-\x7e\x80-\xff]*")


def _error_kind(value: Mapping[str, Any], place: str) -> ErrorKind:
    if "status" not in value and "type" not in value:
        raise ScriptError(place, "status or type expected")
    if "status" in value:
        if not 400 <= value["status"] <= 599:
            raise ScriptError(f"{place}.status", f"a status from 400 to 599 expected, found {value['status']}")
        return kind_of_status(value["status"])
    kind = kind_of_type(value["type"])
    if kind is None:
        raise ScriptError(f"{place}.type", f"no status is known for {value['type']!r}; give status as well")
    return kind


_CLIENT_ID: Final = re.compile(CLIENT_ID)
_TOOL_NAME: Final = re.compile(TOOL_NAME)
_MEANT: Final = 'if it is meant, mark the reply with unchecked: ["grammar"]'


def _check_grammar(content: Iterable[Mapping[str, Any]], place: str) -> None:
    ids: set[str] = set()
    for index, block in enumerate(content):
        if block["type"] == "text" and ids:
            message = f"the API sends no text after a call in one reply; {_MEANT}"
            raise ScriptError(f"{place}.{index}", message)
        if block["type"] == "tool_use":
            _check_call(block, ids, f"{place}.{index}")
            ids.add(block.get("id", f"left out {index}"))


def _check_call(block: Mapping[str, Any], ids: set[str], place: str) -> None:
    if not _TOOL_NAME.search(block["name"]):
        raise ScriptError(
            f"{place}.name", f"1 to 128 letters, digits, - and _ expected, found {shown(block['name'])}; {_MEANT}"
        )
    if "id" in block and not _CLIENT_ID.search(block["id"]):
        raise ScriptError(f"{place}.id", f"letters, digits, - and _ expected, found {shown(block['id'])}; {_MEANT}")
    if block.get("id") in ids:
        raise ScriptError(f"{place}.id", f"{block['id']!r} stands twice in one reply; {_MEANT}")
