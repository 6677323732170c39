"""Why a tool does not fit its type, in the API's words; and that reading finds the same."""

import json
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rystic_asgi.protocol.tool_types import offered_tags
from rystic_asgi.validation.declared_tools import read_tool
from rystic_asgi.validation.headers import RequestHeaders
from rystic_asgi.validation.tool_faults import tool_faults
from rystic_asgi.validation.walk import Walk
from tests.tool_samples import ADD, LEAST, SCHEMA, STRICT, least, most

VERSION: Final = "2026-10-21"
NONE: Final = RequestHeaders(VERSION, frozenset())
ALL: Final = RequestHeaders(VERSION, frozenset({"advisor-tool-1", "computer-use-1", "mcp-client-1"}))


def faults(tool: Any, headers: RequestHeaders | None = ALL) -> list[tuple[str, str]]:
    return [(str(problem), problem.rule) for problem in tool_faults(Walk({}), tool, "tools.3", headers)]


def fault(tool: Any, headers: RequestHeaders | None = ALL) -> str:
    return faults(tool, headers)[0][0]


def is_read(tool: Any) -> bool:
    try:
        read_tool(json.dumps(tool).encode())
    except msgspec.DecodeError:
        return False
    return True


@pytest.mark.parametrize("tag", sorted(LEAST))
def test_a_tool_that_fits_has_no_fault(tag: str) -> None:
    assert faults(least(tag)) == []
    assert faults(most(tag)) == []


@pytest.mark.parametrize(
    "tool",
    [
        pytest.param({**ADD, "type": None}, id="null-type"),
        pytest.param({**ADD, "type": "custom"}, id="custom-by-name"),
        pytest.param({**ADD, "cache_control": None, "eager_input_streaming": None}, id="nulls"),
        pytest.param({**ADD, "eager_input_streaming": True}, id="eager"),
        pytest.param({**ADD, "cache_control": {"type": "ephemeral", "ttl": "5m"}}, id="cached"),
        pytest.param({**ADD, "strict": False}, id="not-strict"),
        pytest.param(STRICT, id="strict"),
        pytest.param({**ADD, "defer_loading": True}, id="deferred"),
        pytest.param({**ADD, "name": "a" * 128}, id="long-name"),
        pytest.param(
            {**ADD, "input_schema": {"$schema": "http://json-schema.org/draft-07/schema#", **SCHEMA}}, id="dialect"
        ),
    ],
)
def test_what_clients_send_as_tools_of_their_own_has_no_fault(tool: Any) -> None:
    assert faults(tool, NONE) == []
    assert is_read(tool)


