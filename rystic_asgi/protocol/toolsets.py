"""Toolsets: one entry of ``tools`` that stands for many members, and what may be set of each.

Source: anthropic 2.14.0, types/*_toolset_*_param.py and types/beta/beta_mcp_toolset_param.py; of the callers, and of
what a toolset of the client does not take: https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from rystic_asgi.protocol.closed import CacheControl, Closed, Member
from rystic_asgi.protocol.content import McpTool


class MemberConfig(Closed, frozen=True):
    """What may be set of one member of a client toolset."""

    defer_loading: bool | None = None
    enabled: bool | None = None


class ComputerConfigs(Closed, frozen=True):
    cursor_position: MemberConfig | None = None
    double_click: MemberConfig | None = None
    hold_key: MemberConfig | None = None
    key: MemberConfig | None = None
    left_click: MemberConfig | None = None
    left_click_drag: MemberConfig | None = None
    left_mouse_down: MemberConfig | None = None
    left_mouse_up: MemberConfig | None = None
    middle_click: MemberConfig | None = None
    mouse_move: MemberConfig | None = None
    right_click: MemberConfig | None = None
    screenshot: MemberConfig | None = None
    scroll: MemberConfig | None = None
    triple_click: MemberConfig | None = None
    type: MemberConfig | None = None
    wait: MemberConfig | None = None
    zoom: MemberConfig | None = None


class BrowserConfigs(Closed, frozen=True):
    close_tab: MemberConfig | None = None
    double_click: MemberConfig | None = None
    file_upload: MemberConfig | None = None
    find: MemberConfig | None = None
    form_input: MemberConfig | None = None
    get_page_text: MemberConfig | None = None
    hold_key: MemberConfig | None = None
    hover: MemberConfig | None = None
    javascript_exec: MemberConfig | None = None
    key: MemberConfig | None = None
    left_click: MemberConfig | None = None
    left_click_drag: MemberConfig | None = None
    left_mouse_down: MemberConfig | None = None
    left_mouse_up: MemberConfig | None = None
    list_tabs: MemberConfig | None = None
    middle_click: MemberConfig | None = None
    mouse_move: MemberConfig | None = None
    navigate: MemberConfig | None = None
    new_tab: MemberConfig | None = None
    read_console: MemberConfig | None = None
    read_network: MemberConfig | None = None
    read_page: MemberConfig | None = None
    right_click: MemberConfig | None = None
    screenshot: MemberConfig | None = None
    scroll: MemberConfig | None = None
    scroll_to: MemberConfig | None = None
    switch_tab: MemberConfig | None = None
    triple_click: MemberConfig | None = None
    type: MemberConfig | None = None
    wait: MemberConfig | None = None
    zoom: MemberConfig | None = None


class ClientToolset(Member, frozen=True, kw_only=True):
    """A toolset that the client runs. It has no ``name`` of its own: its type fixes those of its members."""

    cache_control: CacheControl | None = None
    allowed_callers: list[Literal["direct"]] | UnsetType = UNSET


class ComputerToolset20260801(ClientToolset, frozen=True, tag="computer_toolset_20260801"):
    configs: ComputerConfigs | None = None


class BrowserToolset20260801(ClientToolset, frozen=True, tag="browser_toolset_20260801"):
    configs: BrowserConfigs | None = None


class McpToolConfig(Closed, frozen=True):
    defer_loading: bool | UnsetType = UNSET
    enabled: bool | UnsetType = UNSET


class McpToolset(Member, frozen=True, tag="mcp_toolset", kw_only=True):
    """The tools of one MCP server. Settings name its tools; a name that it does not have is no fault."""

    mcp_server_name: Annotated[str, Meta(min_length=1, max_length=255)]
    cache_control: CacheControl | None = None
    configs: dict[str, McpToolConfig] | None = None
    default_config: McpToolConfig | UnsetType = UNSET
    tools: list[McpTool] | None = None
