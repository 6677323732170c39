"""The rules that tie MCP servers to their toolsets.

Source: https://platform.claude.com/docs/en/agents-and-tools/mcp-connector; the words of a server without a toolset are
the API's as public code quotes them, those of the other faults are of the project's making.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from rystic_asgi.protocol.parameters import McpServer
from rystic_asgi.protocol.toolsets import McpToolset
from rystic_asgi.validation.declared_tools import DeclaredTool
from rystic_asgi.validation.problem import Problem

_RULE: Final = "mcp-servers"
_NEEDS_NO_TOOLSET: Final = "mcp-client-2025-04-04"
"""The beta under which servers bring their tools by themselves."""


def mcp_problems(
    servers: Sequence[McpServer], tools: Sequence[DeclaredTool], betas: Collection[str]
) -> Iterator[Problem]:
    """Each server has a name of its own and one toolset, each toolset its server; URLs are https."""
    for index, server in enumerate(servers):
        if not server.url.startswith("https://"):
            yield Problem(f"mcp_servers.{index}.url", "URL must start with https://", _RULE)
    for name, number in Counter(server.name for server in servers).items():
        if number > 1:
            yield Problem("mcp_servers", f"MCP server '{name}' is defined more than once", _RULE)
    needs_toolset = not _bring_tools(betas)
    toolsets = Counter(tool.name for tool in tools if isinstance(tool.definition, McpToolset))
    for server in servers:
        yield from _toolset_problems(server.name, toolsets[server.name], needs_toolset)
    for name in sorted(toolsets.keys() - {server.name for server in servers}):
        yield Problem("", f"mcp_toolset references MCP server '{name}', which is not in mcp_servers", _RULE)


def _toolset_problems(name: str, toolsets: int, needs_toolset: bool) -> Iterator[Problem]:
    if toolsets > 1:
        yield Problem("", f"MCP server '{name}' is referenced by more than one mcp_toolset in tools", _RULE)
    elif not toolsets and needs_toolset:
        yield Problem("", f"MCP server '{name}' is defined but not referenced by any mcp_toolset in tools", _RULE)


def _bring_tools(betas: Collection[str]) -> bool:
    mcp = [beta for beta in betas if beta.startswith("mcp-client-")]
    return bool(mcp) and all(beta == _NEEDS_NO_TOOLSET for beta in mcp)
