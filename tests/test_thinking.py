"""The rules for thinking in the last assistant turn."""

import json
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.conversation.passback import memory_of, nothing_issued
from rystic_asgi.validation.conversation.thinking import thinking_problems

ENABLED: Final = {"type": "enabled", "budget_tokens": 1024}
THOUGHT: Final = {"type": "thinking", "thinking": "Hm", "signature": "Eq"}
REDACTED: Final = {"type": "redacted_thinking", "data": "Eq"}
TEXT: Final = {"type": "text", "text": "Well"}
CALL: Final = {"type": "tool_use", "id": "a", "name": "weigh", "input": {}}
RESULT: Final = {"type": "tool_result", "tool_use_id": "a"}
ASK: Final = {"role": "user", "content": "Weigh 7"}


def user(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def assistant(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def problems(*messages: dict[str, Any], model: str = "claude-sonnet-4-5", **fields: Any) -> list[tuple[str, str]]:
    body = json.dumps({"model": model, "max_tokens": 5, "messages": messages, **fields})
    request = msgspec.json.decode(body, type=MessagesRequest)
    return [(str(problem), problem.rule) for problem in thinking_problems(request, nothing_issued)]


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param([ASK], id="question"),
        pytest.param([ASK, assistant(THOUGHT, CALL), user(RESULT)], id="thinking-first"),
        pytest.param([ASK, assistant(REDACTED, CALL), user(RESULT)], id="redacted-thinking-first"),
        pytest.param([ASK, assistant(TEXT), ASK], id="an-earlier-turn-without"),
        pytest.param([ASK, {"role": "assistant", "content": "Well"}, ASK], id="an-earlier-plain-turn"),
        pytest.param(
            [ASK, assistant(THOUGHT, CALL), user(RESULT), assistant(CALL), user(RESULT)], id="a-reply-of-two-rounds"
        ),
        pytest.param([ASK, assistant()], id="an-empty-final-message"),
        pytest.param([ASK, {"role": "assistant", "content": ""}], id="an-empty-final-text"),
        pytest.param([], id="no-message"),
    ],
)
def test_a_turn_may_begin_like_this_with_thinking_enabled(messages: list[dict[str, Any]]) -> None:
    assert problems(*messages, thinking=ENABLED) == []


@pytest.mark.parametrize(
    ("messages", "number", "found"),
    [
        pytest.param([ASK, assistant(TEXT, CALL), user(RESULT)], 1, "text", id="text"),
        pytest.param([ASK, assistant(CALL), user(RESULT)], 1, "tool_use", id="call"),
        pytest.param([ASK, assistant(CALL), user(RESULT, TEXT)], 1, "tool_use", id="text-beside-the-result"),
        pytest.param(
            [ASK, assistant(TEXT), ASK, assistant(CALL), user(RESULT)], 3, "tool_use", id="behind-an-earlier-turn"
        ),
        pytest.param(
            [ASK, assistant(CALL), user(RESULT), assistant(THOUGHT, CALL), user(RESULT)], 1, "tool_use", id="later-only"
        ),
        pytest.param([ASK, assistant(CALL), user(RESULT), ASK], 1, "tool_use", id="text-in-the-next-message"),
        pytest.param(
            [ASK, assistant(CALL), user(RESULT), {"role": "system", "content": "Be brief"}],
            1,
            "tool_use",
            id="system-message-after-it",
        ),
        pytest.param([ASK, assistant(TEXT)], 1, "text", id="prefill"),
        pytest.param([ASK, {"role": "assistant", "content": "Well"}], 1, "text", id="plain-prefill"),
    ],
)
def test_a_turn_may_not_begin_like_that_with_thinking_enabled(
    messages: list[dict[str, Any]], number: int, found: str
) -> None:
    assert problems(*messages, thinking=ENABLED) == [
        (
            f"messages.{number}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{found}`. "
            "When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the "
            "lastmost set of `tool_use` and `tool_result` blocks). To avoid this requirement, disable `thinking`.",
            "thinking-first",
        )
    ]


@pytest.mark.parametrize("fields", [{}, {"thinking": {"type": "disabled"}}], ids=["not-said", "disabled"])
def test_a_final_message_holds_no_thinking_without_it(fields: dict[str, Any]) -> None:
    assert problems(ASK, assistant(TEXT, THOUGHT), **fields) == [
        (
            "messages.1.content.1: When thinking is disabled, an `assistant` message in the final position cannot "
            "contain `thinking`. To use thinking blocks, enable `thinking` in your request.",
            "thinking-final",
        )
    ]


def test_a_final_turn_holds_none_in_any_of_its_messages() -> None:
    told = problems(ASK, assistant(THOUGHT), assistant(TEXT))

    assert [message.partition(":")[0] for message, _ in told] == ["messages.1.content.0"]


@pytest.mark.parametrize(
    ("messages", "fields"),
    [
        pytest.param([ASK, assistant(THOUGHT, CALL), user(RESULT)], {}, id="not-final"),
        pytest.param([ASK, assistant(THOUGHT)], {"thinking": {"type": "adaptive"}}, id="adaptive"),
        pytest.param([ASK, assistant(THOUGHT)], {"model": "claude-opus-5"}, id="a-model-that-thinks-unasked"),
        pytest.param([ASK, assistant(THOUGHT)], {"model": "my-model"}, id="a-model-that-is-not-known"),
        pytest.param([], {}, id="no-message"),
    ],
)
def test_thinking_may_stand_here(messages: list[dict[str, Any]], fields: dict[str, Any]) -> None:
    assert problems(*messages, **fields) == []


def test_thinking_that_did_not_come_back_is_shown() -> None:
    issued = memory_of("m", [THOUGHT, CALL])
    body = json.dumps({"model": "m", "max_tokens": 5, "thinking": ENABLED, "messages": [ASK, assistant(CALL)]})
    request = msgspec.json.decode(body, type=MessagesRequest)

    (problem,) = thinking_problems(request, lambda key: [issued] if key == "a" else [])

    assert problem.hint == (
        'the reply began with this block, which did not come back: {"type":"thinking","thinking":"Hm","signature":"Eq"}'
    )
