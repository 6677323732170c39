"""Why a tool does not fit its type: every fault of one entry of ``tools``, in the API's order and words."""

from collections.abc import Iterator
from typing import Any

from rystic_asgi.protocol.tool_types import ToolType, is_offered, offered_tags, tool_type
from rystic_asgi.protocol.tools import CustomTool
from rystic_asgi.protocol.toolsets import ClientToolset
from rystic_asgi.validation.declared_tools import custom_tool_problems
from rystic_asgi.validation.headers import RequestHeaders
from rystic_asgi.validation.problem import Problem, join
from rystic_asgi.validation.walk import EXTRA_INPUTS, Walk, unknown_tag


def tool_faults(walk: Walk, value: Any, path: str, headers: RequestHeaders | None) -> Iterator[Problem]:
    """Faults of a decoded JSON value at ``path`` that should be a tool; those of its schema, which have rules, last.

    Without ``headers`` every type counts as brought.
    """
    if not isinstance(value, dict):
        yield Problem(path, "Input should be an object")
        return
    row = tool_type(value.get("type"))
    if row is None:
        yield unknown_tag(path, value["type"], offered_tags(None if headers is None else headers.brought))
        return
    yield from unoffered_type(row, path, headers)
    if row.definition is CustomTool:
        yield from _faults_of_custom_tool(walk, value, path)
        return
    if issubclass(row.definition, ClientToolset) and "name" in value:
        yield Problem(join(path, row.tag), "name is not accepted on a toolset entry")
    yield from walk.problems(value, row.definition, path)


def unoffered_type(row: ToolType, path: str, headers: RequestHeaders | None) -> Iterator[Problem]:
    """The fault of a tool whose type needs a beta that the request does not have."""
    if headers is not None and not is_offered(row, headers.brought):
        hint = f"a value of anthropic-beta that begins with {' or '.join(row.betas)} brings {row.tag}"
        yield unknown_tag(path, row.tag, offered_tags(headers.brought), EXTRA_INPUTS)._replace(hint=hint)


def _faults_of_custom_tool(walk: Walk, value: dict[str, Any], path: str) -> Iterator[Problem]:
    yield from walk.problems(value, CustomTool, join(path, "custom"))
    if "input_schema" in value:
        name, strict, callers = value.get("name"), value.get("strict") is True, value.get("allowed_callers")
        for problem in custom_tool_problems(value["input_schema"], str(name), strict=strict, callers=callers):
            yield problem._replace(path=join(path, problem.path))
