"""What a thread holds: a record for each turn, read back as one conversation."""

from typing import Any, Final

import msgspec
import pytest
from msgspec import UNSET

from rystic_asgi.protocol.requests import Message
from rystic_asgi.validation.held_threads import (
    END,
    LIFETIME,
    OPEN,
    TURN,
    Get,
    HeldTurn,
    hold_turn,
    nothing_kept,
    read_conversation,
    unmarked,
)

TEXT: Final = {"type": "text", "text": "Hello."}
MARK: Final = {"cache_control": {"type": "ephemeral"}}


def body(words: str, **members: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": words}], **members}


def keeping(**turns: bytes) -> Get:
    """Records of turns by the ids of their responses, the last of which is open."""
    records = {(TURN, name): value for name, value in turns.items()} | {(END, next(reversed(turns))): OPEN}
    return lambda kind, key: records.get((kind, key))


TWO_TURNS: Final = keeping(
    a=hold_turn(body("1", system="Be brief.", tools=[{"name": "add", **MARK}]), [TEXT], "", 0.0),
    b=hold_turn(body("2", system="Left out."), [TEXT], "a", 7.0),
)


def test_turns_are_read_back_as_one_conversation() -> None:
    found = read_conversation(TWO_TURNS, 7.0, "b")

    assert found is not None
    assert [message.content for message in found.messages[::2]] == ["1", "2"]
    assert [message.role for message in found.messages] == ["user", "assistant"] * 2
    assert found.as_json()[1] == {"role": "assistant", "content": [TEXT]}
    assert (found.response, found.end) == ("b", OPEN)


def test_what_a_thread_goes_on_with_is_that_of_its_first_turn() -> None:
    found = read_conversation(TWO_TURNS, 7.0, "b")

    assert found is not None
    assert found.fixed_as_json() == {"system": "Be brief.", "tools": [{"name": "add"}]}
    assert found.fixed.system == "Be brief."
    assert [bytes(tool) for tool in found.fixed.tools or ()] == [b'{"name":"add"}']
    assert found.fixed.output_config is UNSET


@pytest.mark.parametrize(
    ("get", "now", "response"),
    [
        pytest.param(nothing_kept, 0.0, "a", id="unknown"),
        pytest.param(TWO_TURNS, 7.0, "", id="empty"),
        pytest.param(TWO_TURNS, 7.0 + LIFETIME + 1, "b", id="too-old"),
        pytest.param(keeping(b=hold_turn(body("2"), [TEXT], "a", 0.0)), 0.0, "b", id="beginning-forgotten"),
        pytest.param(
            keeping(a=hold_turn(body("1"), [{"type": "poem"}], "", 0.0)), 0.0, "a", id="no-block-of-a-request"
        ),
    ],
)
def test_what_is_not_held_as_a_whole_is_not_found(get: Get, now: float, response: str) -> None:
    assert read_conversation(get, now, response) is None


def test_a_response_is_held_for_five_minutes_whatever_came_before_it() -> None:
    assert LIFETIME == 300
    assert read_conversation(TWO_TURNS, 7.0 + LIFETIME, "b") is not None


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        pytest.param([], 0, id="nothing"),
        pytest.param([{"type": "text", "text": " \n"}], 0, id="blank"),
        pytest.param([{"type": "text", "text": ""}, TEXT], 1, id="blank-before-text"),
        pytest.param([TEXT, TEXT], 2, id="texts"),
    ],
)
def test_a_reply_is_held_without_its_blank_texts(content: list[dict[str, Any]], kept: int) -> None:
    turn = msgspec.json.decode(hold_turn(body("1"), content, "", 0.0), type=HeldTurn)

    _, *reply = msgspec.json.decode(turn.messages, type=list[Message])

    assert sum(len(message.blocks) for message in reply) == kept
    assert len(reply) == (1 if kept else 0)


def test_breakpoints_are_left_out_however_deep_they_are() -> None:
    inner = {"type": "text", "text": "a", **MARK}
    result = {"type": "tool_result", "content": [inner], **MARK}
    document = {"type": "document", "source": {"type": "content", "content": [inner]}}

    assert unmarked([result, document]) == [
        {"type": "tool_result", "content": [{"type": "text", "text": "a"}]},
        {"type": "document", "source": {"type": "content", "content": [{"type": "text", "text": "a"}]}},
    ]


def test_what_a_call_is_given_is_no_breakpoint() -> None:
    call = {"type": "tool_use", "input": {"cache_control": 1}}

    assert unmarked(call) == call
