"""Replies as a test writes them, with little more than has to be given: every block, every variant of what is in it."""

from typing import Any, Final

Json = dict[str, Any]


def call(name: str, **members: Any) -> Json:
    return {"type": "server_tool_use", "name": name, **members}


def result(kind: str, content: Any, **members: Any) -> Json:
    return {"type": f"{kind}_tool_result", "content": content, **members}


def failed(kind: str, code: str, **members: Any) -> Json:
    return result(kind, {"type": f"{kind}_tool_result_error", "error_code": code, **members})


TEXT: Final[Json] = {"type": "text", "text": "Hello there"}
THOUGHT: Final[Json] = {"type": "thinking", "thinking": "Let me see"}
SEARCHED: Final[Json] = result("web_search", [{"title": "Tides", "url": "https://example.com"}])
MCP_CALL: Final[Json] = {"type": "mcp_tool_use", "name": "add", "server_name": "sums", "input": {"a": 1}}
BY_CODE: Final[Json] = {"type": "code_execution_20260120"}

_SPAN: Final[Json] = {"cited_text": "a", "start_char_index": 0, "end_char_index": 1}
_BLOCKS: Final[Json] = {"cited_text": "a", "start_block_index": 0, "end_block_index": 1}
CITATIONS: Final[list[Json]] = [
    {"type": "char_location", **_SPAN},
    {"type": "page_location", "cited_text": "a", "start_page_number": 1, "end_page_number": 2},
    {"type": "content_block_location", **_BLOCKS, "document_index": 2, "document_title": "T", "file_id": "file_011"},
    {"type": "web_search_result_location", "cited_text": "a", "url": "https://example.com"},
    {"type": "search_result_location", "source": "s", **_BLOCKS},
]

_PAGE: Final[Json] = {"type": "web_fetch_result", "url": "https://example.com"}
_PLAIN: Final[Json] = {"type": "document", "source": {"type": "text", "data": "a"}}
_PDF: Final[Json] = {
    "type": "document",
    "source": {"type": "base64", "data": "JVBERi0="},
    "citations": {"enabled": True},
}

_ERRORS: Final[Json] = {
    "web_search": "invalid_tool_input unavailable max_uses_exceeded too_many_requests query_too_long request_too_large",
    "web_fetch": "invalid_tool_input url_too_long url_not_allowed url_not_in_prior_context url_not_accessible "
    "unsupported_content_type too_many_requests max_uses_exceeded unavailable content_too_large",
    "code_execution": "invalid_tool_input unavailable too_many_requests execution_time_exceeded",
    "bash_code_execution": "invalid_tool_input unavailable too_many_requests execution_time_exceeded "
    "output_file_too_large",
    "text_editor_code_execution": "invalid_tool_input unavailable too_many_requests execution_time_exceeded "
    "file_not_found",
    "tool_search": "invalid_tool_input unavailable too_many_requests execution_time_exceeded",
    "advisor": "max_uses_exceeded prompt_too_long too_many_requests overloaded unavailable execution_time_exceeded "
    "model_not_found",
}
_CALLED: Final[Json] = {"tool_search": "tool_search_tool_regex"}

