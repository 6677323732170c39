"""The simulator's clock."""

from rystic_asgi.engine.clock import advance
from rystic_asgi.engine.loading import restarted
from rystic_asgi.engine.taking import refuse
from rystic_asgi.script.document import Document
from rystic_asgi.state.session import Session


def test_the_clock_shows_the_seconds_since_the_baseline() -> None:
    session, first = advance(Session(Document()), 1.5)
    session, second = advance(session, 300)

    assert (first, second) == (1.5, 301.5)
    assert restarted(session).time == 0


def test_a_request_arrives_at_what_the_clock_shows() -> None:
    session, _ = advance(Session(Document()), 60)
    session, turn = refuse(session)

    assert (turn.time, session.time) == (60, 60)


def test_time_that_passed_for_an_earlier_baseline_is_not_that_of_the_next() -> None:
    session, _ = advance(Session(Document(), epoch=3), 5)

    after, shown = advance(session, 60, epoch=2)

    assert (after, shown) == (session, 5)
    assert advance(session, 60, epoch=3)[1] == 65
