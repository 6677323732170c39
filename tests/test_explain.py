"""The first fault of a body that does not fit: its place and the API's words for it."""

import json
from typing import Any, Final

import pytest

from rystic_asgi.protocol.requests import CountTokensRequest, MessagesRequest
from rystic_asgi.validation.explain import every_problem, explain_body, first_problem
from rystic_asgi.validation.headers import RequestHeaders
from tests.block_samples import BLOCK_TAGS

SKILL: Final = {"type": "anthropic", "skill_id": "pptx", "version": "latest"}
EDITS: Final = [
    {
        "type": "clear_tool_uses_20250919",
        "trigger": {"type": "tool_uses", "value": 1},
        "keep": {"type": "tool_uses", "value": 0},
        "clear_at_least": {"type": "input_tokens", "value": 0},
        "clear_tool_inputs": ["add"],
        "exclude_tools": None,
    },
    {"type": "clear_tool_uses_20250919", "trigger": {"type": "input_tokens", "value": 1}, "clear_tool_inputs": True},
    {"type": "clear_thinking_20251015", "keep": "all"},
    {"type": "clear_thinking_20251015", "keep": {"type": "all"}},
    {"type": "clear_thinking_20251015", "keep": {"type": "thinking_turns", "value": 1}},
    {"type": "compact_20260112", "trigger": {"type": "input_tokens", "value": 50_000}, "pause_after_compaction": True},
]
MCP_SERVER: Final = {
    "type": "url",
    "url": "https://example.com",
    "name": "sums",
    "authorization_token": None,
    "tool_configuration": {"allowed_tools": ["add"], "enabled": None},
}
FALLBACK: Final = {
    "model": "a",
    "max_tokens": None,
    "output_config": {"effort": "low"},
    "speed": "fast",
    "thinking": {"type": "disabled"},
}
BASE: Final[dict[str, Any]] = {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "Hi"}]}


def fault(**fields: Any) -> str:
    return str(first_problem({**BASE, **fields}, MessagesRequest))


def fault_of_tool(tool: Any) -> str:
    return fault(tools=[{"name": "add", "input_schema": {"type": "object"}}, tool])


def test_a_body_that_fits_has_no_fault() -> None:
    assert first_problem(BASE, MessagesRequest) is None


@pytest.mark.parametrize("value", [[], None, "a", 5], ids=repr)
def test_a_body_is_an_object(value: Any) -> None:
    assert str(first_problem(value, MessagesRequest)) == "Input should be an object"


