"""The rules for a single tool of the API's own."""

import json
from typing import Any, Final

import pytest

from rystic_asgi.protocol.toolsets import BrowserConfigs, ComputerConfigs
from rystic_asgi.validation.declared_tools import read_tool
from tests.tool_samples import least


def problems(tag: str, **fields: Any) -> list[tuple[str, str]]:
    found = read_tool(json.dumps(least(tag, **fields)).encode()).problems
    return [(str(problem), problem.rule) for problem in found]


SCHEME: Final = "has a scheme; begin with the host"
WILDCARD: Final = "has a wildcard in its host; only a path may have one"


@pytest.mark.parametrize("field", ["allowed_domains", "blocked_domains"])
@pytest.mark.parametrize("tag", ["web_search_20250305", "web_fetch_20260318"])
@pytest.mark.parametrize(
    ("domain", "fault"),
    [
        pytest.param("https://example.com", SCHEME, id="https"),
        pytest.param("http://example.com/blog", SCHEME, id="http"),
        pytest.param("*.example.com", WILDCARD, id="subdomains"),
        pytest.param("ex*.com/blog", WILDCARD, id="within-the-host"),
    ],
)
def test_a_domain_begins_with_a_host_without_wildcards(tag: str, field: str, domain: str, fault: str) -> None:
    message = f"{tag}.{field}.1: Invalid domain format rystic: '{domain}' {fault}"

    assert problems(tag, **{field: ["a.com", domain]}) == [(message, "web-domains")]


@pytest.mark.parametrize(
    "domain", ["example.com", "docs.example.com", "example.com/blog", "example.com/*", "example.com/*/a", "localhost"]
)
def test_a_domain_may_have_a_path_with_wildcards(domain: str) -> None:
    assert problems("web_search_20250305", allowed_domains=[domain]) == []


COMPUTER: Final = "computer_toolset_20260801"
BROWSER: Final = "browser_toolset_20260801"
OFF: Final = {"enabled": False}
DEFERRED: Final = {"defer_loading": True}
OPTIONAL: Final = ("file_upload", "javascript_exec", "read_console", "read_network")
ALL: Final = {COMPUTER: ComputerConfigs.__struct_fields__, BROWSER: BrowserConfigs.__struct_fields__}
USUAL: Final = [name for name in ALL[BROWSER] if name not in OPTIONAL]


@pytest.mark.parametrize(
    ("tag", "configs"),
    [
        pytest.param(COMPUTER, dict.fromkeys(ALL[COMPUTER], OFF), id="computer"),
        pytest.param(BROWSER, dict.fromkeys(ALL[BROWSER], OFF), id="browser"),
        pytest.param(BROWSER, dict.fromkeys(USUAL, OFF), id="all-that-are-enabled-by-default"),
    ],
)
def test_a_toolset_has_an_enabled_member(tag: str, configs: dict[str, Any]) -> None:
    message = f"{tag}.configs: at least one member must be enabled rystic: leave the toolset out instead"

    assert problems(tag, configs=configs) == [(message, "tool-search")]


@pytest.mark.parametrize(
    ("configs", "deferred", "other"),
    [
        pytest.param({"zoom": DEFERRED}, "zoom", "cursor_position", id="one"),
        pytest.param({"zoom": {"defer_loading": False}, "wait": DEFERRED}, "wait", "cursor_position", id="two"),
    ],
)
def test_all_members_of_a_toolset_are_deferred_or_none(configs: dict[str, Any], deferred: str, other: str) -> None:
    message = (
        f"{COMPUTER}.configs: defer_loading must be the same for every enabled member "
        f"rystic: '{deferred}' has it, '{other}' has not"
    )

    assert problems(COMPUTER, configs=configs) == [(message, "tool-search")]


@pytest.mark.parametrize(
    ("tag", "configs"),
    [
        pytest.param(COMPUTER, None, id="null"),
        pytest.param(COMPUTER, {}, id="none"),
        pytest.param(COMPUTER, {"zoom": None, "wait": {}, "type": OFF}, id="one-disabled"),
        pytest.param(COMPUTER, dict.fromkeys(ALL[COMPUTER], DEFERRED), id="all-deferred"),
        pytest.param(COMPUTER, {"zoom": {**OFF, **DEFERRED}}, id="disabled-and-deferred"),
        pytest.param(BROWSER, dict.fromkeys(USUAL, DEFERRED), id="all-that-are-enabled-deferred"),
        pytest.param(BROWSER, {**dict.fromkeys(USUAL, OFF), "read_console": {"enabled": True}}, id="one-enabled"),
    ],
)
def test_other_settings_of_members_have_no_fault(tag: str, configs: Any) -> None:
    assert problems(tag, configs=configs) == []
