"""What a version or a beta would bring, in a body that does not fit."""

import json
from typing import Any, Final

import pytest

from rystic_asgi.validation.explain import explain_body
from rystic_asgi.validation.headers import MAX_CACHED_BYTES, RequestHeaders, check_headers
from tests.block_samples import BLOCK_TAGS, BLOCKS

BASE: Final[dict[str, Any]] = {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "Hi"}]}
PLAIN: Final = RequestHeaders("2023-06-01", frozenset())
NEWEST: Final = RequestHeaders("2026-10-21", frozenset())
CHANGES_TOOLS: Final = {
    "role": "system",
    "content": [{"type": "tool_removal", "tool": {"type": "tool_reference", "name": "a"}}],
}


def fault_under(headers: RequestHeaders, off: frozenset[str] = frozenset(), **fields: Any) -> str:
    return str(explain_body(json.dumps({**BASE, **fields}).encode(), headers=headers, off=off))


EXTRA: Final = "Extra inputs are not permitted"


def by_beta(message: str, *beginnings: str) -> str:
    return f"{message} rystic: a value of anthropic-beta that begins with {' or '.join(beginnings)} brings it"


UNREADABLE: Final = "The request body could not be read."


@pytest.mark.parametrize(
    ("headers", "fields", "message"),
    [
        pytest.param(
            NEWEST,
            {"top_k": "a"},
            "top_k: Extra inputs are not permitted rystic: version 2023-06-01 has it, this one has not",
            id="version",
        ),
        pytest.param(
            NEWEST,
            {"top_k": None},
            "top_k: Extra inputs are not permitted rystic: version 2023-06-01 has it, this one has not",
            id="null",
        ),
        pytest.param(PLAIN, {"fallbacks": 5}, by_beta(f"fallbacks: {EXTRA}", "server-side-fallback"), id="beta"),
        pytest.param(PLAIN, {"fallbacks": None, "foo": 1}, "foo: Extra inputs are not permitted", id="null-is-absent"),
        pytest.param(PLAIN, {"foo": 1, "thread": 5}, "foo: Extra inputs are not permitted", id="after-an-unknown-key"),
        pytest.param(PLAIN, {"thread": 5, "foo": 1}, by_beta(f"thread: {EXTRA}", "message-threads"), id="before-it"),
        pytest.param(
            PLAIN,
            {"thread": 5, "inference_geo": "moon"},
            "inference_geo: must be one of ['global', 'us']",
            id="after-the-known-ones",
        ),
        pytest.param(
            PLAIN,
            {"thinking": {"type": "adaptive", "display": "updates"}, "max_tokens": ""},
            by_beta("thinking.adaptive.display: Input should be 'summarized', 'omitted'", "thinking-display-updates"),
            id="value",
        ),
        pytest.param(
            PLAIN,
            {"thinking": {"type": "adaptive", "block_binding": 5}},
            by_beta(f"thinking.adaptive.block_binding: {EXTRA}", "thinking-binding-controls"),
            id="inside-an-object",
        ),
        pytest.param(
            PLAIN,
            {"messages": [{"role": "system", "content": "a", "clear_at": 5}]},
            by_beta(f"messages.0.clear_at: {EXTRA}", "mid-conversation-system-clear-at"),
            id="inside-a-message",
        ),
        pytest.param(
            PLAIN,
            {"messages": [CHANGES_TOOLS], "max_tokens": ""},
            "messages.0.content.0: Input tag 'tool_removal' found using 'type' does not match any of the expected "
            "tags: "
            + BLOCK_TAGS.replace("'advisor_tool_result', ", "").removesuffix(", 'tool_addition', 'tool_removal'"),
            id="block",
        ),
        pytest.param(
            PLAIN,
            {"messages": [{"role": "user", "content": [BLOCKS["compaction"]]}], "max_tokens": ""},
            "max_tokens: Input should be a valid integer",
            id="changes-that-come-back",
        ),
    ],
)
def test_what_headers_do_not_bring_is_unknown(headers: RequestHeaders, fields: dict[str, Any], message: str) -> None:
    assert fault_under(headers, **fields) == message


@pytest.mark.parametrize(
    ("beta", "fields"),
    [
        pytest.param("server-side-fallback-2026-07-01", {"fallbacks": "default"}, id="field"),
        pytest.param(
            "thinking-display-updates-2026-08-18", {"thinking": {"type": "adaptive", "display": "updates"}}, id="value"
        ),
        pytest.param("mid-conversation-tool-changes-2026-07-01", {"messages": [CHANGES_TOOLS]}, id="block"),
    ],
)
def test_what_a_beta_brings_is_known_with_it(beta: str, fields: dict[str, Any]) -> None:
    assert fault_under(RequestHeaders("2026-10-21", frozenset([beta])), **fields) == UNREADABLE


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"fallbacks": "default"}, UNREADABLE, id="field"),
        pytest.param({"fallbacks": 5}, "fallbacks: Input should be a valid array", id="field-that-does-not-fit"),
        pytest.param({"thinking": {"type": "adaptive", "display": "updates"}}, UNREADABLE, id="value"),
        pytest.param({"foo": 1}, "foo: Extra inputs are not permitted", id="unknown-key"),
    ],
)
def test_the_rule_for_extra_inputs_can_be_off(fields: dict[str, Any], message: str) -> None:
    assert fault_under(PLAIN, frozenset(["extra-inputs"]), **fields) == message


@pytest.mark.parametrize(
    ("betas", "brought"),
    [
        pytest.param([], set(), id="none"),
        pytest.param(["mcp-client-2099-01-01"], {"mcp-client", "mcp-client-"}, id="any-version"),
        pytest.param(["mcp", "my-mcp-client-2026-09-15", "claude-code-20250219"], set(), id="others"),
        pytest.param(["x", "task-budgets-2026-03-13"], {"task-budgets"}, id="among-others"),
    ],
)
def test_betas_are_known_by_what_they_begin_with(betas: list[str], brought: set[str]) -> None:
    assert RequestHeaders("2023-06-01", frozenset(betas)).brought == brought


def test_long_headers_are_read_anew_each_time() -> None:
    headers = {b"anthropic-version": b"2023-06-01", b"anthropic-beta": b"a"}
    long = {**headers, b"anthropic-beta": b"a," * MAX_CACHED_BYTES}
    secrets = {b"x-api-key": b"key"}

    assert check_headers(long, secrets) == check_headers(headers, secrets)
    assert check_headers(headers, secrets) is check_headers(headers, secrets)
    assert check_headers(long, secrets) is not check_headers(long, secrets)
