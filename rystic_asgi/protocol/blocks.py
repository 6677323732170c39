"""Blocks of a reply: what each holds, and how it is streamed. One row a type.

Sources: https://platform.claude.com/docs/en/api/messages#response-content,
https://platform.claude.com/docs/en/build-with-claude/streaming and the streams recorded in
https://github.com/pydantic/pydantic-ai, tests/models/cassettes.
"""

from types import NoneType
from typing import Any, Final, NamedTuple

from rystic_asgi.protocol import reply_shapes as shapes
from rystic_asgi.protocol.shapes import Field, ListOf, Made, Missing, Shape, Words


class CutInput(dict[str, Any]):
    """The input of a call that was cut off: what can be read of it. ``written`` is how far it was written."""

    written: str = ""


class Delta(NamedTuple):
    """How one key travels: emptied in the start event, then in deltas of this type.

    ``pieces`` says how it is cut: ``text``, ``whole``, ``each`` item of a list, or ``json``. Keys ``beside`` it travel
    in the same delta, and are not in the start event at all.
    """

    key: str
    type: str
    delta_key: str
    empty: Any
    pieces: str
    beside: tuple[str, ...] = ()


class BlockRow(NamedTuple):
    """A block type: its shape, its deltas in order, the kind of its id.

    ``answers`` names the calls that a block is the result of, by tool. A block that holds a key of ``whole_with``
    travels whole in its start event.
    """

    shape: Shape
    deltas: tuple[Delta, ...] = ()
    id_kind: str | None = None
    answers: tuple[str, ...] = ()
    whole_with: tuple[str, ...] = ()


_CITATIONS: Final = Delta("citations", "citations_delta", "citation", [], "each")
_TEXT: Final = Delta("text", "text_delta", "text", "", "text")
_THINKING: Final = Delta("thinking", "thinking_delta", "thinking", "", "text")
_SIGNATURE: Final = Delta("signature", "signature_delta", "signature", "", "whole")
_INPUT: Final = Delta("input", "input_json_delta", "partial_json", {}, "json")
_COMPACTION: Final = Delta("content", "compaction_delta", "content", None, "whole", beside=("encrypted_content",))

SERVER_TOOLS: Final = (
    *("web_search", "web_fetch", "code_execution", "bash_code_execution", "text_editor_code_execution"),
    *("tool_search_tool_regex", "tool_search_tool_bm25", "advisor"),
)
"""Source: anthropic 2.14.0, types/beta/beta_server_tool_use_block.py."""

MCP_CALL: Final = "mcp_tool_use"
_CUT: Final = Field("partial_json", str, Missing.UNSENT)
"""In place of ``input``: how far the input was written when the reply was cut off."""
_CALLER_OF_CALL: Final = Field("caller", shapes.CALLER, Made("caller"))


def _call(tag: str, name: Field, *more: Field) -> BlockRow:
    fields = (Field("id", str, Made("id")), name, Field("input", dict, Made("input")), *more, _CUT)
    return BlockRow(Shape(tag, fields), (_INPUT,), tag)


def _result(tag: str, content: Any, answers: tuple[str, ...], *more: Field) -> BlockRow:
    fields = (Field("tool_use_id", str, Made("call_id")), Field("content", content), *more)
    return BlockRow(Shape(tag, fields), answers=answers)


_ROWS: Final = (
    BlockRow(shapes.TEXT, (_CITATIONS, _TEXT)),
    BlockRow(
        Shape("thinking", (Field("thinking", str, ""), Field("signature", str, Made("signature")))),
        (_THINKING, _SIGNATURE),
    ),
    BlockRow(Shape("redacted_thinking", (Field("data", str, Made("token")),))),
    _call(
        "tool_use",
        Field("name", str),
        Field("caller", shapes.CALLER, shapes.DIRECT),
        Field("toolset_name", str, Missing.ABSENT),
    ),
    _call("server_tool_use", Field("name", Words(SERVER_TOOLS)), Field("caller", shapes.CALLER, Missing.ABSENT)),
    _result("web_search_tool_result", shapes.WEB_SEARCH, ("web_search",), _CALLER_OF_CALL),
    _result("web_fetch_tool_result", shapes.WEB_FETCH, ("web_fetch",), _CALLER_OF_CALL),
    _result("advisor_tool_result", shapes.ADVISOR, ("advisor",)),
    _result("code_execution_tool_result", shapes.CODE_EXECUTION, ("code_execution",)),
    _result("bash_code_execution_tool_result", shapes.BASH_CODE_EXECUTION, ("bash_code_execution",)),
    _result(
        "text_editor_code_execution_tool_result",
        shapes.TEXT_EDITOR_CODE_EXECUTION,
        ("text_editor_code_execution",),
    ),
    _result("tool_search_tool_result", shapes.TOOL_SEARCH, ("tool_search_tool_regex", "tool_search_tool_bm25")),
    _call(MCP_CALL, Field("name", str), Field("server_name", str)),
    BlockRow(
        Shape(
            "mcp_tool_result",
            (
                Field("tool_use_id", str, Made("call_id")),
                Field("is_error", bool, False),
                Field("content", shapes.MCP_RESULT, []),
            ),
        ),
        answers=(MCP_CALL,),
    ),
    BlockRow(
        Shape("mcp_tool_listing", (Field("mcp_server_name", str), Field("tools", ListOf(shapes.MCP_TOOL)))),
    ),
    BlockRow(Shape("container_upload", (Field("file_id", str),))),
    BlockRow(
        Shape(
            "compaction",
            (
                Field("content", (str, NoneType)),
                Field("encrypted_content", (str, NoneType), Made("compacted")),
                Field("signature", str, Made("compaction_signature")),
                Field("tool_changes", shapes.TOOL_CHANGES, Missing.ABSENT),
            ),
        ),
        (_COMPACTION,),
        whole_with=("signature", "tool_changes"),
    ),
    BlockRow(
        Shape(
            "fallback",
            (
                Field("from", shapes.MODEL, Made("from_model")),
                Field("to", shapes.MODEL, Made("to_model")),
                Field("trigger", shapes.TRIGGER, {"type": "refusal", "category": None}),
            ),
        )
    ),
)

BLOCKS: Final[dict[str, BlockRow]] = {str(row.shape.tag): row for row in _ROWS}
