"""The reply when the script has none left: ``tool_choice`` decides it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rystic_asgi.engine.output_format import made_text, output_schema
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.tools import FORCING_CHOICES, ToolChoiceTool
from rystic_asgi.script.reply import Reply, text_reply
from rystic_asgi.validation.declared_tools import DeclaredTool
from rystic_asgi.validation.request import CheckedRequest

_NO_IDS: Final[Mapping[str, int]] = {}
_SUMMARY: Final = {"type": "compaction", "content": "A summary of the conversation so far."}
SUMMARY: Final = Reply(_SUMMARY, (_SUMMARY,), "compaction", is_filled_in=True)
"""What a request for a summary gets.

Source: https://platform.claude.com/docs/en/build-with-claude/compaction-on-demand
"""
_ONE_CALL: Final[Mapping[str, int]] = {"tool_use": 1}


def default_ids(request: CheckedRequest) -> Mapping[str, int]:
    """How many ids of each kind the default reply to ``request`` gives out."""
    if request.is_plain or not isinstance(request.body.tool_choice, FORCING_CHOICES):
        return _NO_IDS
    return _ONE_CALL


def default_reply(request: CheckedRequest, text: str) -> Reply:
    """A summary where one is asked for, a call where a call is forced, else ``text``, or JSON of the format asked for.

    Raises ApiError where the client runs no tool that fits, or no JSON is found.
    """
    if request.is_plain:
        return _text_reply(text)
    if request.body.compaction is not None:
        return SUMMARY
    choice = request.body.tool_choice
    if not isinstance(choice, FORCING_CHOICES):
        schema = output_schema(request.body)
        return _text_reply(text if schema is None else made_text(schema))
    wanted = choice.name if isinstance(choice, ToolChoiceTool) else None
    call = {"type": "tool_use", "name": _first_tool(request.tools, wanted).name}
    return Reply(call, (call,), "tool_use", is_filled_in=True)


_text_reply: Final = lru_cache(maxsize=64)(text_reply)


def _first_tool(tools: tuple[DeclaredTool, ...], wanted: str | None) -> DeclaredTool:
    for tool in tools:
        if tool.client_runs and wanted in (None, tool.name):
            return tool
    raise ApiError(
        "rystic: no reply is left and tool_choice forces a call, but the client runs none of the tools it allows; "
        "script a reply for this request"
    )
