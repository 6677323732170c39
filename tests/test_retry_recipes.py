"""Recipes for retries, by the official Python SDK: what the README says, and each form of being told to wait.

Nothing waits: on the simulator's clock a client that waits as it is told comes back at once.
"""

import re
from typing import Any

import anthropic
import pytest

from rystic_asgi import Simulator, error, reply
from rystic_asgi.engine.verdicts import Verdict
from tests.conftest import ask

RETRIED = Verdict("retried", "request 1 is the same")
IN_A_MINUTE = "Thu, 01 Jan 2026 00:01:00 GMT"


def attempts(simulator: Simulator) -> list[str]:
    """How often the SDK had asked before each request; all are the same."""
    assert len({entry.received.raw_body for entry in simulator.messages}) == 1
    return [entry.headers["x-stainless-retry-count"] for entry in simulator.messages]


def test_the_sdk_retried_twice() -> None:
    simulator = Simulator(replies=[error(529), error(529), "At last."], on_empty="error")
    with simulator.client() as client:
        message = client.messages.create(**ask())

    assert message.content[0].text == "At last."
    assert attempts(simulator) == ["0", "1", "2"]
    assert simulator.left == []
    assert simulator.verdicts == {
        0: Verdict("retried", "request 1 is the same"),
        1: Verdict("retried", "request 2 is the same"),
    }


@pytest.mark.anyio
async def test_the_asynchronous_sdk_retried_twice() -> None:
    simulator = Simulator(replies=[error(529), error(529), "At last."], on_empty="error")
    async with simulator.async_client() as client, client.messages.stream(**ask()) as stream:
        text = await stream.get_final_text()

    assert text == "At last."
    assert attempts(simulator) == ["0", "1", "2"]


def test_the_loop_gave_up() -> None:
    simulator = Simulator(replies=[error(529, times="any")])
    with simulator.client() as client, pytest.raises(anthropic.OverloadedError):
        client.messages.create(**ask())

    assert attempts(simulator) == ["0", "1", "2"]
    assert simulator.verdicts[2] == Verdict("unknown", "no request came after")


@pytest.mark.parametrize(
    ("headers", "asked", "sent"),
    [
        pytest.param({"retry-after": "20"}, 20.0, {"retry-after": "20"}, id="seconds"),
        pytest.param({"retry-after": "2.5"}, 2.5, {"retry-after": "2.5"}, id="a part of a second"),
        pytest.param({"retry-after": IN_A_MINUTE}, 60.0, {"retry-after": IN_A_MINUTE}, id="a date"),
        pytest.param({"retry-after-ms": "1500"}, 1.5, {}, id="milliseconds"),
        pytest.param({"retry-after-ms": "1500", "retry-after": "9"}, 1.5, {"retry-after": "9"}, id="both"),
        pytest.param({"retry-after-ms": "soon"}, None, {}, id="no number"),
        pytest.param({"retry-after": "soon"}, None, {"retry-after": "soon"}, id="no date"),
        pytest.param({}, None, {"anthropic-ratelimit-requests-reset": "2026-01-01T00:00:00Z"}, id="a reset alone"),
    ],
)
def test_a_429_asks_to_wait(headers: dict[str, str], asked: float | None, sent: dict[str, str]) -> None:
    simulator = Simulator(replies=[error(429, headers=headers), "Now."])
    with simulator.client(max_retries=0) as client, pytest.raises(anthropic.RateLimitError) as refused:
        client.messages.create(**ask())
    with simulator.client() as client:
        client.messages.create(**ask())

    answered = refused.value.response.headers
    assert (sent | {"retry-after-ms": "1", "x-should-retry": "true"}).items() <= dict(answered).items()
    assert simulator.requests[0].retry_after_s == asked
    told = "" if asked is None else "; a virtual clock cannot tell whether it waited"
    assert simulator.verdicts == {0: Verdict("retried", f"request 1 is the same{told}")}


def test_a_400_that_says_so_is_retried() -> None:
    simulator = Simulator(replies=[error(400, headers={"x-should-retry": "true"}), "Now."])
    with simulator.client() as client:
        client.messages.create(**ask())

    assert attempts(simulator) == ["0", "1"]


def test_a_529_that_says_so_is_not_retried() -> None:
    simulator = Simulator(replies=[error(529, headers={"x-should-retry": "false"}), "Never."])
    with simulator.client() as client, pytest.raises(anthropic.OverloadedError):
        client.messages.create(**ask())

    assert attempts(simulator) == ["0"]
    assert len(simulator.left) == 1


def show(client: anthropic.Anthropic, shown: list[str], *, rounds: int = 3) -> None:
    """A client of streams that asks again after an overload, but only while nothing was shown."""
    for _ in range(rounds):
        try:
            with client.messages.stream(**ask()) as stream:
                shown.extend(stream.text_stream)
            return
        except anthropic.APIStatusError:
            if shown:
                return


