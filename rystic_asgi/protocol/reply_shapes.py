"""The objects inside the blocks of a reply: citations, results and errors of server tools, callers, models.

Sources: anthropic 2.14.0, types/*_block.py, types/*_error_code.py, types/citation*_location.py and their beta twins;
https://platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools for what a result holds.
"""

from types import NoneType
from typing import Final

from rystic_asgi.protocol.shapes import Either, Field, ListOf, Made, Missing, Shape, Words, one_of

RETRIEVED_AT: Final = "2026-01-01T00:00:00.000000Z"
"""When a page was fetched, the same in every run."""

CATEGORIES: Final = ("cyber", "bio", "frontier_llm", "reasoning_extraction", "general_harms")

TEXT_OR_NULL: Final = (str, NoneType)
_COUNT_OR_NULL: Final = (int, NoneType)
_OPAQUE: Final = Made("token")

_DOCUMENT: Final = (
    Field("cited_text", str),
    Field("document_index", int, 0),
    Field("document_title", TEXT_OR_NULL, None),
)
_FILE: Final = Field("file_id", TEXT_OR_NULL, None)

CITATION: Final = one_of(
    Shape("char_location", (*_DOCUMENT, Field("start_char_index", int), Field("end_char_index", int), _FILE)),
    Shape("page_location", (*_DOCUMENT, Field("start_page_number", int), Field("end_page_number", int), _FILE)),
    Shape(
        "content_block_location", (*_DOCUMENT, Field("start_block_index", int), Field("end_block_index", int), _FILE)
    ),
    Shape(
        "web_search_result_location",
        (
            Field("cited_text", str),
            Field("url", str),
            Field("title", TEXT_OR_NULL, None),
            Field("encrypted_index", str, _OPAQUE),
        ),
    ),
    Shape(
        "search_result_location",
        (
            Field("cited_text", str),
            Field("source", str),
            Field("title", TEXT_OR_NULL, None),
            Field("search_result_index", int, 0),
            Field("start_block_index", int),
            Field("end_block_index", int),
        ),
    ),
)

TEXT: Final = Shape("text", (Field("text", str), Field("citations", ListOf(CITATION), Missing.ABSENT_OR_EMPTY)))

DIRECT: Final = {"type": "direct"}
_TOOL_ID: Final = Field("tool_id", str, Made("caller_id"))
CALLER: Final = one_of(
    Shape("direct"), Shape("code_execution_20250825", (_TOOL_ID,)), Shape("code_execution_20260120", (_TOOL_ID,))
)

_ALWAYS: Final = ("invalid_tool_input", "unavailable", "too_many_requests")
_TIMED: Final = (*_ALWAYS, "execution_time_exceeded")
_ERROR_MESSAGE: Final = Field("error_message", TEXT_OR_NULL, None)


def _error(tag: str, codes: tuple[str, ...], *more: Field) -> Shape:
    return Shape(tag, (Field("error_code", Words(codes)), *more))


def _outputs(tag: str) -> Field:
    return Field("content", ListOf(Shape(tag, (Field("file_id", str),))), [])


WEB_SEARCH: Final = Either(
    {
        list: ListOf(
            Shape(
                "web_search_result",
                (
                    Field("title", str),
                    Field("url", str),
                    Field("encrypted_content", str, _OPAQUE),
                    Field("page_age", TEXT_OR_NULL, None),
                ),
            )
        ),
        dict: _error(
            "web_search_tool_result_error",
            (*_ALWAYS, "max_uses_exceeded", "query_too_long", "request_too_large"),
        ),
    }
)

_FETCHED: Final = Shape(
    "document",
    (
        Field(
            "source",
            one_of(
                Shape("text", (Field("media_type", Words(("text/plain",)), "text/plain"), Field("data", str))),
                Shape(
                    "base64", (Field("media_type", Words(("application/pdf",)), "application/pdf"), Field("data", str))
                ),
            ),
        ),
        Field("title", TEXT_OR_NULL, None),
        Field("citations", Shape(None, (Field("enabled", bool),)), Missing.ABSENT),
    ),
)
WEB_FETCH: Final = one_of(
    Shape(
        "web_fetch_result",
        (Field("url", str), Field("content", _FETCHED), Field("retrieved_at", TEXT_OR_NULL, RETRIEVED_AT)),
    ),
    _error(
        "web_fetch_tool_result_error",
        (
            *_ALWAYS,
            "url_too_long",
            "url_not_allowed",
            "url_not_in_prior_context",
            "url_not_accessible",
            "unsupported_content_type",
            "max_uses_exceeded",
            "content_too_large",
        ),
    ),
)

