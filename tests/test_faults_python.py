"""Each fault of a stream, met by the official Python SDK and by two loops on it."""

import anthropic
import pytest

from rystic_asgi import Simulator
from rystic_asgi.integrations.server import served
from rystic_asgi.script.stream_fault import FAULT_KINDS
from tests.fault_loops import ask_again, go_on, released, seen_by, seen_by_async
from tests.fault_table import AGAIN, ROWS, Row, broken, name_of

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
