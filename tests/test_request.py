"""The check of a whole request: headers, fields, and the rules across them, in the order of the API."""

import json
from typing import Any, Final

import pytest

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.validation.request import CheckedRequest, check_request
from rystic_asgi.validation.rules import DEFAULT_OFF, switched_off

BASE: Final[dict[str, Any]] = {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "Hi"}]}
ADD: Final[dict[str, Any]] = {"name": "add", "input_schema": {"type": "object"}}
RESULT: Final[dict[str, Any]] = {"type": "tool_result", "tool_use_id": "a"}
CALL: Final[dict[str, Any]] = {"type": "tool_use", "id": "a", "name": "add", "input": {}}
THREAD: Final[dict[str, Any]] = {"thread": {"type": "create"}}
THREADS_BETA: Final = "message-threads-2026-08-12"


def headers(version: str = "2023-06-01", beta: str = "") -> dict[bytes, bytes]:
    return {b"x-api-key": b"k", b"anthropic-version": version.encode(), b"anthropic-beta": beta.encode()}


def check(
    off: frozenset[str] = DEFAULT_OFF, version: str = "2023-06-01", beta: str = "", **fields: Any
) -> CheckedRequest:
    return check_request(headers(version, beta), headers(version, beta), json.dumps({**BASE, **fields}).encode(), off)


def refusal(version: str = "2023-06-01", beta: str = "", **fields: Any) -> str:
    """The API's own words, without the hint after them."""
    with pytest.raises(ApiError) as refused:
        check(version=version, beta=beta, **fields)
    assert (refused.value.status, refused.value.type) == (400, "invalid_request_error")
    return refused.value.message.partition(" rystic: ")[0]


def test_a_request_that_the_api_takes_is_returned() -> None:
    request = check(tools=[ADD], tool_choice={"type": "auto"})

    assert request.body.model == "m"
    assert [tool.name for tool in request.tools] == ["add"]


def test_a_request_without_tools_declares_none() -> None:
    assert check().tools == ()


def test_headers_are_checked_before_the_body() -> None:
    with pytest.raises(ApiError) as refused:
        check_request({}, {}, b"no JSON", DEFAULT_OFF)

    assert refused.value.status == 401


def test_a_body_that_is_not_json_is_refused() -> None:
    with pytest.raises(ApiError) as refused:
        check_request(headers(), headers(), b"no JSON", DEFAULT_OFF)

    assert refused.value.message == (
        "The request body is not valid JSON: unexpected character: line 1 column 1 (char 0)"
    )


def test_a_field_that_does_not_fit_is_refused() -> None:
    assert refusal(max_tokens="5") == "max_tokens: Input should be a valid integer"


def test_a_tool_that_does_not_fit_is_refused() -> None:
    assert refusal(tools=[{"name": "add"}]) == "tools.0.custom.input_schema: Field required"


@pytest.mark.parametrize("field", ["temperature", "top_k", "top_p"])
def test_sampling_went_with_the_newer_version(field: str) -> None:
    fields: dict[str, Any] = {field: 1}

    assert refusal(version="2026-10-21", **fields) == f"{field}: Extra inputs are not permitted"


@pytest.mark.parametrize("field", ["temperature", "top_k", "top_p"])
def test_sampling_is_taken_in_the_older_version(field: str) -> None:
    fields: dict[str, Any] = {field: 1}

    request = check(version="2023-06-01", **fields)

    assert getattr(request.body, field) == 1


BROUGHT_BY_A_BETA: Final = [
    pytest.param({"billing_policy": {"type": "billing_policy"}}, "user-profiles-2026-03-24", id="billing_policy"),
    pytest.param({"compaction": {"type": "summarize"}}, "compact-2026-09-04", id="compaction"),
    pytest.param({"context_management": {"edits": []}}, "context-management-2025-06-27", id="context_management"),
    pytest.param({"context_management": {"edits": []}}, "compact-2026-01-12", id="context_management-by-compaction"),
    pytest.param({"fallback_credit_token": "a"}, "fallback-credit-2026-07-01", id="fallback_credit_token"),
    pytest.param({"fallbacks": "default"}, "server-side-fallback-2026-06-01", id="fallbacks"),
    pytest.param({"mcp_servers": []}, "mcp-client-2025-11-20", id="mcp_servers"),
    pytest.param(
        {"output_format": {"type": "json_schema", "schema": {"type": "object", "additionalProperties": False}}},
        "structured-outputs-2025-11-13",
        id="output_format",
    ),
]