@pytest.mark.parametrize("name", ["model", "messages", "max_tokens"])
def test_a_required_field_is_missed(name: str) -> None:
    value = {key: field for key, field in BASE.items() if key != name}

    assert str(first_problem(value, MessagesRequest)) == f"{name}: Field required"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"model": 5}, "model: Input should be a valid string", id="model"),
        pytest.param({"model": ""}, "model: String should have at least 1 character", id="model-empty"),
        pytest.param({"max_tokens": "5"}, "max_tokens: Input should be a valid integer", id="max_tokens"),
        pytest.param({"max_tokens": True}, "max_tokens: Input should be a valid integer", id="max_tokens-boolean"),
        pytest.param({"max_tokens": 2.5}, "max_tokens: Input should be a valid integer", id="max_tokens-fraction"),
        pytest.param({"max_tokens": 5.0}, "max_tokens: Input should be a valid integer", id="max_tokens-float"),
        pytest.param({"max_tokens": -1}, "max_tokens: must be greater than or equal to 0", id="max_tokens-negative"),
        pytest.param({"system": 5}, "system: Input should be a valid array", id="system"),
        pytest.param({"system": None}, "system: Input should be a valid array", id="system-null"),
        pytest.param({"stream": "yes"}, "stream: Input should be a valid boolean", id="stream"),
        pytest.param({"stop_sequences": "a"}, "stop_sequences: Input should be a valid array", id="stop_sequences"),
        pytest.param({"stop_sequences": [5]}, "stop_sequences.0: Input should be a valid string", id="stop_sequence"),
        pytest.param({"temperature": "a"}, "temperature: Input should be a valid number", id="temperature"),
        pytest.param({"temperature": True}, "temperature: Input should be a valid number", id="temperature-boolean"),
        pytest.param({"top_k": -1}, "top_k: Input should be greater than or equal to 0", id="top_k"),
        pytest.param({"metadata": {"a": 1}}, "metadata.a: Extra inputs are not permitted", id="metadata-key"),
        pytest.param({"metadata": {"user_id": 5}}, "metadata.user_id: Input should be a valid string", id="user_id"),
        pytest.param(
            {"metadata": {"user_id": "a" * 513}},
            "metadata.user_id: String should have at most 512 characters",
            id="user_id-long",
        ),
        pytest.param(
            {"service_tier": "fast"}, "service_tier: Input should be 'auto' or 'standard_only'", id="service_tier"
        ),
        pytest.param({"cache_control": 5}, "cache_control: Input should be an object", id="cache_control"),
        pytest.param({"fallbacks": "any"}, "fallbacks: Input should be 'default'", id="fallbacks-text"),
        pytest.param({"fallbacks": 5}, "fallbacks: Input should be a valid array", id="fallbacks"),
        pytest.param({"fallbacks": ["a"]}, "fallbacks.0: Input should be an object", id="fallback"),
        pytest.param(
            {"fallbacks": [{"model": "a"}] * 4}, "fallbacks: List should have at most 3 items", id="fallbacks-4"
        ),
        pytest.param({"fallbacks": [{}]}, "fallbacks.0.model: Field required", id="fallback-model"),
        pytest.param({"mcp_servers": [{}]}, "mcp_servers.0.type: Field required", id="mcp_server"),
        pytest.param({"mcp_servers": [{}] * 21}, "mcp_servers: List should have at most 20 items", id="mcp_servers"),
        pytest.param({"thinking": 5}, "thinking: Input should be an object", id="thinking"),
        pytest.param({"thinking": {}}, "thinking.type: Field required", id="thinking-type"),
        pytest.param(
            {"thinking": {"type": "enabled", "budget_tokens": 1023}},
            "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
            id="budget_tokens",
        ),
        pytest.param(
            {"thinking": {"type": "enabled"}},
            "thinking.enabled.budget_tokens: Field required",
            id="budget_tokens-missing",
        ),
        pytest.param({"tool_choice": 5}, "tool_choice: Input should be an object", id="tool_choice"),
        pytest.param({"tool_choice": {}}, "tool_choice.type: Field required", id="tool_choice-type"),
        pytest.param(
            {"tool_choice": {"type": "x"}},
            "tool_choice: Input tag 'x' found using 'type' does not match any of the expected tags: "
            "'auto', 'any', 'tool', 'none'",
            id="tool_choice-tag",
        ),
        pytest.param({"tool_choice": {"type": "tool"}}, "tool_choice.tool.name: Field required", id="tool_choice-name"),
        pytest.param({"container": {"id": 5}}, "container.id: Input should be a valid string", id="container-id"),
        pytest.param(
            {"container": {"skills": [SKILL] * 9}}, "container.skills: List should have at most 8 items", id="skills"
        ),
        pytest.param(
            {"container": {"skills": [{**SKILL, "skill_id": ""}]}},
            "container.skills.0.skill_id: String should have at least 1 character",
            id="skill",
        ),
        pytest.param(
            {"output_config": {"effort": "some"}},
            "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'",
            id="effort",
        ),
        pytest.param(
            {"output_config": {"format": {"type": "text", "schema": {}}}},
            "output_config.format.type: Input should be 'json_schema'",
            id="format",
        ),
        pytest.param(
            {"output_config": {"format": {"type": "json_schema", "schema": []}}},
            "output_config.format.schema: Input should be an object",
            id="format-schema",
        ),
        pytest.param(
            {"output_config": {"task_budget": {"type": "tokens", "total": 19_999}}},
            "output_config.task_budget.total: Input should be greater than or equal to 20000",
            id="task_budget",
        ),
        pytest.param(
            {"thinking": {"type": "adaptive", "display": "shown"}},
            "thinking.adaptive.display: Input should be 'summarized', 'omitted', 'updates'",
            id="display",
        ),
        pytest.param(
            {"context_management": {"edits": [{"type": "clear_all"}]}},
            "context_management.edits.0: Input tag 'clear_all' found using 'type' does not match any of the expected "
            "tags: 'clear_tool_uses_20250919', 'clear_thinking_20251015', 'compact_20260112'",
            id="edit",
        ),
        pytest.param(
            {"context_management": {"edits": [{"type": "clear_tool_uses_20250919", "keep": {"type": "tool_uses"}}]}},
            "context_management.edits.0.clear_tool_uses_20250919.keep.tool_uses.value: Field required",
            id="edit-keep",
        ),
        pytest.param(
            {"context_management": {"edits": [{"type": "compact_20260112", "trigger": {"type": "input_tokens"}}]}},
            "context_management.edits.0.compact_20260112.trigger.value: Field required",
            id="edit-trigger",
        ),
        pytest.param(
            {"context_management": {"edits": [{"type": "clear_thinking_20251015", "keep": "most"}]}},
            "context_management.edits.0.clear_thinking_20251015.keep: Input should be 'all'",
            id="edit-keep-text",
        ),
        pytest.param(
            {"thread": {"type": "continue"}}, "thread.continue.previous_message_id: Field required", id="thread"
        ),
        pytest.param(
            {"fallback_credit_token": {}}, "fallback_credit_token.token: Field required", id="fallback_credit_token"
        ),
        pytest.param({"foo": 1}, "foo: Extra inputs are not permitted", id="unknown-key"),
    ],
)
def test_a_field_that_does_not_fit_is_named(fields: dict[str, Any], message: str) -> None:
    assert fault(**fields) == message


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"max_tokens": 0}, id="max_tokens-zero"),
        pytest.param({"max_tokens": 2**70}, id="max_tokens-big"),
        pytest.param({"temperature": 1}, id="temperature"),
        pytest.param({"system": ""}, id="system-empty-text"),
        pytest.param({"system": []}, id="system-empty-list"),
        pytest.param({"tools": []}, id="tools-empty"),
        pytest.param({"metadata": None, "stop_sequences": None, "cache_control": None, "container": None}, id="nulls"),
        pytest.param({"inference_geo": None, "diagnostics": None, "speed": None}, id="more-nulls"),
        pytest.param({"container": "container_1"}, id="container-id"),
        pytest.param({"container": {"id": "container_1", "skills": []}}, id="container"),
        pytest.param({"fallbacks": "default"}, id="fallbacks-default"),
        pytest.param({"fallbacks": [{"model": "m"}]}, id="fallbacks"),
        pytest.param({"cache_control": {"type": "ephemeral", "ttl": "1h"}}, id="cache_control"),
        pytest.param({"thinking": {"type": "between_tools"}}, id="thinking"),
        pytest.param({"thinking": {"type": "adaptive", "display": "updates", "block_binding": {}}}, id="adaptive"),
        pytest.param({"thinking": {"type": "enabled", "budget_tokens": 1024, "display": None}}, id="enabled"),
        pytest.param({"container": {"skills": [SKILL] * 8}}, id="skills"),
        pytest.param({"output_config": {"effort": None, "format": None, "task_budget": None}}, id="output_config"),
        pytest.param(
            {"output_config": {"task_budget": {"type": "tokens", "total": 20_000, "remaining": 0}}}, id="task_budget"
        ),
        pytest.param({"context_management": {"edits": EDITS}}, id="context_management"),
        pytest.param({"fallback_credit_token": {"token": "a", "mode": "best_effort"}}, id="fallback_credit_token"),
        pytest.param({"diagnostics": {"previous_message_id": None}}, id="diagnostics"),
        pytest.param({"billing_policy": {"type": "billing_policy", "bill_to": "user_profile"}}, id="billing_policy"),
        pytest.param({"compaction": {"type": "summarize", "instructions": None}}, id="compaction"),
        pytest.param({"thread": {"type": "create"}}, id="thread"),
        pytest.param({"mcp_servers": [MCP_SERVER]}, id="mcp_servers"),
        pytest.param({"fallbacks": [FALLBACK] * 3}, id="fallbacks-with-parameters"),
    ],
)
def test_a_field_that_fits_has_no_fault(fields: dict[str, Any]) -> None:
    assert first_problem({**BASE, **fields}, MessagesRequest) is None


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        pytest.param(5, "tools.1: Input should be an object", id="no-object"),
        pytest.param({"name": "a"}, "tools.1.custom.input_schema: Field required", id="no-schema"),
        pytest.param({"input_schema": {"type": "object"}}, "tools.1.custom.name: Field required", id="no-name"),
        pytest.param(
            {"name": "a b", "input_schema": {"type": "object"}},
            "tools.1.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
            id="name",
        ),
        pytest.param(
            {"name": "a", "input_schema": {"type": "object"}, "x": 1},
            "tools.1.custom.x: Extra inputs are not permitted",
            id="unknown-key",
        ),
        pytest.param(
            {"type": "custom", "name": "a", "input_schema": {"type": "object"}, "strict": 1},
            "tools.1.custom.strict: Input should be a valid boolean",
            id="strict",
        ),
        pytest.param(
            {"type": "bash_20250124", "name": 5}, "tools.1.bash_20250124.name: Input should be 'bash'", id="defined"
        ),
    ],
)
def test_a_tool_that_does_not_fit_is_named_by_its_index(tool: Any, message: str) -> None:
    assert fault_of_tool(tool) == message


