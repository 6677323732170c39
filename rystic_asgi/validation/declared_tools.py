"""The tools that a request declares, each read once by its own type."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Raw, Struct

from rystic_asgi.protocol.closed import CacheControl
from rystic_asgi.protocol.tool_types import ToolType, tool_type
from rystic_asgi.protocol.tools import CustomTool
from rystic_asgi.protocol.toolsets import BrowserToolset20260801, ClientToolset, ComputerToolset20260801, McpToolset
from rystic_asgi.validation.defined_tool_faults import defined_tool_problems
from rystic_asgi.validation.input_schemas import input_schema, input_schema_problems
from rystic_asgi.validation.problem import Problem, join
from rystic_asgi.validation.strict_schemas import StrictCost, strict_cost
from rystic_asgi.validation.tool_callers import brings_code_execution, caller_problems, is_called_by_code

MAX_CACHED_BYTES: Final = 8 * 1024
"""A larger tool is read anew for each request, so that what is kept of tools has a bound."""
_TOOLSET_NAMES: Final[dict[type, str]] = {ComputerToolset20260801: "computer", BrowserToolset20260801: "browser"}
"""Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference#client-toolsets"""


class DeclaredTool(Struct, frozen=True, kw_only=True):
    """A tool of a request. A toolset goes by the name of what it stands for: ``computer``, or its MCP server.

    ``client_runs`` is whether the client runs what is called by this name. ``problems`` are the faults by the rules,
    with paths that start at the tool; ``strict_cost`` is that of a strict tool without any. ``examples_source`` is what
    a custom tool with examples was read from.
    """

    name: str
    row: ToolType
    definition: Struct
    input_schema: dict[str, Any]
    client_runs: bool
    cache_control: CacheControl | None
    is_deferred: bool
    is_strict: bool
    is_indirect: bool
    is_toolset: bool
    problems: tuple[Problem, ...] = ()
    strict_cost: StrictCost | None = None
    examples_source: bytes = b""


class DeclaredNames(NamedTuple):
    """The names under which the tools of a request may be called; a toolset declares more than are known here."""

    known: frozenset[str]
    are_all: bool

    def may_hold(self, name: str) -> bool:
        """Whether a tool of this name may be among them."""
        return name in self.known or not self.are_all


def declared_names(tools: Sequence[DeclaredTool]) -> DeclaredNames:
    """The names of ``tools``."""
    known = {tool.name for tool in tools if not tool.is_toolset}
    if any(brings_code_execution(tool.row.tag, tool.definition) for tool in tools):
        known.add("code_execution")
    return DeclaredNames(frozenset(known), not any(tool.is_toolset for tool in tools))


class _Typed(Struct):
    type: str | None = None


def read_tools(sources: Sequence[Raw]) -> tuple[DeclaredTool, ...]:
    """Every declared tool in order. Raises msgspec.DecodeError."""
    return tuple(read_tool(bytes(source)) for source in sources)


def read_tool(source: bytes) -> DeclaredTool:
    """The tool that these bytes of a request declare. Raises msgspec.DecodeError where they do not fit its type."""
    return _read(source) if len(source) > MAX_CACHED_BYTES else _read_once(source)


def _read(source: bytes) -> DeclaredTool:
    kind = msgspec.json.decode(source, type=_Typed).type
    row = tool_type(kind)
    if row is None:
        raise msgspec.ValidationError(f"{kind} is no type of tool")
    definition = msgspec.json.decode(source, type=row.definition)
    if isinstance(definition, CustomTool):
        return _custom_tool(definition, row, source)
    problems = (problem._replace(path=join(row.tag, problem.path)) for problem in defined_tool_problems(definition))
    return _declared(definition, row, _name(definition), row.input_schema, problems)


_read_once: Final = lru_cache(maxsize=512)(_read)


def _name(definition: Struct) -> str:
    if isinstance(definition, McpToolset):
        return definition.mcp_server_name
    return _TOOLSET_NAMES.get(type(definition)) or str(getattr(definition, "name", ""))


def _custom_tool(tool: CustomTool, row: ToolType, source: bytes) -> DeclaredTool:
    value, strict = msgspec.json.decode(tool.input_schema), tool.strict is True
    problems = tuple(custom_tool_problems(value, tool.name, strict=strict, callers=tool.allowed_callers))
    schema = input_schema(value)
    cost = strict_cost(schema) if strict and not problems else None
    return _declared(tool, row, tool.name, schema, problems, cost, source if tool.input_examples else b"")


def _declared(
    definition: Struct,
    row: ToolType,
    name: str,
    schema: dict[str, Any],
    problems: Iterable[Problem],
    cost: StrictCost | None = None,
    examples_source: bytes = b"",
) -> DeclaredTool:
    return DeclaredTool(
        name=name,
        row=row,
        definition=definition,
        input_schema=schema,
        client_runs=row.client_runs,
        cache_control=getattr(definition, "cache_control", None),
        is_deferred=getattr(definition, "defer_loading", None) is True,
        is_strict=getattr(definition, "strict", None) is True,
        is_indirect="direct" not in (getattr(definition, "allowed_callers", None) or ("direct",)),
        is_toolset=isinstance(definition, ClientToolset | McpToolset),
        problems=tuple(problems),
        strict_cost=cost,
        examples_source=examples_source,
    )


def custom_tool_problems(schema: Any, name: str, *, strict: bool, callers: Any) -> Iterator[Problem]:
    """Faults of a custom tool's schema, and of what its callers rule out, with paths that start at the tool."""
    by_code = is_called_by_code(callers)
    yield from _inside(input_schema_problems(schema, name, strict=strict, by_code=by_code))
    yield from _inside(caller_problems(callers, strict=strict))


def _inside(problems: Iterator[Problem]) -> Iterator[Problem]:
    for problem in problems:
        yield problem._replace(path=join("custom", problem.path))
