"""Tools as a request declares them: custom ones, and the table of those that the API defines."""

from typing import Annotated, Any, Final, Literal, NamedTuple

from msgspec import Meta, Raw, Struct

from rystic_asgi.protocol.content import CacheControl

TOOL_NAME = r"^[a-zA-Z0-9_-]{1,128}\Z"


class CustomTool(Struct, frozen=True, forbid_unknown_fields=True):
    """A tool that the client runs. Source: anthropic 2.14.0, types/tool_param.py."""

    name: Annotated[str, Meta(pattern=TOOL_NAME)]
    input_schema: Raw
    type: Literal["custom"] | None = None
    description: str | None = None
    cache_control: CacheControl | None = None
    strict: bool | None = None
    eager_input_streaming: bool | None = None
    allowed_callers: list[str] | None = None
    defer_loading: bool | None = None
    input_examples: list[dict[str, Any]] | None = None


class DefinedTool(Struct, frozen=True):
    """A tool whose behaviour its ``type`` names; keys beyond these depend on the type and are not checked."""

    type: str
    name: str | None = None


def _object(*required: str, **properties: object) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


_STRING = {"type": "string"}
_EDITOR = _object(
    "command",
    "path",
    command={"enum": ["view", "create", "str_replace", "insert"]},
    path=_STRING,
)
_MEMORY = _object(
    "command", "path", command={"enum": ["view", "create", "str_replace", "insert", "delete", "rename"]}, path=_STRING
)


class ToolType(NamedTuple):
    """A family of defined tools: who runs it, and for the client's ones a schema that its calls meet."""

    prefix: str
    client_runs: bool
    input_schema: dict[str, Any]
    source: str


_DOCS = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/"

TOOL_TYPES: Final[tuple[ToolType, ...]] = (
    ToolType("bash_", True, _object("command", command=_STRING), _DOCS + "bash-tool"),
    ToolType("text_editor_", True, _EDITOR, _DOCS + "text-editor-tool"),
    ToolType("computer_2", True, _object("action", action={"enum": ["screenshot"]}), _DOCS + "computer-use-tool"),
    ToolType("memory_", True, _MEMORY, _DOCS + "memory-tool"),
    ToolType("computer_toolset_", False, {}, "anthropic 2.14.0, types/computer_toolset_20260801_param.py"),
    ToolType("browser_toolset_", False, {}, "anthropic 2.14.0, types/browser_toolset_20260801_param.py"),
    ToolType("code_execution_", False, {}, _DOCS + "code-execution-tool"),
    ToolType("web_search_", False, {}, _DOCS + "web-search-tool"),
    ToolType("web_fetch_", False, {}, _DOCS + "web-fetch-tool"),
    ToolType("tool_search_tool_", False, {}, _DOCS + "tool-search-tool"),
    ToolType("advisor_", False, {}, "anthropic 2.14.0, types/beta/beta_advisor_tool_20260301_param.py"),
    ToolType("mcp_toolset", False, {}, "https://platform.claude.com/docs/en/agents-and-tools/mcp-connector"),
)


def tool_type(name: str) -> ToolType | None:
    """The family of a tool's ``type``."""
    return next((row for row in TOOL_TYPES if name.startswith(row.prefix)), None)


class ToolChoiceAuto(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="auto"):
    disable_parallel_tool_use: bool | None = None


class ToolChoiceAny(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="any"):
    disable_parallel_tool_use: bool | None = None


class ToolChoiceTool(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="tool"):
    name: str
    disable_parallel_tool_use: bool | None = None


class ToolChoiceNone(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="none"):
    pass


ToolChoice = ToolChoiceAuto | ToolChoiceAny | ToolChoiceTool | ToolChoiceNone

FORCING_CHOICES: Final = (ToolChoiceTool, ToolChoiceAny)
"""The choices under which the model has to call a tool."""