def test_a_fault_of_a_rule_that_is_off_is_passed_over() -> None:
    body = json.dumps({**BASE, "tools": [{"name": "a", "input_schema": {}}], "max_tokens": ""}).encode()

    assert str(explain_body(body)).startswith("tools.0.custom.input_schema.type: Field required")
    assert str(explain_body(body, off=frozenset(["input-schema"]))) == "max_tokens: Input should be a valid integer"


@pytest.mark.parametrize("tools", [5, None, {}], ids=repr)
def test_tools_are_a_list(tools: Any) -> None:
    assert fault(tools=tools) == "tools: Input should be a valid array"


@pytest.mark.parametrize(
    "tool",
    [
        pytest.param({"name": "a", "input_schema": {"type": "object"}, "type": None}, id="custom-by-null"),
        pytest.param({"name": "a", "input_schema": {"type": "object"}, "type": "custom"}, id="custom-by-name"),
        pytest.param({"type": "web_search_20250305", "name": "web_search", "max_uses": 2}, id="defined"),
        pytest.param({"type": "mcp_toolset", "mcp_server_name": "a"}, id="without-a-name"),
    ],
)
def test_a_tool_that_fits_has_no_fault(tool: Any) -> None:
    assert first_problem({**BASE, "tools": [tool]}, MessagesRequest) is None


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        pytest.param({"model": 1, "tool_choice": 1}, "model", id="model-first"),
        pytest.param({"tool_choice": 1, "tools": 1}, "tool_choice", id="tool_choice-before-tools"),
        pytest.param({"tools": 1, "messages": 1}, "tools", id="tools-before-messages"),
        pytest.param({"messages": 1, "system": 1}, "messages", id="messages-before-system"),
        pytest.param({"system": 1, "thinking": 1}, "system", id="system-before-thinking"),
        pytest.param({"thinking": 1, "output_config": 1}, "thinking", id="thinking-before-output_config"),
        pytest.param(
            {"output_config": 1, "cache_control": 1}, "output_config", id="output_config-before-cache_control"
        ),
        pytest.param({"cache_control": 1, "max_tokens": ""}, "cache_control", id="cache_control-before-max_tokens"),
        pytest.param({"max_tokens": "", "metadata": 1}, "max_tokens", id="max_tokens-before-metadata"),
        pytest.param({"metadata": 1, "stop_sequences": 1}, "metadata", id="metadata-before-stop_sequences"),
        pytest.param(
            {"stop_sequences": 1, "temperature": ""}, "stop_sequences", id="stop_sequences-before-temperature"
        ),
        pytest.param({"temperature": "", "service_tier": 1}, "temperature", id="temperature-before-service_tier"),
        pytest.param({"service_tier": 1, "top_k": ""}, "service_tier", id="service_tier-before-top_k"),
        pytest.param({"top_k": "", "top_p": ""}, "top_k", id="top_k-before-top_p"),
        pytest.param({"top_p": "", "stream": 1}, "top_p", id="top_p-before-stream"),
        pytest.param({"stream": 1, "container": 1}, "stream", id="stream-before-container"),
        pytest.param(
            {"container": 1, "inference_geo": 1}, "container.ContainerParams", id="container-before-inference_geo"
        ),
        pytest.param({"a": 1, "inference_geo": 1}, "inference_geo", id="unknown-keys-last"),
    ],
)
def test_faults_are_found_in_the_order_of_the_api(fields: dict[str, Any], named: str) -> None:
    in_reverse = dict(reversed({**BASE, **fields}.items()))

    problem = first_problem(in_reverse, MessagesRequest)

    assert problem is not None
    assert problem.path == named


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"metadata": 5}, "metadata: Input does not match the expected shape.", id="metadata"),
        pytest.param(
            {"output_config": 5}, "output_config: Input does not match the expected shape.", id="output_config"
        ),
        pytest.param(
            {"system": [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral", "scope": "global"}}]},
            "system.0.cache_control.ephemeral.scope: Extra inputs are not permitted",
            id="system-cache",
        ),
        pytest.param({"system": [{"type": "text"}]}, "system.0.text: Field required", id="system-text"),
        pytest.param({"system": [5]}, "system.0: Input does not match the expected shape.", id="system"),
        pytest.param(
            {"container": 5}, "container.ContainerParams: Input does not match the expected shape.", id="container"
        ),
        pytest.param({"inference_geo": "moon"}, "inference_geo: must be one of ['global', 'us']", id="inference_geo"),
        pytest.param({"temperature": 2}, "temperature: range: 0..1", id="temperature"),
    ],
)
def test_a_field_is_spoken_of_in_its_own_words(fields: dict[str, Any], message: str) -> None:
    assert fault(**fields) == message


