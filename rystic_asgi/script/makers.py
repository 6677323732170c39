"""Short ways to write replies in Python: each gives the JSON that a script would hold."""

from collections.abc import Iterable, Mapping, Set
from typing import Any

from rystic_asgi.script.fault import ScriptError, shown


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


def reply(*blocks: dict[str, Any] | str, **members: Any) -> dict[str, Any]:
    """A reply of several blocks; ``members`` are ``stop_reason``, ``usage``, ``model``, ``unchecked`` and the like."""
    return {"content": [text(block) if isinstance(block, str) else block for block in blocks], **members}


def error(status: int | None = None, **members: Any) -> dict[str, Any]:
    """An HTTP error in place of a reply; ``members`` are ``type``, ``message``, ``details`` and ``headers``."""
    return {"error": members if status is None else {"status": status, **members}}


def as_script(replies: Iterable[Any]) -> list[Any]:
    """Replies as JSON would hold them: a block on its own becomes a reply of one block. Raises ScriptError."""
    if isinstance(replies, str | bytes | Mapping | Set) or not isinstance(replies, Iterable):
        raise ScriptError("replies", f"a list of replies expected, found {shown(replies)}")
    return [{"content": [item]} if isinstance(item, dict) and "type" in item else item for item in replies]
