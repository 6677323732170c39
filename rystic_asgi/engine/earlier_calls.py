"""The server tools' calls that the turn a request goes on with has left open.

The turn reaches back over messages that hold the results of the client's tools alone.
Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from rystic_asgi.protocol.blocks import MCP_CALL
from rystic_asgi.protocol.content import McpToolUseBlock, ServerToolUseBlock, ToolResultBlock
from rystic_asgi.protocol.requests import Message
from rystic_asgi.script.open_calls import OpenCall, OpenCalls


def earlier_calls(messages: Sequence[Message]) -> OpenCalls:
    """The calls without a result in the last turn; linear in that turn."""
    calls = OpenCalls()
    for message in _turn(messages):
        for block in message.content if isinstance(message.content, list) else ():
            _note(block, calls)
    return calls


def _turn(messages: Sequence[Message]) -> Sequence[Message]:
    start = len(messages)
    while start and _goes_on(messages[start - 1]):
        start -= 1
    return messages[start:]


def _goes_on(message: Message) -> bool:
    if message.role != "user":
        return True
    return isinstance(message.content, list) and all(isinstance(block, ToolResultBlock) for block in message.content)


def _note(block: Any, calls: OpenCalls) -> None:
    if isinstance(block, ServerToolUseBlock):
        caller = None if block.caller is None else msgspec.to_builtins(block.caller)
        calls.add(OpenCall(block.id, block.name, caller))
    elif isinstance(block, McpToolUseBlock):
        calls.add(OpenCall(block.id, MCP_CALL))
    elif not isinstance(block, ToolResultBlock) and hasattr(block, "tool_use_id"):
        calls.answer((), block.tool_use_id)
