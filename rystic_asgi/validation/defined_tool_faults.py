"""The rules for a single tool of the API's own: the domains of a web tool, the members of a client's toolset."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, structs

from rystic_asgi.protocol.defined_tools import WebTool
from rystic_asgi.protocol.toolsets import BrowserToolset20260801, ComputerToolset20260801, MemberConfig
from rystic_asgi.validation.problem import Problem
from rystic_asgi.validation.schema_faults import shown
from rystic_asgi.validation.tool_callers import caller_problems

_BOTH_DOMAINS: Final = "Only one of allowed_domains or blocked_domains may be set."
_LEFT_OUT: Final = ("file_upload", "javascript_exec", "read_console", "read_network")
"""Members that are disabled unless they are enabled.

Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/browser-use-tool
"""


def defined_tool_problems(definition: Struct) -> Iterator[Problem]:
    """Faults of a tool by the rules, with paths that start inside the tool."""
    if isinstance(definition, WebTool):
        yield from _domain_problems(definition)
    if isinstance(definition, ComputerToolset20260801 | BrowserToolset20260801):
        yield from _member_problems(definition)
    callers, strict = getattr(definition, "allowed_callers", None), getattr(definition, "strict", None)
    yield from caller_problems(callers, strict=strict is True)


def _domain_problems(tool: WebTool) -> Iterator[Problem]:
    """Source: .../tool-use/server-tools in the docs; an empty list sets none. The words of the second are ours."""
    if tool.allowed_domains and tool.blocked_domains:
        yield Problem("", _BOTH_DOMAINS, "web-domains")
    for name, domains in (("allowed_domains", tool.allowed_domains), ("blocked_domains", tool.blocked_domains)):
        for index, domain in enumerate(domains or ()):
            hint = _domain_fault(domain)
            if hint:
                yield Problem(f"{name}.{index}", "Invalid domain format", "web-domains", f"{shown(domain)} {hint}")


def _domain_fault(domain: str) -> str:
    if "://" in domain:
        return "has a scheme; begin with the host"
    return "has a wildcard in its host; only a path may have one" if "*" in domain.partition("/")[0] else ""


def _member_problems(toolset: ComputerToolset20260801 | BrowserToolset20260801) -> Iterator[Problem]:
    """Source: .../tool-use/tool-reference#client-toolsets in the docs; the words are ours."""
    members: dict[str, MemberConfig | None] = structs.asdict(toolset.configs) if toolset.configs else {}
    deferrals = {
        name: config is not None and config.defer_loading is True
        for name, config in members.items()
        if _is_enabled(name, config)
    }
    if members and not deferrals:
        yield Problem("configs", "at least one member must be enabled", "tool-search", "leave the toolset out instead")
    if len(set(deferrals.values())) > 1:
        apart = {deferred: name for name, deferred in reversed(deferrals.items())}
        message = "defer_loading must be the same for every enabled member"
        yield Problem("configs", message, "tool-search", f"'{apart[True]}' has it, '{apart[False]}' has not")


def _is_enabled(name: str, config: MemberConfig | None) -> bool:
    if config is None or config.enabled is None:
        return name not in _LEFT_OUT
    return config.enabled
