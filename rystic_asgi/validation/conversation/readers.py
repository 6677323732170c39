"""Who reads a block: by role and type, the rules that it concerns."""

from collections.abc import Callable
from typing import Any, Final

from rystic_asgi.protocol import content as blocks
from rystic_asgi.protocol.content import ContentBlock, TextBlock
from rystic_asgi.protocol.documents import ContentBlockSource, FileSource
from rystic_asgi.protocol.server_results import ToolSearchToolSearchResult, WebFetchResult
from rystic_asgi.validation.conversation.notes import Notes
from rystic_asgi.validation.extra_inputs import block_extra_problems
from rystic_asgi.validation.problem import Problem
from rystic_asgi.validation.texts import text_problems

_MISPLACED: Final = "`{name}` blocks can only be in `{place}` messages"
_ERROR_CONTENT: Final = 'all content must be type "text" if "is_error" is true'
_CITATIONS: Final = "citations are not permitted in `user` messages"
_MIXED: Final = "a result that holds `search_result` blocks holds no other blocks"
"""Source: https://platform.claude.com/docs/en/build-with-claude/search-results; the words are ours."""
_NO_REFERENCE: Final = "Tool reference '{name}' not found in available tools"


def _read_user_text(notes: Notes, block: TextBlock, number: int, index: int) -> None:
    notes.read_other_content()
    if not block.text or block.text.isspace():
        notes.problems += text_problems(block, f"messages.{number}.content.{index}.text")
    if block.citations and notes.is_strict:
        notes.report(f"messages.{number}.content.{index}.text.citations", _CITATIONS, "user-citations")


def _read_own_text(notes: Notes, block: TextBlock, number: int, index: int) -> None:
    if notes.pairing.open:
        notes.pairing.read_more()
    if not block.text or block.text.isspace():
        notes.problems += text_problems(block, f"messages.{number}.content.{index}.text")


def _read_thinking(notes: Notes, block: ContentBlock, number: int, index: int) -> None:
    if notes.pairing.open:
        notes.pairing.read_more()


def _read_result(notes: Notes, block: blocks.ToolResultBlock, number: int, index: int) -> None:
    if (notes.answers.calls or block.toolset_name is not None) and block.tool_use_id in notes.pairing.open:
        notes.answers.read_result(block, f"messages.{number}.content.{index}")
    notes.pairing.read_result(block, number, index)
    if block.content and not isinstance(block.content, str):
        _read_result_content(notes, block, f"messages.{number}.content.{index}.tool_result")


def _read_result_content(notes: Notes, block: blocks.ToolResultBlock, place: str) -> None:
    for index, inner in enumerate(block.content if isinstance(block.content, list) else ()):
        path = f"{place}.content.{index}"
        if block.is_error and not isinstance(inner, TextBlock):
            notes.report(place, _ERROR_CONTENT, "tool-result-errors", f"{path} is of another type")
        read = _OF_A_RESULT.get(type(inner))
        if read is not None:
            read(notes, inner, path)
        if inner.cache_control is not None:
            notes.breakpoints.mark(path, inner.cache_control)
    if len({isinstance(inner, blocks.SearchResultBlock) for inner in block.content or ()}) > 1:
        notes.report(f"{place}.content", _MIXED, "mixed-search-results")


def _read_text_at(notes: Notes, block: TextBlock, path: str) -> None:
    notes.problems += text_problems(block, f"{path}.text")


def _read_image(notes: Notes, block: blocks.ImageBlock, number: int, index: int) -> None:
    notes.read_other_content()
    _read_image_at(notes, block, f"messages.{number}.content.{index}")


def _read_image_at(notes: Notes, block: blocks.ImageBlock, path: str) -> None:
    notes.images.count()
    if isinstance(block.source, blocks.Base64ImageSource):
        notes.images.read(block.source.media_type, block.source.data, path)
    elif isinstance(block.source, FileSource):
        notes.files.read(block.source.file_id, f"{path}.image.source", "image")


