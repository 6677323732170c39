"""The rules for a conversation's shape: turns, calls and their results, empty content."""

import json
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.protocol.requests import Message
from rystic_asgi.validation.conversation import conversation_problems

ASK: Final = {"role": "user", "content": "Weigh parcel 7"}
MISSING: Final = (
    "`tool_use` ids were found without `tool_result` blocks immediately after: {ids}. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
)
UNEXPECTED: Final = (
    "unexpected `tool_use_id` found in `tool_result` blocks: {id}. "
    "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
)


def user(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def assistant(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def system(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "system", "content": list(blocks)}


def text(text: str = "Well") -> dict[str, Any]:
    return {"type": "text", "text": text}


def call(id: str = "a") -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": "weigh", "input": {}}


def result(id: str = "a") -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id, "content": "2 kg"}


IMAGE: Final = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}
THOUGHT: Final = {"type": "thinking", "thinking": "Hm", "signature": "Eq"}


def problems(*messages: dict[str, Any]) -> list[tuple[str, str]]:
    read = msgspec.json.decode(json.dumps(messages), type=list[Message])
    return [(str(problem), problem.rule) for problem in conversation_problems(read)]


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param([ASK], id="one-question"),
        pytest.param([ASK, ASK], id="two-user-messages-in-a-row"),
        pytest.param([assistant(text()), ASK], id="assistant-first"),
        pytest.param([ASK, assistant(text())], id="prefill"),
        pytest.param([ASK, assistant(text()), assistant(text()), ASK], id="two-assistant-messages-in-a-row"),
        pytest.param([ASK, assistant(call()), user(result())], id="call-and-result"),
        pytest.param([ASK, assistant(text(), call()), user(result(), text())], id="text-round-the-pair"),
        pytest.param([ASK, assistant(THOUGHT, call()), user(result(), IMAGE)], id="thought-and-image-round-the-pair"),
        pytest.param([ASK, assistant(call("a"), call("b")), user(result("b"), result("a"))], id="results-in-any-order"),
        pytest.param(
            [ASK, assistant(call("a"), call("b")), user(result("a")), user(result("b"))], id="results-in-two-messages"
        ),
        pytest.param(
            [ASK, assistant(call("a")), assistant(call("b")), user(result("a"), result("b"))],
            id="calls-in-two-messages",
        ),
        pytest.param(
            [ASK, assistant(call()), user(result()), assistant(call()), user(result())],
            id="an-id-again-in-another-turn",
        ),
        pytest.param(
            [ASK, assistant(call()), user(result()), system(text()), assistant(text())], id="system-after-results"
        ),
        pytest.param([ASK, system()], id="empty-system-message"),
        pytest.param([ASK, {"role": "system"}], id="system-message-without-content"),
    ],
)
def test_a_conversation_that_the_api_takes_has_no_fault(messages: list[dict[str, Any]]) -> None:
    assert problems(*messages) == []


def test_a_conversation_has_a_message() -> None:
    assert problems() == [("messages: at least one message is required", "empty-content")]


@pytest.mark.parametrize(
    ("messages", "index", "ids"),
    [
        pytest.param([assistant(call()), user(text())], 1, "a", id="after-the-first-message"),
        pytest.param([ASK, assistant(call()), user(text())], 2, "a", id="text-instead"),
        pytest.param([ASK, assistant(call()), ASK], 2, "a", id="plain-text-instead"),
        pytest.param([ASK, assistant(call()), user(IMAGE, result())], 2, "a", id="image-first"),
        pytest.param([ASK, assistant(call("a"), call("b")), user(result("a"))], 2, "b", id="one-of-two"),
        pytest.param([ASK, assistant(call("a"), call("b")), user(text())], 2, "a, b", id="both"),
        pytest.param([ASK, assistant(call())], 2, "a", id="at-the-end"),
        pytest.param([ASK, assistant(call()), system(text()), user(result())], 2, "a", id="system-message-between"),
        pytest.param([ASK, assistant(call()), assistant(text()), ASK], 3, "a", id="after-the-whole-turn"),
        pytest.param(
            [ASK, assistant(call("a"), call("b")), user(result("a"), text(), result("b"))], 2, "b", id="text-between"
        ),
        pytest.param([ASK, assistant(call(), text()), user(result())], 2, "a", id="text-after-the-call"),
        pytest.param(
            [ASK, assistant(call()), assistant(text()), user(result())], 3, "a", id="text-in-the-next-message"
        ),
        pytest.param([ASK, assistant(call()), user(text()), assistant(text())], 2, "a", id="and-a-later-turn"),
    ],
)
def test_a_call_without_its_result_is_refused(messages: list[dict[str, Any]], index: int, ids: str) -> None:
    first = problems(*messages)[0]

    assert first == (f"messages.{index}: {MISSING.format(ids=ids)}", "tool-result-missing")


