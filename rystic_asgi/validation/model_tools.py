"""The rules that match tools with the model: which types it takes, and whether its code calls tools."""

from collections.abc import Iterator, Sequence
from typing import Final

from rystic_asgi.protocol.models import Model, find_model
from rystic_asgi.protocol.tool_types import TOOL_TYPES
from rystic_asgi.validation.declared_tools import DeclaredTool
from rystic_asgi.validation.problem import Problem
from rystic_asgi.validation.tool_callers import brings_code_execution, is_called_by_code

_LACKING: Final = "'{model}' does not support tool types: {types}. Did you mean one of {others}?"
"""Source: https://github.com/avante-corp/avante.nvim/pull/2736"""
_CALLING: Final = (
    "'{model}' does not support programmatic tool calling. The following tools have `allowed_callers` that require it: "
    '{names}. Explicitly set `allowed_callers=["direct"]` on these tools, or use a model that supports programmatic '
    "tool calling."
)
"""Source: the live API, August 2026, quoted in public code"""


def model_tool_problems(model_name: str, tools: Sequence[DeclaredTool]) -> Iterator[Problem]:
    """What the tools of a request ask of its model; nothing is asked of a model that is not in the table."""
    model = find_model(model_name)
    if model is None:
        return
    lacking = [tool.row.tag for tool in tools if tool.row.tag in model.lacks]
    if lacking:
        message = _LACKING.format(model=model.id, types=_listed(lacking), others=", ".join(_types_of(model)))
        yield Problem("", message, "tool-for-model")
    calling = [] if model.has_calling_code else [tool.name for tool in tools if _is_called_by_code(tool)]
    if calling:
        yield Problem("", _CALLING.format(model=model.id, names=_listed(calling)), "web-tool-callers")


def _types_of(model: Model) -> list[str]:
    return sorted(row.tag for row in TOOL_TYPES if row.tag != "custom" and row.tag not in model.lacks)


def _is_called_by_code(tool: DeclaredTool) -> bool:
    if brings_code_execution(tool.row.tag, tool.definition):
        return True
    return is_called_by_code(getattr(tool.definition, "allowed_callers", None))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(names))
