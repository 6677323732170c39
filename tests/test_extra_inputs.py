"""Fields, values and blocks that a version or a beta brings."""

import json
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.protocol.requests import CountTokensRequest, MessagesRequest
from rystic_asgi.validation.extra_inputs import extra_input_problems, message_extra_problems
from rystic_asgi.validation.headers import RequestHeaders
from tests.block_samples import BLOCKS, DEFINED_TOOL

BASE: Final[dict[str, Any]] = {"model": "m", "max_tokens": 5, "messages": []}
EXTRA: Final = "Extra inputs are not permitted"
NOT_UPDATES: Final = "Input should be 'summarized', 'omitted'"
OF_AN_OLDER_VERSION: Final = f"{EXTRA} rystic: version 2023-06-01 has it, this one has not"

ENABLED: Final = {"type": "enabled", "budget_tokens": 1024}
UPDATES: Final = {"type": "adaptive", "display": "updates"}
BUDGET: Final = {"task_budget": {"type": "tokens", "total": 20_000}}


def by_beta(message: str, *beginnings: str) -> str:
    return f"{message} rystic: a value of anthropic-beta that begins with {' or '.join(beginnings)} brings it"


def headers(*betas: str, version: str = "2023-06-01") -> RequestHeaders:
    return RequestHeaders(version, frozenset(betas))


def problems(given: RequestHeaders, **fields: Any) -> list[str]:
    request = msgspec.json.decode(json.dumps({**BASE, **fields}), type=MessagesRequest)
    found = list(extra_input_problems(request, given))
    assert {problem.rule for problem in found} <= {"extra-inputs"}
    return [str(problem) for problem in found]


def problems_of_message(given: RequestHeaders, **fields: Any) -> list[str]:
    body = json.dumps({**BASE, "messages": [fields]})
    (message,) = msgspec.json.decode(body, type=MessagesRequest).messages
    found = list(message_extra_problems(message, 3, given))
    assert {problem.rule for problem in found} <= {"extra-inputs"}
    return [str(problem) for problem in found]


def test_a_request_that_uses_none_of_them_has_no_problem() -> None:
    assert problems(headers()) == []


BROUGHT: Final = [
    pytest.param(
        {"user_profile_id": "a"},
        "user-profiles-2026-03-24",
        by_beta(f"user_profile_id: {EXTRA}", "user-profiles"),
        id="field",
    ),
    pytest.param(
        {"thinking": {**ENABLED, "block_binding": {}}},
        "thinking-binding-controls-2026-08-01",
        by_beta(f"thinking.enabled.block_binding: {EXTRA}", "thinking-binding-controls"),
        id="enabled-binding",
    ),
    pytest.param(
        {"thinking": {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}},
        "thinking-binding-controls-2026-08-01",
        by_beta(f"thinking.adaptive.block_binding: {EXTRA}", "thinking-binding-controls"),
        id="adaptive-binding",
    ),
    pytest.param(
        {"thinking": {**ENABLED, "display": "updates"}},
        "thinking-display-updates-2026-08-18",
        by_beta(f"thinking.enabled.display: {NOT_UPDATES}", "thinking-display-updates"),
        id="enabled-display",
    ),
    pytest.param(
        {"thinking": UPDATES},
        "thinking-display-updates-2026-08-18",
        by_beta(f"thinking.adaptive.display: {NOT_UPDATES}", "thinking-display-updates"),
        id="adaptive-display",
    ),
    pytest.param(
        {"output_config": BUDGET},
        "task-budgets-2026-03-13",
        by_beta(f"output_config.task_budget: {EXTRA}", "task-budgets"),
        id="task_budget",
    ),
]


@pytest.mark.parametrize(("fields", "beta", "message"), BROUGHT)
def test_it_is_refused_without_its_beta_and_taken_with_it(fields: dict[str, Any], beta: str, message: str) -> None:
    assert problems(headers("pdfs-2024-09-25"), **fields) == [message]
    assert problems(headers("pdfs-2024-09-25", beta), **fields) == []


def test_a_version_brings_fields() -> None:
    fields = {"temperature": 1, "top_k": 3, "top_p": 1}

    assert problems(headers(version="2023-06-01"), **fields) == []
    assert problems(headers(version="2026-10-21"), **fields) == [f"{field}: {OF_AN_OLDER_VERSION}" for field in fields]


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"fallbacks": None, "thread": None}, id="fields"),
        pytest.param({"thinking": {**ENABLED, "display": "omitted"}}, id="display"),
        pytest.param({"thinking": {"type": "adaptive", "display": None, "block_binding": None}}, id="nulls"),
        pytest.param({"thinking": {"type": "disabled"}, "output_config": {"effort": "low"}}, id="nothing-conditional"),
    ],
)
def test_what_needs_no_beta_is_taken(fields: dict[str, Any]) -> None:
    assert problems(headers(), **fields) == []


