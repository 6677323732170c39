"""The corpus with bytes changed at random, but the same in every run: any body gets a whole answer, and no 500."""

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest

from rystic_asgi import Simulator
from rystic_asgi.asgi.operations import answer
from rystic_asgi.asgi.responses import Answer
from rystic_asgi.asgi.slices import SlicesAskedError
from rystic_asgi.state.memory_store import MemoryStore
from tests.corpus.cases import FOLDERS, Case, read_cases

CASES: Final = [case for folder in FOLDERS for case in read_cases(folder) if isinstance(case.data.get("body"), dict)]
MUTANTS: Final = 25
"""How many changed bodies are made of each case."""
REPLY: Final = {"content": [{"type": "text", "text": "Hi"}], "unchecked": ["format"]}

SPLICES: Final = (
    b"\x00",
    b"\xff",
    b'"',
    b"\\",
    b"{",
    b"[",
    b"]",
    b"}",
    b",",
    b"null",
    b"-1",
    b"1e999",
    b"NaN",
    b"9" * 30,
    b'"\\ud83d"',
    b"[" * 500,
    b'{"a":' * 500,
    b'{"type":"text"}',
    b'{"$ref":"#"}',
    b'"input_schema"',
    "Ω".encode(),
)


def replaced(body: bytes, random: Random) -> bytes:
    at = random.randrange(len(body) + 1)
    return body[:at] + random.choice(SPLICES) + body[at + random.randrange(4) :]


def cut(body: bytes, random: Random) -> bytes:
    start = random.randrange(len(body) + 1)
    return body[:start] + body[start + random.randrange(40) :]


def doubled(body: bytes, random: Random) -> bytes:
    start = random.randrange(len(body) + 1)
    part = body[start : start + random.randrange(60)]
    return body[:start] + part + body[start:]


def swapped(body: bytes, random: Random) -> bytes:
    value = json.loads(body)
    keys = list(value)
    first, second = random.choice(keys), random.choice(keys)
    value[first], value[second] = value[second], value[first]
    return json.dumps(value).encode()


CHANGES: Final[tuple[Callable[[bytes, Random], bytes], ...]] = (replaced, cut, doubled, swapped)


def mutants(case: Case) -> list[bytes]:
    random = Random(case.name)
    return [random.choice(CHANGES)(case.body, random) for _ in range(MUTANTS)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.folder}-{case.name}")
def test_a_changed_body_gets_a_whole_answer(case: Case) -> None:
    headers = {name.lower().encode(): value.encode() for name, value in case.data["headers"].items()}
    for body in mutants(case):
        store = MemoryStore()
        simulator = Simulator(replies=[REPLY], rules=case.data.get("rules"), store=store)

        found = answer_of(store, case, {**headers}, body)

        assert found.status == 200 or 400 <= found.status < 500
        if found.status != 200:
            assert is_envelope(json.loads(found.whole))
            assert simulator.left == [REPLY]


def answer_of(store: MemoryStore, case: Case, headers: dict[bytes, bytes], body: bytes) -> Answer:
    try:
        return answer(store, case.data.get("method", "POST"), case.path, headers, body)
    except SlicesAskedError as asked:
        while True:
            try:
                next(asked.steps)
            except StopIteration as ended:
                return ended.value  # type: ignore[no-any-return]  # what a generator returns is not typed there


def is_envelope(value: Any) -> bool:
    error = value["error"]
    return isinstance(error["type"], str) and isinstance(error["message"], str) and bool(error["message"])
