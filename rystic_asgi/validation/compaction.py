"""The rules for a request that asks for a summary of the conversation, in place of a reply.

Source: https://platform.claude.com/docs/en/build-with-claude/compaction-on-demand
"""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.protocol.tools import FORCING_CHOICES
from rystic_asgi.validation.problem import Problem

_BESIDE: Final = "`compaction` cannot be combined with {name}"


def compaction_problems(request: MessagesRequest) -> Iterator[Problem]:
    """What may not stand beside ``compaction``. A turn that is not over lacks a result, which is told as ever."""
    budget = None if request.output_config is UNSET else request.output_config.task_budget
    given = {
        "`context_management`": request.context_management is not None,
        "`stop_sequences`": bool(request.stop_sequences),
        "`output_config.format`": request.format is not None or request.output_format is not None,
        "a forced `tool_choice`": isinstance(request.tool_choice, FORCING_CHOICES),
        "`output_config.task_budget.remaining`": budget is not None and budget.remaining is not None,
    }
    for name in (name for name, is_given in given.items() if is_given):
        yield Problem("compaction", _BESIDE.format(name=name), "compaction")
