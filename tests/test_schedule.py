"""Faults over requests: which they befall, what the script keeps, and what cannot be read."""

from typing import Any

import httpx2
import pytest

from rystic_asgi import Simulator, tool_use
from rystic_asgi.script.fault import ScriptError
from rystic_asgi.script.schedule import read_schedule, scheduled
from tests.conftest import WEATHER_TOOL, Connect, ask

OVERLOADED: dict[str, Any] = {"status": 529}
ENDS: dict[str, Any] = {"fault": {"kind": "end", "event": "message_stop"}}


def statuses(http: httpx2.Client, requests: int) -> list[int]:
    return [http.post("/v1/messages", json=ask(str(number))).status_code for number in range(requests)]


@pytest.mark.parametrize(
    ("row", "befallen"),
    [
        pytest.param({"every": 1}, [0, 1, 2, 3, 4, 5], id="every-one"),
        pytest.param({"every": 3}, [2, 5], id="every-third"),
        pytest.param({"at": [0, 4]}, [0, 4], id="at"),
        pytest.param({"at": []}, [], id="at-none"),
    ],
)
def test_a_row_is_for_its_requests(row: dict[str, Any], befallen: list[int]) -> None:
    schedule = read_schedule([{**row, "error": OVERLOADED}], "faults")

    assert [number for number in range(6) if scheduled(schedule, number)] == befallen


def test_the_first_row_for_a_request_counts() -> None:
    schedule = read_schedule([{"at": [1], "stream": ENDS}, {"every": 2, "error": OVERLOADED}], "faults")

    found = [scheduled(schedule, number) for number in range(4)]

    assert found == [None, schedule[0], None, schedule[1]]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param({}, "faults: a list expected, found an object {}", id="no-list"),
        pytest.param([5], "faults.0: an object expected, found an integer 5", id="no-object"),
        pytest.param(
            [{"evry": 1}],
            "faults.0.evry: unknown key; did you mean 'every'? known: every, at, error, stream",
            id="unknown-key",
        ),
        pytest.param(
            [{"error": OVERLOADED}],
            "faults.0: either every or at expected: every how many requests, or a list of numbers from 0",
            id="no-requests",
        ),
        pytest.param(
            [{"every": 1, "at": [1], "error": OVERLOADED}],
            "faults.0: either every or at expected: every how many requests, or a list of numbers from 0",
            id="requests-twice",
        ),
        pytest.param(
            [{"every": 1}], "faults.0: either error or stream expected: what befalls these requests", id="no-fault"
        ),
        pytest.param(
            [{"every": 1, "error": OVERLOADED, "stream": ENDS}],
            "faults.0: either error or stream expected: what befalls these requests",
            id="two-faults",
        ),
        pytest.param(
            [{"every": 0, "error": OVERLOADED}], "faults.0.every: 1 or more expected, found 0", id="every-none"
        ),
        pytest.param(
            [{"at": [0, "1"], "error": OVERLOADED}],
            "faults.0.at.1: an integer expected, found a string '1'",
            id="no-number",
        ),
        pytest.param([{"every": 1, "error": {}}], "faults.0.error: status or type expected", id="error"),
        pytest.param(
            [{"every": 1, "stream": {"fault": {"kind": "end"}}}],
            "faults.0.stream.fault: event or byte expected: the number of the event before which it happens",
            id="stream",
        ),
    ],
)
def test_a_schedule_that_cannot_be_played_is_told_with_its_place(value: Any, text: str) -> None:
    with pytest.raises(ScriptError) as refused:
        read_schedule(value, "faults")

    assert str(refused.value) == f"rystic: {text}"


def test_a_scheduled_error_leaves_the_script_as_it_is(connect: Connect) -> None:
    simulator = Simulator(replies=["One.", "Two."], faults=[{"every": 2, "error": OVERLOADED}])
    http = connect(simulator)

    assert statuses(http, 3) == [200, 529, 200]
    assert (simulator.left, simulator.taken) == ([], ["One.", "Two."])
    assert [entry.reply for entry in simulator.messages] == [0, None, 1]
    assert [entry.as_json()["faults"] for entry in simulator.messages] == [
        (),
        ({"kind": "status", "status": 529},),
        (),
    ]


def test_a_scheduled_stream_plays_the_next_reply_and_leaves_it_in_the_script(connect: Connect) -> None:
    simulator = Simulator(
        replies=[tool_use("get_weather", {"city": "Paris"}), "Two."], faults=[{"at": [0], "stream": ENDS}]
    )
    http = connect(simulator)
    asked = ask(tools=[WEATHER_TOOL], stream=True)

    broken, whole = (http.post("/v1/messages", json=asked).text for _ in range(2))

    assert broken.endswith("\n\n")
    assert "message_stop" not in broken
    assert broken.count("get_weather") == whole.count("get_weather") == 1
    assert simulator.left == ["Two."]
    assert [entry.reply for entry in simulator.messages] == [0, 0]
    ids = [entry.answer["id"] for entry in simulator.messages]
    assert ids[0] != ids[1]


def test_a_schedule_counts_requests_for_a_message_that_are_not_refused(connect: Connect) -> None:
    http = connect(Simulator(faults=[{"at": [1], "error": OVERLOADED}]))

    first = http.post("/v1/messages", json=ask())
    refused = http.post("/v1/messages", json=ask(max_tokens="many"))
    counted = http.post("/v1/messages/count_tokens", json={key: ask()[key] for key in ("model", "messages")})
    befallen = http.post("/v1/messages", json=ask())

    assert [each.status_code for each in (first, refused, counted, befallen)] == [200, 400, 200, 529]


def test_a_schedule_starts_over_at_a_reset(connect: Connect) -> None:
    simulator = Simulator(
        replies=["One.", "Two.", "Three."],
        faults=[{"every": 3, "error": OVERLOADED}, {"at": [1], "stream": ENDS}],
        stream={"cut": 2},
    )
    http = connect(simulator)

    def play() -> list[tuple[bytes, list[tuple[str, str]]]]:
        answers = [http.post("/v1/messages", json=ask(stream=True)) for _ in range(5)]
        return [(answer.content, answer.headers.multi_items()) for answer in answers]

    first = play()
    simulator.reset()

    assert play() == first


def test_an_official_client_gets_over_a_scheduled_error() -> None:
    simulator = Simulator(replies=["One."], faults=[{"at": [0], "error": OVERLOADED}])

    with simulator.client() as client:
        message = client.messages.create(**ask())

    assert message.content[0].to_dict()["text"] == "One."
    assert [entry.status for entry in simulator.messages] == [529, 200]
