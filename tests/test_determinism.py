"""The same script and the same requests give the same bytes."""

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest

from rystic_asgi import Simulator
from rystic_asgi.transport.httpx2_transports import Transport
from tests.conftest import API_HEADERS, WEATHER_TOOL, ask

CALL = {"type": "tool_use", "name": "get_weather", "input": {"city": "Zürich 🌍"}}
SCRIPT: list[Any] = [
    {"content": [{"type": "thinking", "thinking": "Which city?"}, {"type": "text", "text": "I look."}, CALL, CALL]},
    {"content": [{"type": "tool_use", "name": "plan"}]},
    "All done.",
    {"error": {"status": 429, "headers": {"retry-after": "3"}}},
]
PLAN_TOOL: dict[str, Any] = {
    "name": "plan",
    "input_schema": {
        "type": "object",
        "properties": {
            "steps": {"type": "array", "minItems": 2, "uniqueItems": True, "items": {"type": "string"}},
            "code": {"type": "string", "pattern": "^[A-Z]{2}-[0-9]{3,}$"},
            "when": {"type": "string", "format": "date-time"},
            "kind": {"anyOf": [{"enum": ["a", "b"]}, {"type": "integer"}]},
        },
        "required": ["steps", "code", "when", "kind"],
    },
}


def play(simulator: Simulator) -> str:
    """A digest of every byte and header of a play, with refused and unknown requests in between."""
    digest = hashlib.sha256()
    with httpx2.Client(transport=Transport(simulator), base_url="http://rystic.test", headers=API_HEADERS) as http:
        for number in range(6):
            request = ask(tools=[WEATHER_TOOL, PLAN_TOOL], stream=number % 2 == 0)
            for response in (
                http.post("/v1/messages", json=request),
                http.post("/v1/messages", json=ask(max_tokens="many")),
                http.get("/v1/nowhere"),
            ):
                digest.update(json.dumps([response.status_code, *response.headers.multi_items()]).encode())
                digest.update(response.content)
        digest.update(play_batch(http))
    return digest.hexdigest()


def play_batch(http: httpx2.Client) -> bytes:
    """What a batch and its results are."""
    requests = [{"custom_id": f"r{number}", "params": ask(tools=[PLAN_TOOL])} for number in range(3)]
    created = http.post("/v1/messages/batches", json={"requests": requests})
    ended = http.get(f"/v1/messages/batches/{created.json()['id']}")
    return created.content + ended.content + http.get(ended.json()["results_url"]).content


@pytest.fixture(scope="module")
def expected() -> str:
    return play(Simulator(replies=SCRIPT))


def test_a_new_simulator_gives_the_same_bytes(expected: str) -> None:
    assert play(Simulator(replies=SCRIPT)) == expected


def test_a_reset_gives_the_same_bytes(expected: str) -> None:
    simulator = Simulator(replies=SCRIPT)
    play(simulator)

    simulator.reset()

    assert play(simulator) == expected


def test_a_load_gives_the_same_bytes(expected: str) -> None:
    simulator = Simulator(replies=["another script"])
    play(simulator)

    simulator.load(SCRIPT)

    assert play(simulator) == expected


def test_the_global_random_generator_plays_no_part(expected: str) -> None:
    random.seed(1)
    simulator = Simulator(replies=SCRIPT)
    random.seed(2)

    assert play(simulator) == expected


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_another_process_gives_the_same_bytes(expected: str, hash_seed: str) -> None:
    code = "from tests.test_determinism import *; print(play(Simulator(replies=SCRIPT)))"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": "Asia/Tokyo", "LC_ALL": "C"}

    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        cwd=Path(__file__).parent.parent,
    )

    assert result.stdout.strip() == expected


def test_another_seed_gives_other_ids(expected: str) -> None:
    assert play(Simulator(replies=SCRIPT, seed=7)) != expected


def test_nothing_in_a_play_is_left_to_the_default_reply_by_accident() -> None:
    simulator = Simulator(replies=SCRIPT)

    play(simulator)

    assert [(entry.reply, entry.status) for entry in simulator.messages if entry.status != 400] == [
        (0, 200),
        (1, 200),
        (2, 200),
        (3, 429),
        (None, 200),
        (None, 200),
    ]
