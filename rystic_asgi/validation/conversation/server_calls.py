"""The rules for calls of tools that the API runs itself, and of MCP servers' tools.

Such a call has its result after it in the conversation: in its turn, or at the start of the next reply where the turn
was paused or the client's results came between.
Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools
"""

from typing import Any, Final

from rystic_asgi.protocol.content import McpToolUseBlock, ServerToolUseBlock
from rystic_asgi.validation.declared_tools import DeclaredNames
from rystic_asgi.validation.problem import Problem

_UNEXPECTED: Final = (
    "unexpected `tool_use_id` found in `{result}` blocks: {id}. "
    "Each `{result}` block must have a corresponding `{call}` block before it."
)
_MISSING: Final = "`{name}` tool use with id `{id}` was found without a corresponding `{name}_tool_result` block"
_UNDECLARED: Final = _MISSING + ", but no `{name}` tool was provided"

_RULE: Final = "server-tool-results"

DECLARED_AS: Final[dict[str, str]] = {
    "bash_code_execution": "code_execution",
    "text_editor_code_execution": "code_execution",
}
"""Names under which a tool calls that was declared under another. Source: docs, code-execution-tool."""

RESULT_OF: Final[dict[str, str]] = dict.fromkeys(
    ("tool_search_tool_regex", "tool_search_tool_bm25"), "tool_search_tool_result"
)
"""Results that are not named after their call. Source: anthropic 2.14.0, types/tool_search_tool_result_block.py."""


class ServerCalls:
    """Follows the server tools' calls until their results are there."""

    __slots__ = ("_results", "open", "problems")

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        self._results: dict[str, str] = {}
        """The type of the result that each call has to come; empty once it has come."""
        self.open: dict[str, tuple[str, int]] = {}
        """The calls without a result so far: each with its tool's name and the number of its message."""

    def read_call(self, block: ServerToolUseBlock, number: int, index: int) -> None:
        """A call of a tool that the API runs."""
        if block.id in self._results:
            path = f"messages.{number}.content.{index}"
            self.problems.append(Problem(path, "`server_tool_use` ids must be unique", "tool-use-ids"))
        self._results[block.id] = RESULT_OF.get(block.name, f"{block.name}_tool_result")
        self.open[block.id] = (block.name, number)

    def read_mcp_call(self, block: McpToolUseBlock) -> None:
        """A call of an MCP server's tool; it needs no result, as the server may fail."""
        self._results[block.id] = "mcp_tool_result"

    def read_result(self, block: Any, result: str, number: int, index: int) -> None:
        """A result of the type ``result``."""
        call = block.tool_use_id
        if self._results.get(call) == result:
            self._results[call] = ""
            self.open.pop(call, None)
        else:
            kind = "mcp_tool_use" if result == "mcp_tool_result" else "server_tool_use"
            message = _UNEXPECTED.format(result=result, id=call, call=kind)
            self.problems.append(Problem(f"messages.{number}.content.{index}", message, _RULE))

    def end_turn(self) -> None:
        """The user says something that is no result: the turn does not go on."""
        for call, (name, number) in self.open.items():
            self.problems.append(Problem(f"messages.{number}", _MISSING.format(name=name, id=call), _RULE))
        self.open.clear()

    def end(self, declared: DeclaredNames) -> None:
        """The turn is to go on, which takes the tools whose calls are open."""
        for call, (name, number) in self.open.items():
            if not declared.may_hold(DECLARED_AS.get(name, name)):
                message = _UNDECLARED.format(name=DECLARED_AS.get(name, name), id=call)
                self.problems.append(Problem(f"messages.{number}", message, _RULE))
