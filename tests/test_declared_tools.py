"""How the tools of a request are read, and what is known of each."""

import json
from typing import Any, Final

import msgspec
import pytest
from msgspec import Raw

from rystic_asgi.protocol.closed import CacheControl
from rystic_asgi.protocol.tool_types import TOOL_TYPES, tool_type
from rystic_asgi.validation.declared_tools import (
    MAX_CACHED_BYTES,
    DeclaredTool,
    declared_names,
    read_tool,
    read_tools,
)
from rystic_asgi.validation.strict_schemas import StrictCost
from tests.tool_samples import ADD, SCHEMA, STRICT, least, most


def read(tool: Any) -> DeclaredTool:
    return read_tool(json.dumps(tool).encode())


@pytest.mark.parametrize("kind", [{}, {"type": None}, {"type": "custom"}], ids=repr)
def test_a_tool_without_a_type_of_the_api_is_the_clients_own(kind: dict[str, Any]) -> None:
    tool = read({**ADD, **kind})

    assert (tool.name, tool.client_runs, tool.input_schema) == ("add", True, SCHEMA)
    assert tool.row is tool_type("custom")
    assert tool.problems == ()


@pytest.mark.parametrize("tag", [row.tag for row in TOOL_TYPES if row.tag != "custom"])
def test_a_type_of_the_api_says_who_runs_the_tool_and_what_its_calls_hold(tag: str) -> None:
    tool = read(most(tag))

    row = tool_type(tag)
    assert row is not None
    assert (tool.row, tool.client_runs, tool.input_schema) == (row, row.client_runs, row.input_schema)
    assert tool.problems == ()


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("bash_20250124", "bash"),
        ("text_editor_20250728", "str_replace_based_edit_tool"),
        ("tool_search_tool_bm25_20251119", "tool_search_tool_bm25"),
        ("computer_toolset_20260801", "computer"),
        ("browser_toolset_20260801", "browser"),
        ("mcp_toolset", "sums"),
    ],
)
def test_a_tool_goes_by_its_name_and_a_toolset_by_what_it_stands_for(tag: str, name: str) -> None:
    assert read(least(tag)).name == name


def test_toolsets_are_those_whose_members_are_called() -> None:
    toolsets = [row.tag for row in TOOL_TYPES if read(least(row.tag)).is_toolset]

    assert toolsets == ["browser_toolset_20260801", "computer_toolset_20260801", "mcp_toolset"]


@pytest.mark.parametrize("tag", ["custom", "bash_20250124", "mcp_toolset", "computer_toolset_20260801"])
def test_the_cache_breakpoint_of_a_tool_is_known(tag: str) -> None:
    marked = read(least(tag, cache_control={"type": "ephemeral", "ttl": "1h"}))

    assert marked.cache_control == CacheControl("ephemeral", "1h")
    assert read(least(tag, cache_control=None)).cache_control is None
    assert read(least(tag)).cache_control is None


@pytest.mark.parametrize("tag", ["custom", "bash_20250124"])
def test_a_tool_is_deferred_or_strict_only_when_it_says_so(tag: str) -> None:
    said, denied, silent = (
        read(least(tag, **keys)) for keys in ({"defer_loading": True, "strict": True}, {"defer_loading": False}, {})
    )

    assert (said.is_deferred, said.is_strict) == (True, True)
    assert (denied.is_deferred, denied.is_strict) == (False, False)
    assert (silent.is_deferred, silent.is_strict) == (False, False)


def test_a_toolset_is_neither_deferred_nor_strict() -> None:
    tool = read(least("mcp_toolset", default_config={"defer_loading": True}))

    assert (tool.is_deferred, tool.is_strict) == (False, False)


def test_a_strict_tool_without_fault_has_its_cost() -> None:
    optional = {**STRICT, "input_schema": {**STRICT["input_schema"], "required": []}}

    assert read(STRICT).strict_cost == StrictCost(optional=0, unions=0)
    assert read(optional).strict_cost == StrictCost(optional=1, unions=0)
    assert read(ADD).strict_cost is None
    assert read({**ADD, "strict": True}).strict_cost is None


def test_the_faults_of_a_schema_are_kept_with_its_tool() -> None:
    tool = read({"name": "add", "strict": True, "input_schema": {"type": "object"}})

    assert [(problem.path, problem.rule) for problem in tool.problems] == [("custom", "strict-schema")]


