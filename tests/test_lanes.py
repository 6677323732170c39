"""Lanes of a script: replies with the same conditions, in their order."""

from rystic_asgi.script.lanes import Lane, lanes_of
from rystic_asgi.script.reply import STANDING, Reply

MODEL = (("model", ("m",)),)
SCRIPT = (Reply("a"), Reply("b", when=MODEL, times=2), Reply("c", times=3), Reply("d", when=MODEL, times=STANDING))


def test_replies_with_the_same_conditions_share_a_lane() -> None:
    assert lanes_of(SCRIPT) == (Lane((), (0, 2), (1, 4)), Lane(MODEL, (1, 3), (2, STANDING)))


def test_more_replies_leave_the_lanes_in_their_order() -> None:
    longer = lanes_of((*SCRIPT, Reply("e"), Reply("f", when=(("max_tokens", 1),))))

    assert [lane.when for lane in longer] == [(), MODEL, (("max_tokens", 1),)]
    assert longer[0].positions == (0, 2, 4)


def test_a_lane_knows_what_is_next_and_what_is_left() -> None:
    lane, standing = lanes_of(SCRIPT)

    assert [lane.next(taken) for taken in range(6)] == [0, 2, 2, 2, None, None]
    assert [lane.left(taken) for taken in (0, 1, 3, 4)] == [(0, 2), (2,), (2,), ()]
    assert [standing.next(taken) for taken in (0, 1, 2, 10**9)] == [1, 1, 3, 3]


def test_summaries_have_lanes_of_their_own() -> None:
    summary = Reply("s", ({"type": "compaction", "content": "So far"},), "compaction")
    asked_for = Reply("e", when=(("compaction", True),))

    lanes = lanes_of((Reply("a"), summary, asked_for))

    assert [(lane.positions, lane.is_summary) for lane in lanes] == [((0,), False), ((1,), True), ((2,), True)]
