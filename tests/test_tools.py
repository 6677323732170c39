"""The tools of a request: how each is read, and the rules for them."""

import json
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.protocol.tools import TOOL_TYPES, tool_type
from rystic_asgi.validation.tool_schemas import schema_fault
from rystic_asgi.validation.tools import MAX_CACHED_BYTES, DeclaredTool, read_tool, read_tools, tool_problems

SCHEMA: Final[dict[str, Any]] = {"type": "object", "properties": {"city": {"type": "string"}}}
ADD: Final[dict[str, Any]] = {"name": "add", "input_schema": SCHEMA}
BASH: Final[dict[str, Any]] = {"type": "bash_20250124", "name": "bash"}


def read(tool: Any) -> DeclaredTool:
    return read_tool(json.dumps(tool).encode())


def request(**fields: Any) -> MessagesRequest:
    body = {"model": "m", "max_tokens": 5, "messages": [], **fields}
    return msgspec.json.decode(json.dumps(body), type=MessagesRequest)


def problems(tools: list[Any], **fields: Any) -> list[tuple[str, str]]:
    asked = request(tools=tools, **fields)
    declared = () if asked.tools is msgspec.UNSET else read_tools(asked.tools)
    return [(str(problem), problem.rule) for problem in tool_problems(asked, declared)]


@pytest.mark.parametrize("kind", [{}, {"type": None}, {"type": "custom"}], ids=repr)
def test_a_tool_without_a_type_of_the_api_is_the_clients_own(kind: dict[str, Any]) -> None:
    tool = read({**ADD, **kind})

    assert tool == DeclaredTool("add", True, SCHEMA)


@pytest.mark.parametrize(
    "key",
    [
        {"description": "Adds"},
        {"cache_control": {"type": "ephemeral"}},
        {"cache_control": None},
        {"strict": True},
        {"eager_input_streaming": None},
        {"allowed_callers": ["direct"]},
        {"defer_loading": True},
        {"input_examples": [{"city": "Paris"}]},
    ],
    ids=repr,
)
def test_a_custom_tool_may_carry_the_key(key: dict[str, Any]) -> None:
    tool = read({**ADD, **key})

    assert tool == DeclaredTool("add", True, SCHEMA)


@pytest.mark.parametrize(
    ("name", "client_runs"),
    [
        ("bash_20250124", True),
        ("text_editor_20250728", True),
        ("computer_20250124", True),
        ("memory_20250818", True),
        ("computer_toolset_20260801", False),
        ("browser_toolset_20260801", False),
        ("code_execution_20260120", False),
        ("web_search_20250305", False),
        ("web_fetch_20260209", False),
        ("tool_search_tool_bm25_20251119", False),
        ("advisor_20260301", False),
        ("mcp_toolset", False),
    ],
)
def test_a_type_of_the_api_says_who_runs_the_tool(name: str, client_runs: bool) -> None:
    family = tool_type(name)

    assert family is not None
    assert read({"type": name, "name": "it"}) == DeclaredTool("it", client_runs, family.input_schema)


def test_a_type_that_is_not_known_is_run_by_the_api() -> None:
    tool = read({"type": "oracle_20300101", "name": "oracle"})

    assert tool == DeclaredTool("oracle", False, {})


def test_a_type_that_is_not_known_has_no_family() -> None:
    assert tool_type("oracle_20300101") is None


@pytest.mark.parametrize("family", TOOL_TYPES, ids=lambda family: str(family.prefix))
def test_the_schema_of_a_family_is_a_json_schema(family: Any) -> None:
    assert schema_fault(family.input_schema) is None


def test_a_defined_tool_without_a_name_goes_by_its_type() -> None:
    tool = read({"type": "mcp_toolset", "mcp_server_name": "sums"})

    assert tool.name == "mcp_toolset"


@pytest.mark.parametrize(
    "tool",
    [
        pytest.param(5, id="no-object"),
        pytest.param({"type": 5}, id="type"),
        pytest.param({"name": "add"}, id="no-schema"),
        pytest.param({"input_schema": {}}, id="no-name"),
        pytest.param({**ADD, "name": "a b"}, id="name"),
        pytest.param({**ADD, "name": "a" * 129}, id="long-name"),
        pytest.param({**ADD, "extra": 1}, id="unknown-key"),
        pytest.param({"type": "bash_20250124", "name": 5}, id="defined-name"),
    ],
)
def test_a_tool_that_does_not_fit_is_not_read(tool: Any) -> None:
    with pytest.raises(msgspec.DecodeError):
        read(tool)


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        pytest.param({}, "tools.0.custom.input_schema.type: Field required", id="no-type"),
        pytest.param({"type": "array"}, "tools.0.custom.input_schema.type: Input should be 'object'", id="type"),
        pytest.param([], "tools.0.custom.input_schema: Input should be an object", id="list"),
        pytest.param(None, "tools.0.custom.input_schema: Input should be an object", id="null"),
        *(
            pytest.param(
                {"type": "object", union: [{}]},
                "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
                id=union,
            )
            for union in ("oneOf", "allOf", "anyOf")
        ),
    ],
)
def test_a_schema_that_the_api_refuses_is_named(schema: Any, message: str) -> None:
    found = problems([{"name": "add", "input_schema": schema}])

    assert found == [(message, "input-schema")]


def test_a_schema_that_is_no_json_schema_is_refused_with_the_place() -> None:
    schema = {"type": "object", "properties": {"city": {"type": "text"}}}

    (message, rule), *others = problems([ADD, {"name": "b", "input_schema": schema}])

    assert (rule, others) == ("input-schema", [])
    assert message.startswith(
        "tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 "
        "(https://json-schema.org/draft/2020-12). Learn more about tool use at "
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview. At properties.city.type: "
    )


def test_tools_that_the_api_takes_have_no_fault() -> None:
    assert problems([ADD, BASH], tool_choice={"type": "tool", "name": "bash"}) == []


def test_names_of_tools_are_unique() -> None:
    assert problems([ADD, ADD]) == [("tools: Tool names must be unique.", "tool-names")]


def test_a_forced_tool_is_a_declared_one() -> None:
    found = problems([ADD], tool_choice={"type": "tool", "name": "web_search"})

    assert found == [("Tool 'web_search' not found in provided tools", "tool-choice")]


@pytest.mark.parametrize("choice", [{"type": "any"}, {"type": "tool", "name": "add"}], ids=lambda it: str(it["type"]))
def test_a_call_is_forced_only_where_there_are_tools(choice: dict[str, Any]) -> None:
    message, rule = problems([], tool_choice=choice)[0]

    assert (message, rule) == ("tool_choice may only be specified while providing tools", "tool-choice")


@pytest.mark.parametrize("kind", ["auto", "none"])
def test_a_choice_that_forces_nothing_needs_no_tools(kind: str) -> None:
    assert problems([], tool_choice={"type": kind}) == []


def test_faults_of_tools_come_in_their_order() -> None:
    broken = {"name": "add", "input_schema": {}}

    found = problems([ADD, broken], tool_choice={"type": "tool", "name": "sub"})

    assert [rule for _, rule in found] == ["input-schema", "tool-names", "tool-choice"]


def test_a_large_tool_is_read_anew_each_time() -> None:
    large = msgspec.json.encode({"name": "add", "description": "x" * MAX_CACHED_BYTES, "input_schema": SCHEMA})
    small = msgspec.json.encode({"name": "add", "input_schema": SCHEMA})

    assert read_tool(large) == read_tool(large)
    assert read_tool(large) is not read_tool(large)
    assert read_tool(small) is read_tool(small)