CUSTOM: Final = "tools.3.custom"


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        pytest.param(5, "tools.3: Input should be an object", id="no-object"),
        pytest.param({"name": "a"}, f"{CUSTOM}.input_schema: Field required", id="no-schema"),
        pytest.param({"input_schema": SCHEMA}, f"{CUSTOM}.name: Field required", id="no-name"),
        pytest.param(
            {**ADD, "name": "cal.create"},
            f"{CUSTOM}.name: String should match pattern '^[a-zA-Z0-9_-]{{1,128}}$'",
            id="name",
        ),
        pytest.param({**ADD, "x": 1}, f"{CUSTOM}.x: Extra inputs are not permitted", id="unknown-key"),
        pytest.param(
            {**ADD, "description": None}, f"{CUSTOM}.description: Input should be a valid string", id="description"
        ),
        pytest.param({**ADD, "strict": None}, f"{CUSTOM}.strict: Input should be a valid boolean", id="strict"),
        pytest.param(
            {**ADD, "allowed_callers": ["me"]},
            f"{CUSTOM}.allowed_callers.0: Input should be 'direct', 'code_execution_20250825', "
            "'code_execution_20260120' or 'code_execution_20260521'",
            id="caller",
        ),
        pytest.param(
            {**ADD, "cache_control": {"type": "ephemeral", "ttl": "1d"}},
            f"{CUSTOM}.cache_control.ephemeral.ttl: Input should be '5m' or '1h'",
            id="ttl",
        ),
        pytest.param(
            {**ADD, "input_examples": [5]}, f"{CUSTOM}.input_examples.0: Input should be an object", id="example"
        ),
        pytest.param({**ADD, "input_schema": 5}, f"{CUSTOM}.input_schema: Input should be an object", id="schema"),
    ],
)
def test_a_tool_of_the_clients_own_that_does_not_fit_is_told(tool: Any, message: str) -> None:
    assert fault(tool) == message


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        pytest.param({"type": "bash_20250124"}, "bash_20250124.name: Field required", id="no-name"),
        pytest.param(
            least("bash_20250124", name="shell"), "bash_20250124.name: Input should be 'bash'", id="another-name"
        ),
        pytest.param(
            least("bash_20250124", description="A shell"),
            "bash_20250124.description: Extra inputs are not permitted",
            id="unknown-key",
        ),
        pytest.param(
            least("web_search_20250305", max_uses=0),
            "web_search_20250305.max_uses: Input should be greater than 0",
            id="no-uses",
        ),
        pytest.param(
            least("web_search_20250305", max_uses="1"),
            "web_search_20250305.max_uses: Input should be a valid integer",
            id="uses-as-text",
        ),
        pytest.param(
            least("web_search_20250305", user_location={"type": "approximate", "country": "F"}),
            "web_search_20250305.user_location.country: String should have at least 2 characters",
            id="short-country",
        ),
        pytest.param(
            least("web_search_20250305", user_location={"type": "approximate", "country": "FRA"}),
            "web_search_20250305.user_location.country: String should have at most 2 characters",
            id="long-country",
        ),
        pytest.param(
            least("web_search_20250305", user_location={"type": "approximate", "city": ""}),
            "web_search_20250305.user_location.city: String should have at least 1 character",
            id="no-city",
        ),
        pytest.param(
            least("web_search_20250305", user_location={"type": "approximate", "timezone": "a" * 256}),
            "web_search_20250305.user_location.timezone: String should have at most 255 characters",
            id="timezone",
        ),
        pytest.param(
            least("web_search_20250305", user_location={}),
            "web_search_20250305.user_location.type: Field required",
            id="location-type",
        ),
        pytest.param(
            least("web_search_20250305", user_location={"type": "approximate", "street": "a"}),
            "web_search_20250305.user_location.street: Extra inputs are not permitted",
            id="location-key",
        ),
        pytest.param(
            least("web_search_20260209", response_inclusion="full"),
            "web_search_20260209.response_inclusion: Extra inputs are not permitted",
            id="key-of-a-later-version",
        ),
        pytest.param(
            least("web_fetch_20250910", citations={"enabled": True, "a": 1}),
            "web_fetch_20250910.citations.a: Extra inputs are not permitted",
            id="citations",
        ),
        pytest.param(
            least("web_fetch_20250910", max_content_tokens=-1),
            "web_fetch_20250910.max_content_tokens: Input should be greater than 0",
            id="content-tokens",
        ),
        pytest.param(
            least("web_fetch_20250910", url_sources={"user_input": {"type": "only", "tools": []}}),
            "web_fetch_20250910.url_sources.user_input: Input tag 'only' found using 'type' does not match any of the "
            "expected tags: 'all', 'none'",
            id="source",
        ),
        pytest.param(
            least("web_fetch_20250910", url_sources={"client_tool_results": {"type": "only"}}),
            "web_fetch_20250910.url_sources.client_tool_results.only.tools: Field required",
            id="source-tools",
        ),
        pytest.param(
            {"type": "computer_20250124", "name": "computer", "display_width_px": 0, "display_height_px": 1},
            "computer_20250124.display_width_px: Input should be greater than or equal to 1",
            id="width",
        ),
        pytest.param(
            least("computer_20250124", enable_zoom=True),
            "computer_20250124.enable_zoom: Extra inputs are not permitted",
            id="zoom-before-its-version",
        ),
        pytest.param(
            least("advisor_20260301", max_tokens=1023),
            "advisor_20260301.max_tokens: Input should be greater than or equal to 1024",
            id="advisor-tokens",
        ),
        pytest.param(
            least("mcp_toolset", configs={"a": {"enabled": 1}}),
            "mcp_toolset.configs.a.enabled: Input should be a valid boolean",
            id="mcp-config",
        ),
        pytest.param(
            least("mcp_toolset", default_config={"a": 1}),
            "mcp_toolset.default_config.a: Extra inputs are not permitted",
            id="mcp-default-config",
        ),
        pytest.param(
            least("mcp_toolset", mcp_server_name=""),
            "mcp_toolset.mcp_server_name: String should have at least 1 character",
            id="mcp-name",
        ),
        pytest.param(
            least("computer_toolset_20260801", configs={"fly": {}}),
            "computer_toolset_20260801.configs.fly: Extra inputs are not permitted",
            id="unknown-member",
        ),
        pytest.param(
            least("browser_toolset_20260801", configs={"find": {"strict": True}}),
            "browser_toolset_20260801.configs.find.strict: Extra inputs are not permitted",
            id="unknown-member-setting",
        ),
        pytest.param(
            least("computer_toolset_20260801", allowed_callers=["code_execution_20260120"]),
            "computer_toolset_20260801.allowed_callers.0: Input should be 'direct'",
            id="toolset-caller",
        ),
        pytest.param(
            least("computer_toolset_20260801", name="computer"),
            "computer_toolset_20260801: name is not accepted on a toolset entry",
            id="toolset-name",
        ),
        pytest.param(
            least("browser_toolset_20260801", defer_loading=True),
            "browser_toolset_20260801.defer_loading: Extra inputs are not permitted",
            id="deferred-toolset",
        ),
    ],
)
def test_a_tool_of_the_api_that_does_not_fit_is_told(tool: dict[str, Any], message: str) -> None:
    assert fault(tool) == f"tools.3.{message}"
    assert not is_read(tool)


