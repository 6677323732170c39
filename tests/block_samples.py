"""A content block of each kind as requests hold it, every variant and every key of it at least once."""

from typing import Any, Final

Json = dict[str, Any]

SERVER_CALL: Final = "srvtoolu_01AbC"
CACHE: Final[Json] = {"type": "ephemeral", "ttl": "5m"}

PNG: Final[Json] = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}
URL: Final[Json] = {"type": "url", "url": "https://example.com/a"}
FILE: Final[Json] = {"type": "file", "file_id": "file_011"}
PDF: Final[Json] = {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}
PLAIN: Final[Json] = {"type": "text", "media_type": "text/plain", "data": "a"}
CONTENT: Final[Json] = {"type": "content", "content": [{"type": "text", "text": "a"}, {"type": "image", "source": PNG}]}
CONTENT_AS_TEXT: Final[Json] = {"type": "content", "content": "a"}

_IN_DOCUMENT: Final[Json] = {"cited_text": "a", "document_index": 0, "document_title": None, "file_id": None}
CITATIONS: Final[list[Json]] = [
    {"type": "char_location", **_IN_DOCUMENT, "start_char_index": 0, "end_char_index": 1},
    {"type": "page_location", **_IN_DOCUMENT, "start_page_number": 1, "end_page_number": 2},
    {"type": "content_block_location", **_IN_DOCUMENT, "start_block_index": 0, "end_block_index": 1},
    {"type": "web_search_result_location", "cited_text": "a", "encrypted_index": "Eo", "title": None, "url": "u"},
    {
        "type": "search_result_location",
        "cited_text": "a",
        "search_result_index": 0,
        "source": "s",
        "title": None,
        "start_block_index": 0,
        "end_block_index": 1,
    },
]

CALLERS: Final[list[Json]] = [
    {"type": "direct"},
    {"type": "code_execution_20250825", "tool_id": SERVER_CALL},
    {"type": "code_execution_20260120", "tool_id": SERVER_CALL},
]

CHANGED_TOOLS: Final[list[Json]] = [
    {"type": "tool_reference", "name": "add"},
    {"type": "mcp_tool_reference", "name": "add", "server_name": "sums"},
    {"type": "mcp_toolset_reference", "server_name": "sums"},
]
DEFINED_TOOL: Final[Json] = {
    "type": "tool_definition",
    "definition": {"name": "add", "input_schema": {"type": "object"}},
}

STATE_CHANGES: Final[list[Json]] = [
    {"type": "tab_opened", "tab_id": "1"},
    {"type": "download_started", "download_id": "1", "url": "u"},
    {"type": "download_completed", "download_id": "1", "url": "u", "path": None, "size_bytes": 9},
    {"type": "download_failed", "download_id": "1", "url": "u", "error": "lost"},
]


def _result(tool: str, content: Any, **more: Any) -> Json:
    return {"type": f"{tool}_tool_result", "tool_use_id": SERVER_CALL, "content": content, **more}


def _error(tool: str, code: str = "unavailable", **more: Any) -> Json:
    return _result(tool, {"type": f"{tool}_tool_result_error", "error_code": code, **more})


SERVER_RESULTS: Final[dict[str, Json]] = {
    "web_search": _result(
        "web_search",
        [{"type": "web_search_result", "title": "A", "url": "u", "encrypted_content": "Eo", "page_age": None}],
        caller=CALLERS[0],
    ),
    "web_search-empty": _result("web_search", []),
    "web_search-error": _error("web_search", "query_too_long"),
    "web_fetch": _result(
        "web_fetch",
        {
            "type": "web_fetch_result",
            "url": "u",
            "content": {"type": "document", "source": PDF, "title": None, "citations": {"enabled": True}},
            "retrieved_at": None,
        },
        caller=CALLERS[2],
    ),
    "web_fetch-error": _error("web_fetch", "url_not_allowed"),
    "advisor": _result("advisor", {"type": "advisor_result", "text": "a", "stop_reason": "end_turn"}),
    "advisor-redacted": _result("advisor", {"type": "advisor_redacted_result", "encrypted_content": "Eo"}),
    "advisor-error": _error("advisor", "overloaded"),
    "code_execution": _result(
        "code_execution",
        {
            "type": "code_execution_result",
            "stdout": "a",
            "stderr": "",
            "return_code": 0,
            "content": [{"type": "code_execution_output", "file_id": "file_011"}],
        },
    ),
    "code_execution-encrypted": _result(
        "code_execution",
        {
            "type": "encrypted_code_execution_result",
            "encrypted_stdout": "Eo",
            "stderr": "",
            "return_code": 0,
            "content": [],
        },
    ),
    "code_execution-error": _error("code_execution", "execution_time_exceeded"),
    "bash": _result(
        "bash_code_execution",
        {
            "type": "bash_code_execution_result",
            "stdout": "a",
            "stderr": "",
            "return_code": 0,
            "content": [{"type": "bash_code_execution_output", "file_id": "file_011"}],
        },
    ),
    "bash-error": _error("bash_code_execution", "output_file_too_large"),
    "editor-view": _result(
        "text_editor_code_execution",
        {
            "type": "text_editor_code_execution_view_result",
            "content": "a",
            "file_type": "text",
            "num_lines": 1,
            "start_line": None,
            "total_lines": 1,
        },
    ),
    "editor-create": _result(
        "text_editor_code_execution", {"type": "text_editor_code_execution_create_result", "is_file_update": False}
    ),
    "editor-replace": _result(
        "text_editor_code_execution",
        {
            "type": "text_editor_code_execution_str_replace_result",
            "lines": ["a"],
            "new_lines": 1,
            "new_start": 1,
            "old_lines": None,
            "old_start": None,
        },
    ),
    "editor-error": _error("text_editor_code_execution", "file_not_found", error_message=None),
    "tool_search": _result(
        "tool_search",
        {
            "type": "tool_search_tool_search_result",
            "tool_references": [{"type": "tool_reference", "tool_name": "add"}],
        },
    ),
    "tool_search-error": _error("tool_search", "too_many_requests", error_message="slow down"),
}

