"""The first fault of a body that does not fit: its place and the API's words for it."""

import json
from typing import Any, Final

import pytest

from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.explain import every_problem, explain_body, first_problem

BASE: Final[dict[str, Any]] = {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "Hi"}]}
NOT_JSON: Final = "The request body is not valid JSON: "
BLOCK_TAGS: Final = (
    "'text', 'image', 'document', 'search_result', 'thinking', 'redacted_thinking', 'tool_use', 'tool_result', "
    "'server_tool_use', 'web_search_tool_result', 'web_fetch_tool_result', 'advisor_tool_result', "
    "'code_execution_tool_result', 'bash_code_execution_tool_result', 'text_editor_code_execution_tool_result', "
    "'tool_search_tool_result', 'mcp_tool_use', 'mcp_tool_result', 'mcp_tool_listing', 'container_upload', "
    "'compaction', 'fallback', 'tool_addition', 'tool_removal'"
)


def fault(**fields: Any) -> str:
    return str(first_problem({**BASE, **fields}, MessagesRequest))


def fault_of_block(block: Any, role: str = "user") -> str:
    return fault(messages=[{"role": role, "content": [block]}])


def fault_of_tool(tool: Any) -> str:
    return fault(tools=[{"name": "add", "input_schema": {}}, tool])


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
    ],
)
def test_a_field_that_fits_has_no_fault(fields: dict[str, Any]) -> None:
    assert first_problem({**BASE, **fields}, MessagesRequest) is None


@pytest.mark.parametrize(
    ("messages", "message"),
    [
        pytest.param({}, "messages: Input should be a valid array", id="no-list"),
        pytest.param([5], "messages.0: Input should be an object", id="no-object"),
        pytest.param([{"content": "Hi"}], "messages.0.role: Field required", id="no-role"),
        pytest.param(
            [{"role": "tool", "content": "Hi"}],
            'messages: Unexpected role "tool". Allowed roles are "user" or "assistant"',
            id="role",
        ),
        pytest.param(
            [{"role": "user", "content": 5}], "messages.0.content: Input should be a valid array", id="content"
        ),
        pytest.param(
            [{"role": "user", "content": None}], "messages.0.content: Input should be a valid array", id="content-null"
        ),
        pytest.param(
            [{"role": "user", "content": "Hi", "name": "a"}],
            "messages.0.name: Extra inputs are not permitted",
            id="unknown-key",
        ),
        pytest.param(
            [{"role": "user", "content": "Hi"}, {"role": "user", "content": ["Hi"]}],
            "messages.1.content.0: Input should be an object",
            id="second-message",
        ),
        pytest.param(
            [{"role": "system", "content": "Hi", "clear_at": "now"}],
            "messages.0.clear_at: Input should be 'never' or 'next_user_message'",
            id="clear_at",
        ),
    ],
)
def test_a_message_that_does_not_fit_is_named_by_its_index(messages: Any, message: str) -> None:
    assert fault(messages=messages) == message


def test_a_request_holds_at_most_100000_messages() -> None:
    messages = [{"role": "user", "content": "Hi"}] * 100_001

    assert fault(messages=messages) == "messages: List should have at most 100000 items"


@pytest.mark.parametrize(
    ("block", "message"),
    [
        pytest.param({}, "messages.0.content.0.type: Field required", id="no-type"),
        pytest.param(5, "messages.0.content.0: Input should be an object", id="no-object"),
        pytest.param(
            {"type": "tool"},
            "messages.0.content.0: Input tag 'tool' found using 'type' does not match any of the expected tags: "
            + BLOCK_TAGS,
            id="tag",
        ),
        pytest.param(
            {"type": 5},
            "messages.0.content.0: Input tag '5' found using 'type' does not match any of the expected tags: "
            + BLOCK_TAGS,
            id="tag-is-no-text",
        ),
        pytest.param({"type": "text"}, "messages.0.content.0.text.text: Field required", id="no-text"),
        pytest.param(
            {"type": "text", "text": "a", "id": "b"},
            "messages.0.content.0.text.id: Extra inputs are not permitted",
            id="unknown-key",
        ),
        pytest.param(
            {"type": "tool_use", "id": "a b", "name": "add", "input": {}},
            "messages.0.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
            id="call-id",
        ),
        pytest.param(
            {"type": "tool_use", "id": "a", "name": "n" * 201, "input": {}},
            "messages.0.content.0.tool_use.name: String should have at most 200 characters",
            id="call-name",
        ),
        pytest.param(
            {"type": "tool_use", "id": "a", "name": "add", "input": "{}"},
            "messages.0.content.0.tool_use.input: Input should be an object",
            id="call-input",
        ),
        pytest.param(
            {"type": "server_tool_use", "id": "toolu_1", "name": "web_search", "input": {}},
            "messages.0.content.0.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
            id="server-call-id",
        ),
        pytest.param(
            {"type": "tool_result", "tool_use_id": "a", "is_error": "no"},
            "messages.0.content.0.tool_result.is_error: Input should be a valid boolean",
            id="is_error",
        ),
        pytest.param(
            {"type": "tool_result", "tool_use_id": "a", "content": [{"type": "text"}]},
            "messages.0.content.0.tool_result.content.0.text.text: Field required",
            id="block-in-a-result",
        ),
        pytest.param(
            {"type": "tool_result", "tool_use_id": "a", "content": {}},
            "messages.0.content.0.tool_result.content: Input should be a valid array",
            id="result-content",
        ),
        pytest.param(
            {"type": "text", "text": "a", "cache_control": {"type": "ephemeral", "scope": "global"}},
            "messages.0.content.0.text.cache_control.ephemeral.scope: Extra inputs are not permitted",
            id="cache_control",
        ),
        pytest.param(
            {"type": "text", "text": "a", "cache_control": {"type": "lasting"}},
            "messages.0.content.0.text.cache_control: Input tag 'lasting' found using 'type' does not match any of the "
            "expected tags: 'ephemeral'",
            id="cache_control-tag",
        ),
        pytest.param(
            {"type": "fallback", "to": {}}, "messages.0.content.0.fallback.from: Field required", id="renamed-field"
        ),
    ],
)
def test_a_block_that_does_not_fit_is_named_with_its_type(block: Any, message: str) -> None:
    assert fault_of_block(block) == message


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        pytest.param(5, "tools.1: Input should be an object", id="no-object"),
        pytest.param({"name": "a"}, "tools.1.custom.input_schema: Field required", id="no-schema"),
        pytest.param({"input_schema": {}}, "tools.1.custom.name: Field required", id="no-name"),
        pytest.param(
            {"name": "a b", "input_schema": {}},
            "tools.1.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
            id="name",
        ),
        pytest.param(
            {"name": "a", "input_schema": {}, "x": 1},
            "tools.1.custom.x: Extra inputs are not permitted",
            id="unknown-key",
        ),
        pytest.param(
            {"type": "custom", "name": "a", "input_schema": {}, "strict": 1},
            "tools.1.custom.strict: Input should be a valid boolean",
            id="strict",
        ),
        pytest.param({"type": 5, "name": "a"}, "tools.1.type: Input should be a valid string", id="type"),
        pytest.param(
            {"type": "bash_20250124", "name": 5}, "tools.1.name: Input should be a valid string", id="defined"
        ),
    ],
)
def test_a_tool_that_does_not_fit_is_named_by_its_index(tool: Any, message: str) -> None:
    assert fault_of_tool(tool) == message


