"""Web search results that come back: as issued, changed, or from elsewhere."""

import json
from typing import Any, Final

import anthropic
import msgspec
import pytest

from rystic_asgi import Simulator
from rystic_asgi.protocol.content import WebSearchToolResultBlock
from rystic_asgi.validation.conversation.searches import search_memories, search_problems

CALL: Final = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "tides"}}
FAILED: Final = {"type": "web_search_tool_result_error", "error_code": "unavailable"}
TOOL: Final[Any] = {"type": "web_search_20250305", "name": "web_search"}
INVALID: Final = "messages.1.content.1: Invalid `encrypted_content` in `search_result` block"


def found(*encrypted: str, call: str = "srvtoolu_1") -> dict[str, Any]:
    results = [
        {"type": "web_search_result", "url": "https://example.com", "title": "Tides", "encrypted_content": one}
        for one in encrypted
    ]
    return {"type": "web_search_tool_result", "tool_use_id": call, "content": results}


def judged(block: dict[str, Any], *issued: dict[str, Any]) -> list[str]:
    remembered: dict[str, list[bytes]] = {}
    for key, memory in search_memories(issued):
        remembered.setdefault(key, []).append(memory)
    result = msgspec.json.decode(json.dumps(block), type=WebSearchToolResultBlock)
    problems = list(search_problems(result, "messages.1.content.1", lambda key: remembered.get(key, ())))
    assert {problem.rule for problem in problems} <= {"search-passback"}
    return [str(problem) for problem in problems]


@pytest.mark.parametrize(
    ("block", "issued"),
    [
        pytest.param(found("a", "b"), [CALL, found("a", "b")], id="as-issued"),
        pytest.param(found("b"), [found("a", "b")], id="one-of-them"),
        pytest.param(found("b"), [found("a"), found("b")], id="of-one-of-two-replies"),
        pytest.param(found("a", call="srvtoolu_2"), [found("b")], id="of-another-search"),
        pytest.param(found(""), [found("")], id="issued-empty"),
        pytest.param({**found(), "content": FAILED}, [{**found(), "content": FAILED}], id="failed"),
        pytest.param(found("a"), [], id="issued-elsewhere"),
    ],
)
def test_results_that_may_be_as_issued_pass(block: dict[str, Any], issued: list[dict[str, Any]]) -> None:
    assert judged(block, *issued) == []


def test_changed_content_is_refused() -> None:
    assert judged(found("a", "c"), found("a", "b")) == [
        f"{INVALID} rystic: content.1.encrypted_content is none that the results of srvtoolu_1 came with"
    ]


def test_empty_content_is_refused_wherever_it_was_issued() -> None:
    assert judged(found("")) == [f"{INVALID} rystic: content.0.encrypted_content is empty"]


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "streamed"])
def test_the_sdk_gives_back_what_it_was_given(streamed: bool) -> None:
    script = {"content": [CALL, found("YQ=="), {"type": "text", "text": "At six."}]}
    simulator = Simulator(replies=[script, "You are welcome.", "Not taken."])
    asked: Any = {"model": "claude-haiku-4-5", "max_tokens": 64, "tools": [TOOL]}
    question: Any = {"role": "user", "content": "When do tides rise?"}

    with simulator.client() as client:
        if streamed:
            with client.messages.stream(messages=[question], **asked) as stream:
                first = stream.get_final_message()
        else:
            first = client.messages.create(messages=[question], **asked)
        answer: Any = {"role": "assistant", "content": [block.to_dict() for block in first.content]}
        thanks: Any = {"role": "user", "content": "Thanks"}
        second = client.messages.create(messages=[question, answer, thanks], **asked)
        answer["content"][1]["content"][0]["encrypted_content"] += "."
        with pytest.raises(anthropic.BadRequestError) as refused:
            client.messages.create(messages=[question, answer, thanks], **asked)

    assert second.content[0].to_dict()["text"] == "You are welcome."
    assert refused.value.api_message == (
        f"{INVALID} rystic: content.0.encrypted_content is none that the results of srvtoolu_1 came with"
    )


def test_a_reset_forgets_what_was_issued() -> None:
    simulator = Simulator(replies=[{"content": [CALL, found("YQ==")]}])
    asked: Any = {"model": "claude-haiku-4-5", "max_tokens": 64, "tools": [TOOL]}
    question: Any = {"role": "user", "content": "When do tides rise?"}
    other: Any = {"role": "assistant", "content": [CALL, found("Yg==")]}

    with simulator.client() as client:
        client.messages.create(messages=[question], **asked)
        simulator.reset()
        answered = client.messages.create(messages=[question, other, question], **asked)

    assert answered.type == "message"
