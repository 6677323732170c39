from collections.abc import Mapping
from typing import Any

import anthropic
import pytest
from job_desk import INSTRUCTIONS, TICKETS, TOOLS, CutOffError, Ending, JobAgent, Outcome, Tool, print_shop_desk

from rystic_asgi import Simulator, reply, text, thinking, tool_use

TASK = "The Harbour Choir asks about P-311. Prepare an e-mail."
READ_TICKET, DRAFT_EMAIL = (tool.declaration for tool in TOOLS)


def agent(client: anthropic.Anthropic, *tools: Tool, turn_limit: int = 4, instructions: str | None = None) -> JobAgent:
    return JobAgent(client, tools or TOOLS, turn_limit, instructions)


def reading(call_id: str = "toolu_1", ticket: str = "P-311") -> dict[str, Any]:
    return tool_use("read_ticket", {"ticket": ticket}, id=call_id)


def drafting(call_id: str) -> dict[str, Any]:
    return tool_use("draft_email", {"ticket": "P-311", "body": "Friday."}, id=call_id)


def result(call_id: str, content: str, *, is_error: bool = False) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": call_id, "content": content, "is_error": is_error}


ON_TICKET = TICKETS["P-311"]
DRAFTED = "Waiting for approval, about P-311: Friday."


def test_a_task_is_finished_when_the_model_calls_no_more_tools() -> None:
    simulator = Simulator(replies=[reading("toolu_1"), drafting("toolu_2"), text("An e-mail waits for you.")])
    with simulator.client() as client:
        outcome = agent(client).work_on(TASK)

    assert outcome == Outcome(Ending.FINISHED, 3, "An e-mail waits for you.")
    assert simulator.requests[2].body["messages"] == [
        {"role": "user", "content": TASK},
        {"role": "assistant", "content": simulator.requests[0].answer["content"]},
        {"role": "user", "content": [result("toolu_1", ON_TICKET)]},
        {"role": "assistant", "content": simulator.requests[1].answer["content"]},
        {"role": "user", "content": [result("toolu_2", DRAFTED)]},
    ]
    assert simulator.left == []


def test_no_turn_is_taken_beyond_the_limit() -> None:
    simulator = Simulator(replies=[reading("toolu_1"), reading("toolu_2"), text("Never asked for.")])
    with simulator.client() as client:
        outcome = agent(client, turn_limit=2).work_on(TASK)

    assert outcome == Outcome(Ending.OUT_OF_TURNS, 2, "")
    assert simulator.left == [reply("Never asked for.")]


def test_the_model_is_told_of_a_tool_without_a_function() -> None:
    simulator = Simulator(replies=[reading(), text("I cannot read tickets.")])
    with simulator.client() as client:
        outcome = agent(client, Tool(READ_TICKET)).work_on(TASK)

    assert outcome == Outcome(Ending.FINISHED, 2, "I cannot read tickets.")
    assert simulator.requests[1].body["messages"][-1]["content"] == [
        result("toolu_1", "read_ticket did not work: no function stands behind this tool", is_error=True)
    ]
    assert simulator.left == []


def test_the_model_is_told_what_a_tool_raises() -> None:
    def jammed(given: Mapping[str, object]) -> str:
        raise OSError("the archive is offline")

    simulator = Simulator(replies=[reading(), text("The archive is offline.")])
    with simulator.client() as client:
        outcome = agent(client, Tool(READ_TICKET, jammed)).work_on(TASK)

    assert outcome == Outcome(Ending.FINISHED, 2, "The archive is offline.")
    assert simulator.requests[1].body["messages"][-1]["content"] == [
        result("toolu_1", "read_ticket did not work: the archive is offline", is_error=True)
    ]
    assert simulator.left == []


def test_both_calls_of_a_reply_get_their_results_in_one_message_and_in_order() -> None:
    simulator = Simulator(replies=[reply(drafting("toolu_1"), reading("toolu_2")), text("Both made.")])
    with simulator.client() as client:
        agent(client).work_on(TASK)

    assert simulator.requests[1].body["messages"][2:] == [
        {"role": "user", "content": [result("toolu_1", DRAFTED), result("toolu_2", ON_TICKET)]}
    ]
    assert simulator.left == []


def test_thinking_goes_back_unchanged_before_the_rest_of_its_reply() -> None:
    thought = thinking("The ticket has the date.", signature="c2lnbmF0dXJl")
    simulator = Simulator(replies=[reply(thought, "A moment.", reading()), text("Friday.")])
    with simulator.client() as client:
        agent(client).work_on(TASK)

    first, *rest = simulator.requests[1].body["messages"][1]["content"]
    assert first == thought
    assert [block["type"] for block in rest] == ["text", "tool_use"]
    assert [first, *rest] == simulator.requests[0].answer["content"]
    assert simulator.left == []


