"""New baselines: what a load, an append and a reset leave of a session."""

import pytest

from rystic_asgi.engine.loading import restarted, start, with_more_replies, with_script
from rystic_asgi.script.document import Document, read_document
from rystic_asgi.script.lanes import lanes_of
from rystic_asgi.script.reply import Reply
from rystic_asgi.state.session import Session
from rystic_asgi.validation.rules import DEFAULT_OFF

A, B = Reply("a"), Reply("b")


@pytest.fixture
def played() -> Session:
    """A session that has taken a reply."""
    document = Document(replies=(A,), scenario="anthropic_agent_loop", seed="7", on_empty="error")
    return Session(document, frozenset({"thread"}), lanes_of(document.replies), 1, {}, {"request": 4, "message": 1}, 3)


def test_a_session_starts_at_its_baseline() -> None:
    document = Document(replies=(A,))

    assert start(document) == Session(document, DEFAULT_OFF, lanes_of((A,)), 0, {}, {}, 0)


def test_the_rules_of_a_document_are_switched() -> None:
    document = read_document({"rules": {"thread": False, "tool-names": True}})

    assert start(document).off == DEFAULT_OFF | {"thread"}


def test_a_document_without_threads_refuses_them() -> None:
    assert start(read_document({"threads": False})).off == DEFAULT_OFF - {"no-threads"}


def test_a_new_script_stands_under_the_same_settings(played: Session) -> None:
    session = with_script(played, (B,))

    assert session.baseline == Document(replies=(B,), seed="7", on_empty="error")


def test_a_new_script_starts_over(played: Session) -> None:
    session = with_script(played, (B,))

    assert (session.done, session.taken, session.counts, session.epoch) == (0, {}, {}, 4)


def test_a_new_script_may_be_a_scenario(played: Session) -> None:
    session = with_script(played, (B,), scenario="other")

    assert session.baseline.scenario == "other"


def test_more_replies_stand_at_the_end_and_the_play_goes_on(played: Session) -> None:
    session = with_more_replies(played, (B,))

    assert session.baseline.replies == (A, B)
    assert session.baseline.scenario is None
    assert (session.off, session.counts, session.epoch) == (played.off, {"request": 4, "message": 1}, 3)
    assert session.left_replies == ["b"]


def test_a_reset_goes_back_to_the_baseline(played: Session) -> None:
    session = restarted(with_more_replies(played, (B,)))

    assert session.baseline.replies == (A, B)
    assert (session.done, session.taken, session.counts, session.epoch) == (0, {}, {}, 4)