def test_every_fault_can_be_listed() -> None:
    value = {
        "model": 1,
        "tool_choice": {"type": "x"},
        "messages": [{"role": "user", "content": [{"type": "poem"}, "text"]}],
        "max_tokens": "9",
        "stop_sequences": "END",
        "temperature": "warm",
        "top_p": 2,
        "top_k": True,
        "metadata": 5,
        "stream": True,
        "diagnostics": {},
        "service_tier": "auto",
        "extra": 1,
    }

    assert [str(problem) for problem in every_problem(value, MessagesRequest)] == [
        "model: Input should be a valid string",
        "tool_choice: Input tag 'x' found using 'type' does not match any of the expected tags: "
        "'auto', 'any', 'tool', 'none'",
        f"messages.0.content.0: Input tag 'poem' found using 'type' does not match any of the expected tags: "
        f"{BLOCK_TAGS}",
        "messages.0.content.1: Input should be an object",
        "max_tokens: Input should be a valid integer",
        "metadata: Input does not match the expected shape.",
        "stop_sequences: Input should be a valid array",
        "temperature: Input should be a valid number",
        "top_k: Input should be a valid integer",
        "top_p: range: 0..1",
        "extra: Extra inputs are not permitted",
    ]


def test_a_body_that_is_not_json_is_told_where() -> None:
    problem = explain_body(b'{"model":?}')

    assert str(problem) == "The request body is not valid JSON: unexpected character: line 1 column 10 (char 9)"