BLOCKS: Final[dict[str, Json]] = {
    "text": {"type": "text", "text": "Hi", "citations": CITATIONS, "cache_control": CACHE},
    "image": {"type": "image", "source": PNG, "transformations": {"oversized_image": "error"}},
    "image-url": {"type": "image", "source": URL, "transformations": None},
    "image-file": {"type": "image", "source": FILE, "cache_control": None},
    "document": {
        "type": "document",
        "source": PDF,
        "title": "A",
        "context": "b",
        "citations": {"enabled": True},
        "cache_control": CACHE,
    },
    "document-text": {"type": "document", "source": PLAIN, "title": None, "context": None, "citations": None},
    "document-content": {"type": "document", "source": CONTENT},
    "document-content-as-text": {"type": "document", "source": CONTENT_AS_TEXT},
    "document-url": {"type": "document", "source": URL},
    "document-file": {"type": "document", "source": FILE},
    "search_result": {
        "type": "search_result",
        "source": "s",
        "title": "A",
        "content": [{"type": "text", "text": "a"}],
        "citations": {"enabled": False},
    },
    "thinking": {"type": "thinking", "thinking": "", "signature": "Eq"},
    "redacted_thinking": {"type": "redacted_thinking", "data": "Eq"},
    "tool_use": {"type": "tool_use", "id": "call_1", "name": "add", "input": {"a": 1}, "caller": CALLERS[0]},
    "tool_use-by-code": {
        "type": "tool_use",
        "id": "call_1",
        "name": "add",
        "input": {},
        "caller": CALLERS[2],
        "toolset_name": "browser",
        "cache_control": CACHE,
    },
    "tool_result": {"type": "tool_result", "tool_use_id": "call_1", "content": "2", "is_error": False},
    "tool_result-bare": {"type": "tool_result", "tool_use_id": "call_1"},
    "tool_result-blocks": {
        "type": "tool_result",
        "tool_use_id": "call_1",
        "toolset_name": None,
        "cache_control": CACHE,
        "content": [
            {"type": "text", "text": "a"},
            {"type": "image", "source": PNG},
            {"type": "document", "source": PLAIN},
            {"type": "search_result", "source": "s", "title": "A", "content": []},
            {"type": "tool_reference", "tool_name": "add", "cache_control": None},
            {
                "type": "browser_state",
                "tabs": [{"tab_id": "1", "title": "", "url": "", "active": True}],
                "state_changes": STATE_CHANGES,
            },
        ],
    },
    "server_tool_use": {"type": "server_tool_use", "id": SERVER_CALL, "name": "advisor", "input": {}, "caller": None},
    **SERVER_RESULTS,
    "mcp_tool_use": {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "add", "input": {}, "server_name": "sums"},
    "mcp_tool_result": {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "is_error": False, "content": "2"},
    "mcp_tool_result-blocks": {
        "type": "mcp_tool_result",
        "tool_use_id": "mcptoolu_1",
        "is_error": True,
        "content": [{"type": "text", "text": "a", "citations": None}],
    },
    "mcp_tool_listing": {
        "type": "mcp_tool_listing",
        "mcp_server_name": "sums",
        "tools": [{"name": "add", "input_schema": {}, "description": None}],
    },
    "container_upload": {"type": "container_upload", "file_id": "file_1"},
    "compaction": {
        "type": "compaction",
        "content": "a",
        "encrypted_content": None,
        "signature": "Eq",
        "tool_changes": [
            {"type": "tool_addition", "tool": DEFINED_TOOL},
            {"type": "tool_removal", "tool": CHANGED_TOOLS[0]},
        ],
    },
    "compaction-failed": {"type": "compaction", "content": None},
    "fallback": {
        "type": "fallback",
        "from": {"model": "a"},
        "to": {"model": "b"},
        "trigger": {"type": "refusal", "category": None},
    },
    **{f"tool_addition-{tool['type']}": {"type": "tool_addition", "tool": tool} for tool in CHANGED_TOOLS},
    "tool_addition-definition": {"type": "tool_addition", "tool": DEFINED_TOOL, "cache_control": CACHE},
    **{f"tool_removal-{tool['type']}": {"type": "tool_removal", "tool": tool} for tool in CHANGED_TOOLS},
}
"""By an id that begins with the type."""

BLOCK_TAGS: Final = (
    "'text', 'image', 'document', 'search_result', 'thinking', 'redacted_thinking', 'tool_use', 'tool_result', "
    "'server_tool_use', 'web_search_tool_result', 'web_fetch_tool_result', 'advisor_tool_result', "
    "'code_execution_tool_result', 'bash_code_execution_tool_result', 'text_editor_code_execution_tool_result', "
    "'tool_search_tool_result', 'mcp_tool_use', 'mcp_tool_result', 'mcp_tool_listing', 'container_upload', "
    "'compaction', 'fallback', 'tool_addition', 'tool_removal'"
)
"""As the API lists the types that it takes."""
