"""What a version or a beta would bring, in a body that does not fit."""

import json
from typing import Any, Final

import pytest

from rystic_asgi.validation.explain import explain_body
from rystic_asgi.validation.headers import RequestHeaders
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


UNREADABLE: Final = "The request body could not be read."


@pytest.mark.parametrize(
    ("headers", "fields", "message"),
    [
        pytest.param(NEWEST, {"top_k": "a"}, "top_k: Extra inputs are not permitted", id="version"),
        pytest.param(NEWEST, {"top_k": None}, "top_k: Extra inputs are not permitted", id="null"),
        pytest.param(PLAIN, {"fallbacks": 5}, "fallbacks: Extra inputs are not permitted", id="beta"),
        pytest.param(PLAIN, {"fallbacks": None, "foo": 1}, "foo: Extra inputs are not permitted", id="null-is-absent"),
        pytest.param(PLAIN, {"foo": 1, "thread": 5}, "foo: Extra inputs are not permitted", id="after-an-unknown-key"),
        pytest.param(PLAIN, {"thread": 5, "foo": 1}, "thread: Extra inputs are not permitted", id="before-it"),
        pytest.param(
            PLAIN,
            {"thread": 5, "inference_geo": "moon"},
            "inference_geo: must be one of ['global', 'us']",
            id="after-the-known-ones",
        ),
        pytest.param(
            PLAIN,
            {"thinking": {"type": "adaptive", "display": "updates"}, "max_tokens": ""},
            "thinking.adaptive.display: Input should be 'summarized', 'omitted'",
            id="value",
        ),
        pytest.param(
            PLAIN,
            {"thinking": {"type": "adaptive", "block_binding": 5}},
            "thinking.adaptive.block_binding: Extra inputs are not permitted",
            id="inside-an-object",
        ),
        pytest.param(
            PLAIN,
            {"messages": [{"role": "system", "content": "a", "clear_at": 5}]},
            "messages.0.clear_at: Extra inputs are not permitted",
            id="inside-a-message",
        ),
        pytest.param(
            PLAIN,
            {"messages": [CHANGES_TOOLS], "max_tokens": ""},
            "messages.0.content.0: Input tag 'tool_removal' found using 'type' does not match any of the expected "
            "tags: " + BLOCK_TAGS.removesuffix(", 'tool_addition', 'tool_removal'"),
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