def test_a_body_that_is_json_is_explained_by_its_first_fault() -> None:
    body = json.dumps({**BASE, "model": 5}).encode()

    assert str(explain_body(body)) == "model: Input should be a valid string"


def test_a_body_without_a_fault_is_told_to_be_unreadable() -> None:
    body = json.dumps(BASE).encode()

    assert str(explain_body(body)) == "The request body could not be read."


@pytest.mark.parametrize(
    ("body", "message"),
    [
        pytest.param(b'{"top_k":-1,"top_k":3,', "top_k: Input should be greater than or equal to 0", id="first"),
        pytest.param(b'{"top_k":3,"top_k":-1,', "top_k: Input should be greater than or equal to 0", id="last"),
    ],
)
def test_each_of_equal_keys_has_to_fit(body: bytes, message: str) -> None:
    rest = json.dumps(BASE).encode()[1:]

    assert str(explain_body(body + rest)) == message


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({}, None, id="fits"),
        pytest.param({"speed": "fast", "cache_control": None}, None, id="fits-with-options"),
        pytest.param({"max_tokens": 5}, "max_tokens: Extra inputs are not permitted", id="max_tokens"),
        pytest.param({"stream": False}, "stream: Extra inputs are not permitted", id="stream"),
        pytest.param({"inference_geo": "us"}, "inference_geo: Extra inputs are not permitted", id="inference_geo"),
        pytest.param({"diagnostics": {}}, "diagnostics: Extra inputs are not permitted", id="diagnostics"),
        pytest.param({"system": [5]}, "system.0: Input does not match the expected shape.", id="system"),
        pytest.param({"tools": [5]}, "tools.0: Input should be an object", id="tools"),
    ],
)
def test_a_request_for_a_count_is_explained_by_its_own_fields(fields: dict[str, Any], message: str | None) -> None:
    problem = first_problem({"model": "m", "messages": [], **fields}, CountTokensRequest)

    assert (None if problem is None else str(problem)) == message


MANY: Final = [{"role": "user", "content": [{"type": "text", "text": "a"}]}] * 18_000


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(json.dumps({**BASE, "messages": MANY, "max_tokens": ""}).encode(), id="messages"),
        pytest.param(b'{"top_k":-1,' + json.dumps(BASE).encode()[1:-1] + b',"top_k":3' * 100_000 + b"}", id="keys"),
        pytest.param(b'{"messages":' + b"[" * 1_000_000, id="deep"),
        pytest.param(b"[" + b"1," * 500_000 + b"1e999]", id="numbers"),
    ],
)
def test_a_megabyte_is_explained(body: bytes) -> None:
    problem = explain_body(body, headers=RequestHeaders("2023-06-01", frozenset()))

    assert problem.message != "The request body could not be read."
