"""Tools that a system message adds by their definition.

Source: anthropic 2.14.0, types/beta/beta_tool_definition_param.py.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from rystic_asgi.protocol.content import ToolAdditionBlock, ToolDefinition
from rystic_asgi.protocol.requests import Message
from rystic_asgi.validation.declared_tools import DeclaredTool, read_tool
from rystic_asgi.validation.headers import RequestHeaders
from rystic_asgi.validation.problem import Problem

BETA = "inline-tools-"
"""What a beta that brings definitions begins with."""


class InlineTools(NamedTuple):
    """The tools that messages add, and the faults of definitions that are none."""

    tools: tuple[DeclaredTool, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_inline_tools(messages: Sequence[Message], headers: RequestHeaders) -> InlineTools:
    """The tools that system messages define; none without their beta."""
    if not any(beta.startswith(BETA) for beta in headers.betas):
        return InlineTools()
    tools, problems = [], []
    for path, definition in _definitions(messages):
        try:
            tools.append(read_tool(msgspec.json.encode(definition)))
        except msgspec.DecodeError:
            problems.append(Problem(path, "Input does not match the expected shape."))
    return InlineTools(tuple(tools), tuple(problems))


def _definitions(messages: Sequence[Message]) -> Iterator[tuple[str, object]]:
    for number, message in enumerate(messages):
        for index, block in enumerate(message.blocks if message.role == "system" else ()):
            if isinstance(block, ToolAdditionBlock) and isinstance(block.tool, ToolDefinition):
                place = f"messages.{number}.content.{index}.tool_addition.tool.tool_definition.definition"
                yield place, block.tool.definition
