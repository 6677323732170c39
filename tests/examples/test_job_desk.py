from collections.abc import Mapping
from typing import Any

import anthropic
import pytest
from job_desk import DRAFT_NOTE, FIND_JOB, AgentResult, Handler, ReplyCutOffError, run_agent, run_job_desk

from rystic_asgi import Simulator, reply, text, thinking, tool_use

TASK = "The slates for R-208 come two days late. Draft a note to the crew."


def find_job(arguments: Mapping[str, object]) -> str:
    return f"{arguments['number']} is on Tuesday"


def draft_note(arguments: Mapping[str, object]) -> str:
    return f"kept: {arguments['text']}"


HANDLERS: dict[str, Handler] = {"find_job": find_job, "draft_note": draft_note}


def find(call_id: str = "toolu_1") -> dict[str, Any]:
    return tool_use("find_job", {"number": "R-208"}, id=call_id)


def work(
    client: anthropic.Anthropic,
    *,
    handlers: Mapping[str, Handler] = HANDLERS,
    max_steps: int = 5,
    system: str | None = None,
) -> AgentResult:
    tools = (FIND_JOB, DRAFT_NOTE)
    return run_agent(client, TASK, tools=tools, handlers=handlers, max_steps=max_steps, system=system)


def test_tools_are_run_until_the_model_is_done() -> None:
    draft = tool_use("draft_note", {"text": "R-208 moves."}, id="toolu_2")
    simulator = Simulator(replies=[find(), draft, text("The note is drafted.")])
    with simulator.client() as client:
        result = work(client)

    assert result == AgentResult("The note is drafted.", 3, "done")
    assert simulator.requests[2].body["messages"] == [
        {"role": "user", "content": TASK},
        {"role": "assistant", "content": simulator.requests[0].answer["content"]},
        {"role": "user", "content": [tool_result("toolu_1", "R-208 is on Tuesday")]},
        {"role": "assistant", "content": simulator.requests[1].answer["content"]},
        {"role": "user", "content": [tool_result("toolu_2", "kept: R-208 moves.")]},
    ]
    assert simulator.left == []


def test_a_run_stops_at_its_step_limit() -> None:
    simulator = Simulator(replies=[find(), find("toolu_2"), text("Done.")])
    with simulator.client() as client:
        result = work(client, max_steps=2)

    assert result == AgentResult("", 2, "step_limit")
    assert len(simulator.requests) == 2
    assert simulator.left == [reply("Done.")]


def test_a_tool_without_a_handler_is_told_to_the_model() -> None:
    simulator = Simulator(replies=[find(), text("I cannot find it.")])
    with simulator.client() as client:
        result = work(client, handlers={"draft_note": draft_note})

    assert result == AgentResult("I cannot find it.", 2, "done")
    assert simulator.requests[1].body["messages"][-1]["content"] == [
        tool_result("toolu_1", "Nothing here can run find_job.", is_error=True)
    ]
    assert simulator.left == []


def test_a_tool_that_throws_is_told_to_the_model() -> None:
    def broken(arguments: Mapping[str, object]) -> str:
        raise OSError("the job book is locked")

    simulator = Simulator(replies=[find(), text("The job book is locked.")])
    with simulator.client() as client:
        result = work(client, handlers={"find_job": broken})

    assert result == AgentResult("The job book is locked.", 2, "done")
    assert simulator.requests[1].body["messages"][-1]["content"] == [
        tool_result("toolu_1", "find_job failed: the job book is locked", is_error=True)
    ]
    assert simulator.left == []


def test_two_calls_of_one_reply_are_answered_in_one_message_and_in_order() -> None:
    draft = tool_use("draft_note", {"text": "Late."}, id="toolu_1")
    simulator = Simulator(replies=[reply(draft, find("toolu_2")), text("Done.")])
    with simulator.client() as client:
        work(client)

    assert simulator.requests[1].body["messages"][2:] == [
        {
            "role": "user",
            "content": [tool_result("toolu_1", "kept: Late."), tool_result("toolu_2", "R-208 is on Tuesday")],
        }
    ]
    assert simulator.left == []


def test_thinking_is_sent_back_unchanged_and_first() -> None:
    thought = thinking("Find the job, then write.", signature="c2lnbmF0dXJl")
    simulator = Simulator(replies=[reply(thought, "One moment.", find()), text("Done.")])
    with simulator.client() as client:
        work(client)

    sent_back = simulator.requests[1].body["messages"][1]
    assert sent_back == {"role": "assistant", "content": simulator.requests[0].answer["content"]}
    assert sent_back["content"][0] == thought
    assert [block["type"] for block in sent_back["content"]] == ["thinking", "text", "tool_use"]
    assert simulator.left == []