def test_no_call_of_a_reply_cut_off_at_max_tokens_is_run() -> None:
    ran: list[Mapping[str, object]] = []

    def note(given: Mapping[str, object]) -> str:
        ran.append(given)
        return "read"

    simulator = Simulator(replies=[reply(reading(), stop_reason="max_tokens")])
    with simulator.client() as client, pytest.raises(CutOffError) as caught:
        agent(client, Tool(READ_TICKET, note)).work_on(TASK)

    assert str(caught.value) == "a reply did not fit into 8192 tokens; none of its calls was run"
    assert ran == []
    assert simulator.left == []


@pytest.mark.parametrize(
    ("stop_reason", "ending"),
    [
        ("refusal", Ending.DECLINED),
        ("pause_turn", Ending.PAUSED),
        ("model_context_window_exceeded", Ending.CONTEXT_FULL),
        ("not_known_yet", Ending.UNKNOWN),
    ],
)
def test_only_end_turn_finishes_a_task(stop_reason: str, ending: Ending) -> None:
    simulator = Simulator(replies=[reply("Up to here", stop_reason=stop_reason)])
    with simulator.client() as client:
        outcome = agent(client).work_on(TASK)

    assert outcome == Outcome(ending, 1, "Up to here")
    assert simulator.left == []


def test_a_task_can_be_declined_without_a_word() -> None:
    simulator = Simulator(replies=[reading(), reply(stop_reason="refusal")])
    with simulator.client() as client:
        outcome = agent(client).work_on(TASK)

    assert outcome == Outcome(Ending.DECLINED, 2, "")
    assert simulator.left == []


def test_instructions_are_sent_as_the_system_prompt() -> None:
    simulator = Simulator(replies=[text("Yes.")])
    with simulator.client() as client:
        agent(client, instructions="Write in English.").work_on(TASK)

    assert simulator.requests[0].body["system"] == "Write in English."


def test_without_instructions_there_is_no_system_prompt() -> None:
    simulator = Simulator(replies=[text("Yes.")])
    with simulator.client() as client:
        agent(client).work_on(TASK)

    assert "system" not in simulator.requests[0].body


def test_the_print_shop_declares_its_tools_and_instructions() -> None:
    simulator = Simulator(replies=[text("Nothing to write.")])
    with simulator.client() as client:
        print_shop_desk(client).work_on(TASK)

    body = simulator.requests[0].body
    assert body["tools"] == [READ_TICKET, DRAFT_EMAIL]
    assert body["system"] == INSTRUCTIONS


def test_the_print_shop_reads_a_ticket_and_drafts_an_email() -> None:
    simulator = Simulator(replies=[reading("toolu_1"), drafting("toolu_2"), text("An e-mail waits for you.")])
    with simulator.client() as client:
        outcome = print_shop_desk(client).work_on(TASK)

    assert outcome == Outcome(Ending.FINISHED, 3, "An e-mail waits for you.")
    last = simulator.requests[2].body["messages"]
    assert [last[2]["content"], last[4]["content"]] == [[result("toolu_1", ON_TICKET)], [result("toolu_2", DRAFTED)]]


def test_the_print_shop_says_that_a_ticket_is_not_on_file() -> None:
    simulator = Simulator(replies=[reading(ticket="P-999"), text("Which number is it?")])
    with simulator.client() as client:
        print_shop_desk(client).work_on(TASK)

    assert simulator.requests[1].body["messages"][-1]["content"] == [
        result("toolu_1", "P-999 is not on file. The order confirmation shows the right number.")
    ]


@pytest.mark.parametrize(
    ("call", "content"),
    [
        pytest.param(
            tool_use("read_ticket", {"ticket": 311}, id="toolu_1"),
            "read_ticket did not work: ticket has to be a string",
            id="number-for-a-ticket",
        ),
        pytest.param(
            tool_use("draft_email", {"ticket": "P-311"}, id="toolu_1"),
            "draft_email did not work: body has to be a string",
            id="email-without-a-body",
        ),
    ],
)
def test_the_print_shop_refuses_an_input_of_another_shape(call: dict[str, Any], content: str) -> None:
    simulator = Simulator(replies=[reply(call, unchecked=["input"]), text("Once more, then.")])
    with simulator.client() as client:
        print_shop_desk(client).work_on(TASK)

    assert simulator.requests[1].body["messages"][-1]["content"] == [result("toolu_1", content, is_error=True)]
    assert simulator.left == []


def test_the_print_shop_takes_five_turns_at_most() -> None:
    simulator = Simulator(replies=[tool_use("read_ticket", {"ticket": "P-311"})] * 5, on_empty="error")
    with simulator.client() as client:
        outcome = print_shop_desk(client).work_on(TASK)

    assert outcome == Outcome(Ending.OUT_OF_TURNS, 5, "")
    assert simulator.left == []
