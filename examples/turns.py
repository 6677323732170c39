"""What the Python examples share: reading a reply, and the two messages that carry on after its tool calls."""

from collections.abc import Callable

from anthropic.types import Message, MessageParam, TextBlock, ToolResultBlockParam, ToolUseBlock


def joined_text(reply: Message) -> str:
    """All text of a reply; empty when it has none."""
    texts = [block.text for block in reply.content if isinstance(block, TextBlock)]
    return "".join(texts)


def exchange(reply: Message, run: Callable[[ToolUseBlock], str]) -> tuple[MessageParam, MessageParam]:
    """The reply as it came, and one message with a result for each of its calls, in their order."""
    calls = [block for block in reply.content if isinstance(block, ToolUseBlock)]
    return (
        {"content": reply.content, "role": "assistant"},
        {"content": [_result_of(call, run) for call in calls], "role": "user"},
    )


def _result_of(call: ToolUseBlock, run: Callable[[ToolUseBlock], str]) -> ToolResultBlockParam:
    """What ``run`` returns or, marked as an error, what it raises."""
    try:
        content, failed = run(call), False
    except Exception as fault:
        content, failed = f"{call.name} did not work: {fault}", True
    return ToolResultBlockParam(type="tool_result", tool_use_id=call.id, content=content, is_error=failed)
