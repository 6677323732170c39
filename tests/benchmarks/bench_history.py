"""A request with a long history, checked and answered, against ``json.loads`` of its body."""

import json
from hashlib import sha256
from typing import Any

import pytest

from rystic_asgi import MemoryStore
from rystic_asgi.asgi.operations import answer
from tests.benchmarks.conftest import Pair
from tests.conftest import API_HEADERS, WEATHER_TOOL, ask

REPEATS = 10
WIDE = "claude-opus-5"
"""A model whose window holds the longest of these histories."""


def history(rounds: int) -> list[dict[str, Any]]:
    """A conversation of ``rounds`` calls with their results, about 1 kB each."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Look at every file."}]
    for number in range(rounds):
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": "get_weather", "input": {"city": f"City {number}"}}
        said = {"type": "text", "text": f"Now I look at number {number}, to see what is in it."}
        result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "A line of output. " * 38}
        messages += [{"role": "assistant", "content": [said, call]}, {"role": "user", "content": [result]}]
    return messages


@pytest.mark.parametrize("rounds", [250, 500, 1000, 2000])
def test_history(pair: Pair, rounds: int) -> None:
    body = json.dumps(ask(model=WIDE, messages=history(rounds), tools=[WEATHER_TOOL])).encode()
    headers = {name.encode(): value.encode() for name, value in API_HEADERS.items()}
    store = MemoryStore()
    assert answer(store, "POST", "/v1/messages", {**headers}, body).status == 200

    def ours() -> None:
        for _ in range(REPEATS):
            answer(store, "POST", "/v1/messages", {**headers}, body)

    def floor() -> None:
        for _ in range(REPEATS):
            json.loads(body)

    pair(ours, floor, most=3)


@pytest.mark.parametrize("rounds", [250, 500, 1000, 2000])
def test_history_that_is_cached(pair: Pair, rounds: int) -> None:
    """The same with the automatic breakpoint, against three ``json.loads`` and one digest."""
    body = json.dumps(
        ask(model=WIDE, messages=history(rounds), tools=[WEATHER_TOOL], cache_control={"type": "ephemeral"})
    ).encode()
    headers = {name.encode(): value.encode() for name, value in API_HEADERS.items()}
    store = MemoryStore()
    assert answer(store, "POST", "/v1/messages", {**headers}, body).status == 200

    def ours() -> None:
        for _ in range(REPEATS):
            answer(store, "POST", "/v1/messages", {**headers}, body)

    def floor() -> None:
        for _ in range(REPEATS):
            for _ in range(3):
                json.loads(body)
            sha256(body)

    pair(ours, floor, most=1)