PLAIN_TAGS: Final = (
    "'bash_20250124', 'browser_toolset_20260801', 'code_execution_20250522', 'code_execution_20250825', "
    "'code_execution_20260120', 'code_execution_20260521', 'computer_toolset_20260801', 'custom', 'memory_20250818', "
    "'text_editor_20250124', 'text_editor_20250429', 'text_editor_20250728', 'tool_search_tool_bm25', "
    "'tool_search_tool_bm25_20251119', 'tool_search_tool_regex', 'tool_search_tool_regex_20251119', "
    "'web_fetch_20250910', 'web_fetch_20260209', 'web_fetch_20260309', 'web_fetch_20260318', 'web_search_20250305', "
    "'web_search_20260209', 'web_search_20260318'"
)


@pytest.mark.parametrize(
    ("tag", "told"),
    [
        pytest.param("function", "function", id="of-another-api"),
        pytest.param("", "", id="empty"),
        pytest.param("bash_20300101", "bash_20300101", id="version"),
        pytest.param(5, "5", id="number"),
        pytest.param({}, "object", id="object"),
    ],
)
def test_an_unknown_type_is_told_with_the_known_ones(tag: Any, told: str) -> None:
    message = f"tools.3: Input tag '{told}' found using 'type' does not match any of the expected tags: {PLAIN_TAGS}"

    assert faults({**ADD, "type": tag}, NONE) == [(message, "")]
    assert not is_read({**ADD, "type": tag})


def test_a_type_without_its_beta_is_not_known() -> None:
    message = (
        "tools.3: Input tag 'computer_20250124' found using 'type' does not match any of the expected tags: "
        f"{PLAIN_TAGS} rystic: a value of anthropic-beta that begins with computer-use- brings computer_20250124"
    )

    assert faults(least("computer_20250124"), NONE) == [(message, "extra-inputs")]
    assert faults(least("computer_20250124"), ALL) == []


def test_a_beta_adds_its_types_to_the_known_ones() -> None:
    tags = offered_tags(ALL.brought)

    assert {"advisor_20260301", "computer_20251124", "mcp_toolset"} <= set(tags)
    assert fault({"type": "x"}).endswith(", ".join(map(repr, tags)))


def test_without_headers_every_type_is_known() -> None:
    assert faults(least("mcp_toolset"), None) == []
    assert fault({"type": "x"}, None).endswith(", ".join(map(repr, offered_tags(None))))


def test_faults_of_fields_come_before_those_of_the_schema() -> None:
    tool = {"name": "add", "input_schema": {"type": "object", "properties": {"$top": {}}}, "strict": True, "x": 1}

    assert [(message.partition(" rystic")[0], rule) for message, rule in faults(tool)] == [
        ("tools.3.custom.x: Extra inputs are not permitted", ""),
        (
            "tools.3.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
            "property-names",
        ),
        ("tools.3.custom: For 'object' type, additionalProperties must be explicitly set to false", "strict-schema"),
    ]


ODD_VALUES: Final[list[Any]] = [None, True, 0, 1, -1, 1.5, "", "a", "custom", "ephemeral", [], [{}], ["direct"], {}]


@st.composite
def tools_near_valid_ones(draw: st.DrawFn) -> Any:
    """A tool of which a key, or one inside it, is changed, dropped or added."""
    tool = json.loads(json.dumps(most(draw(st.sampled_from(sorted(LEAST))))))
    inner = [value for value in tool.values() if isinstance(value, dict) and value is not tool.get("input_schema")]
    part = draw(st.sampled_from([tool, *inner]))
    for _ in range(draw(st.integers(0, 2))):
        key = draw(st.sampled_from([*part, "type", "name", "extra", "strict"]))
        part.pop(key, None)
        if draw(st.booleans()):
            part[key] = draw(st.sampled_from(ODD_VALUES))
    return tool


@given(tool=tools_near_valid_ones())
@settings(deadline=None, max_examples=400)
def test_a_tool_is_read_if_and_only_if_no_fault_of_its_fields_is_found(tool: Any) -> None:
    of_fields = [message for message, rule in faults(tool) if not rule]

    assert is_read(tool) == (not of_fields), of_fields