def test_the_source_of_a_tool_with_examples_is_kept() -> None:
    source = json.dumps({**ADD, "input_examples": [{}]}).encode()

    assert read_tool(source).examples_source == source
    assert read({**ADD, "input_examples": []}).examples_source == b""
    assert read(ADD).examples_source == b""


CODE: Final = "code_execution_20260120"


@pytest.mark.parametrize(
    "tool",
    [
        pytest.param(STRICT, id="custom"),
        pytest.param(least("memory_20250818", strict=True), id="memory_20250818"),
    ],
)
def test_a_strict_tool_is_not_called_by_code(tool: dict[str, Any]) -> None:
    (problem,) = read({**tool, "allowed_callers": ["direct", CODE]}).problems

    assert problem.path == f"{tool.get('type', 'custom')}.strict"
    assert (problem.message, problem.rule, problem.hint) == (
        "strict is not supported for a tool that code execution may call",
        "strict-schema",
        f"its allowed_callers name {CODE}",
    )
    assert read({**tool, "allowed_callers": ["direct"]}).problems == ()
    assert read({**tool, "allowed_callers": [CODE], "strict": False}).problems == ()


def test_a_schema_with_a_circle_is_not_for_calls_of_code() -> None:
    schema = {"type": "object", "properties": {"inner": {"$ref": "#"}}}
    tool = {"name": "add", "input_schema": schema}

    (problem,) = read({**tool, "allowed_callers": [CODE]}).problems

    assert (problem.path, problem.message) == ("custom.input_schema", "Circular $ref detected")
    assert read(tool).problems == ()


@pytest.mark.parametrize(
    ("tools", "known"),
    [
        pytest.param([least("web_search_20250305")], {"web_search"}, id="older"),
        pytest.param([least("web_search_20260209")], {"web_search", "code_execution"}, id="search"),
        pytest.param([ADD, least("web_fetch_20260318")], {"add", "web_fetch", "code_execution"}, id="fetch"),
        pytest.param(
            [least("web_fetch_20260209", allowed_callers=["direct"])], {"web_fetch"}, id="called-by-the-model-alone"
        ),
        pytest.param(
            [least("web_fetch_20260209", allowed_callers=["direct", CODE])], {"web_fetch", "code_execution"}, id="both"
        ),
    ],
)
def test_newer_web_tools_bring_code_execution(tools: list[Any], known: set[str]) -> None:
    names = declared_names([read(tool) for tool in tools])

    assert names == (frozenset(known), True)


@pytest.mark.parametrize(
    ("callers", "is_indirect"),
    [
        (["direct"], False),
        (["direct", "code_execution_20260120"], False),
        (["code_execution_20260120"], True),
        ([], False),
    ],
    ids=repr,
)
def test_a_tool_is_indirect_when_its_callers_leave_the_model_out(callers: list[str], is_indirect: bool) -> None:
    assert read(least("custom", allowed_callers=callers)).is_indirect is is_indirect
    assert read(ADD).is_indirect is False


@pytest.mark.parametrize(
    "tool",
    [
        pytest.param(5, id="no-object"),
        pytest.param({"type": 5}, id="type"),
        pytest.param({"name": "add"}, id="no-schema"),
        pytest.param({"input_schema": {}}, id="no-name"),
        pytest.param({**ADD, "name": "cal.create"}, id="name"),
        pytest.param({**ADD, "name": "a" * 129}, id="long-name"),
        pytest.param({**ADD, "description": None}, id="description"),
        pytest.param({**ADD, "extra": 1}, id="unknown-key"),
        pytest.param({"type": "bash_20250124", "name": "shell"}, id="defined-name"),
        pytest.param({"type": "function", **ADD}, id="unknown-type"),
    ],
)
def test_a_tool_that_does_not_fit_is_not_read(tool: Any) -> None:
    with pytest.raises(msgspec.DecodeError):
        read(tool)


def test_tools_are_read_in_their_order() -> None:
    tools = read_tools([Raw(json.dumps(tool).encode()) for tool in (ADD, least("bash_20250124"))])

    assert [tool.name for tool in tools] == ["add", "bash"]


def test_a_large_tool_is_read_anew_each_time() -> None:
    large = msgspec.json.encode({"name": "add", "description": "x" * MAX_CACHED_BYTES, "input_schema": SCHEMA})
    small = msgspec.json.encode({"name": "add", "input_schema": SCHEMA})

    assert read_tool(large) == read_tool(large)
    assert read_tool(large) is not read_tool(large)
    assert read_tool(small) is read_tool(small)
