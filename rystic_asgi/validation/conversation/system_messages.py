"""The rules for messages of role system: where they stand, and what they hold.

Several in a row are one section. The form that only directs (no content, with ``output_config``) stands anywhere.
Source: https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages
"""

from typing import Final

from rystic_asgi.protocol.content import (
    SERVER_RESULTS,
    ContentBlock,
    TextBlock,
    ToolAdditionBlock,
    ToolRemovalBlock,
    ToolUseBlock,
)
from rystic_asgi.protocol.requests import Message
from rystic_asgi.validation.problem import Problem

_DIRECTIVE: Final = "; the directive-only form (content: [] with output_config) is accepted at any position"
_FIRST: Final = "use the top-level 'system' parameter for the initial system prompt" + _DIRECTIVE
_BEFORE: Final = "role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result"
_AFTER: Final = "role 'system' must precede an 'assistant' message or end the array" + _DIRECTIVE
_EMPTY: Final = "system content must contain at least one block"
_BLOCKS: Final = "role 'system' supports text, tool_addition and tool_removal blocks only"
_BLANK: Final = "system text blocks must contain non-whitespace text"

_ALLOWED: Final = (TextBlock, ToolAdditionBlock, ToolRemovalBlock)


def system_message_problems(
    message: Message, number: int, before: Message | None, after: Message | None
) -> list[Problem]:
    """The faults of ``messages[number]``, which is of role system; ``before`` is the message before its section."""
    if not message.content and message.output_config is not None and message.output_config.effort is not None:
        return []
    found = [*_place_faults(before, after), *_content_faults(message)]
    return [Problem(f"messages.{number}", fault, "system-messages") for fault in found]


def directive_problems(message: Message, number: int) -> list[Problem]:
    """The fault of a message of another role that directs like one of role system."""
    name = "output_config" if message.output_config is not None else "clear_at"
    fault = f"{name} is only permitted on role 'system' messages"
    return [Problem(f"messages.{number}", fault, "system-messages")]


def _place_faults(before: Message | None, after: Message | None) -> list[str]:
    if before is None:
        return [_FIRST]
    content = before.content if before.role == "assistant" and isinstance(before.content, list) else []
    if content and isinstance(content[-1], ToolUseBlock):
        return []  # the call's missing result is told
    if not _may_follow(before):
        return [_BEFORE]
    return [_AFTER] if after is not None and after.role == "user" else []


def _may_follow(message: Message) -> bool:
    content = message.content
    if message.role == "user":
        return True
    if not content or isinstance(content, str):
        return False
    return isinstance(content[-1], SERVER_RESULTS)


def _content_faults(message: Message) -> list[str]:
    content = message.content
    if not content:
        return [_EMPTY]
    if isinstance(content, str):
        return [_BLANK] if content.isspace() else []
    return [fault for block in content for fault in _block_faults(block)]


def _block_faults(block: ContentBlock) -> list[str]:
    if not isinstance(block, _ALLOWED):
        return [_BLOCKS]
    return [_BLANK] if isinstance(block, TextBlock) and not block.text.strip() else []
