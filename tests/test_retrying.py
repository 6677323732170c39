"""Scripted errors that a client answers by asking again."""

from typing import Any

import pytest

from rystic_asgi import Simulator, error
from rystic_asgi.engine.retrying import asked_seconds, played_error
from rystic_asgi.script.scripted_error import read_error
from tests.conftest import Connect, ask


@pytest.mark.parametrize(
    ("headers", "time", "seconds"),
    [
        pytest.param({}, 0.0, None, id="none"),
        pytest.param({"retry-after": "2"}, 0.0, 2.0, id="seconds"),
        pytest.param({"retry-after": "0.5"}, 0.0, 0.5, id="half-a-second"),
        pytest.param({"retry-after-ms": "1500"}, 0.0, 1.5, id="milliseconds"),
        pytest.param({"retry-after-ms": "250", "retry-after": "2"}, 0.0, 0.25, id="both"),
        pytest.param({"retry-after-ms": "soon", "retry-after": "2"}, 0.0, 2.0, id="milliseconds-in-words"),
        pytest.param({"retry-after": "Thu, 01 Jan 2026 00:01:00 GMT"}, 0.0, 60.0, id="date"),
        pytest.param({"retry-after": "Thu, 01 Jan 2026 00:01:00 GMT"}, 45.0, 15.0, id="date-by-the-clock"),
        pytest.param({"retry-after": "soon"}, 0.0, None, id="words"),
        pytest.param({"retry-after": ""}, 0.0, None, id="nothing"),
        pytest.param({"retry-after": "Thu, 01 Jan 2026 00:01:00 -0000"}, 0.0, None, id="date-of-no-zone"),
    ],
)
def test_a_client_is_asked_to_wait(headers: dict[str, str], time: float, seconds: float | None) -> None:
    assert asked_seconds(headers, time) == seconds


@pytest.mark.parametrize(
    ("written", "is_real_time", "at_once"),
    [
        pytest.param({"status": 529}, False, True, id="overloaded"),
        pytest.param({"status": 429, "headers": {"retry-after": "2"}}, False, True, id="rate-limited"),
        pytest.param({"status": 529}, True, False, id="in-real-time"),
        pytest.param({"status": 400}, False, False, id="refused"),
        pytest.param({"status": 529, "headers": {"x-should-retry": "false"}}, False, False, id="told-not-to"),
        pytest.param({"status": 400, "headers": {"x-should-retry": "true"}}, False, True, id="told-to"),
    ],
)
def test_on_a_virtual_clock_a_client_comes_back_at_once(
    written: dict[str, Any], is_real_time: bool, at_once: bool
) -> None:
    scripted = read_error(written, "error")

    answered = played_error(scripted, is_real_time=is_real_time)

    assert answered.headers.get("retry-after-ms") == ("1" if at_once else None)
    assert answered.headers.items() >= scripted.headers.items()
    assert "retry-after-ms" not in scripted.headers


def test_the_scripted_headers_stand_beside_it(connect: Connect) -> None:
    http = connect(Simulator(replies=[error(429, headers={"retry-after": "2"})]))

    response = http.post("/v1/messages", json=ask())

    assert (response.headers["retry-after"], response.headers["retry-after-ms"]) == ("2", "1")


@pytest.mark.parametrize("clock", ["virtual", "real"])
def test_an_error_event_of_a_whole_answer_is_told_likewise(connect: Connect, clock: Any) -> None:
    reply = {"content": [{"type": "text", "text": "Hi"}], "stream": {"fault": {"kind": "error", "event": 1}}}
    http = connect(Simulator(replies=[reply], clock=clock))

    response = http.post("/v1/messages", json=ask())

    assert response.status_code == 529
    assert response.headers.get("retry-after-ms") == ("1" if clock == "virtual" else None)


def test_the_journal_says_how_long_a_client_was_asked_to_wait(connect: Connect) -> None:
    simulator = Simulator(replies=[error(429, headers={"retry-after": "2"}), error(529)])
    http = connect(simulator)

    for _ in range(2):
        http.post("/v1/messages", json=ask())

    assert [entry.as_json()["retry_after_s"] for entry in simulator.messages] == [2.0, None]