@pytest.mark.parametrize("tools", [5, None, {}], ids=repr)
def test_tools_are_a_list(tools: Any) -> None:
    assert fault(tools=tools) == "tools: Input should be a valid array"


@pytest.mark.parametrize(
    "tool",
    [
        pytest.param({"name": "a", "input_schema": {}, "type": None}, id="custom-by-null"),
        pytest.param({"name": "a", "input_schema": {}, "type": "custom"}, id="custom-by-name"),
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


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        pytest.param(b'{"a":' + b"1" * 5_000 + b"?}", "unexpected character: line 1 column 1 (char 0)", id="digits"),
        pytest.param(b"", "unexpected character: line 1 column 1 (char 0)", id="empty"),
        pytest.param(b'{"a":1}x', "unexpected character: line 1 column 8 (char 7)", id="something-after"),
        pytest.param(b'{\n "a":\n ?}', "unexpected character: line 3 column 2 (char 9)", id="third-line"),
        pytest.param(b'{"a":01}', "unexpected character: line 1 column 7 (char 6)", id="number"),
        pytest.param(b"\xef\xbb\xbf{}", "unexpected character: line 1 column 1 (char 0)", id="byte-order-mark"),
        pytest.param(
            b'{"a":"\x01"}', "unexpected control character in string: line 1 column 7 (char 6)", id="control-character"
        ),
        pytest.param(b'{"a":"\\ud800"}', "no low surrogate in string: line 1 column 7 (char 6)", id="high-surrogate"),
        pytest.param(b'{"a":"\\udc00"}', "no low surrogate in string: line 1 column 7 (char 6)", id="low-surrogate"),
        pytest.param(
            b'{"a":"\\ud83d\\ude00",\n"b":"\\ud83d"}',
            "no low surrogate in string: line 2 column 6 (char 26)",
            id="surrogate-after-a-pair",
        ),
        pytest.param(b'{"a":"\xff"}', "invalid UTF-8: line 1 column 7 (char 6)", id="no-utf-8"),
        pytest.param(b"[" * 100_000, "nested too deeply: line 1 column 1 (char 0)", id="deep"),
    ],
)
def test_a_body_that_is_not_json_is_told_by_the_place(body: bytes, reason: str) -> None:
    assert str(explain_body(body)) == NOT_JSON + reason


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        pytest.param(
            b'{"a":NaN}',
            "unexpected character: line 1 column 6 (char 5)",
            id="not-a-number",
        ),
        pytest.param(
            b'{"a":Infinity}',
            "unexpected character: line 1 column 6 (char 5)",
            id="infinity",
        ),
        pytest.param(
            b'["\xc3\xa9\xff"]',
            "invalid UTF-8: line 1 column 4 (char 3)",
            id="no-utf-8-after-a-letter",
        ),
        pytest.param(
            b'{"a":"\\\\ud800 \\ud801"}',
            "no low surrogate in string: line 1 column 15 (char 14)",
            id="surrogate-after-a-written-backslash",
        ),
    ],
)
def test_the_place_is_that_of_the_fault(body: bytes, reason: str) -> None:
    assert str(explain_body(body)) == NOT_JSON + reason


def test_a_number_out_of_range_is_not_told_as_a_lone_surrogate() -> None:
    problem = explain_body(b'{"a":1e999}')

    assert "surrogate" not in problem.message


def test_a_body_that_is_json_is_explained_by_its_first_fault() -> None:
    body = json.dumps({**BASE, "model": 5}).encode()

    assert str(explain_body(body)) == "model: Input should be a valid string"


def test_a_body_without_a_fault_is_told_to_be_unreadable() -> None:
    body = json.dumps(BASE).encode()

    assert str(explain_body(body)) == "The request body could not be read."
