"""Thinking that comes back: the last assistant turn holds it as it was issued.

The API knows its thinking by a signature; here the simulator remembers what it issued, and judges nothing else.
Source: https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from rystic_asgi.protocol.content import THINKING_BLOCKS, ToolUseBlock
from rystic_asgi.protocol.models import resolve_model
from rystic_asgi.protocol.parameters import ThinkingDisabled
from rystic_asgi.protocol.requests import Message, MessagesRequest
from rystic_asgi.validation.problem import Problem

_MODIFIED: Final = (
    "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. "
    "These blocks must remain as they were in the original response."
)
_SIGNATURE: Final = "Invalid `signature` in `thinking` block"
"""Source: https://github.com/anthropics/claude-code/issues/10627"""
_RULE: Final = "thinking-passback"

_THINKING: Final = ("thinking", "redacted_thinking")
_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "text": ("text",),
    "thinking": ("signature", "thinking"),
    "redacted_thinking": ("data",),
    "tool_use": ("id", "name", "input"),
    "server_tool_use": ("id", "name", "input"),
    "mcp_tool_use": ("id", "name", "input"),
}
"""What of a block is compared; of a result the call that it answers."""
_OF_OTHERS: Final = ("tool_use_id",)
_SHORT: Final = 200

Block = Mapping[str, Any]
Recall = Callable[[str], Sequence[bytes]]
"""From one of the ``memory_keys`` to the replies that were issued with it, as ``memory_of`` made them."""


def nothing_issued(key: str) -> Sequence[bytes]:
    """The memory of a simulator that has answered nothing."""
    return ()


def memory_keys(content: Sequence[Block]) -> list[str]:
    """By what a reply with thinking is recalled: its signatures, its redacted data, the ids of its calls."""
    keys = [key for key in map(_thinking_key, content) if key]
    calls = [str(block["id"]) for block in content if block["type"] == "tool_use"]
    return list(dict.fromkeys([*keys, *calls])) if keys else []


def memory_of(model: str, content: Sequence[Block]) -> bytes:
    """A reply as it is remembered; ``model`` is the one that it names."""
    return msgspec.json.encode((model, content))


class _Placed(NamedTuple):
    path: str
    block: Block


def passback_problems(request: MessagesRequest, recall: Recall) -> Iterator[Problem]:
    """The first block of the last assistant turn that differs from what was issued; none where none of it is known."""
    if isinstance(request.thinking, ThinkingDisabled):
        return
    turn = _last_turn(request.messages)
    left = _issued(turn, resolve_model(request.model), recall) if turn else []
    place, is_known = 0, bool(left)
    while is_known and place < len(turn):
        reply = next((issued for issued in left if _stands_at(issued, turn, place)), None)
        if reply is not None:
            left.remove(reply)
            place += len(reply)
        elif turn[place].block["type"] in _THINKING:
            yield _fault(turn, place, left)
            return
        else:
            place += 1


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


def _issued(turn: Sequence[_Placed], model: str, recall: Recall) -> list[list[Block]]:
    """The replies of which the turn holds something, each up to its last thinking, as often as it was issued.

    Another model lets thinking pass that is not its own.
    Source: https://platform.claude.com/docs/en/build-with-claude/thinking
    """
    known: Counter[bytes] = Counter()
    keys = dict.fromkeys(_thinking_key(one.block) or one.block.get("id") for one in turn)
    for key in filter(None, keys):
        known |= Counter(recall(str(key)))
    replies: list[list[Block]] = []
    for memory, times in known.items():
        issued_by, content = msgspec.json.decode(memory)
        if issued_by == model:
            replies += [_up_to_thinking(content)] * times
    return replies


def _up_to_thinking(content: Sequence[Block]) -> list[Block]:
    blocks = [block for block in content if not _is_blank(block)]
    last = max(at for at, block in enumerate(blocks) if block["type"] in _THINKING)
    return blocks[: last + 1]


def _stands_at(reply: Sequence[Block], turn: Sequence[_Placed], place: int) -> bool:
    there = turn[place : place + len(reply)] if _is_same(turn[place].block, reply[0]) else ()
    return len(there) == len(reply) and all(_is_same(one.block, block) for one, block in zip(there, reply, strict=True))


def _fault(turn: Sequence[_Placed], place: int, left: Sequence[Sequence[Block]]) -> Problem:
    """What differs, the thinking at ``place`` laid over the one of the same key, or over the first."""
    key = _thinking_key(turn[place].block)
    reply = next((one for one in left if key in map(_thinking_key, one)), left[0] if left else ())
    before = next((at for at, block in enumerate(reply) if key == _thinking_key(block)), 0)
    for at, block in enumerate(reply, start=place - before):
        found = turn[at] if 0 <= at < len(turn) else None
        if found is None or not _is_same(found.block, block):
            path = (found or turn[place]).path
            message = _SIGNATURE if found is not None and _has_lost_signature(found.block, block) else _MODIFIED
            return Problem(path, message, _RULE, _difference(found and found.block, block))
    return Problem(turn[place].path, _MODIFIED, _RULE, "the reply had no such block there")


def _has_lost_signature(found: Block, issued: Block) -> bool:
    are_thinking = found["type"] == issued["type"] == "thinking"
    return are_thinking and bool(found["thinking"] == issued["thinking"])


def _difference(found: Block | None, issued: Block) -> str:
    if found is None or found["type"] != issued["type"]:
        return f"the reply had this `{issued['type']}` block there: {_short(issued)}"
    for key in _KEYS.get(issued["type"], _OF_OTHERS):
        was, is_now = issued.get(key), found.get(key)
        if was != is_now and isinstance(was, str) and isinstance(is_now, str):
            at = next(
                (at for at, (a, b) in enumerate(zip(was, is_now, strict=False)) if a != b), min(map(len, (was, is_now)))
            )
            return f"`{key}` goes on with {is_now[at:][:40]!r} from character {at} on, it was {was[at:][:40]!r}"
    return f"the reply had this block: {_short(issued)}"


def issued_thinking(blocks: Iterable[Any], recall: Recall) -> str:
    """The thinking block with which the reply that holds one of the calls among ``blocks`` began, as JSON."""
    for call in blocks:
        memories = recall(call.id) if isinstance(call, ToolUseBlock) else ()
        first = next((msgspec.json.decode(memory)[1][0] for memory in memories), None)
        if first is not None and first["type"] in _THINKING:
            return _short(first)
    return ""


def _thinking_key(block: Block) -> str:
    return str(block.get("signature") or block.get("data") or "") if block["type"] in _THINKING else ""


def _is_blank(block: Block) -> bool:
    return block["type"] == "text" and not block["text"].strip()


def _is_same(found: Block, issued: Block) -> bool:
    """Text that fills omitted thinking is passed over."""
    if found["type"] != issued["type"]:
        return False
    keys = _KEYS.get(issued["type"], _OF_OTHERS)
    return all(found.get(key) == issued.get(key) for key in keys if (key, issued.get(key)) != ("thinking", ""))


def _short(block: Block) -> str:
    written = msgspec.json.encode(block).decode()
    return written if len(written) <= _SHORT else f"{written[:_SHORT]}…"
