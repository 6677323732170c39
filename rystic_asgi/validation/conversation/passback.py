"""Thinking that comes back: the last assistant turn holds it as it was issued.

The API knows its thinking by a signature; here the simulator remembers what it issued, and judges nothing else.
Source: https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from rystic_asgi.protocol.content import THINKING_BLOCKS, ToolUseBlock
from rystic_asgi.protocol.parameters import ThinkingDisabled
from rystic_asgi.protocol.requests import Message, MessagesRequest
from rystic_asgi.validation.problem import Problem

_MODIFIED: Final = (
    "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. "
    "These blocks must remain as they were in the original response."
)
_RULE: Final = "thinking-passback"

_THINKING: Final = ("thinking", "redacted_thinking")
_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "text": ("text",),
    "thinking": ("thinking", "signature"),
    "redacted_thinking": ("data",),
    "tool_use": ("id", "name", "input"),
    "server_tool_use": ("id", "name", "input"),
    "mcp_tool_use": ("id", "name", "input"),
}
"""What of a block is compared; of a result the call that it answers."""
_OF_OTHERS: Final = ("tool_use_id",)

Block = Mapping[str, Any]
Recall = Callable[[str], Sequence[bytes]]
"""From one of the ``memory_keys`` to the contents that were issued with it, as JSON."""


def nothing_issued(key: str) -> Sequence[bytes]:
    """The memory of a simulator that has answered nothing."""
    return ()


class _Placed(NamedTuple):
    path: str
    block: Block


def memory_keys(content: Sequence[Block]) -> list[str]:
    """By what a reply with thinking is recalled: its signatures, its redacted data, the ids of its calls."""
    keys = _thinking_keys(content)
    return [*keys, *(str(block["id"]) for block in content if block["type"] == "tool_use")] if keys else []


def _thinking_keys(content: Iterable[Block]) -> list[str]:
    found = (block.get("signature") or block.get("data") for block in content if block["type"] in _THINKING)
    return [str(key) for key in found if key]


def passback_problems(request: MessagesRequest, recall: Recall) -> Iterator[Problem]:
    """Blocks of the last assistant turn that differ from what was issued; none where nothing of it is known."""
    if isinstance(request.thinking, ThinkingDisabled):
        return
    turn = _last_turn(request.messages)
    for place, placed in enumerate(turn):
        for key in _thinking_keys([placed.block]):
            faults = [_fault(turn, place, msgspec.json.decode(content), key) for content in recall(key)]
            if faults and faults[0] is not None and None not in faults:
                yield faults[0]


def issued_thinking(blocks: Iterable[Any], recall: Recall) -> str:
    """The thinking block with which the reply that holds one of the calls among ``blocks`` began, as JSON."""
    for call in blocks:
        contents = recall(call.id) if isinstance(call, ToolUseBlock) else ()
        first = next((msgspec.json.decode(content)[0] for content in contents), None)
        if first is not None and first["type"] in _THINKING:
            return _short(first)
    return ""


def _last_turn(messages: Sequence[Message]) -> list[_Placed]:
    """The blocks of the last assistant turn; none where it holds no thinking. Blank texts are left out."""
    end = next((at for at in range(len(messages) - 1, -1, -1) if messages[at].role == "assistant"), -1)
    start = end
    while start > 0 and messages[start - 1].role == "assistant":
        start -= 1
    blocks = [
        (f"messages.{number}.content.{index}", block)
        for number in range(max(start, 0), end + 1)
        for index, block in enumerate(messages[number].blocks)
    ]
    if not any(isinstance(block, THINKING_BLOCKS) for _, block in blocks):
        return []
    placed = [_Placed(path, msgspec.to_builtins(block)) for path, block in blocks]
    return [one for one in placed if not _is_blank(one.block)]


def _is_blank(block: Block) -> bool:
    return block["type"] == "text" and not block["text"].strip()


def _fault(turn: Sequence[_Placed], place: int, content: Sequence[Block], key: str) -> Problem | None:
    """Where ``turn`` differs from ``content``, the thinking known by ``key`` laid over each other."""
    issued = [block for block in content if not _is_blank(block)]
    last = max(at for at, block in enumerate(issued) if block["type"] in _THINKING)
    first = place - next(at for at, block in enumerate(issued) if key in _thinking_keys([block]))
    for at, block in enumerate(issued[: last + 1], start=first):
        found = turn[at] if 0 <= at < len(turn) else None
        if found is None or _essence(found.block) != _essence(block):
            path = (found or turn[place]).path
            hint = f"the reply had this `{block['type']}` block there: {_short(block)}"
            return Problem(path, _MODIFIED, _RULE, hint)
    return None


def _essence(block: Block) -> tuple[Any, ...]:
    keys = _KEYS.get(block["type"], _OF_OTHERS)
    return (block["type"], *(block.get(key) for key in keys))


def _short(block: Block) -> str:
    written = msgspec.json.encode(block).decode()
    return written if len(written) <= _SHORT else f"{written[:_SHORT]}…"


_SHORT: Final = 200
