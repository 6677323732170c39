"""Thinking that comes back: the last assistant turn holds it as it was issued."""

import json
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.protocol.content import ContentBlock
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.conversation.passback import (
    issued_thinking,
    memory_keys,
    memory_of,
    nothing_issued,
    passback_problems,
)

FIRST: Final = {"type": "thinking", "thinking": "A", "signature": "s1"}
SECOND: Final = {"type": "thinking", "thinking": "B", "signature": "s2"}
REDACTED: Final = {"type": "redacted_thinking", "data": "d1"}
OMITTED: Final = {"type": "thinking", "thinking": "", "signature": "s0"}
TEXT: Final = {"type": "text", "text": "Well"}
BLANK: Final = {"type": "text", "text": ""}
CALL: Final = {"type": "tool_use", "id": "a", "name": "weigh", "input": {"parcel": "7"}, "caller": {"type": "direct"}}
SEARCH: Final = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "tides"}}
FOUND: Final = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
RESULT: Final = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}
ASK: Final = {"role": "user", "content": "Weigh 7"}

Blocks = list[dict[str, Any]]


def judged(*issued: Blocks, messages: Blocks, **fields: Any) -> str | None:
    remembered: dict[str, list[bytes]] = {}
    for content in issued:
        for key in memory_keys(content):
            remembered.setdefault(key, []).append(memory_of("m", content))
    body = json.dumps({"model": "m", "max_tokens": 5, "messages": messages, **fields})
    request = msgspec.json.decode(body, type=MessagesRequest)
    told = [str(problem) for problem in passback_problems(request, lambda key: remembered.get(key, ()))]
    assert len(told) <= 1
    return told[0] if told else None


