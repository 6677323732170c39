"""What it costs to explain a bad request of 1 MB, against ``json.loads`` of its body."""

import json
from typing import Any

import pytest

from rystic_asgi.asgi.operations import answer
from rystic_asgi.state.memory_store import MemoryStore
from tests.benchmarks.bench_history import history
from tests.benchmarks.conftest import Pair
from tests.conftest import API_HEADERS, WEATHER_TOOL, ask

ROUNDS = 1_000
MILLION = 1_000_000


def long_history(last: dict[str, Any]) -> dict[str, Any]:
    return ask(messages=[*history(ROUNDS), last], tools=[WEATHER_TOOL])


def wide_schema() -> dict[str, Any]:
    properties = {f"property_{number}": {"type": "string", "minLength": "one"} for number in range(18_000)}
    return {"name": "wide", "input_schema": {"type": "object", "properties": properties}}


BODIES = {
    "last-block": json.dumps(long_history({"role": "user", "content": [{"type": "tool_result"}]})).encode(),
    "last-message": json.dumps(long_history({"role": "user", "content": ""})).encode(),
    "unknown-key": json.dumps(ask(extra=["x" * 50] * 19_000)).encode(),
    "schema": json.dumps(ask(tools=[wide_schema()])).encode(),
    "half": json.dumps(long_history({"role": "user", "content": "Hi"})).encode()[:-40],
    "lone-surrogate": json.dumps(long_history({"role": "user", "content": "cut \ud83d"})).encode(),
    "nested": b'{"model":' + b"[" * MILLION,
    "escapes": b'{"model":"' + b"\\n" * (MILLION // 2) + b'\\ud83d"}',
    "numbers": b'{"model":[' + b"1e999," * (MILLION // 6) + b"1]}",
}


@pytest.mark.parametrize("name", BODIES)
def test_explaining_a_bad_request(pair: Pair, name: str) -> None:
    body, store = BODIES[name], MemoryStore()
    headers = {name.encode(): value.encode() for name, value in API_HEADERS.items()}
    floor = json.dumps(long_history({"role": "user", "content": "Hi"})).encode()
    assert answer(store, "POST", "/v1/messages", {**headers}, body).status == 400

    pair(lambda: answer(store, "POST", "/v1/messages", {**headers}, body), lambda: json.loads(floor), most=400)
