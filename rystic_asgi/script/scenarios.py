"""The scripts that come with the simulator."""

from typing import Any, Final, NamedTuple

from rystic_asgi.script.fault import ScriptError


class Scenario(NamedTuple):
    """A script by name, with a sentence that says what it plays and which tools it calls."""

    name: str
    description: str
    replies: list[Any]


SCENARIOS: Final[tuple[Scenario, ...]] = (
    Scenario(
        "anthropic_agent_loop",
        "Two rounds of calls and a closing text, for the tools get_weather(city) and search_help(query, limit?).",
        [
            {
                "content": [
                    {"type": "text", "text": "Let me see what it is like outside."},
                    {"type": "tool_use", "name": "get_weather", "input": {"city": "Paris"}},
                ]
            },
            {
                "content": [
                    {"type": "tool_use", "name": "search_help", "input": {"query": "change an order", "limit": 1}},
                    {"type": "tool_use", "name": "get_weather", "input": {"city": "Lyon"}},
                ]
            },
            {"content": [{"type": "text", "text": "Sunny in both cities. To change an order, open it and edit."}]},
        ],
    ),
)


def find_scenario(name: str) -> Scenario:
    """The scenario of that name. Raises ScriptError that lists the known ones."""
    for scenario in SCENARIOS:
        if scenario.name == name:
            return scenario
    known = ", ".join(scenario.name for scenario in SCENARIOS)
    raise ScriptError("scenario", f"no scenario is called {name!r}; known: {known}")