@pytest.mark.parametrize(("fields", "beta"), BROUGHT_BY_A_BETA)
def test_a_field_is_taken_with_the_beta_that_brings_it(fields: dict[str, Any], beta: str) -> None:
    request = check(beta=f"pdfs-2024-09-25,{beta}", **fields)

    assert all(getattr(request.body, name) is not None for name in fields)


@pytest.mark.parametrize(("fields", "beta"), BROUGHT_BY_A_BETA)
def test_a_field_without_its_beta_is_an_extra_input(fields: dict[str, Any], beta: str) -> None:
    (name,) = fields

    assert refusal(beta="pdfs-2024-09-25", **fields) == f"{name}: Extra inputs are not permitted"


@pytest.mark.parametrize("field", ["billing_policy", "context_management", "fallbacks", "thread"])
def test_a_field_of_a_beta_may_be_null(field: str) -> None:
    fields: dict[str, Any] = {field: None}

    request = check(**fields)

    assert getattr(request.body, field) is None


def test_a_thread_is_refused_so_that_clients_go_on_without() -> None:
    with pytest.raises(ApiError) as refused:
        check(switched_off({"no-threads": True}), beta=THREADS_BETA, **THREAD)

    assert (refused.value.status, refused.value.type) == (400, "invalid_request_error")
    assert refused.value.message == "thread: message threads are not supported for this request"
    assert refused.value.details == {"error_code": "thread_unsupported_request", "unsupported": []}


def test_a_thread_without_its_beta_is_an_extra_input() -> None:
    assert refusal(**THREAD) == "thread: Extra inputs are not permitted"


@pytest.mark.parametrize(
    ("rule", "fields", "status"),
    [
        pytest.param("unknown-model", {}, 404, id="unknown-model"),
        pytest.param("max-tokens-of-model", {"model": "claude-opus-5", "max_tokens": 128_001}, 400, id="max_tokens"),
    ],
)
def test_a_rule_of_a_model_applies_once_it_is_on(rule: str, fields: dict[str, Any], status: int) -> None:
    with pytest.raises(ApiError) as refused:
        check(switched_off({rule: True}), **fields)

    assert refused.value.status == status
    assert check(**fields).tools == ()


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        pytest.param({"max_tokens": "", "tools": [ADD, ADD]}, "max_tokens", id="fields-before-rules"),
        pytest.param({"fallbacks": "default", **THREAD}, "fallbacks", id="extra-inputs-before-threads"),
        pytest.param({"tools": [ADD, ADD], "messages": []}, "tools", id="tools-before-messages"),
    ],
)
def test_the_first_fault_in_the_order_of_the_api_is_reported(fields: dict[str, Any], named: str) -> None:
    message = refusal(beta=THREADS_BETA, **fields)

    assert message.partition(":")[0] == named


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"cache_control": {}}, "cache_control.type: Field required", id="cache_control"),
        pytest.param({"system": [{"text": "a"}]}, "system.0.type: Field required", id="system"),
        pytest.param(
            {
                "messages": [
                    {
                        "role": "user",
                        "content": [{"type": "search_result", "source": "a", "title": "a", "content": [{"text": "a"}]}],
                    }
                ]
            },
            "messages.0.content.0.search_result.content.0.type: Field required",
            id="search_result",
        ),
    ],
)
def test_an_object_of_one_kind_still_names_its_type(fields: dict[str, Any], message: str) -> None:
    assert refusal(**fields) == message


def test_a_fault_under_a_key_that_stands_twice_is_named() -> None:
    body = b'{"model": 5, ' + json.dumps(BASE).encode()[1:]

    with pytest.raises(ApiError) as refused:
        check_request(headers(), headers(), body, DEFAULT_OFF)

    assert refused.value.message == "model: Input should be a valid string"
