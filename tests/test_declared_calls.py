"""Calls of the members of toolsets that the client runs."""

from typing import Any, Final

import anthropic
import pytest

from rystic_asgi import Simulator, reply
from tests.test_played_blocks import ASKED

COMPUTER: Final[dict[str, Any]] = {"type": "computer_toolset_20260801"}
BROWSER: Final[dict[str, Any]] = {"type": "browser_toolset_20260801"}
CLICK: Final[dict[str, Any]] = {"type": "tool_use", "name": "left_click", "toolset_name": "computer"}


def answered(call: dict[str, Any], *tools: Any, **members: Any) -> dict[str, Any]:
    simulator = Simulator(replies=[reply(call, **members)])
    with simulator.client(max_retries=0) as client:
        client.beta.messages.create(model="m", max_tokens=9, messages=list(ASKED), tools=list(tools))
    (block,) = simulator.messages[0].answer["content"]
    found: dict[str, Any] = block
    return found


def refusal(call: dict[str, Any], *tools: Any) -> str:
    with pytest.raises(anthropic.BadRequestError) as refused:
        answered(call, *tools)
    assert isinstance(refused.value.body, dict)
    return str(refused.value.body["error"]["message"])


@pytest.mark.parametrize(
    "tools",
    [
        pytest.param([COMPUTER], id="toolset"),
        pytest.param([{**COMPUTER, "configs": {"left_click": {"enabled": True}, "key": {"enabled": False}}}], id="set"),
        pytest.param([BROWSER, COMPUTER], id="two-toolsets"),
    ],
)
def test_a_member_of_a_toolset_may_be_called(tools: list[Any]) -> None:
    block = answered({**CLICK, "input": {"coordinate": [1, 2]}}, *tools)

    assert list(block) == ["type", "id", "name", "input", "caller", "toolset_name"]
    assert (block["name"], block["input"], block["toolset_name"]) == ("left_click", {"coordinate": [1, 2]}, "computer")


def test_a_member_without_input_gets_an_empty_one() -> None:
    assert answered(CLICK, COMPUTER)["input"] == {}


@pytest.mark.parametrize(
    ("call", "tools", "said"),
    [
        pytest.param(CLICK, [BROWSER], "'left_click' of the toolset 'computer'", id="another-toolset"),
        pytest.param({**CLICK, "name": "fly"}, [COMPUTER], "'fly' of the toolset 'computer'", id="no-member"),
        pytest.param(
            CLICK,
            [{**COMPUTER, "configs": {"left_click": {"enabled": False}}}],
            "'left_click' of the toolset 'computer'",
            id="not-enabled",
        ),
        pytest.param({"type": "tool_use", "name": "computer"}, [COMPUTER], "'computer'", id="the-toolset-itself"),
        pytest.param({"type": "tool_use", "name": "left_click"}, [COMPUTER], "'left_click'", id="without-its-toolset"),
    ],
)
def test_what_a_toolset_does_not_hold_is_refused(call: dict[str, Any], tools: list[Any], said: str) -> None:
    declared = "computer (a toolset)" if tools[0]["type"] == COMPUTER["type"] else "browser (a toolset)"

    assert refusal(call, *tools) == (
        f"rystic: reply 0 of the script calls the tool {said}, which the request does not declare "
        f"(declared: {declared}). "
        'The reply counts as taken; if it is meant, mark it with unchecked: ["tool"]'
    )


def test_it_is_played_where_it_is_meant() -> None:
    assert answered(CLICK, unchecked=["tool"])["input"] == {}