_ADVISOR_ERRORS: Final = (
    *("max_uses_exceeded", "prompt_too_long", "too_many_requests", "overloaded", "unavailable"),
    *("execution_time_exceeded", "model_not_found"),
)
_ADVISOR_STOP: Final = Field("stop_reason", TEXT_OR_NULL, "end_turn")
ADVISOR: Final = one_of(
    Shape("advisor_result", (Field("text", str), _ADVISOR_STOP)),
    Shape("advisor_redacted_result", (Field("encrypted_content", str, _OPAQUE), _ADVISOR_STOP)),
    _error("advisor_tool_result_error", _ADVISOR_ERRORS),
)

_ENDED: Final = (Field("stderr", str, ""), Field("return_code", int, 0))
CODE_EXECUTION: Final = one_of(
    Shape("code_execution_result", (Field("stdout", str, ""), *_ENDED, _outputs("code_execution_output"))),
    Shape(
        "encrypted_code_execution_result",
        (Field("encrypted_stdout", str, _OPAQUE), *_ENDED, _outputs("code_execution_output")),
    ),
    _error("code_execution_tool_result_error", _TIMED),
)
BASH_CODE_EXECUTION: Final = one_of(
    Shape("bash_code_execution_result", (Field("stdout", str, ""), *_ENDED, _outputs("bash_code_execution_output"))),
    _error("bash_code_execution_tool_result_error", (*_TIMED, "output_file_too_large")),
)
TEXT_EDITOR_CODE_EXECUTION: Final = one_of(
    Shape(
        "text_editor_code_execution_view_result",
        (
            Field("file_type", Words(("text", "image", "pdf")), "text"),
            Field("content", str),
            Field("num_lines", _COUNT_OR_NULL, Made("lines")),
            Field("start_line", _COUNT_OR_NULL, 1),
            Field("total_lines", _COUNT_OR_NULL, Made("lines")),
        ),
    ),
    Shape("text_editor_code_execution_create_result", (Field("is_file_update", bool, False),)),
    Shape(
        "text_editor_code_execution_str_replace_result",
        (
            *(Field(name, _COUNT_OR_NULL, None) for name in ("old_start", "old_lines", "new_start", "new_lines")),
            Field("lines", Either({list: ListOf(str), NoneType: NoneType}), None),
        ),
    ),
    _error("text_editor_code_execution_tool_result_error", (*_TIMED, "file_not_found"), _ERROR_MESSAGE),
)
TOOL_SEARCH: Final = one_of(
    Shape(
        "tool_search_tool_search_result",
        (Field("tool_references", ListOf(Shape("tool_reference", (Field("tool_name", str),)))),),
    ),
    _error("tool_search_tool_result_error", _TIMED, _ERROR_MESSAGE),
)

MCP_RESULT: Final = Either({list: ListOf(TEXT), str: str})
MCP_TOOL: Final = Shape(
    None,
    (
        Field("name", str),
        Field("description", TEXT_OR_NULL, Missing.ABSENT),
        Field("input_schema", dict, {"type": "object"}),
    ),
)

_NAMED: Final = (
    Shape("tool_reference", (Field("name", str),)),
    Shape("mcp_tool_reference", (Field("name", str), Field("server_name", str))),
    Shape("mcp_toolset_reference", (Field("server_name", str),)),
)
TOOL_CHANGES: Final = ListOf(
    one_of(
        Shape(
            "tool_addition", (Field("tool", one_of(*_NAMED, Shape("tool_definition", (Field("definition", dict),)))),)
        ),
        Shape("tool_removal", (Field("tool", one_of(*_NAMED)),)),
    )
)

CATEGORY: Final = Field("category", Either({str: Words(CATEGORIES), NoneType: NoneType}), None)
MODEL: Final = Shape(None, (Field("model", str),))
TRIGGER: Final = Shape("refusal", (CATEGORY,))
