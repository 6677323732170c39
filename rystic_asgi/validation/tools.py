"""The rules for the tools of a request and for the choice among them."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.protocol.tools import FORCING_CHOICES, ToolChoiceTool
from rystic_asgi.protocol.toolsets import McpToolset
from rystic_asgi.validation.declared_tools import DeclaredTool
from rystic_asgi.validation.headers import RequestHeaders
from rystic_asgi.validation.input_examples import example_problems
from rystic_asgi.validation.mcp_servers import mcp_problems
from rystic_asgi.validation.problem import Problem, join
from rystic_asgi.validation.strict_schemas import limit_faults, strict_cost, strict_fault
from rystic_asgi.validation.tool_callers import brings_code_execution
from rystic_asgi.validation.tool_faults import unoffered_type

_ALL_DEFERRED: Final = "At least one tool must have defer_loading=false. All tools cannot be deferred."
_OLD_CODE_EXECUTION: Final = ("code_execution_20250522", "code_execution_20250825")
_INDIRECT: Final = "its allowed_callers leave out 'direct'"
"""Source: .../tool-use/programmatic-tool-calling in the docs; the words are of the project's making."""


def tool_problems(
    request: MessagesRequest, tools: Sequence[DeclaredTool], headers: RequestHeaders | None = None
) -> Iterator[Problem]:
    """Faults of the tools, of what they are together, and of the choice among them.

    Without ``headers`` every type of tool counts as brought.
    """
    for index, tool in enumerate(tools):
        if tool.row.betas:
            yield from unoffered_type(tool.row, f"tools.{index}", headers)
        for problem in tool.problems:
            yield problem._replace(path=join("tools", index, problem.path))
    yield from example_problems(tools)
    yield from _limit_problems(request, tools)
    yield from _name_problems(tools)
    yield from _code_execution_problems(tools)
    yield from _choice_problems(request, tools)
    yield from _deferral_problems(tools)
    if request.mcp_servers or any(tool.is_toolset for tool in tools):
        yield from mcp_problems(request.mcp_servers or (), tools, headers.betas if headers else ())


def _limit_problems(request: MessagesRequest, tools: Sequence[DeclaredTool]) -> Iterator[Problem]:
    strict = [tool for tool in tools if tool.is_strict]
    schema = _format_schema(request)
    if not strict and schema is None:
        return
    costs = [tool.strict_cost for tool in strict if tool.strict_cost is not None]
    if schema is not None and strict_fault(schema) is None:
        costs.append(strict_cost(schema))
    yield from (Problem("", fault, "strict-schema") for fault in limit_faults(len(strict), costs))


def _format_schema(request: MessagesRequest) -> dict[str, Any] | None:
    wanted = request.format or request.output_format
    return None if wanted is None else wanted.schema


def _name_problems(tools: Sequence[DeclaredTool]) -> Iterator[Problem]:
    """The tools of MCP servers have names of their own. https://github.com/anthropics/claude-code/issues/10687"""
    if len({tool.name for tool in tools}) == len(tools):
        return
    places: dict[str, int] = {}
    for index, tool in enumerate(tools):
        first = index if isinstance(tool.definition, McpToolset) else places.setdefault(tool.name, index)
        if first != index:
            hint = f"tools.{first} and tools.{index} are both named '{tool.name}'"
            yield Problem("tools", "Tool names must be unique.", "tool-names", hint)


def _code_execution_problems(tools: Sequence[DeclaredTool]) -> Iterator[Problem]:
    """Source: .../tool-use/server-tools#dynamic-filtering-with-code-execution in the docs; the words are ours."""
    web = next((tool.row.tag for tool in tools if brings_code_execution(tool.row.tag, tool.definition)), None)
    old = next((tool.row.tag for tool in tools if tool.row.tag in _OLD_CODE_EXECUTION), None)
    if web is not None and old is not None:
        hint = f"{web} needs none, or code_execution_20260120 or later"
        yield Problem("tools", f"{old} is not supported together with {web}", "web-domains", hint)


def _choice_problems(request: MessagesRequest, tools: Sequence[DeclaredTool]) -> Iterator[Problem]:
    choice = request.tool_choice
    if not isinstance(choice, FORCING_CHOICES) or request.mcp_servers:
        return
    if not tools:
        yield Problem("", "tool_choice may only be specified while providing tools", "tool-choice")
    if not isinstance(choice, ToolChoiceTool):
        return
    tool = next((tool for tool in tools if _may_be_forced(tool, choice.name)), None)
    if tool is None:
        yield Problem("", f"Tool '{choice.name}' not found in provided tools", "tool-choice", _declared(tools))
    elif tool.is_indirect:
        yield Problem("tool_choice", f"Tool '{tool.name}' is not called directly", "tool-choice", _INDIRECT)


def _may_be_forced(tool: DeclaredTool, name: str) -> bool:
    return tool.name == name and not tool.is_toolset


def _declared(tools: Sequence[DeclaredTool]) -> str:
    names = [tool.name for tool in tools if not tool.is_toolset]
    return f"tools that may be forced: {', '.join(names) or 'none'}"


def _deferral_problems(tools: Sequence[DeclaredTool]) -> Iterator[Problem]:
    """Sources: .../tool-use/tool-search-tool in the docs, and https://github.com/anthropics/claude-code/issues/30920."""
    deferred = [tool for tool in tools if tool.is_deferred]
    if deferred and len(deferred) == len(tools):
        yield Problem("", _ALL_DEFERRED, "tool-search")
    for tool in deferred:
        if tool.cache_control is not None:
            message = (
                f"Tool '{tool.name}' cannot have both defer_loading=true and cache_control set. "
                "Tools with defer_loading cannot use prompt caching."
            )
            yield Problem("", message, "tool-search")
