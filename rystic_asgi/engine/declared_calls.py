"""Calls of the client's tools: whether the request declares the tool, and whether its schema accepts the input."""

from typing import Any, Final

from msgspec import Struct

from rystic_asgi.engine.taking import Turn
from rystic_asgi.protocol.blocks import CutInput
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.toolsets import (
    BrowserConfigs,
    BrowserToolset20260801,
    ComputerConfigs,
    ComputerToolset20260801,
)
from rystic_asgi.script.cut_input import read_cut_input
from rystic_asgi.script.reply import Reply
from rystic_asgi.validation.declared_tools import DeclaredTool
from rystic_asgi.validation.problem import join
from rystic_asgi.validation.request import CheckedRequest
from rystic_asgi.validation.tool_schemas import SchemaUnusableError, input_fault

_TAKEN: Final = 'The reply counts as taken; if it is meant, mark it with unchecked: ["{name}"]'
_MEMBERS: Final[dict[type[Struct], frozenset[str]]] = {
    ComputerToolset20260801: frozenset(ComputerConfigs.__struct_fields__),
    BrowserToolset20260801: frozenset(BrowserConfigs.__struct_fields__),
}
"""The members of each client toolset: all of them may be called, but for those that are not enabled."""


def call_input(block: dict[str, Any], request: CheckedRequest, turn: Turn, reply: Reply) -> Any:
    """The input of a call that the request's tools allow: the one that is given, or one that the schema accepts."""
    tool = _declared_tool(block, request)
    if tool is None and "tool" not in reply.unchecked:
        raise _undeclared(block, request, turn.place)
    if "partial_json" in block:
        return cut_input(block["partial_json"])
    if tool is None or tool.is_toolset:
        return block.get("input", {})
    if "input" not in block:
        return _made_input(tool, turn.place)
    if "input" not in reply.unchecked:
        _check_input(tool, block["input"], turn.place)
    return block["input"]


def cut_input(written: str) -> CutInput:
    """What can be read of an input that was cut off there; nothing where it is no JSON at all."""
    found = CutInput(read_cut_input(written) or {})
    found.written = written
    return found


def _declared_tool(block: dict[str, Any], request: CheckedRequest) -> DeclaredTool | None:
    toolset = block.get("toolset_name")
    if toolset is None:
        found = (tool for tool in request.tools if tool.name == block["name"] and not tool.is_toolset)
    else:
        found = (tool for tool in request.tools if tool.name == toolset and _has_member(tool, block["name"]))
    return next(found, None)


def _has_member(tool: DeclaredTool, name: str) -> bool:
    if name not in _MEMBERS.get(type(tool.definition), ()):
        return False
    config = getattr(getattr(tool.definition, "configs", None), name, None)
    return config is None or config.enabled is not False


def _undeclared(block: dict[str, Any], request: CheckedRequest, place: str) -> ApiError:
    toolset = block.get("toolset_name")
    of_toolset = "" if toolset is None else f" of the toolset '{toolset}'"
    declared = ", ".join(f"{tool.name} (a toolset)" if tool.is_toolset else tool.name for tool in request.tools)
    return ApiError(
        f"rystic: {place} calls the tool '{block['name']}'{of_toolset}, which the request does not declare "
        f"(declared: {declared or 'none'}). {_TAKEN.format(name='tool')}"
    )


def _check_input(tool: DeclaredTool, value: Any, place: str) -> None:
    try:
        fault = input_fault(tool.input_schema, value)
    except SchemaUnusableError as error:
        raise ApiError(f"rystic: {place} calls '{tool.name}', whose input_schema: {error}") from error
    if fault is not None:
        raise ApiError(
            f"rystic: {place} calls '{tool.name}' with an input that its input_schema refuses at "
            f"{join('input', fault.path)}: {fault.message}. {_TAKEN.format(name='input')}"
        )


def _made_input(tool: DeclaredTool, place: str) -> Any:
    from rystic_asgi.engine.synthesis import NoInputError, make_input

    try:
        return make_input(tool.input_schema)
    except NoInputError as error:
        raise ApiError(
            f"rystic: {place} calls '{tool.name}' without an input, and none that its input_schema accepts was found: "
            f"{error}. Give the call an input"
        ) from error
