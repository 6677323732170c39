"""Summaries in a reply: where the API says nothing after one.

Source: https://platform.claude.com/docs/en/build-with-claude/compaction-threshold and .../compaction-on-demand
"""

from typing import Any

from msgspec import UNSET

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.parameters import Compact20260112
from rystic_asgi.protocol.requests import MessagesRequest


def check_summary(request: MessagesRequest, content: list[dict[str, Any]], place: str) -> None:
    """Raise ApiError where a reply goes on after a summary, though the request asks for that alone."""
    if len(content) < 2 or content[0]["type"] != "compaction":
        return
    asked = "asks for a summary" if request.compaction is not None else "asks to pause after compaction"
    if request.compaction is None and not _pauses(request):
        return
    raise ApiError(
        f"rystic: {place} goes on after its compaction, but the request {asked}. The reply counts as taken; script "
        'what follows as a reply of its own, or mark this one with unchecked: ["grammar"]'
    )


def _pauses(request: MessagesRequest) -> bool:
    management = request.context_management
    edits = () if management is None or management.edits is UNSET else management.edits
    return any(isinstance(edit, Compact20260112) and edit.pause_after_compaction is True for edit in edits)
