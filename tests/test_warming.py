"""A request that only warms the cache: ``max_tokens`` is 0."""

from typing import Any, Final

import pytest

from rystic_asgi import Simulator
from rystic_asgi.engine.taking import WARMED, warm
from rystic_asgi.script.document import Document
from rystic_asgi.state.session import Session
from tests.test_caching import MARK, QUESTION, Asking, system

WARM: Final[dict[str, Any]] = {"max_tokens": 0, "system": system()}


@pytest.mark.parametrize("settings", [{}, {"on_empty": "error"}, {"limits": {"cut": True}}], ids=["", "strict", "cut"])
def test_it_takes_no_reply_and_says_nothing(settings: dict[str, Any]) -> None:
    simulator = Simulator(replies=["Two."], **settings)
    with simulator.client() as client:
        warmed = Asking(simulator, client).message(**WARM)
        asked = Asking(simulator, client).message(system=system())

    assert (warmed.content, warmed.stop_reason, warmed.usage.output_tokens) == ([], "max_tokens", 0)
    assert (asked.usage.cache_read_input_tokens, asked.usage.input_tokens) == (603, 7)
    assert warmed.id != asked.id
    assert [entry.reply for entry in simulator.messages] == [None, 0]
    assert (simulator.left, simulator.taken) == ([], ["Two."])


def test_its_usage_names_one_run() -> None:
    simulator = Simulator()
    with simulator.client() as client:
        client.beta.messages.create(**QUESTION | WARM)

    usage = simulator.messages[0].answer["usage"]
    assert usage["iterations"] == [
        {
            "type": "message",
            "input_tokens": 7,
            "cache_creation_input_tokens": 603,
            "cache_read_input_tokens": 0,
            "cache_creation": {"ephemeral_5m_input_tokens": 603, "ephemeral_1h_input_tokens": 0},
            "output_tokens": 0,
        }
    ]


def test_it_may_be_streamed_where_the_rule_is_off() -> None:
    simulator = Simulator(rules={"max-tokens-zero": False})
    with simulator.client() as client, client.beta.messages.stream(**QUESTION | WARM) as stream:
        message = stream.get_final_message()

    assert (message.content, message.stop_reason) == ([], "max_tokens")


def test_the_automatic_mark_warms_the_question_too() -> None:
    simulator = Simulator()
    with simulator.client() as client:
        asking = Asking(simulator, client)
        asking.message(system=system(mark={}), max_tokens=0, **MARK)

        assert asking.ask(system=system(mark={}), messages=[{"role": "user", "content": "Another"}], **MARK)[1] == 0
        assert asking.ask(system=system(mark={}), **MARK) == (0, 607)


def test_the_step_counts_a_request_and_a_message() -> None:
    session, turn = warm(Session(Document()))

    assert session.counts == {"request": 1, "message": 1}
    assert (turn.reply, turn.position) == (WARMED, None)
