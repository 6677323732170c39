"""Replies that end at the limits of their request, where a simulator was asked to cut them."""

from typing import Any, Final

import pytest

from rystic_asgi import Simulator, reply
from rystic_asgi.script.document import read_document
from tests.reply_samples import TEXT, THOUGHT, call
from tests.test_played_blocks import ADD, ASKED, dumped

LONG: Final = "One two three. Four five six. Seven eight nine. Ten."
CALL: Final = {"type": "tool_use", "name": "add", "input": {"first": "a" * 40, "second": 2}}


def answered(scripted: Any, cut: bool = True, **fields: Any) -> dict[str, Any]:
    simulator = Simulator(replies=[scripted], limits={"cut": cut})
    asked: dict[str, Any] = {"model": "m", "max_tokens": 999, "messages": ASKED, "tools": [ADD], **fields}
    with simulator.client(max_retries=0) as client:
        message = client.beta.messages.create(**asked)
        simulator.reset()
        with client.beta.messages.stream(**asked) as stream:
            assert dumped(stream.get_final_message()) == dumped(message)
    answer: dict[str, Any] = simulator.messages[0].answer
    return answer


def ending(message: dict[str, Any]) -> tuple[str, str | None, int]:
    return message["stop_reason"], message["stop_sequence"], message["usage"]["output_tokens"]


@pytest.mark.parametrize("max_tokens", [1, 2, 4, 5, 6, 9, 12])
def test_a_text_ends_at_max_tokens(max_tokens: int) -> None:
    message = answered(LONG, max_tokens=max_tokens)

    (block,) = message["content"]
    assert LONG.startswith(block["text"])
    assert 0 < len(block["text"]) < len(LONG)
    assert ending(message) == ("max_tokens", None, max_tokens)


def test_a_text_within_max_tokens_is_whole() -> None:
    message = answered(LONG)

    assert message["content"][0]["text"] == LONG
    assert message["stop_reason"] == "end_turn"


@pytest.mark.parametrize(
    ("sequences", "text", "found"),
    [
        pytest.param(["Four"], "One two three. ", "Four", id="one"),
        pytest.param(["Ten", "Seven", "Eleven"], "One two three. Four five six. ", "Seven", id="the-first-in-the-text"),
        pytest.param(["Four five", "Four"], "One two three. ", "Four five", id="the-first-of-the-request"),
    ],
)
def test_a_text_ends_before_a_stop_sequence(sequences: list[str], text: str, found: str) -> None:
    message = answered(reply(LONG, CALL), stop_sequences=sequences)

    assert message["content"] == [{"type": "text", "text": text}]
    assert ending(message)[:2] == ("stop_sequence", found)


def test_a_text_that_begins_with_a_stop_sequence_is_not_there() -> None:
    assert answered(LONG, stop_sequences=["One"])["content"] == []


def test_a_limit_that_comes_first_ends_the_reply() -> None:
    assert ending(answered(LONG, max_tokens=6, stop_sequences=["Ten"])) == ("max_tokens", None, 6)


def test_a_call_ends_in_its_input() -> None:
    message = answered(reply(TEXT, CALL), max_tokens=44)

    text, call_block = message["content"]
    assert text == TEXT
    assert (call_block["name"], call_block["input"]) == ("add", {})
    assert ending(message) == ("max_tokens", None, 44)


@pytest.mark.parametrize(
    ("blocks", "max_tokens", "left"),
    [
        pytest.param([TEXT, call("web_search", input={"query": "a" * 90})], 8, ["text"], id="no-room-for-a-call"),
        pytest.param([THOUGHT, TEXT], 4, [], id="a-thought-is-whole-or-not-there"),
        pytest.param([TEXT, TEXT], 9, ["text"], id="no-room-for-a-text"),
    ],
)
def test_a_block_that_cannot_be_cut_is_not_there(blocks: list[Any], max_tokens: int, left: list[str]) -> None:
    message = answered(reply(*blocks), max_tokens=max_tokens)

    assert [block["type"] for block in message["content"]] == left
    assert ending(message) == ("max_tokens", None, max_tokens)


def test_the_default_reply_is_cut_as_well() -> None:
    simulator = Simulator(limits={"cut": True})
    with simulator.client() as client:
        message = client.messages.create(model="m", max_tokens=6, messages=[{"role": "user", "content": "Hi"}])

    assert (message.stop_reason, message.usage.output_tokens) == ("max_tokens", 6)


def test_usage_that_is_given_is_kept() -> None:
    assert ending(answered(reply(LONG, usage={"output_tokens": 3}), max_tokens=6)) == ("max_tokens", None, 3)


def test_nothing_is_cut_unless_it_was_asked_for() -> None:
    message = answered(LONG, cut=False, max_tokens=6, stop_sequences=["Four"])

    assert message["content"][0]["text"] == LONG
    assert message["stop_reason"] == "end_turn"


def test_limits_go_into_the_document_and_back() -> None:
    document = read_document({"limits": {"cut": True, "request_bytes": 9}})

    assert document.as_json()["limits"] == {"request_bytes": 9, "cut": True}
    assert read_document(document.as_json()) == document
