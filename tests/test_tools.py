"""The rules for the tools of a request and for the choice among them."""

import json
import time
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.declared_tools import read_tools
from rystic_asgi.validation.headers import RequestHeaders
from rystic_asgi.validation.tools import tool_problems
from tests.tool_samples import ADD, SCHEMA, STRICT, least

NO_BETAS: Final = RequestHeaders("2026-10-21", frozenset())
CACHED: Final = {"cache_control": {"type": "ephemeral"}}
DEFERRED: Final = {"defer_loading": True}


def problems(tools: list[Any], headers: RequestHeaders | None = None, **fields: Any) -> list[tuple[str, str]]:
    body = {"model": "m", "max_tokens": 5, "messages": [], "tools": tools, **fields}
    request = msgspec.json.decode(json.dumps(body), type=MessagesRequest)
    declared = () if request.tools is msgspec.UNSET else read_tools(request.tools)
    return [(str(problem), problem.rule) for problem in tool_problems(request, declared, headers)]


def named(name: str, **more: Any) -> dict[str, Any]:
    return {**ADD, "name": name, **more}


def strict(name: str, **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {"name": name, "strict": True, "input_schema": schema}


@pytest.mark.parametrize(
    ("tools", "fields"),
    [
        pytest.param([], {}, id="no-tools"),
        pytest.param([], {"tool_choice": {"type": "auto"}}, id="auto-without-tools"),
        pytest.param([], {"tool_choice": {"type": "none"}}, id="none-without-tools"),
        pytest.param([ADD], {"tool_choice": {"type": "any", "disable_parallel_tool_use": True}}, id="any"),
        pytest.param([ADD], {"tool_choice": {"type": "none"}}, id="none"),
        pytest.param(
            [ADD], {"tool_choice": {"type": "tool", "name": "add", "disable_parallel_tool_use": True}}, id="tool"
        ),
        pytest.param(
            [ADD, least("web_search_20250305")],
            {"tool_choice": {"type": "tool", "name": "web_search"}},
            id="server-tool",
        ),
        pytest.param([ADD, least("bash_20250124"), STRICT], {}, id="several"),
        pytest.param([least("computer_toolset_20260801"), least("browser_toolset_20260801")], {}, id="both-toolsets"),
    ],
)
def test_tools_that_the_api_takes_have_no_fault(tools: list[Any], fields: dict[str, Any]) -> None:
    assert problems(tools, NO_BETAS, **fields) == []


def test_the_fault_of_a_schema_is_told_with_the_number_of_its_tool() -> None:
    found = problems([ADD, {"name": "b", "input_schema": {}}])

    assert found == [
        ("tools.1.custom.input_schema.type: Field required rystic: tool 'b' needs type 'object'", "input-schema")
    ]


def test_a_type_needs_its_beta() -> None:
    tools = [ADD, least("computer_20250124")]
    brought = RequestHeaders("2026-10-21", frozenset({"computer-use-2025-01-24"}))

    ((message, rule),) = problems(tools, NO_BETAS)

    assert message.startswith(
        "tools.1: Input tag 'computer_20250124' found using 'type' does not match any of the expected tags: 'bash_2025"
    )
    assert rule == "extra-inputs"
    assert problems(tools, brought) == []
    assert problems(tools) == []


@pytest.mark.parametrize(
    ("tools", "first", "second", "name"),
    [
        pytest.param([ADD, named("sub"), ADD], 0, 2, "add", id="own-tools"),
        pytest.param([least("web_search_20250305"), named("web_search")], 0, 1, "web_search", id="own-and-server"),
        pytest.param(
            [least("web_search_20250305"), least("web_search_20260209")], 0, 1, "web_search", id="two-versions"
        ),
        pytest.param([named("computer"), least("computer_toolset_20260801")], 0, 1, "computer", id="toolset"),
    ],
)
def test_names_of_tools_are_unique(tools: list[Any], first: int, second: int, name: str) -> None:
    message = f"tools: Tool names must be unique. rystic: tools.{first} and tools.{second} are both named '{name}'"

    assert problems(tools) == [(message, "tool-names")]


def test_a_toolset_of_a_server_leaves_the_server_s_name_to_tools() -> None:
    servers = [{"type": "url", "name": "add", "url": "https://example.com"}]

    assert problems([ADD, least("mcp_toolset", mcp_server_name="add")], mcp_servers=servers) == []


def test_the_toolsets_of_two_servers_are_two_tools() -> None:
    servers = [{"type": "url", "name": name, "url": "https://example.com"} for name in ("a", "b")]
    toolsets = [least("mcp_toolset", mcp_server_name=name) for name in ("a", "b")]

    assert problems(toolsets, mcp_servers=servers) == []


@pytest.mark.parametrize(
    ("tools", "name", "allowed"),
    [
        pytest.param([ADD, named("sub")], "web_search", "add, sub", id="not-there"),
        pytest.param([ADD, named("sub")], "Add", "add, sub", id="another-case"),
        pytest.param([least("computer_toolset_20260801")], "computer", "none", id="toolset"),
    ],
)
def test_a_forced_tool_is_a_declared_one(tools: list[Any], name: str, allowed: str) -> None:
    found = problems(tools, tool_choice={"type": "tool", "name": name})

    message = f"Tool '{name}' not found in provided tools rystic: tools that may be forced: {allowed}"
    assert found == [(message, "tool-choice")]


def test_a_tool_that_only_code_calls_is_not_forced() -> None:
    tools = [ADD, named("sub", allowed_callers=["code_execution_20260120"])]

    assert problems(tools, tool_choice={"type": "tool", "name": "sub"}) == [
        ("tool_choice: Tool 'sub' is not called directly rystic: its allowed_callers leave out 'direct'", "tool-choice")
    ]
    assert problems(tools, tool_choice={"type": "tool", "name": "add"}) == []


@pytest.mark.parametrize("choice", [{"type": "any"}, {"type": "tool", "name": "add"}], ids=lambda it: str(it["type"]))
def test_a_call_is_forced_only_where_there_are_tools(choice: dict[str, Any]) -> None:
    assert problems([], tool_choice=choice)[0] == (
        "tool_choice may only be specified while providing tools",
        "tool-choice",
    )


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"mcp_servers": [{"type": "url", "name": "a", "url": "https://example.com"}]}, id="servers"),
    ],
)
def test_where_tools_may_come_from_elsewhere_any_may_be_forced(fields: dict[str, Any]) -> None:
    old = RequestHeaders("2023-06-01", frozenset({"mcp-client-2025-04-04"}))

    assert problems([], old, tool_choice={"type": "tool", "name": "add"}, **fields) == []


