"""The rules for a result by who made its call."""

import json
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.breakpoints import Breakpoints
from rystic_asgi.validation.conversation.answers import pending_call_problems
from rystic_asgi.validation.conversation.reading import conversation_problems
from rystic_asgi.validation.declared_tools import DeclaredNames
from rystic_asgi.validation.headers import RequestHeaders

ASK: Final = {"role": "user", "content": "Go"}
TEXT: Final = {"type": "text", "text": "OK"}
IMAGE: Final = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}
REFERENCE: Final = {"type": "tool_reference", "tool_name": "weigh"}
STATE: Final = {"type": "browser_state", "tabs": []}
BY_CODE: Final = {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}
RUN: Final = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "code_execution", "input": {}}
AT: Final = "messages.2.content.0.tool_result"


def assistant(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def user(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def call(**more: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": "a", "name": "left_click", "input": {}, **more}


def result(content: Any = "OK", **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": "a", "content": content, **more}


def request(*messages: dict[str, Any]) -> MessagesRequest:
    body = json.dumps({"model": "m", "max_tokens": 5, "messages": messages})
    return msgspec.json.decode(body, type=MessagesRequest)


def problems(*messages: dict[str, Any]) -> list[tuple[str, str]]:
    names, headers = DeclaredNames(frozenset(), False), RequestHeaders("2026-10-21", frozenset())
    found = conversation_problems(request(*messages), Breakpoints(), names, headers)
    return [(str(problem), problem.rule) for problem in found]


def pending(*messages: dict[str, Any]) -> list[str]:
    found = list(pending_call_problems(request(*messages).messages))
    assert {problem.rule for problem in found} <= {"programmatic-results"}
    return [str(problem) for problem in found]


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param([ASK, assistant(call()), user(result())], id="no-toolset"),
        pytest.param([ASK, assistant(call()), user(result(toolset_name=None))], id="null"),
        pytest.param(
            [ASK, assistant(call(toolset_name="browser")), user(result([TEXT, IMAGE, STATE], toolset_name="browser"))],
            id="member",
        ),
        pytest.param([ASK, assistant(RUN, call(caller=BY_CODE)), user(result([TEXT]))], id="by-code"),
        pytest.param([ASK, assistant(call(caller={"type": "direct"})), user(result([IMAGE]))], id="direct"),
        pytest.param(
            [
                ASK,
                assistant(call(toolset_name="browser")),
                user(result(toolset_name="browser")),
                assistant(call()),
                user(result()),
            ],
            id="id-used-again",
        ),
    ],
)
def test_a_result_in_the_form_of_its_call_has_no_fault(messages: list[dict[str, Any]]) -> None:
    assert problems(*messages) == []


@pytest.mark.parametrize(
    ("made", "answered", "message", "rule"),
    [
        pytest.param(
            {"toolset_name": "computer"},
            {},
            f"{AT}.toolset_name: toolset_name must be 'computer', as in the call",
            "toolset-results",
            id="left-out",
        ),
        pytest.param(
            {"toolset_name": "computer"},
            {"toolset_name": "browser"},
            f"{AT}.toolset_name: toolset_name must be 'computer', as in the call",
            "toolset-results",
            id="another",
        ),
        pytest.param(
            {},
            {"toolset_name": "browser"},
            f"{AT}.toolset_name: toolset_name must be left out, as in the call",
            "toolset-results",
            id="of-no-member",
        ),
        pytest.param(
            {"toolset_name": "browser"},
            {"toolset_name": "browser", "content": [TEXT, REFERENCE]},
            f"{AT}.content.1: the result of a toolset's member holds text, image and browser_state blocks only "
            "rystic: it is of type tool_reference",
            "toolset-results",
            id="content-of-a-member",
        ),
        pytest.param(
            {"caller": BY_CODE},
            {"content": [IMAGE]},
            f"{AT}.content.0: the result of a programmatic call holds text only rystic: it is of type image",
            "programmatic-results",
            id="content-for-code",
        ),
    ],
)
def test_a_result_in_another_form_is_refused(
    made: dict[str, Any], answered: dict[str, Any], message: str, rule: str
) -> None:
    assert problems(ASK, assistant(RUN, call(**made)), user(result(**answered))) == [(message, rule)]


def test_a_result_of_no_call_is_not_asked_for_a_toolset() -> None:
    rules = {rule for _, rule in problems(ASK, assistant(TEXT), user(result(toolset_name="browser")))}

    assert rules == {"tool-result-unexpected"}


ONLY: Final = "while programmatic calls wait for their results, a message holds `tool_result` blocks only"


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        pytest.param([], [], id="nothing-said"),
        pytest.param([user(result())], [], id="results-alone"),
        pytest.param([user(result(), TEXT)], [f"messages.2.content.1: {ONLY}"], id="text-beside"),
        pytest.param([user(result()), ASK], [f"messages.3.content: {ONLY}"], id="text-after"),
        pytest.param([user(result(), TEXT), assistant(TEXT), ASK], [], id="no-longer-waiting"),
    ],
)
def test_nothing_stands_beside_the_results_that_code_waits_for(messages: list[dict[str, Any]], told: list[str]) -> None:
    assert pending(ASK, assistant(RUN, call(caller=BY_CODE)), *messages) == told


def test_text_may_stand_beside_other_results() -> None:
    assert pending(ASK) == []
    assert pending(ASK, assistant(call()), user(result(), TEXT)) == []
