"""Content blocks as a message may hold them: what is shown, thinking, calls and results of tools, marks of the API.

Replies come back as input, so every block of a reply is here too. Sources: see ``protocol.closed``.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from rystic_asgi.protocol.closed import CLIENT_ID, SERVER_ID, CacheControl, Cached, ClientId, Closed, Member, ServerId
from rystic_asgi.protocol.documents import (
    Base64ImageSource,
    DocumentBlock,
    ImageBlock,
    LoneTextBlock,
    SearchResultBlock,
    TextBlock,
    ToolReferenceBlock,
)
from rystic_asgi.protocol.server_results import (
    AdvisorToolResultBlock,
    BashCodeExecutionToolResultBlock,
    Caller,
    CodeExecutionToolResultBlock,
    TextEditorCodeExecutionToolResultBlock,
    ToolSearchToolResultBlock,
    WebFetchToolResultBlock,
    WebSearchToolResultBlock,
)

__all__ = [
    "CLIENT_ID",
    "SERVER_ID",
    "SERVER_RESULTS",
    "THINKING_BLOCKS",
    "AdvisorToolResultBlock",
    "Base64ImageSource",
    "BashCodeExecutionToolResultBlock",
    "BrowserStateBlock",
    "CacheControl",
    "CodeExecutionToolResultBlock",
    "CompactionBlock",
    "ContainerUploadBlock",
    "ContentBlock",
    "DocumentBlock",
    "FallbackBlock",
    "ImageBlock",
    "LoneTextBlock",
    "McpTool",
    "McpToolListingBlock",
    "McpToolResultBlock",
    "McpToolUseBlock",
    "RedactedThinkingBlock",
    "SearchResultBlock",
    "ServerToolUseBlock",
    "TextBlock",
    "TextEditorCodeExecutionToolResultBlock",
    "ThinkingBlock",
    "ToolAdditionBlock",
    "ToolDefinition",
    "ToolReferenceBlock",
    "ToolRemovalBlock",
    "ToolResultBlock",
    "ToolResultContent",
    "ToolSearchToolResultBlock",
    "ToolUseBlock",
    "WebFetchToolResultBlock",
    "WebSearchToolResultBlock",
    "tag_of",
]


class ThinkingBlock(Member, frozen=True, tag="thinking"):
    signature: str
    thinking: str


class RedactedThinkingBlock(Member, frozen=True, tag="redacted_thinking"):
    data: str


class ToolUseBlock(Cached, frozen=True, tag="tool_use", kw_only=True):
    id: ClientId
    name: Annotated[str, Meta(min_length=1, max_length=200)]
    input: dict[str, Any]
    caller: Caller = None
    toolset_name: str | None = None


class BrowserTab(Closed, frozen=True):
    tab_id: str
    title: str
    url: str
    active: bool | UnsetType = UNSET


class TabOpened(Member, frozen=True, tag="tab_opened"):
    tab_id: str


class DownloadStarted(Member, frozen=True, tag="download_started"):
    download_id: str
    url: str


class DownloadCompleted(Member, frozen=True, tag="download_completed"):
    download_id: str
    url: str
    path: str | None = None
    size_bytes: int | None = None


class DownloadFailed(Member, frozen=True, tag="download_failed"):
    download_id: str
    url: str
    error: str | None = None


StateChange = TabOpened | DownloadStarted | DownloadCompleted | DownloadFailed


class BrowserStateBlock(Cached, frozen=True, tag="browser_state", kw_only=True):
    tabs: list[BrowserTab]
    state_changes: Annotated[list[StateChange], Meta(min_length=1)] | None = None


ToolResultContent = TextBlock | ImageBlock | SearchResultBlock | DocumentBlock | ToolReferenceBlock | BrowserStateBlock


class ToolResultBlock(Cached, frozen=True, tag="tool_result", kw_only=True):
    tool_use_id: ClientId
    content: str | list[ToolResultContent] | UnsetType = UNSET
    is_error: bool | UnsetType = UNSET
    toolset_name: str | None = None


class ServerToolUseBlock(Cached, frozen=True, tag="server_tool_use", kw_only=True):
    id: ServerId
    name: Literal[
        "web_search",
        "web_fetch",
        "code_execution",
        "bash_code_execution",
        "text_editor_code_execution",
        "tool_search_tool_regex",
        "tool_search_tool_bm25",
        "advisor",
    ]
    input: dict[str, Any]
    caller: Caller = None


class McpToolUseBlock(Cached, frozen=True, tag="mcp_tool_use", kw_only=True):
    id: ClientId
    name: str
    input: dict[str, Any]
    server_name: str


class McpToolResultBlock(Cached, frozen=True, tag="mcp_tool_result", kw_only=True):
    tool_use_id: ClientId
    content: str | list[LoneTextBlock] | UnsetType = UNSET
    is_error: bool | UnsetType = UNSET


class McpTool(Closed, frozen=True, kw_only=True):
    """A tool of an MCP server, as an earlier listing gave it."""

    name: str
    input_schema: dict[str, Any]
    description: str | None = None


class McpToolListingBlock(Member, frozen=True, tag="mcp_tool_listing"):
    mcp_server_name: str
    tools: list[McpTool]


class ContainerUploadBlock(Cached, frozen=True, tag="container_upload", kw_only=True):
    file_id: str


class ToolReference(Member, frozen=True, tag="tool_reference"):
    name: str


class McpToolReference(Member, frozen=True, tag="mcp_tool_reference"):
    name: str
    server_name: str


class McpToolsetReference(Member, frozen=True, tag="mcp_toolset_reference"):
    server_name: str


class ToolDefinition(Member, frozen=True, tag="tool_definition"):
    definition: dict[str, Any]


class ToolAdditionBlock(Cached, frozen=True, tag="tool_addition", kw_only=True):
    tool: ToolReference | McpToolReference | McpToolsetReference | ToolDefinition


class ToolRemovalBlock(Cached, frozen=True, tag="tool_removal", kw_only=True):
    tool: ToolReference | McpToolReference | McpToolsetReference


class CompactionBlock(Cached, frozen=True, tag="compaction", kw_only=True):
    content: Annotated[str, Meta(min_length=1)] | None = None
    encrypted_content: str | None = None
    signature: str | None = None
    tool_changes: list[ToolAdditionBlock | ToolRemovalBlock] | None = None


class FallbackModel(Closed, frozen=True):
    model: Annotated[str, Meta(min_length=1)]


class FallbackBlock(Member, frozen=True, tag="fallback", kw_only=True):
    """``trigger`` is what the reply had, and is not read."""

    origin: FallbackModel = field(name="from")
    to: FallbackModel
    trigger: dict[str, Any] | None = None


ContentBlock = (
    TextBlock
    | ImageBlock
    | DocumentBlock
    | SearchResultBlock
    | ThinkingBlock
    | RedactedThinkingBlock
    | ToolUseBlock
    | ToolResultBlock
    | ServerToolUseBlock
    | WebSearchToolResultBlock
    | WebFetchToolResultBlock
    | AdvisorToolResultBlock
    | CodeExecutionToolResultBlock
    | BashCodeExecutionToolResultBlock
    | TextEditorCodeExecutionToolResultBlock
    | ToolSearchToolResultBlock
    | McpToolUseBlock
    | McpToolResultBlock
    | McpToolListingBlock
    | ContainerUploadBlock
    | CompactionBlock
    | FallbackBlock
    | ToolAdditionBlock
    | ToolRemovalBlock
)

THINKING_BLOCKS: Final = (ThinkingBlock, RedactedThinkingBlock)
SERVER_RESULTS: Final = (
    WebSearchToolResultBlock,
    WebFetchToolResultBlock,
    AdvisorToolResultBlock,
    CodeExecutionToolResultBlock,
    BashCodeExecutionToolResultBlock,
    TextEditorCodeExecutionToolResultBlock,
    ToolSearchToolResultBlock,
    McpToolResultBlock,
)
"""Results of tools that the client does not run."""


def tag_of(block: Struct) -> str:
    """The ``type`` of a block."""
    return str(block.__struct_config__.tag)
