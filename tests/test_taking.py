"""The step that a request takes: its number, its reply, the ordinals of its ids."""

import json
from typing import Any

import pytest

from rystic_asgi.engine.clock import advance
from rystic_asgi.engine.loading import start, with_more_replies
from rystic_asgi.engine.taking import Turn, accept, draw, give_out, refuse, replay
from rystic_asgi.protocol.ids import make_id
from rystic_asgi.script.document import Document
from rystic_asgi.script.lanes import lanes_of
from rystic_asgi.script.reply import STANDING, Reply
from rystic_asgi.script.schedule import Scheduled
from rystic_asgi.script.scripted_error import ScriptedError
from rystic_asgi.script.stream_fault import StreamFault
from rystic_asgi.script.stream_shape import StreamShape
from rystic_asgi.state.journal import Passed
from rystic_asgi.state.session import Session
from rystic_asgi.validation.request import CheckedRequest, check_request
from rystic_asgi.validation.rules import DEFAULT_OFF
from tests.conftest import ask

TEXT, CALLS = Reply("a"), Reply("b", ids={"tool_use": 2})
OFF = frozenset({"thread"})
HEADERS = {b"x-api-key": b"k", b"anthropic-version": b"2023-06-01"}


def request(**members: Any) -> CheckedRequest:
    return check_request(HEADERS, HEADERS, json.dumps(ask(**members)).encode(), DEFAULT_OFF)


def take(session: Session, default_ids: dict[str, int] | None = None, **members: Any) -> tuple[Session, Turn]:
    return accept(session, request(**members), HEADERS, default_ids or {})


def places(session: Session, models: str) -> list[int | None]:
    """Which replies the requests take whose models these are."""
    found = []
    for model in models:
        session, turn = take(session, model=model)
        found.append(turn.position)
    return found


def for_model(name: str, times: int = 1) -> Reply:
    return Reply(name, when=(("model", (name,)),), times=times)


def test_a_refused_request_is_counted_and_takes_nothing() -> None:
    replies = (TEXT,)
    session = Session(Document(replies=replies), OFF, lanes_of(replies), 0, {0: 0}, {"request": 4, "message": 2}, 7)

    after, turn = refuse(session)

    counts = {"request": 5, "message": 2}
    assert after == Session(session.baseline, session.off, session.lanes, 0, {0: 0}, counts, 7)
    assert (turn.request, turn.reply, turn.position) == (4, None, None)


def test_a_request_takes_the_next_reply() -> None:
    replies = (TEXT, CALLS, TEXT)
    session = Session(Document(replies=replies), OFF, lanes_of(replies), 0, {0: 1}, {"request": 4, "message": 1}, 7)

    after, turn = take(session)

    counts = {"request": 5, "message": 2, "tool_use": 2}
    assert after == Session(session.baseline, session.off, session.lanes, 0, {0: 2}, counts, 7)
    assert turn == Turn(session.baseline, 4, {"request": 4, "message": 1}, CALLS, 1, (), 7)


def test_ids_go_on_from_where_they_were() -> None:
    session = Session(Document(replies=(CALLS,)), lanes=lanes_of((CALLS,)), counts={"tool_use": 3})

    after, turn = take(session)

    assert turn.first == {"tool_use": 3}
    assert after.counts["tool_use"] == 5


def test_without_a_reply_left_the_default_one_is_played() -> None:
    session, _ = take(start(Document(replies=(TEXT,))))

    after, turn = take(session, {"tool_use": 1})

    assert (turn.reply, turn.position, turn.passed) == (None, None, ())
    assert (after.done, after.taken) == (1, {})
    assert after.counts == {"request": 2, "message": 2, "tool_use": 1}


def test_without_a_reply_left_a_strict_script_refuses() -> None:
    session = start(Document(on_empty="error"))

    assert take(session, {"tool_use": 1}) == refuse(session)


def test_a_step_leaves_the_session_before_it_as_it_was() -> None:
    session = start(Document(replies=(CALLS,)))

    take(session)

    assert session == start(Document(replies=(CALLS,)))


def test_a_request_takes_the_first_reply_whose_conditions_hold() -> None:
    session = start(Document(replies=(for_model("a"), for_model("b"), TEXT, for_model("a"))))

    assert places(session, "bbaaab") == [1, 2, 0, 3, None, None]


def test_a_reply_is_taken_so_many_times() -> None:
    session = start(Document(replies=(Reply("x", times=2), for_model("a", times=2), TEXT)))

    assert places(session, "aaaab") == [0, 0, 1, 1, 2]


def test_a_standing_reply_stays_and_shows_apart() -> None:
    session = start(Document(replies=(for_model("a", times=STANDING), TEXT)))

    for model in "abaa":
        session, turn = take(session, model=model)

    assert (turn.position, session.left_replies, session.standing_replies) == (0, [], ["a"])


def test_what_is_used_up_is_passed_over_at_once() -> None:
    replies = tuple(for_model(name) for name in "abcd")
    session = start(Document(replies=replies))

    steps = []
    for model in "acbd":
        session, _ = take(session, model=model)
        steps.append((session.done, session.taken))

    assert steps == [(1, {}), (1, {2: 1}), (3, {}), (4, {})]


def test_a_longer_script_knows_what_was_used_up() -> None:
    session, _ = take(start(Document(replies=(for_model("a"), for_model("b")))), model="a")
    longer = with_more_replies(session, (for_model("c"), for_model("a")))

    assert places(longer, "aabcc") == [3, None, 1, 2, None]


