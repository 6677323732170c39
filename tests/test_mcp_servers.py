"""The rules that tie MCP servers to their toolsets."""

import json
from typing import Any, Final

import pytest

from rystic_asgi.protocol.parameters import McpServer
from rystic_asgi.validation.declared_tools import read_tool
from rystic_asgi.validation.mcp_servers import mcp_problems
from tests.tool_samples import ADD, least

NEW: Final = "mcp-client-2025-11-20"
OLD: Final = "mcp-client-2025-04-04"


def server(name: str, url: str = "https://example.com/mcp") -> McpServer:
    return McpServer("url", url, name)


def toolset(name: str) -> dict[str, Any]:
    return least("mcp_toolset", mcp_server_name=name)


def problems(servers: list[McpServer], *tools: dict[str, Any], betas: tuple[str, ...] = (NEW,)) -> list[str]:
    declared = [read_tool(json.dumps(tool).encode()) for tool in tools]
    found = list(mcp_problems(servers, declared, betas))
    assert {problem.rule for problem in found} <= {"mcp-servers"}
    return [str(problem) for problem in found]


def test_each_server_with_its_toolset_has_no_fault() -> None:
    assert problems([server("a"), server("b")], toolset("b"), ADD, toolset("a")) == []


def test_tools_without_servers_have_no_fault() -> None:
    assert problems([], ADD) == []


def test_a_server_without_a_toolset_is_refused() -> None:
    assert problems([server("a"), server("b")], toolset("a"), ADD) == [
        "MCP server 'b' is defined but not referenced by any mcp_toolset in tools"
    ]


def test_a_server_with_two_toolsets_is_refused() -> None:
    assert problems([server("a")], toolset("a"), toolset("a")) == [
        "MCP server 'a' is referenced by more than one mcp_toolset in tools"
    ]


def test_two_servers_of_one_name_are_refused() -> None:
    assert problems([server("a"), server("b"), server("a")], toolset("a"), toolset("b")) == [
        "mcp_servers: MCP server 'a' is defined more than once"
    ]


def test_a_toolset_without_its_server_is_refused() -> None:
    assert problems([server("a")], toolset("c"), toolset("a"), toolset("b")) == [
        "mcp_toolset references MCP server 'b', which is not in mcp_servers",
        "mcp_toolset references MCP server 'c', which is not in mcp_servers",
    ]


@pytest.mark.parametrize("url", ["http://example.com/mcp", "example.com", "", "httpss://example.com"])
def test_a_server_is_reached_by_https(url: str) -> None:
    assert problems([server("a"), server("b", url)], toolset("a"), toolset("b")) == [
        "mcp_servers.1.url: URL must start with https://"
    ]


@pytest.mark.parametrize(
    ("betas", "needs_toolset"),
    [
        pytest.param((OLD,), False, id="old"),
        pytest.param((OLD, "claude-code-20250219"), False, id="old-with-another"),
        pytest.param((OLD, NEW), True, id="old-and-new"),
        pytest.param((NEW,), True, id="new"),
        pytest.param((), True, id="none"),
    ],
)
def test_under_the_oldest_beta_servers_need_no_toolset(betas: tuple[str, ...], needs_toolset: bool) -> None:
    assert bool(problems([server("a")], betas=betas)) == needs_toolset
