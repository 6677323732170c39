"""What a reply may ask of its request, and the words in which it is told that it does not hold."""

import json
from typing import Any

import pytest

from rystic_asgi.script.asked import Asked
from rystic_asgi.script.conditions import CONDITIONS, hold, read_conditions, why_not
from rystic_asgi.script.fault import ScriptError
from rystic_asgi.validation.request import check_request
from rystic_asgi.validation.rules import DEFAULT_OFF
from tests.conftest import WEATHER_TOOL, ask

HEADERS = {
    b"x-api-key": b"***",
    b"anthropic-version": b"2023-06-01",
    b"anthropic-beta": b"mcp-client-2025-11-20, context-management-2025-06-27",
    b"x-lane": b"title",
}
CALL = {"type": "tool_use", "id": "toolu_a", "name": "weigh", "input": {"parcel": "7"}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_a", "content": "2"}
USER = {"role": "user", "content": "Weigh 7"}
CALLED = {"role": "assistant", "content": [CALL]}
NOTE = {"type": "text", "text": "<env>noon</env>"}
ROUND = [USER, CALLED, {"role": "user", "content": [RESULT, NOTE]}]
ANSWERED = [*ROUND, {"role": "assistant", "content": "Two."}, {"role": "user", "content": "And 8?"}]
OPUS = "claude-opus-5-5"


def asked(**members: Any) -> Asked:
    off = DEFAULT_OFF | {"tool-result-unexpected", "empty-content", "extra-inputs"}
    body = json.dumps(ask(**{"model": OPUS, **members})).encode()
    return Asked(check_request(HEADERS, {b"x-api-key": b"k"}, body, off), HEADERS)


def fault(when: dict[str, Any], **members: Any) -> str:
    return why_not(read_conditions(when, "replies.0.when"), asked(**members))


@pytest.mark.parametrize(
    ("when", "members"),
    [
        pytest.param({}, {}, id="nothing"),
        pytest.param({"model": OPUS}, {}, id="model"),
        pytest.param({"model": ["m", OPUS]}, {}, id="one-of-models"),
        pytest.param({"system": "title"}, {"system": "Make a title."}, id="system"),
        pytest.param({"system": "title"}, {"system": [{"type": "text", "text": "A title."}]}, id="system-blocks"),
        pytest.param({"tools": ["get_weather"]}, {"tools": [WEATHER_TOOL]}, id="tools"),
        pytest.param({"tools": []}, {}, id="no-tools"),
        pytest.param({"last_user_text": "Paris"}, {}, id="text"),
        pytest.param({"last_user_text": "noon"}, {"messages": ROUND}, id="text-beside-a-result"),
        pytest.param({"last_user_text": "8"}, {"messages": ANSWERED}, id="text-of-the-last-turn"),
        pytest.param(
            {"last_user_text": "7\nno"}, {"messages": [USER, {"role": "user", "content": "now"}]}, id="joined"
        ),
        pytest.param(
            {"last_user_text": "Weigh"},
            {"messages": [USER, {"role": "assistant", "content": "It is"}]},
            id="text-before-a-prefill",
        ),
        pytest.param(
            {"last_user_text": "Weigh"},
            {"messages": [USER, {"role": "system", "content": "Be brief."}]},
            id="text-before-a-system-message",
        ),
        pytest.param({"tool_result": True}, {"messages": ROUND}, id="a-result"),
        pytest.param({"tool_result": "weigh"}, {"messages": ROUND}, id="a-result-by-tool"),
        pytest.param({"tool_result": "toolu_a"}, {"messages": ROUND}, id="a-result-by-id"),
        pytest.param({"tool_result": False}, {"messages": ANSWERED}, id="no-result-in-the-last-turn"),
        pytest.param(
            {"tool_result": "weigh", "last_user_text": "now"},
            {"messages": [USER, CALLED, {"role": "user", "content": [RESULT]}, {"role": "user", "content": "now"}]},
            id="a-result-in-the-message-before",
        ),
        pytest.param({"max_tokens": 64}, {}, id="max-tokens"),
        pytest.param({"compaction": True}, {"compaction": {"type": "summarize"}}, id="compaction"),
        pytest.param({"compaction": False}, {}, id="no-compaction"),
        pytest.param({"header": {"X-Lane": "title"}}, {}, id="header"),
        pytest.param({"header": {"anthropic-beta": "context-management-2025-06-27"}}, {}, id="header-item"),
        pytest.param({"header": {"x-api-key": True}}, {}, id="header-of-any-value"),
    ],
)
def test_a_condition_holds(when: dict[str, Any], members: dict[str, Any]) -> None:
    assert hold(read_conditions(when, "replies.0.when"), asked(**members))


@pytest.mark.parametrize(
    ("when", "members", "said"),
    [
        pytest.param({"model": "m"}, {}, "model: 'm' expected, found 'claude-opus-5-5'", id="model"),
        pytest.param(
            {"model": ["m", "n", "o"]}, {}, "model: 'm', 'n' or 'o' expected, found 'claude-opus-5-5'", id="models"
        ),
        pytest.param(
            {"system": "title"}, {}, "system: a text with 'title' expected, found no system prompt", id="no-system"
        ),
        pytest.param(
            {"system": "title"},
            {"system": "Help. " * 20},
            "system: a text with 'title' expected, found "
            "'Help. Help. Help. Help. Help. Help. Help. Help. Help. Hel...'",
            id="system",
        ),
        pytest.param({"tools": ["plan"]}, {}, "tools: 'plan' expected, found none", id="no-tools"),
        pytest.param(
            {"tools": ["plan", "get_weather"]},
            {"tools": [WEATHER_TOOL]},
            "tools: 'plan' expected, found 'get_weather'",
            id="tools",
        ),
        pytest.param(
            {"tools": []}, {"tools": [WEATHER_TOOL]}, "tools: none expected, found 'get_weather'", id="tools-none"
        ),
        pytest.param(
            {"last_user_text": "Oslo"},
            {},
            "last_user_text: a text with 'Oslo' expected, found the text 'Weather in Paris?'",
            id="text",
        ),
        pytest.param(
            {"last_user_text": "Weigh"},
            {"messages": [USER, CALLED, {"role": "user", "content": [RESULT]}]},
            "last_user_text: a text with 'Weigh' expected, found no text beside the result of weigh (toolu_a)",
            id="text-before-the-last-turn",
        ),
        pytest.param({"compaction": True}, {}, "compaction: a request for a summary expected", id="compaction"),
        pytest.param(
            {"compaction": False},
            {"compaction": {"type": "summarize"}},
            "compaction: no request for a summary expected, found one",
            id="no-compaction",
        ),
        pytest.param(
            {"tool_result": True},
            {},
            "tool_result: a result expected, found the text 'Weather in Paris?'",
            id="a-result",
        ),
        pytest.param(
            {"tool_result": "plan"},
            {"messages": ROUND},
            "tool_result: a result of 'plan' expected, found the result of weigh (toolu_a)",
            id="another-result",
        ),
        pytest.param(
            {"tool_result": True},
            {"messages": ANSWERED},
            "tool_result: a result expected, found the text 'And 8?'",
            id="a-result-before-the-last-turn",
        ),
        pytest.param(
            {"tool_result": False},
            {"messages": ROUND},
            "tool_result: no result expected, found the result of weigh (toolu_a)",
            id="no-result",
        ),
        pytest.param({"max_tokens": 0}, {}, "max_tokens: 0 expected, found 64", id="max-tokens"),
        pytest.param(
            {"header": {"x-lane": "main"}}, {}, "header: 'main' for x-lane expected, found 'title'", id="header"
        ),
        pytest.param(
            {"header": {"x-lane": "title", "x-other": True}},
            {},
            "header: any value for x-other expected, found none",
            id="no-header",
        ),
        pytest.param(
            {"model": OPUS, "max_tokens": 1, "header": {"x-lane": "main"}},
            {},
            "max_tokens: 1 expected, found 64",
            id="the-first-that-does-not-hold",
        ),
    ],
)
def test_a_condition_that_does_not_hold_says_why(when: dict[str, Any], members: dict[str, Any], said: str) -> None:
    assert not hold(read_conditions(when, "replies.0.when"), asked(**members))
    assert fault(when, **members) == said


def test_every_condition_is_told_apart() -> None:
    assert list(CONDITIONS) == [
        "model",
        "system",
        "tools",
        "last_user_text",
        "tool_result",
        "max_tokens",
        "compaction",
        "header",
    ]


def test_a_result_whose_call_is_not_in_the_request_has_no_tool() -> None:
    said = fault({"tool_result": "weigh"}, messages=[{"role": "user", "content": [RESULT]}])

    assert said == "tool_result: a result of 'weigh' expected, found the result of a call (toolu_a)"


def test_a_message_without_content_says_nothing() -> None:
    assert asked(messages=[USER, {"role": "user"}]).last_user_text == "Weigh 7"


def test_a_long_list_is_cut() -> None:
    names = [f"tool_{number}" for number in range(99)]

    said = fault({"tools": names})

    assert said.endswith("... expected, found none")
    assert len(said) < 300


@pytest.mark.parametrize(
    ("when", "text"),
    [
        pytest.param(5, "rystic: replies.0.when: an object expected, found an integer 5", id="no-object"),
        pytest.param(
            {"modle": "m"},
            "rystic: replies.0.when.modle: unknown key; did you mean 'model'? "
            "known: model, system, tools, last_user_text, tool_result, max_tokens, compaction, header",
            id="unknown",
        ),
        pytest.param({"model": 5}, "rystic: replies.0.when.model: a string expected, found an integer 5", id="model"),
        pytest.param(
            {"model": []}, "rystic: replies.0.when.model: at least one model expected, found an empty list", id="none"
        ),
        pytest.param(
            {"model": ["m", None]}, "rystic: replies.0.when.model.1: a string expected, found null", id="models"
        ),
        pytest.param(
            {"system": ""},
            "rystic: replies.0.when.system: a text that is not empty expected; every text holds an empty one",
            id="empty",
        ),
        pytest.param(
            {"tools": "plan"}, "rystic: replies.0.when.tools: a list expected, found a string 'plan'", id="tools"
        ),
        pytest.param(
            {"tools": [{}]}, "rystic: replies.0.when.tools.0: a string expected, found an object {}", id="tool"
        ),
        pytest.param(
            {"tool_result": 1},
            "rystic: replies.0.when.tool_result: a boolean or a string expected, found an integer 1",
            id="result",
        ),
        pytest.param(
            {"max_tokens": -1}, "rystic: replies.0.when.max_tokens: 0 or more expected, found -1", id="max-tokens"
        ),
        pytest.param(
            {"compaction": 1},
            "rystic: replies.0.when.compaction: a boolean expected, found an integer 1",
            id="compaction",
        ),
        pytest.param(
            {"header": {"x-lane": 1}},
            "rystic: replies.0.when.header.x-lane: a string expected, found an integer 1",
            id="header",
        ),
        pytest.param(
            {"header": {"X-Api-Key": "k"}},
            "rystic: replies.0.when.header.X-Api-Key: the value of a secret is not kept; write true for any",
            id="secret",
        ),
    ],
)
def test_a_condition_out_of_shape_is_refused_with_its_place(when: Any, text: str) -> None:
    with pytest.raises(ScriptError) as refused:
        read_conditions(when, "replies.0.when")

    assert str(refused.value) == text