CONTENTS: Final[dict[str, list[Json]]] = {
    "nothing": [],
    "text": [TEXT],
    "empty-text": [{"type": "text", "text": ""}],
    "no-citation": [{**TEXT, "citations": []}],
    **{f"cited-{one['type']}": [TEXT, {**TEXT, "citations": [one]}] for one in CITATIONS},
    "cited-five-times": [{**TEXT, "citations": CITATIONS}],
    "thinking": [THOUGHT, TEXT],
    "thinking-kept-back": [{"type": "thinking"}, TEXT],
    "thinking-signed": [{**THOUGHT, "signature": "EqAB"}],
    "thinking-redacted": [{"type": "redacted_thinking"}, {"type": "redacted_thinking", "data": "EqAB"}, TEXT],
    "calls": [
        THOUGHT,
        TEXT,
        {"type": "tool_use", "name": "add", "input": {"a": 1}},
        {"type": "tool_use", "name": "add", "id": "call_1", "input": {}},
    ],
    "search": [TEXT, call("web_search", input={"query": "tides"}), SEARCHED, {**TEXT, "citations": [CITATIONS[3]]}],
    "search-between-thoughts": [THOUGHT, call("web_search"), SEARCHED, THOUGHT, TEXT],
    "two-searches": [call("web_search"), call("web_search"), SEARCHED, result("web_search", []), TEXT],
    "fetch": [call("web_fetch"), result("web_fetch", {**_PAGE, "content": _PLAIN}), TEXT],
    "fetch-of-a-pdf": [call("web_fetch"), result("web_fetch", {**_PAGE, "content": _PDF, "retrieved_at": None})],
    "code": [call("code_execution"), result("code_execution", {"type": "code_execution_result", "stdout": "4\n"})],
    "code-encrypted": [
        call("code_execution"),
        result(
            "code_execution",
            {"type": "encrypted_code_execution_result", "content": [{"file_id": "file_011"}], "return_code": 1},
        ),
    ],
    "bash": [
        call("bash_code_execution"),
        result("bash_code_execution", {"type": "bash_code_execution_result", "content": [{"file_id": "file_011"}]}),
        {"type": "container_upload", "file_id": "file_011"},
    ],
    "editor-view": [
        call("text_editor_code_execution"),
        result("text_editor_code_execution", {"type": "text_editor_code_execution_view_result", "content": "a\nb"}),
    ],
    "editor-create": [
        call("text_editor_code_execution"),
        result("text_editor_code_execution", {"type": "text_editor_code_execution_create_result"}),
    ],
    "editor-replace": [
        call("text_editor_code_execution"),
        result(
            "text_editor_code_execution",
            {"type": "text_editor_code_execution_str_replace_result", "lines": ["-a", "+b"], "old_start": 1},
        ),
    ],
    **{
        f"tool-search-{kind}": [
            call(f"tool_search_tool_{kind}"),
            result(
                "tool_search", {"type": "tool_search_tool_search_result", "tool_references": [{"tool_name": "add"}]}
            ),
            {"type": "tool_use", "name": "add", "input": {"a": 1}},
        ]
        for kind in ("regex", "bm25")
    },
    "code-that-searches": [
        call("code_execution", input={"code": "await web_search()"}),
        call("web_search", caller=BY_CODE),
        SEARCHED,
        result("code_execution", {"type": "code_execution_result"}),
        TEXT,
    ],
    "code-that-calls": [
        call("code_execution"),
        {"type": "tool_use", "name": "add", "input": {"a": 1}, "caller": BY_CODE},
        {"type": "tool_use", "name": "add", "input": {"a": 2}, "caller": BY_CODE},
    ],
    "both-sides": [call("web_search"), {"type": "tool_use", "name": "add", "input": {"a": 1}}],
    "paused": [TEXT, call("web_search", input={"query": "tides"})],
    "mcp": [
        {"type": "mcp_tool_listing", "mcp_server_name": "sums", "tools": [{"name": "add"}]},
        MCP_CALL,
        {"type": "mcp_tool_result", "content": [{"text": "2"}]},
        MCP_CALL,
        {"type": "mcp_tool_result", "content": "lost", "is_error": True},
        MCP_CALL,
        {"type": "mcp_tool_result"},
    ],
    "advice": [TEXT, call("advisor"), result("advisor", {"type": "advisor_result", "text": "Go on"}), TEXT],
    "advice-redacted": [call("advisor"), result("advisor", {"type": "advisor_redacted_result"}), TEXT],
    "compaction": [{"type": "compaction", "content": "So far"}, TEXT],
    "compaction-alone": [{"type": "compaction", "content": "So far"}],
    "compaction-that-failed": [{"type": "compaction", "content": None}, TEXT],
    "compaction-signed": [
        {
            "type": "compaction",
            "content": "So far",
            "signature": "Eq",
            "tool_changes": [
                {"type": "tool_addition", "tool": {"type": "tool_reference", "name": "add"}},
                {"type": "tool_removal", "tool": {"type": "mcp_toolset_reference", "server_name": "sums"}},
            ],
        }
    ],
    "fallback": [TEXT, {"type": "fallback", "to": {"model": "claude-haiku-4-5"}}, TEXT],
    "fallback-at-once": [{"type": "fallback", "trigger": {"category": "cyber"}}, TEXT],
    **{
        f"{kind}-{code}": [call(_CALLED.get(kind, kind)), failed(kind, code), TEXT]
        for kind, codes in _ERRORS.items()
        for code in codes.split()
    },
}
"""The content of replies that the API could send, by name."""
