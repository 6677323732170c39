"""The rules that match tools with the model."""

import json
from typing import Any, Final

import pytest

from rystic_asgi.protocol.models import MODELS
from rystic_asgi.protocol.tool_types import TOOL_TYPES
from rystic_asgi.validation.declared_tools import read_tool
from rystic_asgi.validation.model_tools import model_tool_problems

WEIGH: Final = {"name": "weigh", "input_schema": {"type": "object"}}
SEARCH: Final = {"type": "web_search_20260318", "name": "web_search"}
EDITOR: Final = {"type": "text_editor_20250124", "name": "str_replace_editor"}
BROWSER: Final = {"type": "browser_toolset_20260801"}
BASH: Final = {"type": "bash_20250124", "name": "bash"}


def problems(model: str, *tools: dict[str, Any]) -> list[tuple[str, str]]:
    read = [read_tool(json.dumps(tool).encode()) for tool in tools]
    return [(str(problem), problem.rule) for problem in model_tool_problems(model, read)]


def test_the_types_that_the_model_lacks_are_told_with_those_that_it_has() -> None:
    assert problems("claude-haiku-4-5", WEIGH, BROWSER, EDITOR, BROWSER) == [
        (
            "'claude-haiku-4-5-20251001' does not support tool types: browser_toolset_20260801, text_editor_20250124. "
            "Did you mean one of advisor_20260301, bash_20250124, code_execution_20250522, code_execution_20250825, "
            "code_execution_20260120, code_execution_20260521, computer_20250124, mcp_toolset, memory_20250818, "
            "text_editor_20250728, tool_search_tool_bm25, tool_search_tool_bm25_20251119, tool_search_tool_regex, "
            "tool_search_tool_regex_20251119, web_fetch_20250910, web_fetch_20260209, web_fetch_20260309, "
            "web_fetch_20260318, web_search_20250305, web_search_20260209, web_search_20260318?",
            "tool-for-model",
        )
    ]


@pytest.mark.parametrize(
    ("tools", "names"),
    [
        pytest.param([SEARCH], "web_search", id="by-default"),
        pytest.param(
            [{**SEARCH, "allowed_callers": ["direct", "code_execution_20260120"]}], "web_search", id="as-well"
        ),
        pytest.param(
            [{**WEIGH, "allowed_callers": ["code_execution_20260120"]}, BASH, SEARCH], "weigh, web_search", id="two"
        ),
    ],
)
def test_no_tool_is_called_by_the_code_of_a_model_that_does_not_call(tools: list[dict[str, Any]], names: str) -> None:
    assert problems("claude-haiku-4-5", *tools) == [
        (
            "'claude-haiku-4-5-20251001' does not support programmatic tool calling. The following tools have "
            f'`allowed_callers` that require it: {names}. Explicitly set `allowed_callers=["direct"]` on these tools, '
            "or use a model that supports programmatic tool calling.",
            "web-tool-callers",
        )
    ]


@pytest.mark.parametrize(
    ("model", "tool"),
    [
        pytest.param("claude-haiku-4-5", {**SEARCH, "allowed_callers": ["direct"]}, id="called-by-the-model"),
        pytest.param("claude-haiku-4-5", WEIGH, id="custom-tool"),
        pytest.param("claude-sonnet-4-5", SEARCH, id="model-whose-code-calls"),
        pytest.param("claude-sonnet-5", BROWSER, id="toolset"),
        pytest.param("my-model", EDITOR, id="unknown-model"),
    ],
)
def test_a_tool_that_the_model_takes_has_no_fault(model: str, tool: dict[str, Any]) -> None:
    assert problems(model, tool) == []


def test_what_a_model_lacks_is_a_type_of_tool() -> None:
    assert {tag for model in MODELS for tag in model.lacks} <= {row.tag for row in TOOL_TYPES}


@pytest.mark.parametrize("model", [row.alias for row in MODELS])
def test_every_model_takes_a_shell_and_an_editor(model: str) -> None:
    assert problems(model, BASH, {"type": "text_editor_20250728", "name": "str_replace_based_edit_tool"}) == []