def test_one_tool_is_not_deferred() -> None:
    message = "At least one tool must have defer_loading=false. All tools cannot be deferred."
    deferred = [named("a", **DEFERRED), named("b", **DEFERRED)]

    assert problems(deferred) == [(message, "tool-search")]
    assert problems([*deferred, least("tool_search_tool_regex")]) == []
    assert problems([*deferred, named("c", defer_loading=False)]) == []


def test_a_deferred_tool_is_no_cache_breakpoint() -> None:
    message = (
        "Tool 'a' cannot have both defer_loading=true and cache_control set. "
        "Tools with defer_loading cannot use prompt caching."
    )

    assert problems([ADD, named("a", **DEFERRED, **CACHED)]) == [(message, "tool-search")]
    assert problems([named("b", **CACHED), named("a", **DEFERRED), named("c", **DEFERRED, cache_control=None)]) == []


@pytest.mark.parametrize("tag", ["web_search_20250305", "web_fetch_20260318"])
def test_domains_are_allowed_or_blocked(tag: str) -> None:
    both = least(tag, allowed_domains=["a.com"], blocked_domains=["b.com"])

    assert problems([ADD, both]) == [
        (f"tools.1.{tag}: Only one of allowed_domains or blocked_domains may be set.", "web-domains")
    ]


@pytest.mark.parametrize(
    "domains",
    [{"allowed_domains": ["a.com"]}, {"blocked_domains": ["a.com"], "allowed_domains": None}, {"blocked_domains": []}],
    ids=repr,
)
def test_one_list_of_domains_has_no_fault(domains: dict[str, Any]) -> None:
    assert problems([least("web_search_20250305", **domains)]) == []


