"""Streams cut after every event and after any byte: what came is what the whole stream begins with."""

from typing import Any

import anthropic
import httpx2
import pytest

from rystic_asgi import Simulator
from rystic_asgi.protocol.errors import CATALOGUE, ErrorKind
from tests.conftest import Connect
from tests.fault_loops import ASKED, seen_by
from tests.fault_table import EVENTS, REPLY, WHOLE, Seen

STREAMED = {**ASKED, "stream": True}


def cut(fault: dict[str, Any]) -> Simulator:
    return Simulator(replies=[{**REPLY, "stream": {"fault": fault}}])


def body_of(connect: Connect, simulator: Simulator) -> bytes:
    """What comes of the stream; a reset ends it as well."""
    got = b""
    try:
        with connect(simulator).stream("POST", "/v1/messages", json=STREAMED) as response:
            for chunk in response.iter_raw():
                got += chunk
    except httpx2.ReadError:
        assert simulator.requests[0].faults[0]["kind"] == "reset"
    return got


@pytest.fixture
def whole(connect: Connect) -> bytes:
    return body_of(connect, Simulator(replies=[REPLY]))


@pytest.mark.parametrize("kind", ["end", "reset"])
@pytest.mark.parametrize("number", range(len(EVENTS)))
def test_a_cut_before_each_event(connect: Connect, whole: bytes, number: int, kind: str) -> None:
    simulator = cut({"kind": kind, "event": number})
    got = body_of(connect, simulator)

    assert got == b"".join(event + b"\n\n" for event in whole.split(b"\n\n")[:number])
    assert simulator.requests[0].events == number
    assert simulator.requests[0].faults == ({"kind": kind, "event": number},)


@pytest.mark.parametrize("number", range(len(EVENTS)))
def test_the_sdk_has_no_more_than_came(number: int) -> None:
    simulator = cut({"kind": "end", "event": number})
    with simulator.client() as client:
        seen = seen_by(client)

    assert seen.events == number - (number > EVENTS.index("ping"))
    assert (seen.message == WHOLE) == (number == len(EVENTS) - 1)  # the SDK does not miss the last event


@pytest.mark.parametrize("kind", ["end", "reset"])
def test_a_cut_before_any_byte(connect: Connect, whole: bytes, kind: str) -> None:
    for number in (*range(0, len(whole), 31), len(whole) - 1):
        simulator = cut({"kind": kind, "byte": number})

        assert body_of(connect, simulator) == whole[:number]
        assert simulator.requests[0].events == whole[:number].count(b"\n\n")


@pytest.mark.parametrize("number", range(len(EVENTS) + 1))
def test_an_error_in_place_of_each_event(number: int) -> None:
    simulator = cut({"kind": "error", "event": number})
    with simulator.client() as client:
        seen = seen_by(client)

    assert seen == Seen(number - (number > EVENTS.index("ping")), None, "APIStatusError")


@pytest.mark.parametrize("kind", [pytest.param(kind, id=str(kind.status)) for kind in CATALOGUE])
def test_an_error_of_each_kind(kind: ErrorKind) -> None:
    simulator = cut({"kind": "error", "event": 4, "error": {"status": kind.status}})
    with (
        simulator.client() as client,
        client.messages.stream(**ASKED) as stream,
        pytest.raises(anthropic.APIStatusError) as caught,
    ):
        stream.until_done()

    assert (type(caught.value), caught.value.status_code) == (anthropic.APIStatusError, 200)
    assert caught.value.type == kind.type
    assert caught.value.body == {
        "type": "error",
        "error": {"details": None, "type": kind.type, "message": kind.message},
        "request_id": caught.value.request_id,
    }
    assert len(simulator.requests) == 1  # its retries do not apply


def test_a_place_beyond_the_stream_is_told() -> None:
    simulator = cut({"kind": "end", "event": 99})
    with simulator.client() as client, pytest.raises(anthropic.BadRequestError) as caught:
        client.messages.create(**STREAMED)

    assert caught.value.api_message == (
        "rystic: reply 0 of the script, stream.fault: the stream has 15 events, and none of the number 99. "
        "The reply counts as taken"
    )