@pytest.mark.parametrize(
    ("messages", "place", "id"),
    [
        pytest.param([user(result("gone"))], "messages.0.content.0", "gone", id="first-message"),
        pytest.param([ASK, assistant(text()), user(result())], "messages.2.content.0", "a", id="after-a-text"),
        pytest.param(
            [ASK, assistant(call()), user(result(), result("b"))],
            "messages.2.content.1",
            "b",
            id="beside-the-right-one",
        ),
        pytest.param(
            [ASK, assistant(call()), user(result()), assistant(text()), user(result())],
            "messages.4.content.0",
            "a",
            id="two-turns-late",
        ),
    ],
)
def test_a_tool_result_without_its_call_is_refused(messages: list[dict[str, Any]], place: str, id: str) -> None:
    assert problems(*messages) == [(f"{place}: {UNEXPECTED.format(id=id)}", "tool-result-unexpected")]


def test_a_second_result_for_a_call_is_refused() -> None:
    found = problems(ASK, assistant(call()), user(result(), result()))

    assert found == [
        (
            "messages.2.content.1: each tool_use must have a single result. "
            "Found multiple `tool_result` blocks with id: a",
            "tool-result-repeated",
        )
    ]


def test_two_calls_of_a_turn_with_one_id_are_refused_at_the_second() -> None:
    found = problems(ASK, assistant(call(), call()), user(result()))

    assert found == [("messages.1.content.1: `tool_use` ids must be unique", "tool-use-ids")]


@pytest.mark.parametrize(
    ("messages", "message"),
    [
        pytest.param(
            [ASK, user(call())],
            "messages.1.content.0: `tool_use` blocks can only be in `assistant` messages",
            id="call-of-a-user",
        ),
        pytest.param(
            [ASK, system(text(), call())],
            "messages.1.content.1: `tool_use` blocks can only be in `assistant` messages",
            id="call-of-the-system",
        ),
        pytest.param(
            [ASK, assistant(result())],
            "messages.1.content.0: `tool_result` blocks can only be in `user` messages",
            id="result-of-the-assistant",
        ),
    ],
)
def test_calls_and_results_stand_in_the_messages_of_their_role(messages: list[dict[str, Any]], message: str) -> None:
    assert problems(*messages) == [(message, "blocks-per-role")]


@pytest.mark.parametrize(
    ("messages", "message"),
    [
        pytest.param([user()], "messages.0: user messages must have non-empty content", id="user-list"),
        pytest.param(
            [{"role": "user", "content": ""}], "messages.0: user messages must have non-empty content", id="user-text"
        ),
        pytest.param(
            [ASK, user(), assistant(text())], "messages.1: user messages must have non-empty content", id="user-between"
        ),
        pytest.param(
            [ASK, assistant(), ASK],
            "messages.1: all messages must have non-empty content except for the optional final assistant message",
            id="assistant-list",
        ),
        pytest.param(
            [ASK, {"role": "assistant", "content": ""}, ASK],
            "messages.1: all messages must have non-empty content except for the optional final assistant message",
            id="assistant-text",
        ),
        pytest.param([{"role": "user"}], "messages.0.content: Field required", id="user-without-content"),
        pytest.param(
            [ASK, {"role": "assistant"}], "messages.1.content: Field required", id="final-assistant-without-content"
        ),
    ],
)
def test_a_message_without_content_is_refused(messages: list[dict[str, Any]], message: str) -> None:
    assert problems(*messages) == [(message, "empty-content")]


@pytest.mark.parametrize("content", ["", []], ids=repr)
def test_the_final_assistant_message_may_be_empty(content: Any) -> None:
    assert problems(ASK, {"role": "assistant", "content": content}) == []


@pytest.mark.parametrize(
    ("messages", "message"),
    [
        pytest.param([user(text(""))], "messages: text content blocks must be non-empty", id="user"),
        pytest.param(
            [ASK, assistant(text(""), call()), user(result())],
            "messages: text content blocks must be non-empty",
            id="assistant",
        ),
        pytest.param(
            [user(text(" \n\t"))], "messages: text content blocks must contain non-whitespace text", id="user-blank"
        ),
        pytest.param(
            [{"role": "user", "content": " "}],
            "messages: text content blocks must contain non-whitespace text",
            id="blank-content",
        ),
        pytest.param(
            [ASK, assistant(text(" "))],
            "messages: text content blocks must contain non-whitespace text",
            id="assistant-blank",
        ),
    ],
)
def test_a_text_block_without_text_is_refused(messages: list[dict[str, Any]], message: str) -> None:
    assert problems(*messages) == [(message, "empty-text")]


def test_faults_come_in_the_order_of_the_messages() -> None:
    found = problems(user(result("gone")), assistant(call()), user(), assistant(text()))

    assert [rule for _, rule in found] == ["tool-result-unexpected", "empty-content", "tool-result-missing"]
