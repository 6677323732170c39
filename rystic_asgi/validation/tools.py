"""The tools that a request declares: each read once by its own type, and the rules for them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.protocol.tools import FORCING_CHOICES, CustomTool, DefinedTool, ToolChoiceTool, tool_type
from rystic_asgi.validation.problem import Problem, join
from rystic_asgi.validation.tool_schemas import schema_fault

_UNIONS: Final = ("oneOf", "allOf", "anyOf")
_TOOL_USE_DOCS: Final = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview"


MAX_CACHED_BYTES: Final = 64 * 1024
"""A larger tool is read anew for each request, so that what is kept of tools has a bound."""


class DeclaredTool(Struct, frozen=True):
    """A tool of a request: its name, whether the client runs it, the schema that its calls meet."""

    name: str
    client_runs: bool
    input_schema: dict[str, Any]
    problem: Problem | None = None


class _Typed(Struct):
    type: str | None = None


def read_tool(source: bytes) -> DeclaredTool:
    """The tool that these bytes of a request declare. Raises msgspec.DecodeError where they do not fit its type."""
    return _read(source) if len(source) > MAX_CACHED_BYTES else _read_once(source)


def _read(source: bytes) -> DeclaredTool:
    kind = msgspec.json.decode(source, type=_Typed).type
    if kind is None or kind == "custom":
        return _read_custom_tool(source)
    tool = msgspec.json.decode(source, type=DefinedTool)
    family = tool_type(tool.type)
    client_runs = family is not None and family.client_runs
    return DeclaredTool(tool.name or tool.type, client_runs, family.input_schema if family else {})


_read_once: Final = lru_cache(maxsize=512)(_read)


def _read_custom_tool(source: bytes) -> DeclaredTool:
    tool = msgspec.json.decode(source, type=CustomTool)
    schema = msgspec.json.decode(tool.input_schema)
    problem = _schema_problem(schema)
    return DeclaredTool(tool.name, True, schema if isinstance(schema, dict) else {}, problem)


def read_tools(sources: Sequence[Raw]) -> tuple[DeclaredTool, ...]:
    """Every declared tool in order. Raises msgspec.DecodeError."""
    return tuple(read_tool(bytes(source)) for source in sources)


def tool_problems(request: MessagesRequest, tools: Sequence[DeclaredTool]) -> Iterator[Problem]:
    """Faults of the tools and of the choice among them."""
    names = [tool.name for tool in tools]
    for index, tool in enumerate(tools):
        if tool.problem is not None:
            yield tool.problem._replace(path=join("tools", index, "custom", tool.problem.path))
    if len(set(names)) < len(names):
        yield Problem("tools", "Tool names must be unique.", "tool-names")
    choice = request.tool_choice
    if isinstance(choice, FORCING_CHOICES) and not tools:
        yield Problem("", "tool_choice may only be specified while providing tools", "tool-choice")
    if isinstance(choice, ToolChoiceTool) and choice.name not in names:
        yield Problem("", f"Tool '{choice.name}' not found in provided tools", "tool-choice")


def _schema_problem(schema: Any) -> Problem | None:
    if not isinstance(schema, dict):
        return Problem("input_schema", "Input should be an object", "input-schema")
    if "type" not in schema:
        return Problem("input_schema.type", "Field required", "input-schema")
    if schema["type"] != "object":
        return Problem("input_schema.type", "Input should be 'object'", "input-schema")
    if any(key in schema for key in _UNIONS):
        message = "input_schema does not support oneOf, allOf, or anyOf at the top level"
        return Problem("input_schema", message, "input-schema")
    fault = schema_fault(schema)
    if fault is None:
        return None
    return Problem(
        "input_schema",
        "JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12)."
        f" Learn more about tool use at {_TOOL_USE_DOCS}. At {fault.path or 'the root'}: {fault.message}",
        "input-schema",
    )