def _read_files_of(notes: Notes, block: blocks.DocumentBlock, path: str) -> None:
    source = block.source
    if isinstance(source, FileSource):
        notes.files.read(source.file_id, f"{path}.document.source", "document")
    elif isinstance(source, ContentBlockSource) and isinstance(source.content, list):
        for index, inner in enumerate(source.content):
            if isinstance(inner, blocks.ImageBlock) and isinstance(inner.source, FileSource):
                where = f"{path}.document.source.content.{index}.image.source"
                notes.files.read(inner.source.file_id, where, "image")


def _read_container_upload(notes: Notes, block: blocks.ContainerUploadBlock, number: int, index: int) -> None:
    notes.read_other_content()
    notes.files.read(block.file_id, f"messages.{number}.content.{index}.container_upload", "container_upload")


def _read_search_result(notes: Notes, block: blocks.SearchResultBlock, number: int, index: int) -> None:
    notes.read_other_content()
    _read_search_result_at(notes, block, f"messages.{number}.content.{index}")


def _read_search_result_at(notes: Notes, block: blocks.SearchResultBlock, path: str) -> None:
    notes.citing.read("search_result", block.citations, f"{path}.search_result")
    for index, text in enumerate(block.content):
        notes.problems += text_problems(text, f"{path}.search_result.content.{index}")
        if text.citations and notes.is_strict:
            where = f"{path}.search_result.content.{index}.citations"
            notes.report(where, _CITATIONS, "user-citations")


def _read_document(notes: Notes, block: blocks.DocumentBlock, number: int, index: int) -> None:
    notes.read_other_content()
    _read_document_at(notes, block, f"messages.{number}.content.{index}")


def _read_document_at(notes: Notes, block: blocks.DocumentBlock, path: str) -> None:
    notes.citing.read("document", block.citations, f"{path}.document")
    notes.pdfs.read(block, path)
    _read_files_of(notes, block, path)


def _read_call(notes: Notes, block: blocks.ToolUseBlock, number: int, index: int) -> None:
    notes.pairing.read_call(block, number, index)
    notes.answers.read_call(block)


def _read_server_call(notes: Notes, block: blocks.ServerToolUseBlock, number: int, index: int) -> None:
    notes.server_calls.read_call(block, number, index)


def _read_mcp_call(notes: Notes, block: blocks.McpToolUseBlock, number: int, index: int) -> None:
    notes.server_calls.read_mcp_call(block)


def _read_server_result(notes: Notes, block: Any, number: int, index: int) -> None:
    notes.server_calls.read_result(block, blocks.tag_of(block), number, index)


def _read_web_search_result(notes: Notes, block: blocks.WebSearchToolResultBlock, number: int, index: int) -> None:
    _read_server_result(notes, block, number, index)
    notes.searches[f"messages.{number}.content.{index}"] = block


def _read_web_fetch_result(notes: Notes, block: blocks.WebFetchToolResultBlock, number: int, index: int) -> None:
    _read_server_result(notes, block, number, index)
    if isinstance(block.content, WebFetchResult):
        notes.pdfs.read(block.content.content, f"messages.{number}.content.{index}")


def _read_advice(notes: Notes, block: blocks.AdvisorToolResultBlock, number: int, index: int) -> None:
    notes.problems += block_extra_problems(block, f"messages.{number}.content.{index}", notes.headers)
    _read_server_result(notes, block, number, index)


def _read_tool_search_result(notes: Notes, block: blocks.ToolSearchToolResultBlock, number: int, index: int) -> None:
    _read_server_result(notes, block, number, index)
    found = block.content.tool_references if isinstance(block.content, ToolSearchToolSearchResult) else ()
    for place, reference in enumerate(found):
        path = f"messages.{number}.content.{index}.tool_search_tool_result.content.tool_references.{place}"
        _read_reference(notes, reference.tool_name, path)


def _read_reference_at(notes: Notes, block: blocks.ToolReferenceBlock, path: str) -> None:
    _read_reference(notes, block.tool_name, path)


def _read_reference(notes: Notes, name: str, path: str) -> None:
    if not notes.declared.may_hold(name):
        notes.report("", _NO_REFERENCE.format(name=name), "tool-search", f"it is in {path}")


