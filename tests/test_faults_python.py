"""Each fault of a stream, met by the official Python SDK and by two loops on it."""

from contextlib import suppress

import anthropic
import pytest

from rystic_asgi import Simulator
from rystic_asgi.engine.verdicts import Verdict
from rystic_asgi.integrations.server import served
from rystic_asgi.script.stream_fault import FAULT_KINDS
from tests.conftest import ask
from tests.fault_loops import ASKED, ask_again, go_on, released, seen_by, seen_by_async
from tests.fault_table import AGAIN, CALL, REPLY, ROWS, Row, broken, name_of

BETA = "message-threads-2026-08-12"
EACH = pytest.mark.parametrize("row", ROWS, ids=map(name_of, ROWS))
LEFT_TO_THE_COLLECTOR = pytest.mark.filterwarnings("ignore:Async generator:ResourceWarning")
"""The SDK does not close its generators when it raises, of which trio warns."""
ON_THE_WIRE = [row for row in ROWS if row.fault["kind"] in ("end", "reset", "stall")]


def test_every_kind_of_fault_has_a_row() -> None:
    assert {row.fault["kind"] for row in ROWS} == {kind.name for kind in FAULT_KINDS}


@EACH
def test_what_the_sdk_makes_of_it(row: Row) -> None:
    simulator = Simulator(replies=[broken(row)])
    with released(simulator), simulator.client(max_retries=0) as client:
        seen = seen_by(client)

    assert seen == row.python


@EACH
@LEFT_TO_THE_COLLECTOR
@pytest.mark.anyio
async def test_what_the_asynchronous_sdk_makes_of_it(row: Row) -> None:
    simulator = Simulator(replies=[broken(row)])
    with released(simulator):
        async with simulator.async_client(max_retries=0) as client:
            seen = await seen_by_async(client)

    assert seen == row.python


@pytest.mark.parametrize("row", ON_THE_WIRE, ids=map(name_of, ON_THE_WIRE))
def test_what_the_sdk_makes_of_it_over_a_socket(row: Row) -> None:
    simulator = Simulator(replies=[broken(row)])
    with served(simulator) as url, released(simulator), anthropic.Anthropic(base_url=url, api_key="any") as client:
        seen = seen_by(client.with_options(max_retries=0))

    assert seen == row.python


@EACH
def test_the_verdict_on_a_loop_that_goes_on(row: Row) -> None:
    simulator = Simulator(replies=[broken(row), "Done."])
    with released(simulator), simulator.client(max_retries=0) as client:
        go_on(client)

    assert simulator.verdicts == {0: row.goes_on}


@EACH
@LEFT_TO_THE_COLLECTOR
@pytest.mark.anyio
async def test_the_verdict_on_a_loop_that_asks_again(row: Row) -> None:
    simulator = Simulator(replies=[broken(row), AGAIN, "Done."])
    idle_seconds = 0.2 if row.asks_again.says == "left" else 30
    async with simulator.async_client(max_retries=0) as client:
        how = await ask_again(client, idle_seconds)

    assert how == "done"
    assert simulator.verdicts == {0: row.asks_again}


@pytest.mark.parametrize("kind", ["end", "crlf"])
def test_the_verdict_on_a_loop_that_goes_on_in_a_thread(kind: str) -> None:
    fault = {"kind": kind, "event": 11} if kind == "end" else {"kind": kind}
    simulator = Simulator(replies=[{**REPLY, "stream": {"fault": fault}}, "Done."])
    result = {"type": "tool_result", "tool_use_id": CALL, "content": "21 degrees"}
    goes_on = ask(messages=[{"role": "user", "content": [result]}])
    with simulator.client(max_retries=0) as client:
        with client.beta.messages.stream(**ASKED, thread={"type": "create"}, betas=[BETA]) as stream:
            issued = stream.get_final_message().id
        thread = {"type": "continue", "previous_message_id": issued}
        with suppress(anthropic.NotFoundError):  # a thread holds no message that was cut
            client.beta.messages.create(**goes_on, extra_body={"thread": thread}, betas=[BETA])

    brings = f"request 1 brings a result of {CALL}"
    assert simulator.verdicts == {
        0: Verdict("ran_cut_call", brings) if kind == "end" else Verdict("read_whole", "request 1 brings it back")
    }
