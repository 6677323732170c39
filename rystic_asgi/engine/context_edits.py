"""Context editing: what of the messages is cleared before the model reads them, and what is told of it.

Source: https://platform.claude.com/docs/en/build-with-claude/context-editing, and anthropic 2.14.0,
types/beta/beta_clear_*_edit_response.py.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from msgspec import UNSET, structs

from rystic_asgi.engine.prompt import Prompt
from rystic_asgi.protocol.content import THINKING_BLOCKS, ToolResultBlock
from rystic_asgi.protocol.parameters import (
    ClearThinking20251015,
    ClearToolUses20250919,
    ThinkingTurns,
    ToolUsesTrigger,
)
from rystic_asgi.protocol.prompt_cache import reader_of
from rystic_asgi.protocol.requests import Message
from rystic_asgi.validation.prompt_tokens import size_of

CLEARED: Final = "[cleared]"
"""What stands for a result that was cleared; the API's own words are not known."""
TRIGGER_TOKENS: Final = 100_000
KEPT_USES: Final = 3
"""What holds where the request says nothing."""

Applied = dict[str, Any]
Edit = ClearToolUses20250919 | ClearThinking20251015
Changes = dict[tuple[int, int], Any]
"""Blocks by message and place, and what they become; None for those that go."""


def apply_edits(prompt: Prompt, edits: list[Any]) -> list[Applied]:
    """Clear what ``edits`` ask for, of each kind the first, one after the other; what was cleared is told."""
    first = {type(edit): edit for edit in reversed(edits)}
    applied = [_EDITS[kind](prompt, edit) for kind, edit in reversed(first.items()) if kind in _EDITS]
    return [told for told in applied if told is not None]


def drop_old_thinking(prompt: Prompt) -> None:
    """Leave out the thinking before the last message in which the user says more than results.

    Source: https://platform.claude.com/docs/en/build-with-claude/prompt-caching#caching-with-thinking-blocks
    """
    messages = prompt.messages
    last = next((number for number in reversed(range(len(messages))) if _begins_turn(messages[number])), 0)
    _change(prompt, dict.fromkeys(_thinking_places(messages, range(last))))


class _Use(NamedTuple):
    """A call that has its result: where both stand."""

    name: str
    call: tuple[int, int]
    result: tuple[int, int]


def _clear_tool_uses(prompt: Prompt, edit: ClearToolUses20250919) -> Applied | None:
    """The oldest results go, but for the last few and those of tools that are excluded."""
    uses = [*_uses(prompt.messages)]
    if not _is_triggered(prompt, edit, len(uses)):
        return None
    kept = KEPT_USES if edit.keep is UNSET else edit.keep.value
    old = uses[: max(len(uses) - kept, 0)]
    cleared = [use for use in old if use.name not in (edit.exclude_tools or ())]
    changes: Changes = {}
    for use in cleared:
        changes[use.result] = _without(prompt, use.result, "content", CLEARED)
        if edit.clear_tool_inputs is True or use.name in (edit.clear_tool_inputs or ()):
            changes[use.call] = _without(prompt, use.call, "input", {})
    least = 0 if edit.clear_at_least is None else edit.clear_at_least.value
    return _told(prompt, edit, "cleared_tool_uses", len(cleared), changes, least)


def _is_triggered(prompt: Prompt, edit: ClearToolUses20250919, uses: int) -> bool:
    if isinstance(edit.trigger, ToolUsesTrigger):
        return uses > edit.trigger.value
    return prompt.tokens > (TRIGGER_TOKENS if edit.trigger is UNSET else edit.trigger.value)


def _uses(messages: list[Message]) -> Iterator[_Use]:
    """The calls of any tool with their results, in the order of the results."""
    calls: dict[str, tuple[str, tuple[int, int]]] = {}
    block: Any
    for number, message in enumerate(messages):
        for index, block in enumerate(message.blocks):
            if hasattr(block, "input"):
                calls[block.id] = (block.name, (number, index))
            elif getattr(block, "tool_use_id", None) in calls:
                yield _Use(*calls.pop(block.tool_use_id), (number, index))


def _without(prompt: Prompt, place: tuple[int, int], member: str, value: Any) -> Any:
    """The block with ``value`` in it, unless it is longer then."""
    block: Any = prompt.messages[place[0]].blocks[place[1]]
    return min(structs.replace(block, **{member: value}), block, key=size_of)


def _clear_thinking(prompt: Prompt, edit: ClearThinking20251015) -> Applied | None:
    """The thinking of all but the last turns that hold any goes."""
    kept = _kept_turns(edit, prompt.request.model)
    turns = [places for turn in _turns(prompt.messages) if (places := [*_thinking_places(prompt.messages, turn)])]
    cleared = [] if kept is None else turns[: max(len(turns) - kept, 0)]
    changes: Changes = {place: None for turn in cleared for place in turn}
    return _told(prompt, edit, "cleared_thinking_turns", len(cleared), changes)


def _kept_turns(edit: ClearThinking20251015, model: str) -> int | None:
    """How many turns are kept; None for all."""
    if isinstance(edit.keep, ThinkingTurns):
        return edit.keep.value
    return 1 if edit.keep is UNSET and not reader_of(model).keeps_thinking else None


def _turns(messages: list[Message]) -> Iterator[range]:
    """The model's turns: each goes on until the user says more than results."""
    start = 0
    for number, message in enumerate(messages):
        if _begins_turn(message):
            yield range(start, number)
            start = number
    yield range(start, len(messages))


def _begins_turn(message: Message) -> bool:
    if message.role != "user":
        return False
    return not message.blocks or not all(isinstance(block, ToolResultBlock) for block in message.blocks)


def _thinking_places(messages: list[Message], numbers: range) -> Iterator[tuple[int, int]]:
    for number in numbers:
        for index, block in enumerate(messages[number].blocks):
            if isinstance(block, THINKING_BLOCKS):
                yield number, index


def _told(prompt: Prompt, edit: Edit, member: str, count: int, changes: Changes, least: int = 0) -> Applied | None:
    """Make the changes and tell of them; nothing is changed where that clears fewer tokens than ``least``."""
    if not count:
        return None
    before, was = prompt.tokens, {number: list(prompt.messages[number].blocks) for number, _ in changes}
    _change(prompt, changes)
    cleared = before - prompt.tokens
    if cleared < least:
        for number, blocks in was.items():
            prompt.replace(number, blocks)
        return None
    return {"type": edit.__struct_config__.tag, member: count, "cleared_input_tokens": cleared}


def _change(prompt: Prompt, changes: Changes) -> None:
    for number in dict.fromkeys(number for number, _ in changes):
        blocks = enumerate(prompt.messages[number].blocks)
        changed = (changes.get((number, index), block) for index, block in blocks)
        prompt.replace(number, [block for block in changed if block is not None])


_EDITS: Final[dict[type, Callable[[Prompt, Any], Applied | None]]] = {
    ClearToolUses20250919: _clear_tool_uses,
    ClearThinking20251015: _clear_thinking,
}
"""Edits that clear; compaction is a reply."""
