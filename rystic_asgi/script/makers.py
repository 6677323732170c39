"""Short ways to write replies in Python: each gives the JSON that a script would hold."""

from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any

from rystic_asgi.script.fault import ScriptError, shown
from rystic_asgi.script.python_values import as_json

Function = Callable[[Any], Any]


def text(text: str) -> dict[str, Any]:
    """A text block; alone in a script it is a whole reply."""
    return {"type": "text", "text": text}


def tool_use(name: str, input: dict[str, Any] | None = None, *, id: str | None = None) -> dict[str, Any]:
    """A call of a tool; alone in a script it is a whole reply. Without ``input`` one that fits the schema is made."""
    block: dict[str, Any] = {"type": "tool_use", "name": name}
    if id is not None:
        block["id"] = id
    if input is not None:
        block["input"] = input
    return block


def thinking(thinking: str, *, signature: str | None = None) -> dict[str, Any]:
    """A thinking block; a signature is filled in where none is given."""
    block = {"type": "thinking", "thinking": thinking}
    return block if signature is None else {**block, "signature": signature}


def reply(*blocks: dict[str, Any] | str | Function, **members: Any) -> dict[str, Any]:
    """A reply of several blocks, or one that a function gives.

    ``members`` are ``stop_reason``, ``usage``, ``when``, ``times`` and the like; beside a function the last two alone.
    """
    if len(blocks) == 1 and callable(blocks[0]):
        return {"function": blocks[0], **members}
    return {"content": [text(block) if isinstance(block, str) else block for block in blocks], **members}


def error(status: int | None = None, *, when: Any = None, times: Any = None, **members: Any) -> dict[str, Any]:
    """An HTTP error in place of a reply; ``members`` are ``type``, ``message``, ``details`` and ``headers``."""
    taking = {key: value for key, value in (("when", when), ("times", times)) if value is not None}
    return {"error": members if status is None else {"status": status, **members}, **taking}


def as_script(replies: Iterable[Any]) -> list[Any]:
    """Replies as JSON would hold them, functions as they are. Raises ScriptError."""
    if isinstance(replies, str | bytes | Mapping | Set) or not isinstance(replies, Iterable):
        raise ScriptError("replies", f"a list of replies expected, found {shown(replies)}")
    return [as_reply(item) for item in replies]


def as_reply(item: Any) -> Any:
    """A reply as JSON would hold it: a block on its own becomes a reply of one block. Raises ScriptError."""
    if callable(item):
        return item
    if isinstance(item, dict) and callable(item.get("function")):
        rest = {key: value for key, value in item.items() if key != "function"}
        return {"function": item["function"], **as_json(rest)}
    return as_json({"content": [item]} if isinstance(item, dict) and "type" in item else item)
