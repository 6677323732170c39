"""What the API could not have sent: the rules for the content of one reply."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from rystic_asgi.protocol.content import CLIENT_ID
from rystic_asgi.protocol.tools import TOOL_NAME
from rystic_asgi.script.fault import ScriptError, shown

_CLIENT_ID: Final = re.compile(CLIENT_ID)
_TOOL_NAME: Final = re.compile(TOOL_NAME)
_MEANT: Final = 'if it is meant, mark the reply with unchecked: ["grammar"]'


def check_grammar(content: Iterable[Mapping[str, Any]], place: str) -> None:
    """Raise ScriptError for the first block that breaks a rule."""
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
