"""Tools as requests declare them, for the tests of tools."""

from typing import Any, Final

SCHEMA: Final[dict[str, Any]] = {"type": "object", "properties": {"city": {"type": "string"}}}
ADD: Final[dict[str, Any]] = {"name": "add", "input_schema": SCHEMA}
STRICT: Final[dict[str, Any]] = {
    "name": "strict",
    "strict": True,
    "input_schema": {**SCHEMA, "required": ["city"], "additionalProperties": False},
}
_EPHEMERAL: Final = {"type": "ephemeral"}
_SIZE: Final = {"display_width_px": 1, "display_height_px": 1}
_COMMON: Final = {
    "cache_control": {**_EPHEMERAL, "ttl": "1h"},
    "strict": False,
    "allowed_callers": ["direct", "code_execution_20260120"],
    "defer_loading": False,
}
_WEB: Final = {**_COMMON, "allowed_domains": ["example.com"], "blocked_domains": None, "max_uses": 1}
_LOCATION: Final = {"type": "approximate", "city": "Paris", "country": "FR", "region": "I", "timezone": None}
_SOURCES: Final = {
    "client_tool_results": {"type": "only", "tools": [{"type": "tool_reference", "name": "add"}]},
    "server_tool_results": {"type": "except", "tools": []},
    "user_input": {"type": "none"},
}
_FETCH: Final = {**_WEB, "citations": {"enabled": True}, "max_content_tokens": 1, "url_sources": _SOURCES}
_EXAMPLES: Final = {"input_examples": [{"command": "ls"}]}
_CONFIGS: Final = {"configs": {"screenshot": {"enabled": True, "defer_loading": None}, "type": None, "zoom": {}}}
_TOOLSET: Final = {"cache_control": _EPHEMERAL, "allowed_callers": ["direct"], **_CONFIGS}

LEAST: Final[dict[str, dict[str, Any]]] = {
    "advisor_20260301": {"name": "advisor", "model": "claude-opus-5"},
    "bash_20241022": {"name": "bash"},
    "bash_20250124": {"name": "bash"},
    "browser_toolset_20260801": {},
    "code_execution_20250522": {"name": "code_execution"},
    "code_execution_20250825": {"name": "code_execution"},
    "code_execution_20260120": {"name": "code_execution"},
    "code_execution_20260521": {"name": "code_execution"},
    "computer_20241022": {"name": "computer", **_SIZE},
    "computer_20250124": {"name": "computer", **_SIZE},
    "computer_20251124": {"name": "computer", **_SIZE},
    "computer_toolset_20260801": {},
    "custom": ADD,
    "mcp_toolset": {"mcp_server_name": "sums"},
    "memory_20250818": {"name": "memory"},
    "text_editor_20241022": {"name": "str_replace_editor"},
    "text_editor_20250124": {"name": "str_replace_editor"},
    "text_editor_20250429": {"name": "str_replace_based_edit_tool"},
    "text_editor_20250728": {"name": "str_replace_based_edit_tool"},
    "tool_search_tool_bm25": {"name": "tool_search_tool_bm25"},
    "tool_search_tool_bm25_20251119": {"name": "tool_search_tool_bm25"},
    "tool_search_tool_regex": {"name": "tool_search_tool_regex"},
    "tool_search_tool_regex_20251119": {"name": "tool_search_tool_regex"},
    "web_fetch_20250910": {"name": "web_fetch"},
    "web_fetch_20260209": {"name": "web_fetch"},
    "web_fetch_20260309": {"name": "web_fetch"},
    "web_fetch_20260318": {"name": "web_fetch"},
    "web_search_20250305": {"name": "web_search"},
    "web_search_20260209": {"name": "web_search"},
    "web_search_20260318": {"name": "web_search"},
}
"""By type, the least that a declaration holds."""

MOST: Final[dict[str, dict[str, Any]]] = {
    "advisor_20260301": {**_COMMON, "caching": _EPHEMERAL, "max_tokens": 1024, "max_uses": 1},
    "bash_20241022": {**_COMMON, **_EXAMPLES},
    "bash_20250124": {**_COMMON, **_EXAMPLES},
    "browser_toolset_20260801": {**_TOOLSET},
    "code_execution_20250522": _COMMON,
    "code_execution_20250825": _COMMON,
    "code_execution_20260120": _COMMON,
    "code_execution_20260521": _COMMON,
    "computer_20241022": {**_COMMON, **_EXAMPLES, "display_number": 0},
    "computer_20250124": {**_COMMON, **_EXAMPLES, "display_number": None},
    "computer_20251124": {**_COMMON, **_EXAMPLES, "display_number": 1, "enable_zoom": True},
    "computer_toolset_20260801": {**_TOOLSET},
    "custom": {**_COMMON, "description": "", "eager_input_streaming": True, "input_examples": [{}]},
    "mcp_toolset": {
        "cache_control": None,
        "configs": {"any_name": {"enabled": False, "defer_loading": True}},
        "default_config": {"enabled": True},
        "tools": [{"name": "add", "input_schema": {}, "description": None}],
    },
    "memory_20250818": {**_COMMON, **_EXAMPLES},
    "text_editor_20241022": {**_COMMON, **_EXAMPLES},
    "text_editor_20250124": {**_COMMON, **_EXAMPLES},
    "text_editor_20250429": {**_COMMON, **_EXAMPLES},
    "text_editor_20250728": {**_COMMON, **_EXAMPLES, "max_characters": 1},
    "tool_search_tool_bm25": _COMMON,
    "tool_search_tool_bm25_20251119": _COMMON,
    "tool_search_tool_regex": _COMMON,
    "tool_search_tool_regex_20251119": _COMMON,
    "web_fetch_20250910": _FETCH,
    "web_fetch_20260209": _FETCH,
    "web_fetch_20260309": {**_FETCH, "use_cache": False},
    "web_fetch_20260318": {**_FETCH, "use_cache": False, "response_inclusion": "full"},
    "web_search_20250305": {**_WEB, "user_location": _LOCATION},
    "web_search_20260209": {**_WEB, "user_location": _LOCATION},
    "web_search_20260318": {**_WEB, "user_location": _LOCATION, "response_inclusion": "excluded"},
}
"""By type, what a declaration may hold beside the least."""


def least(tag: str, **more: Any) -> dict[str, Any]:
    """The least declaration of a type, with more keys."""
    return {"type": tag, **LEAST[tag], **more}


def most(tag: str) -> dict[str, Any]:
    """A declaration of a type with every key that it takes."""
    return least(tag, **MOST[tag])
