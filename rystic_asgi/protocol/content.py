"""Content blocks as a request may hold them, closed to unknown keys.

Source of names, types and nulls: anthropic 2.14.0, types/*_block_param.py and types/beta/*; of bounds: the
published OpenAPI document. Replies come back as input, so every block of a reply is here too.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

CLIENT_ID = r"^[a-zA-Z0-9_-]+\Z"
SERVER_ID = r"^srvtoolu_[a-zA-Z0-9_]+\Z"

ClientId = Annotated[str, Meta(pattern=CLIENT_ID)]
ServerId = Annotated[str, Meta(pattern=SERVER_ID)]


class _Closed(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    pass


class _Block(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="type"):
    pass


class CacheControl(_Closed, frozen=True):
    type: Literal["ephemeral"]
    ttl: Literal["5m", "1h"] | None = None


class _Cached(_Block, frozen=True):
    cache_control: CacheControl | None = None


class DirectCaller(_Closed, frozen=True, tag_field="type", tag="direct"):
    pass


class CodeExecutionCaller20250825(_Closed, frozen=True, tag_field="type", tag="code_execution_20250825"):
    tool_id: str


class CodeExecutionCaller20260120(_Closed, frozen=True, tag_field="type", tag="code_execution_20260120"):
    tool_id: str


Caller = DirectCaller | CodeExecutionCaller20250825 | CodeExecutionCaller20260120 | None


class CitationsConfig(_Closed, frozen=True):
    enabled: bool | None = None


class TextBlock(_Cached, frozen=True, tag="text", kw_only=True):
    text: str
    citations: list[Any] | None = None


class LoneTextBlock(_Closed, frozen=True, kw_only=True):
    """A text block where no other kind may stand: ``type`` is a field, as only a union asks for its tag."""

    type: Literal["text"]
    text: str
    citations: list[Any] | None = None
    cache_control: CacheControl | None = None


class ImageBlock(_Cached, frozen=True, tag="image", kw_only=True):
    source: dict[str, Any]
    transformations: dict[str, Any] | None = None


class DocumentBlock(_Cached, frozen=True, tag="document", kw_only=True):
    source: dict[str, Any]
    citations: CitationsConfig | None = None
    context: Annotated[str, Meta(min_length=1)] | None = None
    title: Annotated[str, Meta(min_length=1, max_length=500)] | None = None


class SearchResultBlock(_Cached, frozen=True, tag="search_result", kw_only=True):
    content: list[LoneTextBlock]
    source: str
    title: str
    citations: CitationsConfig | None = None


class ThinkingBlock(_Block, frozen=True, tag="thinking"):
    signature: str
    thinking: str


class RedactedThinkingBlock(_Block, frozen=True, tag="redacted_thinking"):
    data: str


class ToolUseBlock(_Cached, frozen=True, tag="tool_use", kw_only=True):
    id: ClientId
    name: Annotated[str, Meta(min_length=1, max_length=200)]
    input: dict[str, Any]
    caller: Caller = None
    toolset_name: str | None = None


class ToolReferenceBlock(_Cached, frozen=True, tag="tool_reference", kw_only=True):
    tool_name: Annotated[str, Meta(pattern=r"^[a-zA-Z0-9_-]{1,256}\Z")]


class BrowserStateBlock(_Cached, frozen=True, tag="browser_state", kw_only=True):
    tabs: list[dict[str, Any]]
    state_changes: list[dict[str, Any]] | None = None


ToolResultContent = TextBlock | ImageBlock | SearchResultBlock | DocumentBlock | ToolReferenceBlock | BrowserStateBlock


class ToolResultBlock(_Cached, frozen=True, tag="tool_result", kw_only=True):
    tool_use_id: ClientId
    content: str | list[ToolResultContent] | None = None
    is_error: bool | None = None
    toolset_name: str | None = None


class ServerToolUseBlock(_Cached, frozen=True, tag="server_tool_use", kw_only=True):
    id: ServerId
    name: str
    input: dict[str, Any]
    caller: Caller = None


class _ServerResult(_Cached, frozen=True, kw_only=True):
    tool_use_id: ServerId
    content: dict[str, Any]
    caller: Caller = None


class WebSearchToolResultBlock(_Cached, frozen=True, tag="web_search_tool_result", kw_only=True):
    tool_use_id: ServerId
    content: Any
    caller: Caller = None


class WebFetchToolResultBlock(_ServerResult, frozen=True, tag="web_fetch_tool_result"):
    pass


class AdvisorToolResultBlock(_ServerResult, frozen=True, tag="advisor_tool_result"):
    pass


class CodeExecutionToolResultBlock(_ServerResult, frozen=True, tag="code_execution_tool_result"):
    pass


class BashCodeExecutionToolResultBlock(_ServerResult, frozen=True, tag="bash_code_execution_tool_result"):
    pass


class TextEditorCodeExecutionToolResultBlock(_ServerResult, frozen=True, tag="text_editor_code_execution_tool_result"):
    pass


class ToolSearchToolResultBlock(_ServerResult, frozen=True, tag="tool_search_tool_result"):
    pass


class McpToolUseBlock(_Cached, frozen=True, tag="mcp_tool_use", kw_only=True):
    id: ClientId
    name: str
    input: dict[str, Any]
    server_name: str


class McpToolResultBlock(_Cached, frozen=True, tag="mcp_tool_result", kw_only=True):
    tool_use_id: ClientId
    content: str | list[LoneTextBlock] | None = None
    is_error: bool | None = None


class McpToolListingBlock(_Block, frozen=True, tag="mcp_tool_listing"):
    mcp_server_name: str
    tools: list[dict[str, Any]]


class ContainerUploadBlock(_Cached, frozen=True, tag="container_upload", kw_only=True):
    file_id: str


class CompactionBlock(_Cached, frozen=True, tag="compaction", kw_only=True):
    content: str | None = None
    encrypted_content: str | None = None
    signature: str | None = None
    tool_changes: list[dict[str, Any]] | None = None


class FallbackBlock(_Block, frozen=True, tag="fallback", kw_only=True):
    origin: dict[str, Any] = field(name="from")
    to: dict[str, Any]
    trigger: Any = None


class ToolAdditionBlock(_Cached, frozen=True, tag="tool_addition", kw_only=True):
    tool: dict[str, Any]


class ToolRemovalBlock(_Cached, frozen=True, tag="tool_removal", kw_only=True):
    tool: dict[str, Any]


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