def assistant(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


WITHOUT_CALLER: Final = {key: value for key, value in CALL.items() if key != "caller"}


@pytest.mark.parametrize(
    ("issued", "messages"),
    [
        pytest.param([[FIRST, CALL]], [ASK, assistant(FIRST, CALL), RESULT], id="unchanged"),
        pytest.param([[FIRST, CALL]], [ASK, assistant(FIRST, WITHOUT_CALLER), RESULT], id="without-its-caller"),
        pytest.param([[FIRST, BLANK, SECOND, CALL]], [ASK, assistant(FIRST, SECOND, CALL), RESULT], id="no-blanks"),
        pytest.param([[FIRST, TEXT, CALL]], [ASK, assistant(FIRST, TEXT)], id="without-what-follows-the-thinking"),
        pytest.param([[REDACTED, CALL]], [ASK, assistant(REDACTED, CALL), RESULT], id="redacted"),
        pytest.param([], [ASK, assistant(FIRST, CALL), RESULT], id="issued-elsewhere"),
        pytest.param([[FIRST, CALL]], [ASK, assistant(CALL), RESULT], id="no-thinking"),
        pytest.param(
            [[FIRST, CALL]],
            [ASK, assistant({**FIRST, "thinking": "A "}, CALL), RESULT, assistant(TEXT), ASK],
            id="in-an-earlier-turn",
        ),
        pytest.param(
            [[FIRST, SEARCH], [FOUND, SECOND, CALL]],
            [ASK, assistant(FIRST, SEARCH, FOUND, SECOND, CALL), RESULT],
            id="a-turn-of-two-replies",
        ),
        pytest.param(
            [[FIRST, SEARCH], [FOUND, SECOND, CALL]],
            [ASK, assistant(FIRST, SEARCH), assistant(FOUND, SECOND, CALL), RESULT],
            id="a-turn-in-two-messages",
        ),
        pytest.param(
            [[FIRST, TEXT, SECOND], [FIRST, CALL]],
            [ASK, assistant(FIRST, CALL), RESULT],
            id="one-of-two-alike",
        ),
        pytest.param([[FIRST]], [ASK, {"role": "assistant", "content": "Well"}, ASK], id="plain-text"),
        pytest.param([[FIRST]], [ASK], id="no-assistant"),
        pytest.param(
            [[OMITTED, TEXT, OMITTED, CALL]], [ASK, assistant(OMITTED, TEXT, OMITTED, CALL), RESULT], id="two-alike"
        ),
        pytest.param(
            [[OMITTED, SEARCH], [OMITTED, CALL]],
            [ASK, assistant(OMITTED, SEARCH, OMITTED, CALL), RESULT],
            id="two-replies-alike",
        ),
        pytest.param(
            [[OMITTED, CALL]], [ASK, assistant({**OMITTED, "thinking": "filled"}, CALL), RESULT], id="omitted-filled"
        ),
        pytest.param([[{"type": "thinking", "thinking": "", "signature": ""}]], [ASK], id="nothing-to-know-it-by"),
    ],
)
def test_thinking_that_comes_back_as_it_was_is_taken(issued: list[Blocks], messages: Blocks) -> None:
    assert judged(*issued, messages=messages) is None


MODIFIED: Final = (
    "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. "
    "These blocks must remain as they were in the original response."
)


SIGNATURE: Final = "Invalid `signature` in `thinking` block"


@pytest.mark.parametrize(
    ("issued", "messages", "place", "message", "hint"),
    [
        pytest.param(
            [FIRST, CALL],
            [ASK, assistant({**FIRST, "thinking": "A "}, CALL), RESULT],
            "messages.1.content.0",
            MODIFIED,
            "`thinking` goes on with ' ' from character 1 on, it was ''",
            id="text-changed",
        ),
        pytest.param(
            [FIRST, SEARCH, FOUND, SECOND, CALL],
            [ASK, assistant(FIRST, SECOND, CALL), RESULT],
            "messages.1.content.1",
            MODIFIED,
            'the reply had this `server_tool_use` block there: {"type":"server_tool_use","id":"srvtoolu_1",'
            '"name":"web_search","input":{"query":"tides"}}',
            id="server-tool-left-out",
        ),
        pytest.param(
            [FIRST, SEARCH, FOUND, SECOND, CALL],
            [ASK, assistant(FIRST, {**SEARCH, "input": {}}, FOUND, SECOND, CALL), RESULT],
            "messages.1.content.1",
            MODIFIED,
            'the reply had this block: {"type":"server_tool_use","id":"srvtoolu_1","name":"web_search",'
            '"input":{"query":"tides"}}',
            id="server-tool-changed",
        ),
        pytest.param(
            [FIRST, SECOND, CALL],
            [ASK, assistant(SECOND, FIRST, CALL), RESULT],
            "messages.1.content.0",
            MODIFIED,
            'the reply had this `thinking` block there: {"type":"thinking","thinking":"A","signature":"s1"}',
            id="order-changed",
        ),
        pytest.param(
            [FIRST, REDACTED, CALL],
            [ASK, assistant(FIRST, CALL), RESULT],
            "messages.1.content.1",
            MODIFIED,
            'the reply had this `redacted_thinking` block there: {"type":"redacted_thinking","data":"d1"}',
            id="redacted-left-out",
        ),
        pytest.param(
            [FIRST, SECOND],
            [ASK, assistant(FIRST)],
            "messages.1.content.0",
            MODIFIED,
            'the reply had this `thinking` block there: {"type":"thinking","thinking":"B","signature":"s2"}',
            id="last-left-out",
        ),
        pytest.param(
            [FIRST, SECOND, CALL],
            [ASK, assistant(FIRST, {**SECOND, "signature": "other"}, CALL), RESULT],
            "messages.1.content.1",
            SIGNATURE,
            "`signature` goes on with 'other' from character 0 on, it was 's2'",
            id="one-signature-changed",
        ),
        pytest.param(
            [FIRST, CALL],
            [ASK, assistant({**FIRST, "signature": ""}, CALL), RESULT],
            "messages.1.content.0",
            SIGNATURE,
            "`signature` goes on with '' from character 0 on, it was 's1'",
            id="signature-lost",
        ),
        pytest.param(
            [FIRST, CALL],
            [ASK, assistant(REDACTED, CALL), RESULT],
            "messages.1.content.0",
            MODIFIED,
            'the reply had this `thinking` block there: {"type":"thinking","thinking":"A","signature":"s1"}',
            id="redacted-instead",
        ),
        pytest.param(
            [FIRST, CALL],
            [ASK, assistant(FIRST, FIRST, CALL), RESULT],
            "messages.1.content.1",
            MODIFIED,
            "the reply had no such block there",
            id="twice",
        ),
        pytest.param(
            [FIRST, CALL],
            [ASK, assistant(FIRST, SECOND, CALL), RESULT],
            "messages.1.content.1",
            MODIFIED,
            "the reply had no such block there",
            id="with-another-block",
        ),
    ],
)
def test_thinking_that_comes_back_changed_is_refused(
    issued: Blocks, messages: Blocks, place: str, message: str, hint: str
) -> None:
    assert judged(issued, messages=messages) == f"{place}: {message} rystic: {hint}"


def test_with_thinking_disabled_none_is_compared() -> None:
    messages = [ASK, assistant({**FIRST, "thinking": "A "}, CALL), RESULT]

    assert judged([FIRST, CALL], messages=messages, thinking={"type": "disabled"}) is None


def test_a_long_block_is_shown_by_its_beginning() -> None:
    long = {**FIRST, "thinking": "A" * 500}

    told = judged([FIRST, long, CALL], messages=[ASK, assistant(FIRST, CALL), RESULT])

    assert told is not None
    assert told.endswith("A" * 50 + "…")


def test_a_reply_without_thinking_is_not_remembered() -> None:
    assert memory_keys([TEXT, CALL]) == []
    assert memory_keys([FIRST, REDACTED, TEXT, CALL]) == ["s1", "d1", "a"]


@pytest.mark.parametrize(
    ("issued", "expected"),
    [
        pytest.param([FIRST, CALL], '{"type":"thinking","thinking":"A","signature":"s1"}', id="thinking-first"),
        pytest.param([TEXT, FIRST, CALL], "", id="thinking-later"),
        pytest.param(None, "", id="not-known"),
    ],
)
def test_the_thinking_of_a_call_is_known_by_its_id(issued: Blocks | None, expected: str) -> None:
    recall = nothing_issued if issued is None else lambda key: [memory_of("m", issued)]
    blocks = msgspec.json.decode(json.dumps([TEXT, CALL]), type=list[ContentBlock])

    assert issued_thinking(blocks, recall) == expected


def test_another_model_lets_changed_thinking_pass() -> None:
    memory = memory_of("claude-opus-5", [FIRST, CALL])
    body = {"model": "m", "max_tokens": 5, "messages": [ASK, assistant({**FIRST, "thinking": "A "}, CALL), RESULT]}
    request = msgspec.json.decode(json.dumps(body), type=MessagesRequest)

    assert list(passback_problems(request, lambda key: [memory])) == []