@pytest.mark.parametrize(
    ("tools", "messages"),
    [
        pytest.param(
            [least("code_execution_20250825"), least("web_search_20260209")],
            [
                "tools: code_execution_20250825 is not supported together with web_search_20260209 "
                "rystic: web_search_20260209 needs none, or code_execution_20260120 or later"
            ],
            id="older-code",
        ),
        pytest.param(
            [least("web_fetch_20260318"), least("code_execution_20250522")],
            [
                "tools: code_execution_20250522 is not supported together with web_fetch_20260318 "
                "rystic: web_fetch_20260318 needs none, or code_execution_20260120 or later"
            ],
            id="oldest-code",
        ),
        pytest.param([least("code_execution_20260120"), least("web_search_20260209")], [], id="newer-code"),
        pytest.param([least("code_execution_20250825"), least("web_search_20250305")], [], id="older-search"),
        pytest.param(
            [least("code_execution_20250825"), least("web_search_20260209", allowed_callers=["direct"])],
            [],
            id="search-without-code",
        ),
        pytest.param([least("web_search_20260209")], [], id="no-code"),
    ],
)
def test_newer_web_tools_stand_beside_newer_code_execution(tools: list[Any], messages: list[str]) -> None:
    assert problems(tools) == [(message, "web-domains") for message in messages]


def test_an_example_that_its_schema_refuses_is_told() -> None:
    assert problems([ADD, named("sub", input_examples=[{"city": "Paris"}, {"city": 5}])]) == [
        (
            "tools.1.custom.input_examples.1: Input does not match input_schema "
            "rystic: in tool 'sub', at city: 5 is not of type 'string'",
            "input-schema",
        )
    ]


def test_thousands_of_betas_and_of_tools_that_need_one_are_read_at_once() -> None:
    betas = RequestHeaders("2026-10-21", frozenset(f"beta-{number}" for number in range(9_000)))
    tools = [least("computer_20250124")] * 5_000
    started = time.perf_counter()

    assert {rule for _, rule in problems(tools, betas)} == {"extra-inputs", "tool-names"}
    assert time.perf_counter() - started < 2


def test_a_request_has_at_most_twenty_strict_tools() -> None:
    tools = [strict(f"t{number}") for number in range(21)]

    assert problems(tools[:20]) == []
    assert problems(tools) == [
        ("Too many strict tools (21). The maximum number of strict tools supported is 20.", "strict-schema")
    ]


def optional(prefix: str, count: int) -> dict[str, Any]:
    return {f"{prefix}{number}": {"type": "string"} for number in range(count)}


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(lambda schema: {"output_config": {"format": {"type": "json_schema", "schema": schema}}}, id="new"),
        pytest.param(lambda schema: {"output_format": {"type": "json_schema", "schema": schema}}, id="old"),
    ],
)
def test_the_limits_hold_for_strict_tools_and_the_output_format_together(place: Any) -> None:
    tools = [strict("a", **optional("a", 12)), {"name": "b", "input_schema": SCHEMA}]
    most, more = (strict("c", **optional("c", count))["input_schema"] for count in (12, 13))

    assert problems(tools, **place(most)) == []
    assert problems(tools, **place(more)) == [
        (
            "Schemas contains too many optional parameters (25), which would make grammar compilation inefficient. "
            "Reduce the number of optional parameters in your tool schemas (limit: 24).",
            "strict-schema",
        )
    ]


def test_a_format_that_cannot_be_compiled_counts_for_nothing() -> None:
    schema = {"type": "object", "properties": optional("a", 30)}

    assert problems([], output_config={"format": {"type": "json_schema", "schema": schema}}) == []


def test_the_fault_of_a_strict_schema_is_told_and_its_tool_still_counts() -> None:
    tools = [*(strict(f"t{number}") for number in range(20)), {**ADD, "strict": True}]

    assert [rule for _, rule in problems(tools)] == ["strict-schema", "strict-schema"]


def test_a_server_without_a_toolset_is_refused() -> None:
    servers = [{"type": "url", "name": "a", "url": "https://example.com"}]

    assert problems([ADD], mcp_servers=servers) == [
        ("MCP server 'a' is defined but not referenced by any mcp_toolset in tools", "mcp-servers")
    ]


def test_faults_of_tools_come_in_their_order() -> None:
    broken = {"name": "add", "input_schema": {}, **DEFERRED, **CACHED}

    found = problems([ADD, broken], tool_choice={"type": "tool", "name": "sub"})

    assert [rule for _, rule in found] == ["input-schema", "tool-names", "tool-choice", "tool-search"]
