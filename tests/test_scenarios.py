"""The scripts that come with the simulator."""

import pytest

from rystic_asgi.script.fault import ScriptError
from rystic_asgi.script.reply import read_replies
from rystic_asgi.script.scenarios import SCENARIOS, find_scenario


@pytest.mark.parametrize("name", [scenario.name for scenario in SCENARIOS])
def test_a_scenario_can_be_played(name: str) -> None:
    scenario = find_scenario(name)

    assert len(read_replies(scenario.replies, "scenario")) == len(scenario.replies)


def test_the_agent_loop_calls_its_two_tools_and_ends_with_a_text() -> None:
    replies = read_replies(find_scenario("anthropic_agent_loop").replies, "scenario")

    calls = [{block["name"] for block in reply.content if block["type"] == "tool_use"} for reply in replies]
    assert set().union(*calls) == {"get_weather", "search_help"}
    assert sum(map(bool, calls)) >= 2
    assert [block["type"] for block in replies[-1].content] == ["text"]


def test_an_unknown_scenario_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ScriptError) as refused:
        find_scenario("agent_loop")

    known = ", ".join(scenario.name for scenario in SCENARIOS)
    assert str(refused.value) == f"rystic: scenario: no scenario is called 'agent_loop'; known: {known}"