def _read_tool_change(
    notes: Notes, block: blocks.ToolAdditionBlock | blocks.ToolRemovalBlock, number: int, index: int
) -> None:
    if isinstance(block.tool, blocks.ToolReference) and not notes.declared.may_hold(block.tool.name):
        hint = f"it is in messages.{number}.content.{index}"
        notes.problems.append(Problem("", _NO_REFERENCE.format(name=block.tool.name), "tool-search", hint, _UNRESOLVED))


_UNRESOLVED: Final = {"error_code": "tool_reference_unresolved"}


def _read_document_of_assistant(notes: Notes, block: ContentBlock, number: int, index: int) -> None:
    if notes.is_strict:
        _read_misplaced(notes, block, number, index, rule="assistant-documents")


def _read_misplaced(notes: Notes, block: ContentBlock, number: int, index: int, rule: str = "blocks-per-role") -> None:
    place = "assistant" if type(block) in _ASSISTANT_ONLY else _PLACES.get(type(block), "user")
    message = _MISPLACED.format(name=blocks.tag_of(block), place=place)
    notes.report(f"messages.{number}", message, rule, f"the block is messages.{number}.content.{index}")


def read_other(notes: Notes, block: ContentBlock, number: int, index: int) -> None:
    """No rule concerns the block."""


Reader = Callable[[Notes, Any, int, int], None]

_OF_A_RESULT: Final[dict[type, Callable[[Notes, Any, str], None]]] = {
    TextBlock: _read_text_at,
    blocks.ImageBlock: _read_image_at,
    blocks.SearchResultBlock: _read_search_result_at,
    blocks.DocumentBlock: _read_document_at,
    blocks.ToolReferenceBlock: _read_reference_at,
}
"""Who reads a block within a result of the client's tool."""

_ASSISTANT_ONLY: Final = frozenset(
    (
        blocks.ToolUseBlock,
        blocks.ServerToolUseBlock,
        blocks.McpToolUseBlock,
        *blocks.THINKING_BLOCKS,
        *blocks.SERVER_RESULTS,
        blocks.McpToolListingBlock,
        blocks.FallbackBlock,
    )
)
_TOOL_CHANGES: Final = (blocks.ToolAdditionBlock, blocks.ToolRemovalBlock)
_PLACES: Final[dict[type, str]] = dict.fromkeys(_TOOL_CHANGES, "system")
READERS: Final[dict[str, dict[type, Reader]]] = {
    "system": dict.fromkeys(_TOOL_CHANGES, _read_tool_change),
    "user": {
        blocks.ToolResultBlock: _read_result,
        TextBlock: _read_user_text,
        blocks.ImageBlock: _read_image,
        blocks.SearchResultBlock: _read_search_result,
        blocks.DocumentBlock: _read_document,
        blocks.ContainerUploadBlock: _read_container_upload,
        **dict.fromkeys((*_ASSISTANT_ONLY, *_TOOL_CHANGES), _read_misplaced),
    },
    "assistant": {
        blocks.ToolUseBlock: _read_call,
        TextBlock: _read_own_text,
        **dict.fromkeys(blocks.THINKING_BLOCKS, _read_thinking),
        **dict.fromkeys((blocks.ToolResultBlock, blocks.SearchResultBlock, *_TOOL_CHANGES), _read_misplaced),
        blocks.DocumentBlock: _read_document_of_assistant,
        blocks.ServerToolUseBlock: _read_server_call,
        blocks.McpToolUseBlock: _read_mcp_call,
        **dict.fromkeys(blocks.SERVER_RESULTS, _read_server_result),
        blocks.WebSearchToolResultBlock: _read_web_search_result,
        blocks.WebFetchToolResultBlock: _read_web_fetch_result,
        blocks.AdvisorToolResultBlock: _read_advice,
        blocks.ToolSearchToolResultBlock: _read_tool_search_result,
    },
}
"""By role and type of block, who reads it. Which types a role may hold: captured histories, and
https://github.com/microsoft/agent-framework/issues/4328."""
