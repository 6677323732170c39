"""The rules for thinking in the last assistant turn.

Sources: https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting,
https://github.com/Kilo-Org/kilocode/issues/5219 and https://github.com/tailcallhq/forgecode/issues/1853.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from msgspec import UNSET

from rystic_asgi.protocol.content import THINKING_BLOCKS, ToolResultBlock, tag_of
from rystic_asgi.protocol.models import may_think_unasked
from rystic_asgi.protocol.parameters import ThinkingDisabled, ThinkingEnabled
from rystic_asgi.protocol.requests import Message, MessagesRequest
from rystic_asgi.validation.conversation.passback import Recall, issued_thinking
from rystic_asgi.validation.problem import Problem

_FIRST: Final = (
    "Expected `thinking` or `redacted_thinking`, but found `{found}`. When `thinking` is enabled, a final `assistant` "
    "message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). "
    "To avoid this requirement, disable `thinking`."
)
_FINAL: Final = (
    "When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. "
    "To use thinking blocks, enable `thinking` in your request."
)


def thinking_problems(request: MessagesRequest, recall: Recall) -> Iterator[Problem]:
    """The faults of the last assistant turn under the request's ``thinking``; ``recall`` knows what was issued."""
    if isinstance(request.thinking, ThinkingEnabled):
        yield from _first_block_problems(request.messages, recall)
    elif isinstance(request.thinking, ThinkingDisabled) or _is_off(request):
        yield from _final_message_problems(request)


def _is_off(request: MessagesRequest) -> bool:
    return request.thinking is UNSET and not may_think_unasked(request.model)


def _first_block_problems(messages: Sequence[Message], recall: Recall) -> Iterator[Problem]:
    """The reply that the conversation goes on from begins with thinking; a tool's results are part of that reply."""
    number = _start_of_reply(messages)
    blocks = () if number is None else messages[number].blocks
    if blocks and not isinstance(blocks[0], THINKING_BLOCKS):
        message = _FIRST.format(found=tag_of(blocks[0]))
        issued = issued_thinking(blocks, recall)
        hint = f"the reply began with this block, which did not come back: {issued}" if issued else ""
        yield Problem(f"messages.{number}.content.0.type", message, "thinking-first", hint)
    elif number is not None and isinstance(messages[number].content, str) and messages[number].content:
        yield Problem(f"messages.{number}.content.0.type", _FIRST.format(found="text"), "thinking-first")


def _start_of_reply(messages: Sequence[Message]) -> int | None:
    """The first assistant message since a user last said something that is no result; None where there is none."""
    start, has_heard, has_result = None, False, False
    for number in range(len(messages) - 1, -1, -1):
        message = messages[number]
        if message.role == "assistant":
            if has_heard and not has_result:
                break
            start, has_heard, has_result = number, False, False
        elif message.role == "user":
            has_heard = True
            has_result |= any(isinstance(block, ToolResultBlock) for block in message.blocks)
    return start


def _final_message_problems(request: MessagesRequest) -> Iterator[Problem]:
    turn = takewhile(
        lambda number: request.messages[number].role == "assistant", reversed(range(len(request.messages)))
    )
    for number in reversed(list(turn)):
        for index, block in enumerate(request.messages[number].blocks):
            if isinstance(block, THINKING_BLOCKS):
                yield Problem(f"messages.{number}.content.{index}", _FINAL, "thinking-final")