def test_a_reply_cut_off_at_max_tokens_raises_and_runs_no_tool() -> None:
    ran: list[Mapping[str, object]] = []

    def record(arguments: Mapping[str, object]) -> str:
        ran.append(arguments)
        return "found"

    simulator = Simulator(replies=[reply(find(), stop_reason="max_tokens")])
    with simulator.client() as client, pytest.raises(ReplyCutOffError) as caught:
        work(client, handlers={"find_job": record})

    assert str(caught.value) == "reply 1 was cut off after 8192 tokens; allow more and run again"
    assert ran == []
    assert len(simulator.requests) == 1
    assert simulator.left == []


@pytest.mark.parametrize(
    ("stop_reason", "stopped"),
    [
        ("refusal", "refused"),
        ("pause_turn", "paused"),
        ("model_context_window_exceeded", "context_full"),
        ("not_known_yet", "unknown"),
    ],
)
def test_a_reply_that_does_not_finish_the_job_is_not_reported_as_done(stop_reason: str, stopped: str) -> None:
    simulator = Simulator(replies=[reply("So far", stop_reason=stop_reason)])
    with simulator.client() as client:
        result = work(client)

    assert (result.text, result.steps, result.stopped) == ("So far", 1, stopped)
    assert len(simulator.requests) == 1
    assert simulator.left == []


def test_a_refusal_without_text_is_reported_as_refused() -> None:
    simulator = Simulator(replies=[find(), reply(stop_reason="refusal")])
    with simulator.client() as client:
        result = work(client)

    assert result == AgentResult("", 2, "refused")
    assert simulator.left == []


def test_a_system_prompt_is_sent_when_one_is_given() -> None:
    simulator = Simulator(replies=[text("Done.")])
    with simulator.client() as client:
        work(client, system="Be brief.")

    assert simulator.requests[0].body["system"] == "Be brief."
    assert simulator.left == []


def test_no_system_prompt_is_sent_when_none_is_given() -> None:
    simulator = Simulator(replies=[text("Done.")])
    with simulator.client() as client:
        work(client)

    assert "system" not in simulator.requests[0].body
    assert simulator.left == []


def test_the_desk_offers_both_tools_under_its_own_system_prompt() -> None:
    simulator = Simulator(replies=[text("Nothing to do.")])
    with simulator.client() as client:
        run_job_desk(client, TASK)

    body = simulator.requests[0].body
    assert body["tools"] == [FIND_JOB, DRAFT_NOTE]
    assert body["system"] == "You plan the week of a roofing crew. Find a job before you write about it."
    assert simulator.left == []


def test_the_desk_finds_a_job_and_drafts_a_note() -> None:
    draft = tool_use("draft_note", {"text": "R-208 moves."}, id="toolu_2")
    simulator = Simulator(replies=[find(), draft, text("The note is drafted.")])
    with simulator.client() as client:
        result = run_job_desk(client, TASK)

    assert result == AgentResult("The note is drafted.", 3, "done")
    messages = simulator.requests[2].body["messages"]
    assert messages[2]["content"] == [tool_result("toolu_1", "Northcote, booked for 3 March")]
    assert messages[4]["content"] == [tool_result("toolu_2", "Draft kept: R-208 moves.")]
    assert simulator.left == []


@pytest.mark.parametrize(
    ("call", "content"),
    [
        pytest.param(
            tool_use("find_job", {"number": "R-999"}, id="toolu_1"),
            "There is no job R-999. Ask for the number on the work order.",
            id="missing-job",
        ),
        pytest.param(
            tool_use("find_job", {"number": 208}, id="toolu_1"),
            "A job number is needed, such as R-208.",
            id="number-that-is-no-string",
        ),
        pytest.param(tool_use("draft_note", {}, id="toolu_1"), "The note needs a text.", id="note-without-a-text"),
    ],
)
def test_what_the_desk_cannot_do_comes_back_as_a_sentence(call: dict[str, Any], content: str) -> None:
    simulator = Simulator(replies=[reply(call, unchecked=["input"]), text("Which job is it?")])
    with simulator.client() as client:
        result = run_job_desk(client, TASK)

    assert result == AgentResult("Which job is it?", 2, "done")
    assert simulator.requests[1].body["messages"][-1]["content"] == [tool_result("toolu_1", content)]
    assert simulator.left == []


def test_the_desk_stops_after_six_replies() -> None:
    simulator = Simulator(replies=[tool_use("find_job", {"number": "R-208"})] * 6, on_empty="error")
    with simulator.client() as client:
        result = run_job_desk(client, TASK)

    assert result == AgentResult("", 6, "step_limit")
    assert len(simulator.requests) == 6
    assert simulator.left == []


def tool_result(call_id: str, content: str, **members: bool) -> dict[str, Any]:
    """A result as a request holds it."""
    return {"type": "tool_result", "tool_use_id": call_id, "content": content, **members}
