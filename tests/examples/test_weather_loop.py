import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from weather_loop import MAX_ROUNDS, run

from rystic_asgi import Simulator, reply, text, tool_use
from rystic_asgi.script.scenarios import SCENARIOS

EXAMPLE = Path(__file__).parents[2] / "examples" / "weather_loop.py"
OPENING = "Let me see what it is like outside."
ANSWER = SCENARIOS[0].replies[-1]["content"][0]["text"]


def test_the_scenario_is_played_to_its_end() -> None:
    simulator = Simulator(scenario="anthropic_agent_loop")
    with simulator.client() as client:
        answer = run(client, "What is it like outside?")

    assert answer == ANSWER
    assert simulator.left == []


def test_the_first_request_holds_the_question_and_both_tools() -> None:
    simulator = Simulator(replies=[text("Sunny.")])
    with simulator.client() as client:
        run(client, "What is it like outside?")

    body = simulator.requests[0].body
    assert body["messages"] == [{"role": "user", "content": "What is it like outside?"}]
    assert [tool["name"] for tool in body["tools"]] == ["get_weather", "search_help"]
    assert body["stream"] is True


def test_the_calls_of_a_reply_are_answered_in_one_message_and_in_order() -> None:
    simulator = Simulator(scenario="anthropic_agent_loop")
    with simulator.client() as client:
        run(client, "What is it like outside?")

    calls, results = simulator.requests[2].body["messages"][-2:]
    help_call, weather_call = (block["id"] for block in calls["content"])
    assert results == {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": help_call, "content": "Change an order", "is_error": False},
            {
                "type": "tool_result",
                "tool_use_id": weather_call,
                "content": "24 degrees, light wind",
                "is_error": False,
            },
        ],
    }


def test_text_is_printed_reply_by_reply(capsys: pytest.CaptureFixture[str]) -> None:
    simulator = Simulator(scenario="anthropic_agent_loop")
    with simulator.client() as client:
        run(client, "What is it like outside?")

    assert capsys.readouterr().out == f"{OPENING}\n{ANSWER}\n"


@pytest.mark.parametrize(
    ("call", "content"),
    [
        pytest.param(
            tool_use("get_weather", {"city": "Atlantis"}),
            "get_weather did not work: there is no forecast for 'Atlantis', only for Lyon, Paris",
            id="unknown-city",
        ),
        pytest.param(
            tool_use("search_help", {"query": "order", "limit": "all"}),
            "search_help did not work: limit has to be a whole number, not 'all'",
            id="limit-that-is-no-number",
        ),
        pytest.param(tool_use("get_tides", {}), "get_tides did not work: there is no such tool", id="unknown-tool"),
    ],
)
def test_a_call_that_fails_is_told_to_the_model(call: dict[str, Any], content: str) -> None:
    simulator = Simulator(replies=[reply(call, unchecked=["input", "tool"]), text("Sorry.")])
    with simulator.client() as client:
        answer = run(client, "What is it like in Atlantis?")

    (result,) = simulator.requests[1].body["messages"][-1]["content"]
    assert (result["content"], result["is_error"]) == (content, True)
    assert answer == "Sorry."
    assert simulator.left == []


@pytest.mark.parametrize(
    ("arguments", "content"),
    [
        pytest.param({"query": "cancel order"}, "Cancel an order\nChange an order", id="best-first"),
        pytest.param({"query": "order", "limit": 1}, "Change an order", id="no-more-than-the-limit"),
        pytest.param({"query": "invoices"}, "No page matches.", id="no-match"),
    ],
)
def test_help_pages_are_found_by_their_words(arguments: dict[str, Any], content: str) -> None:
    simulator = Simulator(replies=[tool_use("search_help", arguments), text("Here you are.")])
    with simulator.client() as client:
        run(client, "Where do I read about it?")

    (result,) = simulator.requests[1].body["messages"][-1]["content"]
    assert result["content"] == content
    assert simulator.left == []


def test_a_reply_that_is_cut_off_is_no_answer_and_runs_no_tool() -> None:
    simulator = Simulator(replies=[reply(tool_use("get_weather", {"city": "Paris"}), stop_reason="max_tokens")])
    with simulator.client() as client, pytest.raises(RuntimeError) as caught:
        run(client, "What is it like outside?")

    assert str(caught.value) == "no answer: the reply after 0 rounds of calls ended with max_tokens"
    assert len(simulator.requests) == 1


def test_a_model_that_only_calls_tools_is_stopped() -> None:
    simulator = Simulator(replies=[tool_use("get_weather", {"city": "Paris"})] * (MAX_ROUNDS + 1))
    with simulator.client() as client, pytest.raises(RuntimeError) as caught:
        run(client, "What is it like outside?")

    assert str(caught.value) == "no answer: the reply after 8 rounds of calls ended with tool_use"
    assert len(simulator.requests) == MAX_ROUNDS + 1
    assert simulator.left == []


def test_the_file_runs_against_a_served_simulator() -> None:
    simulator = [sys.executable, "-m", "rystic_asgi", "run", "--scenario", "anthropic_agent_loop", "--"]
    ran = subprocess.run([*simulator, sys.executable, str(EXAMPLE)], capture_output=True, text=True, timeout=60)

    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines() == [OPENING, ANSWER, f"Answer: {ANSWER}"]
    assert ran.stderr == "rystic: 3 replies taken, 0 left\n"
