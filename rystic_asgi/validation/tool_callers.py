"""Tools that running code calls: what they cannot be, and which tools bring the code's execution."""

from collections.abc import Iterator
from typing import Any, Final, get_args

from msgspec import Struct

from rystic_asgi.protocol.tools import AllowedCaller
from rystic_asgi.validation.problem import Problem

CODE_CALLERS: Final = tuple(caller for caller in get_args(AllowedCaller) if caller != "direct")
_NOT_STRICT: Final = "strict is not supported for a tool that code execution may call"
"""Source: .../tool-use/programmatic-tool-calling#feature-incompatibilities in the docs; the words are ours."""

FILTERING_TOOLS: Final = (
    *("web_fetch_20260209", "web_fetch_20260309", "web_fetch_20260318"),
    *("web_search_20260209", "web_search_20260318"),
)
"""The types that run code on what they find, unless only the model itself may call them.

Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools#dynamic-filtering-with-code-execution
"""


def is_called_by_code(callers: Any) -> bool:
    """Whether ``allowed_callers`` names code execution."""
    return isinstance(callers, list) and any(caller in CODE_CALLERS for caller in callers)


def brings_code_execution(tag: str, definition: Struct) -> bool:
    """Whether a tool has code run by itself."""
    callers = getattr(definition, "allowed_callers", None)
    return tag in FILTERING_TOOLS and (not callers or is_called_by_code(callers))


def caller_problems(callers: Any, *, strict: bool) -> Iterator[Problem]:
    """What a tool cannot be together with its callers; paths start inside the tool."""
    if strict and is_called_by_code(callers):
        named = ", ".join(caller for caller in callers if caller in CODE_CALLERS)
        yield Problem("strict", _NOT_STRICT, "strict-schema", f"its allowed_callers name {named}")
