"""The types of tools: what a declaration of each holds, who runs it, and what its calls hold. One row a type."""

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from msgspec import Struct

from rystic_asgi.protocol import defined_tools, toolsets
from rystic_asgi.protocol.tools import CustomTool


class ToolType(NamedTuple):
    """A ``type`` of tool.

    ``input_schema`` is a schema that calls of a tool of the client's side meet. ``betas`` are the beginnings of the
    ``anthropic-beta`` values that bring the type; where there are none, it needs none.
    """

    tag: str
    definition: type[Struct]
    client_runs: bool
    input_schema: dict[str, Any]
    betas: tuple[str, ...]
    source: str


def _object(*required: str, **properties: object) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


_STRING = {"type": "string"}
_BASH = {
    **_object(command=_STRING, restart={"type": "boolean"}),
    "anyOf": [{"required": ["command"]}, {"required": ["restart"]}],
}
_NEW_EDITOR = _object("command", "path", command={"enum": ["view", "create", "str_replace", "insert"]}, path=_STRING)
_EDITOR = _object(
    "command", "path", command={"enum": ["view", "create", "str_replace", "insert", "undo_edit"]}, path=_STRING
)
_MEMORY = {
    **_object(
        "command",
        command={"enum": ["view", "create", "str_replace", "insert", "delete", "rename"]},
        path=_STRING,
        old_path=_STRING,
        new_path=_STRING,
    ),
    "anyOf": [{"required": ["path"]}, {"required": ["old_path", "new_path"]}],
}
_FIRST_ACTIONS = (
    *("screenshot", "key", "type", "mouse_move", "left_click", "left_click_drag"),
    *("right_click", "middle_click", "double_click", "cursor_position"),
)
_MORE_ACTIONS = (
    *_FIRST_ACTIONS,
    *("left_mouse_down", "left_mouse_up", "scroll", "hold_key", "wait", "triple_click"),
)

_TOOL_USE = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/"
_BASH_DOCS = _TOOL_USE + "bash-tool"
_COMPUTER_DOCS = _TOOL_USE + "computer-use-tool"
_EDITOR_DOCS = _TOOL_USE + "text-editor-tool"
_SEARCH_DOCS = _TOOL_USE + "tool-search-tool"
_CODE_DOCS = _TOOL_USE + "code-execution-tool"
_WEB_FETCH_DOCS = _TOOL_USE + "web-fetch-tool"
_WEB_SEARCH_DOCS = _TOOL_USE + "web-search-tool"
_MCP_DOCS = "https://platform.claude.com/docs/en/agents-and-tools/mcp-connector"

_COMPUTER_USE = ("computer-use-",)


def _server(tag: str, definition: type[Struct], source: str, *betas: str) -> ToolType:
    return ToolType(tag, definition, False, {}, betas, source)


def _computer(tag: str, definition: type[Struct], *actions: str) -> ToolType:
    schema = _object("action", action={"enum": list(actions)})
    return ToolType(tag, definition, True, schema, _COMPUTER_USE, _COMPUTER_DOCS)


TOOL_TYPES: Final[tuple[ToolType, ...]] = (
    _server("advisor_20260301", defined_tools.Advisor20260301, _TOOL_USE + "advisor-tool", "advisor-tool-"),
    ToolType("bash_20241022", defined_tools.Bash20241022, True, _BASH, _COMPUTER_USE, _BASH_DOCS),
    ToolType("bash_20250124", defined_tools.Bash20250124, True, _BASH, (), _BASH_DOCS),
    _server("browser_toolset_20260801", toolsets.BrowserToolset20260801, _TOOL_USE + "browser-use-tool"),
    _server("code_execution_20250522", defined_tools.CodeExecution20250522, _CODE_DOCS),
    _server("code_execution_20250825", defined_tools.CodeExecution20250825, _CODE_DOCS),
    _server("code_execution_20260120", defined_tools.CodeExecution20260120, _CODE_DOCS),
    _server("code_execution_20260521", defined_tools.CodeExecution20260521, _CODE_DOCS),
    _computer("computer_20241022", defined_tools.Computer20241022, *_FIRST_ACTIONS),
    _computer("computer_20250124", defined_tools.Computer20250124, *_MORE_ACTIONS),
    _computer("computer_20251124", defined_tools.Computer20251124, *_MORE_ACTIONS, "zoom"),
    _server("computer_toolset_20260801", toolsets.ComputerToolset20260801, _COMPUTER_DOCS),
    ToolType("custom", CustomTool, True, {}, (), _TOOL_USE + "define-tools"),
    _server("mcp_toolset", toolsets.McpToolset, _MCP_DOCS, "mcp-client-"),
    ToolType("memory_20250818", defined_tools.Memory20250818, True, _MEMORY, (), _TOOL_USE + "memory-tool"),
    ToolType("text_editor_20241022", defined_tools.TextEditor20241022, True, _EDITOR, _COMPUTER_USE, _EDITOR_DOCS),
    ToolType("text_editor_20250124", defined_tools.TextEditor20250124, True, _EDITOR, (), _EDITOR_DOCS),
    ToolType("text_editor_20250429", defined_tools.TextEditor20250429, True, _NEW_EDITOR, (), _EDITOR_DOCS),
    ToolType("text_editor_20250728", defined_tools.TextEditor20250728, True, _NEW_EDITOR, (), _EDITOR_DOCS),
    _server("tool_search_tool_bm25", defined_tools.ToolSearchBm25, _SEARCH_DOCS),
    _server("tool_search_tool_bm25_20251119", defined_tools.ToolSearchBm25At20251119, _SEARCH_DOCS),
    _server("tool_search_tool_regex", defined_tools.ToolSearchRegex, _SEARCH_DOCS),
    _server("tool_search_tool_regex_20251119", defined_tools.ToolSearchRegexAt20251119, _SEARCH_DOCS),
    _server("web_fetch_20250910", defined_tools.WebFetch20250910, _WEB_FETCH_DOCS),
    _server("web_fetch_20260209", defined_tools.WebFetch20260209, _WEB_FETCH_DOCS),
    _server("web_fetch_20260309", defined_tools.WebFetch20260309, _WEB_FETCH_DOCS),
    _server("web_fetch_20260318", defined_tools.WebFetch20260318, _WEB_FETCH_DOCS),
    _server("web_search_20250305", defined_tools.WebSearch20250305, _WEB_SEARCH_DOCS),
    _server("web_search_20260209", defined_tools.WebSearch20260209, _WEB_SEARCH_DOCS),
    _server("web_search_20260318", defined_tools.WebSearch20260318, _WEB_SEARCH_DOCS),
)
"""In the order in which the API lists them: https://github.com/dirac-run/dirac/issues/57. Which of them need a beta:
anthropic 2.14.0, types/tool_union_param.py, has those that need none; types/beta/beta_tool_union_param.py has all.
"""

_BY_TAG: Final = {row.tag: row for row in TOOL_TYPES}


def tool_type(tag: object) -> ToolType | None:
    """The row of a tool's ``type``; one without a type is custom."""
    if tag is None:
        return _BY_TAG["custom"]
    return _BY_TAG.get(tag) if isinstance(tag, str) else None


def is_offered(row: ToolType, brought: Collection[str]) -> bool:
    """Whether a request whose betas have these beginnings may declare a tool of this type."""
    return not row.betas or any(beginning in brought for beginning in row.betas)


def offered_tags(brought: Collection[str] | None) -> list[str]:
    """The values of ``type`` that such a request may hold; all of them without betas to go by."""
    return [row.tag for row in TOOL_TYPES if brought is None or is_offered(row, brought)]
