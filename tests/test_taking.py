"""The step that a request takes: its number, its reply, the ordinals of its ids."""

from rystic_asgi.engine.taking import Turn, accept, refuse
from rystic_asgi.protocol.ids import make_id
from rystic_asgi.script.document import Document
from rystic_asgi.script.reply import Reply
from rystic_asgi.state.session import Session

TEXT, CALLS = Reply("a"), Reply("b", ids={"tool_use": 2})
NO_IDS: dict[str, int] = {}


def test_a_refused_request_is_counted_and_takes_nothing() -> None:
    session = Session(Document(replies=(TEXT,)), frozenset({"thread"}), 0, {"request": 4, "message": 2})

    after, turn = refuse(session)

    assert after == Session(session.baseline, session.off, 0, {"request": 5, "message": 2})
    assert (turn.request, turn.reply, turn.position) == (4, None, None)


def test_a_request_takes_the_next_reply() -> None:
    session = Session(Document(replies=(TEXT, CALLS)), frozenset({"thread"}), 1, {"request": 4, "message": 1})

    after, turn = accept(session, NO_IDS)

    assert after == Session(session.baseline, session.off, 2, {"request": 5, "message": 2, "tool_use": 2})
    assert turn == Turn(session.baseline, 4, {"request": 4, "message": 1}, CALLS, 1)


def test_ids_go_on_from_where_they_were() -> None:
    session = Session(Document(replies=(CALLS,)), counts={"tool_use": 3})

    after, turn = accept(session, NO_IDS)

    assert turn.first == {"tool_use": 3}
    assert after.counts["tool_use"] == 5


def test_without_a_reply_left_the_default_one_is_played() -> None:
    session = Session(Document(replies=(TEXT,)), taken=1, counts={"request": 1, "message": 1})

    after, turn = accept(session, {"tool_use": 1})

    assert (turn.reply, turn.position) == (None, None)
    assert after.taken == 1
    assert after.counts == {"request": 2, "message": 2, "tool_use": 1}


def test_without_a_reply_left_a_strict_script_refuses() -> None:
    session = Session(Document(on_empty="error"))

    assert accept(session, {"tool_use": 1}) == refuse(session)


def test_a_step_leaves_the_session_before_it_as_it_was() -> None:
    session = Session(Document(replies=(CALLS,)))

    accept(session, NO_IDS)

    assert session == Session(Document(replies=(CALLS,)))


def test_the_request_id_comes_from_seed_and_number() -> None:
    turn = Turn(Document(seed="7"), 3, {})

    assert turn.request_id == make_id("7", "request", 3)