@pytest.mark.parametrize(
    ("fallbacks", "messages"),
    [
        pytest.param("default", [], id="default"),
        pytest.param([{"model": "a"}], [], id="plain"),
        pytest.param(
            [{"model": "a", "output_config": BUDGET}, {"model": "b", "thinking": UPDATES}],
            [
                by_beta(f"fallbacks.0.output_config.task_budget: {EXTRA}", "task-budgets"),
                by_beta(f"fallbacks.1.thinking.adaptive.display: {NOT_UPDATES}", "thinking-display-updates"),
            ],
            id="nested",
        ),
    ],
)
def test_what_a_fallback_holds_is_judged_too(fallbacks: Any, messages: list[str]) -> None:
    assert problems(headers("server-side-fallback-2026-07-01"), fallbacks=fallbacks) == messages


ROLE: Final = {"role": "system", "content": "Be brief"}
TAGS: Final = "Input tag '{}' found using 'type' does not match any of the expected tags: "
REMOVAL: Final = BLOCKS["tool_removal-tool_reference"]
DEFINITION: Final = {"type": "tool_addition", "tool": DEFINED_TOOL}
CHANGES: Final = "mid-conversation-tool-changes-2026-07-01"


@pytest.mark.parametrize(
    ("fields", "betas", "message"),
    [
        pytest.param(
            {**ROLE, "clear_at": "never"},
            ["mid-conversation-system-clear-at-2026-08-21"],
            by_beta(f"messages.3.clear_at: {EXTRA}", "mid-conversation-system-clear-at"),
            id="clear_at",
        ),
        pytest.param(
            {"role": "system", "content": [], "output_config": {"effort": "low"}},
            ["mid-conversation-output-config-2026-07-01"],
            by_beta(f"messages.3.output_config: {EXTRA}", "mid-conversation-output-config"),
            id="output_config",
        ),
    ],
)
def test_a_field_of_a_message_comes_with_its_beta(fields: dict[str, Any], betas: list[str], message: str) -> None:
    assert problems_of_message(headers(), **fields) == [message]
    assert problems_of_message(headers(*betas), **fields) == []


@pytest.mark.parametrize("block", [REMOVAL, BLOCKS["tool_addition-tool_reference"]], ids=lambda block: block["type"])
def test_a_change_of_tools_comes_with_its_beta(block: dict[str, Any]) -> None:
    fields = {"role": "system", "content": [{"type": "text", "text": "a"}, block]}

    (problem,) = problems_of_message(headers(), **fields)

    assert problem.startswith("messages.3.content.1: " + TAGS.format(block["type"]) + "'text', 'image', 'document'")
    assert problem.endswith("'container_upload', 'compaction', 'fallback'")
    assert problems_of_message(headers(CHANGES), **fields) == []


def test_a_tool_defined_in_a_message_comes_with_its_beta() -> None:
    fields = {"role": "system", "content": [DEFINITION]}

    assert problems_of_message(headers(CHANGES), **fields) == [
        "messages.3.content.0.tool_addition.tool: "
        + TAGS.format("tool_definition")
        + "'tool_reference', 'mcp_tool_reference', 'mcp_toolset_reference'"
    ]
    assert problems_of_message(headers(CHANGES, "inline-tools-2026-09-15"), **fields) == []


def test_a_message_that_uses_none_of_them_has_no_problem() -> None:
    assert problems_of_message(headers(), **ROLE) == []


@pytest.mark.parametrize(
    ("fields", "max_tokens"),
    [
        pytest.param({}, 1, id="plain"),
        pytest.param({"thinking": {"type": "adaptive"}}, 1, id="adaptive"),
        pytest.param({"thinking": {**ENABLED, "budget_tokens": 2048}}, 2049, id="more-than-the-budget"),
    ],
)
def test_a_request_for_a_count_is_judged_as_the_request_to_come(fields: dict[str, Any], max_tokens: int) -> None:
    body = {"model": "m", "messages": [], "speed": "fast", "mcp_servers": [], **fields}
    count = msgspec.json.decode(json.dumps(body), type=CountTokensRequest)

    request = count.as_messages_request()

    assert request == msgspec.json.decode(json.dumps({**body, "max_tokens": max_tokens}), type=MessagesRequest)
    assert [str(problem) for problem in extra_input_problems(request, headers())] == [
        by_beta(f"mcp_servers: {EXTRA}", "mcp-client")
    ]
