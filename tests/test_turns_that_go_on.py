"""Turns over several requests: paused ones, tools on both sides, calls by code; played to the official SDK."""

import json
from typing import Any, Final

import anthropic
import msgspec
import pytest
from anthropic.types.beta import BetaMessage

from rystic_asgi import Simulator, reply
from rystic_asgi.engine.earlier_calls import earlier_calls
from rystic_asgi.protocol.requests import MessagesRequest
from tests.reply_samples import BY_CODE, MCP_CALL, SEARCHED, TEXT, THOUGHT, call, result
from tests.test_played_blocks import ASKED, ask

ADD: Final = {"type": "tool_use", "name": "add", "input": {"a": 1}}
CODE: Final = call("code_execution", input={"code": "add(1)"})
RAN: Final = result("code_execution", {"type": "code_execution_result", "stdout": "2"})


def play(*replies: Any, **fields: Any) -> list[BetaMessage]:
    """The replies of a loop that sends back what it got, runs its tools, and names the container."""
    simulator, messages = Simulator(replies=replies, on_empty="error"), [*ASKED]
    found: list[BetaMessage] = []
    with simulator.client(max_retries=0) as client:
        while simulator.left:
            container = {"container": found[-1].container.id} if found and found[-1].container else {}
            found.append(client.beta.messages.create(**ask(messages, **container, **fields)))
            calls = [block.id for block in found[-1].content if block.type == "tool_use"]
            results = [{"type": "tool_result", "tool_use_id": id, "content": "2"} for id in calls]
            answer: list[Any] = [{"role": "user", "content": results}] if results else []
            messages += [{"role": "assistant", "content": found[-1].content}, *answer]
    return found


def dumped(message: BetaMessage) -> list[dict[str, Any]]:
    content: list[dict[str, Any]] = message.model_dump(mode="json", exclude_none=True)["content"]
    return content


def test_a_paused_turn_goes_on_with_the_result() -> None:
    paused, rest = play(reply(TEXT, call("web_search")), reply(SEARCHED, TEXT))

    assert (paused.stop_reason, rest.stop_reason) == ("pause_turn", "end_turn")
    assert dumped(rest)[0]["tool_use_id"] == dumped(paused)[1]["id"]
    assert dumped(rest)[0]["caller"] == {"type": "direct"}


def test_a_turn_may_pause_again_and_again() -> None:
    pauses = [reply(SEARCHED, call("web_search")) for _ in range(4)]

    found = play(reply(call("web_search")), *pauses, reply(SEARCHED, TEXT))

    calls = [dumped(message)[-1]["id"] for message in found[:-1]]
    assert [message.stop_reason for message in found] == ["pause_turn"] * 5 + ["end_turn"]
    assert [dumped(message)[0]["tool_use_id"] for message in found[1:]] == calls


def test_both_sides_run_tools_in_one_turn() -> None:
    first, second = play(reply(call("web_search"), ADD), reply(SEARCHED, TEXT))

    assert first.stop_reason == "tool_use"
    assert dumped(second)[0]["tool_use_id"] == dumped(first)[0]["id"]


def test_code_calls_the_clients_tools() -> None:
    first, second, third = play(
        reply(CODE, {**ADD, "caller": BY_CODE}), reply({**ADD, "caller": BY_CODE}), reply(RAN, TEXT)
    )

    code = dumped(first)[0]["id"]
    assert dumped(first)[1]["caller"] == dumped(second)[0]["caller"] == {**BY_CODE, "tool_id": code}
    assert dumped(third)[0]["tool_use_id"] == code
    assert first.container is not None
    assert first.container == second.container == third.container


def test_what_code_calls_is_answered_for_the_code() -> None:
    first, second = play(reply(CODE, call("web_search", caller=BY_CODE)), reply(SEARCHED, RAN, TEXT))

    caller = {**BY_CODE, "tool_id": dumped(first)[0]["id"]}
    assert dumped(first)[1]["caller"] == dumped(second)[0]["caller"] == caller


def test_an_mcp_call_goes_on_as_well() -> None:
    first, second = play(reply(MCP_CALL), reply({"type": "mcp_tool_result"}, TEXT))

    assert dumped(second)[0] == {
        "type": "mcp_tool_result",
        "tool_use_id": dumped(first)[0]["id"],
        "is_error": False,
        "content": [],
    }


