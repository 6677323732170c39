"""Blocks of a reply: which keys each has, what is filled in, and how it is streamed. One row a type.

Sources: https://platform.claude.com/docs/en/api/messages#response-content and
https://platform.claude.com/docs/en/build-with-claude/streaming
"""

from typing import Any, Final, NamedTuple


class Delta(NamedTuple):
    """How one key travels: emptied in the start event, then in deltas of this type."""

    key: str
    type: str
    delta_key: str
    empty: Any
    cut: bool


class BlockRow(NamedTuple):
    """A block type: keys a script may give, keys filled in where absent, the kind of its id, its deltas in order."""

    tag: str
    required: dict[str, type | tuple[type, ...]]
    optional: dict[str, type]
    filled: dict[str, Any]
    id_kind: str | None
    deltas: tuple[Delta, ...]


_TEXT = Delta("text", "text_delta", "text", "", cut=True)
_THINKING = Delta("thinking", "thinking_delta", "thinking", "", cut=True)
_SIGNATURE = Delta("signature", "signature_delta", "signature", "", cut=False)
_INPUT = Delta("input", "input_json_delta", "partial_json", {}, cut=True)

BLOCKS: Final[dict[str, BlockRow]] = {
    row.tag: row
    for row in (
        BlockRow("text", {"text": str}, {}, {}, None, (_TEXT,)),
        BlockRow("thinking", {"thinking": str}, {"signature": str}, {}, None, (_THINKING, _SIGNATURE)),
        BlockRow("redacted_thinking", {"data": str}, {}, {}, None, ()),
        BlockRow(
            "tool_use",
            {"name": str},
            {"id": str, "input": dict, "caller": dict},
            {"caller": {"type": "direct"}},
            "tool_use",
            (_INPUT,),
        ),
        BlockRow(
            "server_tool_use", {"name": str}, {"id": str, "input": dict}, {"input": {}}, "server_tool_use", (_INPUT,)
        ),
        BlockRow(
            "web_search_tool_result",
            {"tool_use_id": str, "content": (list, dict)},
            {"caller": dict},
            {"caller": {"type": "direct"}},
            None,
            (),
        ),
    )
}
"""Keys go over the wire in the order: type, id, then required and optional keys as listed, then what is filled in."""

AS_GIVEN: Final = frozenset(row.tag for row in BLOCKS.values() if not row.optional and not row.filled)
"""Block types that go over the wire just as a script gives them."""
