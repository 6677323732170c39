"""The tools that the API defines: one Struct for each ``type``, closed to unknown keys.

Source of names, types and nulls: anthropic 2.14.0, types/*_tool_*_param.py and types/beta/*_tool_*_param.py; of bounds:
the published OpenAPI document, August 2026; of the advisor's: .../agents-and-tools/tool-use/advisor-tool in the docs.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from rystic_asgi.protocol.citations import CitationsConfig
from rystic_asgi.protocol.closed import CacheControl, Closed, Member
from rystic_asgi.protocol.tools import AllowedCaller

AboveZero = Annotated[int, Meta(gt=0)]
_Text = Annotated[str, Meta(min_length=1, max_length=255)]


class DefinedTool(Member, frozen=True, kw_only=True):
    """What every tool of the API's own may carry, but for toolsets."""

    cache_control: CacheControl | None = None
    strict: bool | UnsetType = UNSET
    allowed_callers: list[AllowedCaller] | UnsetType = UNSET
    defer_loading: bool | UnsetType = UNSET


class ClientTool(DefinedTool, frozen=True, kw_only=True):
    """A tool that the API describes and the client runs."""

    input_examples: list[dict[str, Any]] | UnsetType = UNSET


class Bash20241022(ClientTool, frozen=True, tag="bash_20241022", kw_only=True):
    name: Literal["bash"]


class Bash20250124(ClientTool, frozen=True, tag="bash_20250124", kw_only=True):
    name: Literal["bash"]


class TextEditor20241022(ClientTool, frozen=True, tag="text_editor_20241022", kw_only=True):
    name: Literal["str_replace_editor"]


class TextEditor20250124(ClientTool, frozen=True, tag="text_editor_20250124", kw_only=True):
    name: Literal["str_replace_editor"]


class TextEditor20250429(ClientTool, frozen=True, tag="text_editor_20250429", kw_only=True):
    name: Literal["str_replace_based_edit_tool"]


class TextEditor20250728(ClientTool, frozen=True, tag="text_editor_20250728", kw_only=True):
    name: Literal["str_replace_based_edit_tool"]
    max_characters: Annotated[int, Meta(ge=1)] | None = None


class Computer20241022(ClientTool, frozen=True, tag="computer_20241022", kw_only=True):
    name: Literal["computer"]
    display_width_px: Annotated[int, Meta(ge=1)]
    display_height_px: Annotated[int, Meta(ge=1)]
    display_number: Annotated[int, Meta(ge=0)] | None = None


class Computer20250124(Computer20241022, frozen=True, tag="computer_20250124", kw_only=True):
    pass


class Computer20251124(Computer20241022, frozen=True, tag="computer_20251124", kw_only=True):
    enable_zoom: bool | UnsetType = UNSET


class Memory20250818(ClientTool, frozen=True, tag="memory_20250818", kw_only=True):
    name: Literal["memory"]


class CodeExecution20250522(DefinedTool, frozen=True, tag="code_execution_20250522", kw_only=True):
    name: Literal["code_execution"]


class CodeExecution20250825(CodeExecution20250522, frozen=True, tag="code_execution_20250825", kw_only=True):
    pass


class CodeExecution20260120(CodeExecution20250522, frozen=True, tag="code_execution_20260120", kw_only=True):
    pass


class CodeExecution20260521(CodeExecution20250522, frozen=True, tag="code_execution_20260521", kw_only=True):
    pass


class UserLocation(Closed, frozen=True, kw_only=True):
    type: Literal["approximate"]
    city: _Text | None = None
    country: Annotated[str, Meta(min_length=2, max_length=2)] | None = None
    region: _Text | None = None
    timezone: _Text | None = None


class WebTool(DefinedTool, frozen=True, kw_only=True):
    """A tool that reads the web; domains are allowed or blocked, not both."""

    allowed_domains: list[str] | None = None
    blocked_domains: list[str] | None = None
    max_uses: AboveZero | None = None


class WebSearch20250305(WebTool, frozen=True, tag="web_search_20250305", kw_only=True):
    name: Literal["web_search"]
    user_location: UserLocation | None = None


class WebSearch20260209(WebSearch20250305, frozen=True, tag="web_search_20260209", kw_only=True):
    pass


class WebSearch20260318(WebSearch20250305, frozen=True, tag="web_search_20260318", kw_only=True):
    response_inclusion: Literal["full", "excluded"] | UnsetType = UNSET


class UrlSourceAll(Member, frozen=True, tag="all"):
    pass


class UrlSourceNone(Member, frozen=True, tag="none"):
    pass


class UrlSourceTool(Closed, frozen=True):
    type: Literal["tool_reference"]
    name: str


class UrlSourceOnly(Member, frozen=True, tag="only"):
    tools: list[UrlSourceTool]


class UrlSourceExcept(Member, frozen=True, tag="except"):
    tools: list[UrlSourceTool]


class UrlSources(Closed, frozen=True):
    """Where a URL has to come from, to be fetched."""

    client_tool_results: UrlSourceAll | UrlSourceNone | UrlSourceOnly | UrlSourceExcept | UnsetType = UNSET
    server_tool_results: UrlSourceAll | UrlSourceNone | UrlSourceOnly | UrlSourceExcept | UnsetType = UNSET
    user_input: UrlSourceAll | UrlSourceNone | UnsetType = UNSET


class WebFetch20250910(WebTool, frozen=True, tag="web_fetch_20250910", kw_only=True):
    name: Literal["web_fetch"]
    citations: CitationsConfig | None = None
    max_content_tokens: AboveZero | None = None
    url_sources: UrlSources | None = None


class WebFetch20260209(WebFetch20250910, frozen=True, tag="web_fetch_20260209", kw_only=True):
    pass


class WebFetch20260309(WebFetch20250910, frozen=True, tag="web_fetch_20260309", kw_only=True):
    use_cache: bool | UnsetType = UNSET


class WebFetch20260318(WebFetch20260309, frozen=True, tag="web_fetch_20260318", kw_only=True):
    response_inclusion: Literal["full", "excluded"] | UnsetType = UNSET


class ToolSearchBm25(DefinedTool, frozen=True, tag="tool_search_tool_bm25", kw_only=True):
    name: Literal["tool_search_tool_bm25"]


class ToolSearchBm25At20251119(ToolSearchBm25, frozen=True, tag="tool_search_tool_bm25_20251119", kw_only=True):
    pass


class ToolSearchRegex(DefinedTool, frozen=True, tag="tool_search_tool_regex", kw_only=True):
    name: Literal["tool_search_tool_regex"]


class ToolSearchRegexAt20251119(ToolSearchRegex, frozen=True, tag="tool_search_tool_regex_20251119", kw_only=True):
    pass


class Advisor20260301(DefinedTool, frozen=True, tag="advisor_20260301", kw_only=True):
    name: Literal["advisor"]
    model: Annotated[str, Meta(min_length=1)]
    caching: CacheControl | None = None
    max_tokens: Annotated[int, Meta(ge=1024)] | None = None
    max_uses: AboveZero | None = None
