"""The rules for a result by who made its call: a member of a client's toolset, or running code.

Sources: https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference#client-toolsets,
.../browser-use-tool#errors and .../programmatic-tool-calling#message-formatting-restrictions; the words are ours.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rystic_asgi.protocol.content import (
    BrowserStateBlock,
    ImageBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    tag_of,
)
from rystic_asgi.protocol.requests import Message
from rystic_asgi.protocol.server_results import CodeExecutionCaller20250825, CodeExecutionCaller20260120
from rystic_asgi.validation.problem import Problem

CODE_CALLERS: Final = (CodeExecutionCaller20250825, CodeExecutionCaller20260120)
_OF_MEMBERS: Final = (TextBlock, ImageBlock, BrowserStateBlock)

_ECHO: Final = "toolset_name must be '{name}', as in the call"
_NO_ECHO: Final = "toolset_name must be left out, as in the call"
_MEMBER_CONTENT: Final = "the result of a toolset's member holds text, image and browser_state blocks only"
_CODE_CONTENT: Final = "the result of a programmatic call holds text only"
_RESULTS_ONLY: Final = "while programmatic calls wait for their results, a message holds `tool_result` blocks only"


class Answers:
    """Knows the calls whose results are of another form, each by its id while no other call has it."""

    __slots__ = ("calls", "problems")

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        self.calls: dict[str, ToolUseBlock] = {}

    def read_call(self, block: ToolUseBlock) -> None:
        """A call in an assistant message."""
        if block.toolset_name is not None or isinstance(block.caller, CODE_CALLERS):
            self.calls[block.id] = block
        elif self.calls:
            self.calls.pop(block.id, None)

    def read_result(self, block: ToolResultBlock, path: str) -> None:
        """A result at ``path`` that answers a call of the turn before it."""
        self.problems += _faults(block, self.calls.get(block.tool_use_id), f"{path}.tool_result")


def _faults(block: ToolResultBlock, call: ToolUseBlock | None, path: str) -> Iterator[Problem]:
    name = None if call is None else call.toolset_name
    if block.toolset_name != name:
        message = _NO_ECHO if name is None else _ECHO.format(name=name)
        yield Problem(f"{path}.toolset_name", message, "toolset-results")
    if call is None:
        return
    for index, inner in enumerate(block.content if isinstance(block.content, list) else ()):
        hint = f"it is of type {tag_of(inner)}"
        if name is not None and not isinstance(inner, _OF_MEMBERS):
            yield Problem(f"{path}.content.{index}", _MEMBER_CONTENT, "toolset-results", hint)
        if isinstance(call.caller, CODE_CALLERS) and not isinstance(inner, TextBlock):
            yield Problem(f"{path}.content.{index}", _CODE_CONTENT, "programmatic-results", hint)


def is_called_by_code(messages: Sequence[Message]) -> bool:
    """Whether the last assistant message holds calls that running code waits for."""
    at = _last_of_assistant(messages)
    return at >= 0 and _has_call_by_code(messages[at])


def pending_call_problems(messages: Sequence[Message]) -> Iterator[Problem]:
    """What stands beside the results that running code waits for."""
    at = _last_of_assistant(messages)
    if at < 0 or not _has_call_by_code(messages[at]):
        return
    for number in range(at + 1, len(messages)):
        message = messages[number]
        others = [index for index, block in enumerate(message.blocks) if not isinstance(block, ToolResultBlock)]
        if isinstance(message.content, str):
            yield Problem(f"messages.{number}.content", _RESULTS_ONLY, "programmatic-results")
        yield from (
            Problem(f"messages.{number}.content.{index}", _RESULTS_ONLY, "programmatic-results") for index in others
        )


def _last_of_assistant(messages: Sequence[Message]) -> int:
    return next((at for at in range(len(messages) - 1, -1, -1) if messages[at].role == "assistant"), -1)


def _has_call_by_code(message: Message) -> bool:
    calls = (block for block in message.blocks if isinstance(block, ToolUseBlock))
    return any(isinstance(call.caller, CODE_CALLERS) for call in calls)