def test_a_turn_says_which_earlier_replies_were_not_for_it() -> None:
    session = start(Document(replies=(for_model("a"), for_model("a"), for_model("b"), TEXT, for_model("c"))))

    _, turn = take(session, model="x")

    assert (turn.position, turn.passed) == (
        3,
        (Passed(0, "model: 'a' expected, found 'x'"), Passed(2, "model: 'b' expected, found 'x'")),
    )


def test_so_many_passed_replies_are_told_and_no_more() -> None:
    session = start(Document(replies=tuple(for_model(f"m{number}") for number in range(50)), on_empty="error"))

    after, turn = take(session, model="x")

    assert [each.reply for each in turn.passed] == list(range(20))
    assert (turn.position, after.counts) == (None, {"request": 1})


def test_the_ids_of_a_functions_reply_are_counted_when_it_is_known() -> None:
    function = Reply("f", function=lambda asked: "Hi")
    session, turn = take(start(Document(replies=(function, CALLS, TEXT))))
    session, _ = take(session)

    after, drawn = draw(session, turn, CALLS)

    assert (drawn.first["message"], drawn.first["tool_use"], drawn.reply) == (0, 2, CALLS)
    assert after.counts == {"request": 2, "message": 2, "tool_use": 4}


def test_a_functions_reply_of_an_earlier_baseline_counts_nothing() -> None:
    session, turn = take(start(Document(replies=(Reply("f", function=lambda asked: "Hi"),))))
    restarted = start(session.baseline, epoch=1)

    after, drawn = draw(restarted, turn, CALLS)

    assert after is restarted
    assert (drawn.first, drawn.reply) == (turn.first, CALLS)


def test_the_request_id_comes_from_seed_and_number() -> None:
    turn = Turn(Document(seed="7"), 3, {})

    assert turn.request_id == make_id("7", "request", 3)


def test_ids_of_a_kind_are_given_out_in_turn() -> None:
    session, turn = refuse(start(Document()))

    session, first = give_out(session, turn, "file")
    session, second = give_out(session, turn, "file")

    assert (first, second, session.counts) == (0, 1, {"request": 1, "file": 2})


def test_a_turn_of_an_earlier_baseline_is_given_no_id_of_this_one() -> None:
    _, turn = refuse(start(Document()))
    later = start(Document(), epoch=1)

    assert give_out(later, turn, "file") == (later, 0)


OVERLOADED = ScriptedError(529, "overloaded_error", "Overloaded", None, {})
BROKEN = StreamShape(fault=(StreamFault("end", event=1),))


def with_faults(*faults: Scheduled) -> Session:
    return start(Document(replies=(CALLS, TEXT), faults=faults))


def test_a_scheduled_error_takes_nothing_and_gives_no_message_id() -> None:
    session, turn = take(with_faults(Scheduled({"every": 1}, every=1, error=OVERLOADED)))

    assert (turn.reply, turn.position, turn.taken) == (Reply({"every": 1}, error=OVERLOADED), None, None)
    assert session.counts == {"request": 1, "scheduled": 1}
    assert (session.left_replies, turn.is_broken) == (["b", "a"], True)


def test_a_scheduled_stream_plays_the_next_reply_and_spares_it() -> None:
    session, turn = take(with_faults(Scheduled({}, at=(0,), stream=BROKEN)))
    session, following = take(session)

    assert (turn.reply, turn.position, turn.taken, turn.shape, turn.is_spared) == (CALLS, 0, None, BROKEN, True)
    assert (following.position, following.taken, following.shape) == (0, 0, None)
    assert session.counts == {"request": 2, "message": 2, "tool_use": 4, "scheduled": 2}


def test_a_request_that_no_row_is_for_takes_as_usual() -> None:
    session, turn = take(with_faults(Scheduled({}, at=(5,), error=OVERLOADED)))

    assert (turn.taken, session.left_replies, turn.is_broken) == (0, ["a"], False)


@pytest.mark.parametrize(
    ("reply", "shape", "is_broken"),
    [
        pytest.param(None, None, False, id="default-reply"),
        pytest.param(TEXT, None, False, id="reply"),
        pytest.param(Reply("e", error=OVERLOADED), None, True, id="error"),
        pytest.param(Reply("s", stream=BROKEN), None, True, id="own-fault"),
        pytest.param(Reply("s", stream=StreamShape(cut=1)), None, False, id="own-shape"),
        pytest.param(TEXT, BROKEN, True, id="scheduled-fault"),
        pytest.param(None, BROKEN, True, id="scheduled-fault-of-the-default-reply"),
    ],
)
def test_a_turn_is_broken_where_the_script_wants_it_to_fail(
    reply: Reply | None, shape: StreamShape | None, is_broken: bool
) -> None:
    assert Turn(Document(), 0, {}, reply, shape=shape).is_broken is is_broken


def test_a_lost_answer_is_given_again_under_a_number_of_its_own() -> None:
    session, earlier = take(start(Document(replies=(CALLS, TEXT))))
    session, _ = advance(session, 60)

    after, turn = replay(session, earlier)

    assert (turn.request, turn.replays, turn.time) == (1, 0, 60)
    assert (turn.reply, turn.position, turn.first, turn.taken) == (CALLS, 0, earlier.first, None)
    assert after.counts == {**session.counts, "request": 2}
    assert after.left_replies == session.left_replies == ["a"]