def test_an_overload_before_anything_was_shown_is_retried_by_the_loop() -> None:
    overloaded = reply("Hello.", stream={"fault": {"kind": "error", "event": 1}})
    simulator, shown = Simulator(replies=[overloaded, "Hello."]), list[str]()
    with simulator.client() as client:
        show(client, shown)

    assert "".join(shown) == "Hello."
    assert attempts(simulator) == ["0", "0"]  # the SDK itself did not ask again
    assert simulator.verdicts == {0: RETRIED}


def test_an_overload_after_something_was_shown_is_not() -> None:
    overloaded = reply("Hello.", stream={"fault": {"kind": "error", "event": 4}})
    simulator, shown = Simulator(replies=[overloaded, "Hello."]), list[str]()
    with simulator.client() as client:
        show(client, shown)

    assert "".join(shown) == "He"
    assert len(simulator.left) == 1
    assert simulator.verdicts == {0: Verdict("unknown", "no request came after")}


def texts(simulator: Simulator, rounds: int, **options: Any) -> list[str]:
    """The texts that a client is given, or the status that it gave up with."""
    given = []
    with simulator.client(**options) as client:
        for number in range(rounds):
            try:
                message = client.messages.create(**ask(f"Question {number}"))
            except anthropic.APIStatusError as refused:
                given.append(str(refused.status_code))
            else:
                given.append(message.content[0].text)
    return given


def test_every_third_request_is_refused() -> None:
    script = [str(number) for number in range(4)]
    simulator = Simulator(replies=script, faults=[{"every": 3, "error": {"status": 529}}])

    assert texts(simulator, 6, max_retries=0) == ["0", "1", "529", "2", "3", "529"]
    assert simulator.left == []


def test_a_loop_that_retries_sees_nothing_of_it() -> None:
    script = [str(number) for number in range(4)]
    simulator = Simulator(replies=script, faults=[{"every": 3, "error": {"status": 529}}])

    assert texts(simulator, 4) == script
    assert [entry.status for entry in simulator.requests] == [200, 200, 529, 200, 200]


def test_the_requests_at_these_places_are_refused() -> None:
    faults = [{"at": [0], "error": {"status": 529}}, {"at": [0, 2], "error": {"status": 500}}]
    simulator = Simulator(replies=["One.", "Two."], faults=faults)

    assert texts(simulator, 4, max_retries=0) == ["529", "One.", "500", "Two."]


def test_a_stream_broken_by_the_schedule_costs_no_reply() -> None:
    faults = [{"every": 2, "stream": {"fault": {"kind": "end", "event": 1}}}]
    simulator = Simulator(replies=["One.", "Two."], faults=faults)
    with simulator.client() as client:
        reasons = []
        for _ in range(3):
            with client.messages.stream(**ask()) as stream:
                reasons.append(stream.get_final_message().stop_reason)

    assert reasons == ["end_turn", None, "end_turn"]
    assert [entry.answer["content"][0]["text"] for entry in simulator.requests] == ["One.", "Two.", "Two."]


def test_on_a_real_clock_it_shows_who_waited() -> None:
    simulator = Simulator(replies=[error(429, headers={"retry-after-ms": "40"}), "Now."], clock="real")
    with simulator.client() as client:
        client.messages.create(**ask())

    says, evidence = simulator.verdicts[0]
    assert says == "waited"
    assert re.fullmatch(r"request 1 is the same and came after \d+\.\d{3} of the 0\.040 seconds asked for", evidence), (
        evidence
    )


def test_on_a_real_clock_it_shows_who_did_not() -> None:
    simulator = Simulator(replies=[error(429, headers={"retry-after": "60"}), "Now."], clock="real")
    given = texts_of_the_same(simulator)

    says, evidence = simulator.verdicts[0]
    assert (given, says) == (["429", "Now."], "did_not_wait")
    assert re.fullmatch(
        r"request 1 is the same and came after \d+\.\d{3} of the 60\.000 seconds asked for", evidence
    ), evidence


def test_on_a_real_clock_a_date_is_left_to_the_client() -> None:
    simulator = Simulator(replies=[error(429, headers={"retry-after": IN_A_MINUTE}), "Now."], clock="real")
    texts_of_the_same(simulator)

    assert simulator.verdicts == {0: RETRIED}


def texts_of_the_same(simulator: Simulator) -> list[str]:
    """What the same question is given twice, asked at once."""
    given = []
    with simulator.client(max_retries=0) as client:
        for _ in range(2):
            try:
                given.append(client.messages.create(**ask()).content[0].text)
            except anthropic.APIStatusError as refused:
                given.append(str(refused.status_code))
    return given
