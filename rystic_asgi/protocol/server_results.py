"""What the tools that the API runs itself have answered: the results of each, or its error.

Sources: see ``protocol.closed``.
"""

from typing import Literal

from rystic_asgi.protocol.closed import Cached, Closed, Member, ServerId
from rystic_asgi.protocol.documents import LoneDocumentBlock, LoneToolReferenceBlock


class DirectCaller(Member, frozen=True, tag="direct"):
    pass


class CodeExecutionCaller20250825(Member, frozen=True, tag="code_execution_20250825"):
    tool_id: str


class CodeExecutionCaller20260120(Member, frozen=True, tag="code_execution_20260120"):
    tool_id: str


Caller = DirectCaller | CodeExecutionCaller20250825 | CodeExecutionCaller20260120 | None


class _ServerResult(Cached, frozen=True, kw_only=True):
    tool_use_id: ServerId


class WebSearchResult(Closed, frozen=True, kw_only=True):
    type: Literal["web_search_result"]
    encrypted_content: str
    title: str
    url: str
    page_age: str | None = None


class WebSearchToolResultError(Closed, frozen=True):
    type: Literal["web_search_tool_result_error"]
    error_code: Literal[
        "invalid_tool_input",
        "unavailable",
        "max_uses_exceeded",
        "too_many_requests",
        "query_too_long",
        "request_too_large",
    ]


class WebSearchToolResultBlock(_ServerResult, frozen=True, tag="web_search_tool_result", kw_only=True):
    content: list[WebSearchResult] | WebSearchToolResultError
    caller: Caller = None


class WebFetchToolResultError(Member, frozen=True, tag="web_fetch_tool_result_error"):
    error_code: Literal[
        "invalid_tool_input",
        "url_too_long",
        "url_not_allowed",
        "url_not_in_prior_context",
        "url_not_accessible",
        "unsupported_content_type",
        "too_many_requests",
        "max_uses_exceeded",
        "unavailable",
        "content_too_large",
    ]


class WebFetchResult(Member, frozen=True, tag="web_fetch_result"):
    content: LoneDocumentBlock
    url: str
    retrieved_at: str | None = None


class WebFetchToolResultBlock(_ServerResult, frozen=True, tag="web_fetch_tool_result", kw_only=True):
    content: WebFetchToolResultError | WebFetchResult
    caller: Caller = None


class AdvisorToolResultError(Member, frozen=True, tag="advisor_tool_result_error"):
    error_code: Literal[
        "max_uses_exceeded",
        "prompt_too_long",
        "too_many_requests",
        "overloaded",
        "unavailable",
        "execution_time_exceeded",
        "model_not_found",
    ]


class AdvisorResult(Member, frozen=True, tag="advisor_result"):
    text: str
    stop_reason: str | None = None


class AdvisorRedactedResult(Member, frozen=True, tag="advisor_redacted_result"):
    encrypted_content: str
    stop_reason: str | None = None


class AdvisorToolResultBlock(_ServerResult, frozen=True, tag="advisor_tool_result", kw_only=True):
    content: AdvisorToolResultError | AdvisorResult | AdvisorRedactedResult


class CodeExecutionOutput(Closed, frozen=True):
    type: Literal["code_execution_output"]
    file_id: str


class CodeExecutionToolResultError(Member, frozen=True, tag="code_execution_tool_result_error"):
    error_code: Literal["invalid_tool_input", "unavailable", "too_many_requests", "execution_time_exceeded"]


class CodeExecutionResult(Member, frozen=True, tag="code_execution_result"):
    content: list[CodeExecutionOutput]
    return_code: int
    stderr: str
    stdout: str


class EncryptedCodeExecutionResult(Member, frozen=True, tag="encrypted_code_execution_result"):
    content: list[CodeExecutionOutput]
    encrypted_stdout: str
    return_code: int
    stderr: str


class CodeExecutionToolResultBlock(_ServerResult, frozen=True, tag="code_execution_tool_result", kw_only=True):
    content: CodeExecutionToolResultError | CodeExecutionResult | EncryptedCodeExecutionResult


class BashCodeExecutionOutput(Closed, frozen=True):
    type: Literal["bash_code_execution_output"]
    file_id: str


class BashCodeExecutionToolResultError(Member, frozen=True, tag="bash_code_execution_tool_result_error"):
    error_code: Literal[
        "invalid_tool_input",
        "unavailable",
        "too_many_requests",
        "execution_time_exceeded",
        "output_file_too_large",
    ]


class BashCodeExecutionResult(Member, frozen=True, tag="bash_code_execution_result"):
    content: list[BashCodeExecutionOutput]
    return_code: int
    stderr: str
    stdout: str


class BashCodeExecutionToolResultBlock(_ServerResult, frozen=True, tag="bash_code_execution_tool_result", kw_only=True):
    content: BashCodeExecutionToolResultError | BashCodeExecutionResult


class TextEditorCodeExecutionToolResultError(Member, frozen=True, tag="text_editor_code_execution_tool_result_error"):
    error_code: Literal[
        "invalid_tool_input", "unavailable", "too_many_requests", "execution_time_exceeded", "file_not_found"
    ]
    error_message: str | None = None


class TextEditorCodeExecutionViewResult(Member, frozen=True, tag="text_editor_code_execution_view_result"):
    content: str
    file_type: Literal["text", "image", "pdf"]
    num_lines: int | None = None
    start_line: int | None = None
    total_lines: int | None = None


class TextEditorCodeExecutionCreateResult(Member, frozen=True, tag="text_editor_code_execution_create_result"):
    is_file_update: bool


class TextEditorCodeExecutionStrReplaceResult(Member, frozen=True, tag="text_editor_code_execution_str_replace_result"):
    lines: list[str] | None = None
    new_lines: int | None = None
    new_start: int | None = None
    old_lines: int | None = None
    old_start: int | None = None


class TextEditorCodeExecutionToolResultBlock(
    _ServerResult, frozen=True, tag="text_editor_code_execution_tool_result", kw_only=True
):
    content: (
        TextEditorCodeExecutionToolResultError
        | TextEditorCodeExecutionViewResult
        | TextEditorCodeExecutionCreateResult
        | TextEditorCodeExecutionStrReplaceResult
    )


class ToolSearchToolResultError(Member, frozen=True, tag="tool_search_tool_result_error"):
    error_code: Literal["invalid_tool_input", "unavailable", "too_many_requests", "execution_time_exceeded"]
    error_message: str | None = None


class ToolSearchToolSearchResult(Member, frozen=True, tag="tool_search_tool_search_result"):
    tool_references: list[LoneToolReferenceBlock]


class ToolSearchToolResultBlock(_ServerResult, frozen=True, tag="tool_search_tool_result", kw_only=True):
    content: ToolSearchToolResultError | ToolSearchToolSearchResult