@pytest.mark.parametrize(
    ("blocks", "said"),
    [
        pytest.param(
            [SEARCHED], "a web_search_tool_result without tool_use_id, but no call of web_search", id="result"
        ),
        pytest.param(
            [{"type": "mcp_tool_result"}],
            "a mcp_tool_result without tool_use_id, but no call of mcp_tool_use",
            id="mcp",
        ),
        pytest.param(
            [{**ADD, "caller": BY_CODE}], "a caller without tool_id, but no call of code_execution", id="caller"
        ),
    ],
)
def test_what_goes_on_with_nothing_is_refused(blocks: list[Any], said: str) -> None:
    with pytest.raises(anthropic.BadRequestError) as refused:
        play(reply(*blocks))

    assert isinstance(refused.value.body, dict)
    assert refused.value.body["error"]["message"] == (
        f"rystic: reply 0 of the script has {said} is open in the reply or in the turn that the request goes on with. "
        "The reply counts as taken; script the call before it, or give it an id"
    )


@pytest.mark.parametrize(
    ("block", "prefix"),
    [(SEARCHED, "srvtoolu_01"), ({"type": "mcp_tool_result"}, "mcptoolu_01")],
    ids=["server", "mcp"],
)
def test_what_goes_on_with_nothing_is_played_where_it_is_meant(block: Any, prefix: str) -> None:
    (message,) = play(reply(block, unchecked=["grammar"]))

    assert dumped(message)[0]["tool_use_id"].startswith(prefix)


def test_a_given_id_is_kept() -> None:
    (message,) = play(reply({**SEARCHED, "tool_use_id": "srvtoolu_1"}))

    assert dumped(message)[0]["tool_use_id"] == "srvtoolu_1"


def test_blocks_between_thoughts_have_to_come_back() -> None:
    """https://github.com/can1357/oh-my-pi/issues/6495"""
    issued = reply(THOUGHT, call("web_search"), SEARCHED, {"type": "thinking"}, TEXT, {**ADD, "id": "call_1"})
    simulator = Simulator(replies=[issued, "Done"])
    answer = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_1"}]}
    with simulator.client(max_retries=0) as client:
        content = client.beta.messages.create(**ask()).content
        kept = [block for block in content if "search" not in block.type and block.type != "server_tool_use"]
        with pytest.raises(anthropic.BadRequestError):
            client.beta.messages.create(**ask([*ASKED, {"role": "assistant", "content": kept}, answer]))
        client.beta.messages.create(**ask([*ASKED, {"role": "assistant", "content": content}, answer]))

    assert (
        simulator.messages[1]
        .answer["error"]["message"]
        .startswith(
            "messages.1.content.1: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be "
        )
    )


def assistant(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


OPEN: Final = {**call("web_search", input={}), "id": "srvtoolu_1"}
DONE: Final = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
BACK: Final = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}


@pytest.mark.parametrize(
    ("messages", "is_open"),
    [
        pytest.param([*ASKED, assistant(OPEN)], True, id="paused"),
        pytest.param([*ASKED, assistant(OPEN, DONE)], False, id="answered"),
        pytest.param([*ASKED, assistant(OPEN), BACK, assistant({**ADD, "id": "b"}), BACK], True, id="two-turns-back"),
        pytest.param([*ASKED, assistant(OPEN), BACK, assistant(DONE)], False, id="answered-later"),
        pytest.param([*ASKED, assistant(OPEN), *ASKED], False, id="another-turn"),
        pytest.param([*ASKED, assistant(OPEN), {"role": "assistant", "content": "Hm"}], True, id="text-after-it"),
        pytest.param([], False, id="no-message"),
    ],
)
def test_calls_are_open_until_their_result_or_another_turn(messages: list[Any], is_open: bool) -> None:
    body = json.dumps({"model": "m", "max_tokens": 1, "messages": messages})
    request = msgspec.json.decode(body, type=MessagesRequest)

    assert (earlier_calls(request.messages).find(["web_search"]) is not None) == is_open
