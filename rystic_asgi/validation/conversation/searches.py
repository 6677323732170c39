"""Web search results that come back: their content is encrypted, and the same as when it was issued.

The API decrypts it; here the simulator remembers what it issued, and of all others asks only that there is some.
Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool, and for the words
https://github.com/code-yeongyu/senpi/pull/150.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from rystic_asgi.protocol.content import WebSearchToolResultBlock
from rystic_asgi.validation.conversation.passback import Recall
from rystic_asgi.validation.problem import Problem

_INVALID: Final = "Invalid `encrypted_content` in `search_result` block"
_EMPTY: Final = "content.{index}.encrypted_content is empty"
_CHANGED: Final = "content.{index}.encrypted_content is none that the results of {call} came with"
_RESULT: Final = "web_search_tool_result"


def search_memories(content: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, bytes]]:
    """What is remembered of a reply, and by which key: the encrypted contents of each search's results."""
    for block in content:
        if block["type"] == _RESULT and isinstance(block["content"], list):
            issued = [result["encrypted_content"] for result in block["content"]]
            yield _key(block["tool_use_id"]), msgspec.json.encode(issued)


def search_problems(block: WebSearchToolResultBlock, path: str, recall: Recall) -> Iterator[Problem]:
    """The results at ``path`` whose content is not as it was issued; any passes for a search that is not known."""
    if not isinstance(block.content, list):
        return
    memories = recall(_key(block.tool_use_id))
    issued = {one for memory in memories for one in msgspec.json.decode(memory)}
    for index, result in enumerate(block.content):
        if result.encrypted_content not in issued and (memories or not result.encrypted_content):
            hint = (_CHANGED if memories else _EMPTY).format(index=index, call=block.tool_use_id)
            yield Problem(path, _INVALID, "search-passback", hint)


def _key(call: str) -> str:
    """Apart from the ids of calls, by which thinking is remembered."""
    return f"{_RESULT} {call}"
