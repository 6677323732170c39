"""Answers that are sent step by step: streams of a shape, and whole answers that take their time."""

from typing import Any

import httpx2
import pytest

from rystic_asgi import Simulator
from tests.conftest import Connect, ask
from tests.event_streams import read_events

Json = dict[str, Any]


def shaped(**shape: Any) -> Simulator:
    return Simulator(replies=[{"content": [{"type": "text", "text": "Hello there"}], "stream": shape}, "Two."])


def answers(connect: Connect, simulator: Simulator, **members: Any) -> httpx2.Response:
    return connect(simulator).post("/v1/messages", json=ask(**members))


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        pytest.param({"kind": "end", "event": 10}, "the stream has 9 events, and none of the number 10", id="event"),
        pytest.param(
            {"kind": "reset", "byte": 99_999}, "the stream has 1350 bytes, and none of the number 99999", id="byte"
        ),
    ],
)
def test_a_fault_beyond_the_end_is_a_fault_of_the_script(connect: Connect, fault: Json, says: str) -> None:
    simulator = shaped(fault=fault)

    response = answers(connect, simulator, stream=True)

    assert (response.status_code, response.headers["x-should-retry"]) == (400, "false")
    assert response.json()["error"]["message"] == (
        f"rystic: reply 0 of the script, stream.fault: {says}. The reply counts as taken"
    )
    assert simulator.left == ["Two."]


def test_a_type_that_the_stream_does_not_have_is_named(connect: Connect) -> None:
    response = answers(connect, shaped(pings=False, fault={"kind": "end", "event": "ping"}), stream=True)

    assert response.json()["error"]["message"] == (
        "rystic: reply 0 of the script, stream.fault: the stream has no event 'ping'. The reply counts as taken"
    )


def test_a_whole_answer_takes_the_time_of_its_stream(connect: Connect) -> None:
    shape = {"first_token_s": 2, "between_events_s": 0.5}
    whole, streamed = shaped(**shape), shaped(**shape)

    one, other = answers(connect, whole), answers(connect, streamed, stream=True)

    assert one.json()["content"] == [{"type": "text", "text": "Hello there"}]
    assert len(read_events(other.content)) == 9
    assert [each.messages[0].as_json()["waited_s"] for each in (whole, streamed)] == [6.0, 6.0]


@pytest.mark.parametrize(
    ("fault", "waited", "faults"),
    [
        pytest.param({"kind": "stall", "event": 3, "seconds": 60}, 60.0, 1, id="stall"),
        pytest.param({"kind": "silence", "event": 3, "seconds": 30}, 30.0, 1, id="silence"),
        pytest.param({"kind": "end", "event": 3}, 0.0, 0, id="end"),
        pytest.param({"kind": "unknown_event", "event": 3}, 0.0, 0, id="unknown-event"),
        pytest.param({"kind": "crlf"}, 0.0, 0, id="lines"),
        pytest.param({"kind": "end", "event": 99}, 0.0, 0, id="beyond"),
    ],
)
def test_a_whole_answer_has_the_faults_that_it_can_have(
    connect: Connect, fault: Json, waited: float, faults: int
) -> None:
    simulator = shaped(fault=fault)

    response = answers(connect, simulator)

    assert response.json()["content"] == [{"type": "text", "text": "Hello there"}]
    entry = simulator.messages[0].as_json()
    assert (entry["waited_s"], len(entry["faults"]), entry["events"]) == (waited, faults, None)


def test_an_error_event_is_an_error_in_place_of_a_whole_answer(connect: Connect) -> None:
    faults = [{"kind": "crlf"}, {"kind": "error", "event": 3, "error": {"status": 500}}]
    simulator = shaped(fault=faults)

    response = answers(connect, simulator)

    assert (response.status_code, response.json()["error"]["type"]) == (500, "api_error")
    assert simulator.messages[0].as_json()["faults"] == ({"kind": "error", "event": 3},)
    assert simulator.left == ["Two."]


def test_a_shape_changes_no_header(connect: Connect) -> None:
    usual = answers(connect, Simulator(replies=["Hello there"]), stream=True)
    response = answers(connect, shaped(chunks=3), stream=True)

    assert response.headers.multi_items() == usual.headers.multi_items()
    assert response.content == usual.content


def test_a_long_reply_is_the_same_stream_made_event_by_event(connect: Connect) -> None:
    said = "abc\N{GRINNING FACE}" * 20_000
    simulator = Simulator(replies=[said])

    events = read_events(answers(connect, simulator, stream=True).content)

    texts = [event["delta"]["text"] for event in events if event["type"] == "content_block_delta"]
    assert ("".join(texts), len(texts)) == (said, 48)
    assert simulator.messages[0].as_json()["events"] == 48 + 6
