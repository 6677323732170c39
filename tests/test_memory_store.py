"""The store in memory: one step at a time, and the journal beside it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from rystic_asgi.engine.loading import start, with_script
from rystic_asgi.engine.taking import Turn, refuse, replay
from rystic_asgi.script.document import Document
from rystic_asgi.script.reply import Reply
from rystic_asgi.script.stream_fault import StreamFault
from rystic_asgi.script.stream_shape import StreamShape
from rystic_asgi.state.journal import Ending, Entry, Passed, Received
from rystic_asgi.state.memory_store import MAX_ALIKE, MAX_LOST, MAX_REMEMBERED, MemoryStore
from rystic_asgi.state.session import Session


class BrokenStepError(Exception):
    """What a step raises in these tests."""


ARRIVED = Received("messages", "POST", "/v1/messages", {}, b"")


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def test_a_store_begins_with_its_session_and_an_empty_journal(store: MemoryStore) -> None:
    assert store.session() == Session(Document())
    assert store.entries() == []


def test_accepting_applies_the_step_and_keeps_the_entry(store: MemoryStore) -> None:
    entry, turn = store.accept(ARRIVED, refuse)

    assert (turn.request, entry.number, entry.received) == (0, 0, ARRIVED)
    assert store.session().counts == {"request": 1}
    assert store.entries() == [entry]


def test_settling_says_how_the_answer_ended(store: MemoryStore) -> None:
    entry, _ = store.accept(ARRIVED, refuse)

    store.settle(entry, Ending(200, b"{}", "abandoned"))

    assert [(kept.status, kept.answer, kept.ending) for kept in store.entries()] == [(200, {}, "abandoned")]


def test_loading_forgets_the_journal(store: MemoryStore) -> None:
    store.accept(ARRIVED, refuse)

    session = store.load(lambda session: with_script(session, (Reply("a"),)))

    assert session == store.session() == start(Document(replies=(Reply("a"),)), epoch=1)
    assert store.entries() == []


def test_extending_keeps_the_journal(store: MemoryStore) -> None:
    store.accept(ARRIVED, refuse)

    session = store.extend(lambda session: with_script(session, (Reply("a"),)))

    assert session is store.session()
    assert session.baseline.replies == (Reply("a"),)
    assert len(store.entries()) == 1


def test_a_step_that_fails_changes_nothing(store: MemoryStore) -> None:
    def broken(session: Session) -> tuple[Session, Turn]:
        raise BrokenStepError

    with pytest.raises(BrokenStepError):
        store.accept(ARRIVED, broken)

    assert store.session() == Session(Document())
    assert store.entries() == []
    assert store.accept(ARRIVED, refuse)[1].request == 0


def test_the_entries_given_out_do_not_grow(store: MemoryStore) -> None:
    entries = store.entries()
    store.accept(ARRIVED, refuse)

    assert entries == []


def test_takes_are_kept_in_their_order_until_the_next_baseline(store: MemoryStore) -> None:
    def take(session: Session, position: int) -> tuple[Session, Turn]:
        return session, Turn(session.baseline, 0, {}, None, position, (Passed(9, "why"),))

    entries = [store.accept(ARRIVED, take, position)[0] for position in (2, 0, 2)]
    store.accept(ARRIVED, refuse)

    assert store.played() == (store.session(), (2, 0, 2))
    assert [entry.passed for entry in entries] == [(Passed(9, "why"),)] * 3

    store.load(lambda session: session)

    assert store.played() == (store.session(), ())


def test_a_turn_that_goes_on_applies_its_step(store: MemoryStore) -> None:
    found = store.advance(lambda session, kind: (Session(session.baseline, counts={kind: 1}), kind), "tool_use")

    assert (found, store.session().counts) == ("tool_use", {"tool_use": 1})
    assert store.entries() == []


def test_requests_that_arrive_together_each_have_their_number(store: MemoryStore) -> None:
    with ThreadPoolExecutor(8) as threads:
        turns = list(threads.map(lambda _: store.accept(ARRIVED, refuse), range(200)))

    assert sorted(turn.request for _, turn in turns) == list(range(200))
    assert [kept.number for kept in store.entries()] == list(range(200))


def arrived(store: MemoryStore) -> Entry:
    entry, _ = store.accept(ARRIVED, refuse)
    return entry


def test_an_answer_from_before_the_baseline_is_not_remembered(store: MemoryStore) -> None:
    entry = arrived(store)
    store.load(lambda session: session)

    store.remember(entry, ["s1"], b"[]")

    assert store.recall("s1") == ()


def test_what_was_issued_is_recalled_until_the_next_baseline(store: MemoryStore) -> None:
    store.remember(arrived(store), ["s1", "a"], b"[1]")
    store.remember(arrived(store), ["s1"], b"[2]")

    assert store.recall("s1") == (b"[1]", b"[2]")
    assert store.recall("a") == (b"[1]",)
    assert store.recall("other") == ()

    store.load(lambda session: session)

    assert store.recall("s1") == ()


def test_a_key_of_too_many_replies_recalls_none(store: MemoryStore) -> None:
    for number in range(MAX_ALIKE):
        store.remember(arrived(store), ["s1"], b"[%d]" % number)
    assert len(store.recall("s1")) == MAX_ALIKE

    store.remember(arrived(store), ["s1"], b"[]")
    store.remember(arrived(store), ["s1"], b"[]")

    assert store.recall("s1") == ()


def test_of_too_many_keys_the_oldest_is_forgotten(store: MemoryStore) -> None:
    store.remember(arrived(store), [str(number) for number in range(MAX_REMEMBERED + 1)], b"[]")

    assert store.recall("0") == ()
    assert store.recall("1") == (b"[]",)


def asked(body: bytes = b"{}", path: str = "/v1/messages", operation: str = "messages") -> Received:
    return Received(operation, "POST", path, {}, body)


def lose(store: MemoryStore, received: Received, status: int = 200, how: str = "abandoned") -> Entry:
    entry, _ = store.accept(received, refuse)
    store.settle(entry, Ending(status, b"{}", how))
    return entry


def broken(session: Session) -> tuple[Session, Turn]:
    return session, Turn(session.baseline, 0, {}, shape=StreamShape(fault=(StreamFault("end", event=1),)))


def test_a_lost_answer_is_given_again_once_to_an_equal_request(store: MemoryStore) -> None:
    lost = lose(store, asked())

    assert store.has_lost
    found = store.take_back(asked(), is_retry=False)

    assert found.request == lost.number
    assert not store.has_lost
    assert store.take_back(asked(), is_retry=True) is None


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(asked(b"[]"), id="body"),
        pytest.param(asked(path="/v1/messages/"), id="path"),
    ],
)
def test_another_request_gets_no_lost_answer(store: MemoryStore, other: Received) -> None:
    lose(store, asked())

    assert store.take_back(other, is_retry=True) is None
    assert store.has_lost


@pytest.mark.parametrize(
    ("received", "status", "how"),
    [
        pytest.param(asked(), 200, "complete", id="complete"),
        pytest.param(asked(), 400, "abandoned", id="refused"),
        pytest.param(asked(), 529, "abandoned", id="scripted-error"),
        pytest.param(asked(operation="count_tokens"), 200, "abandoned", id="count"),
    ],
)
def test_what_was_seen_or_costs_nothing_is_not_lost(
    store: MemoryStore, received: Received, status: int, how: str
) -> None:
    lose(store, received, status, how)

    assert not store.has_lost
    assert store.take_back(received, is_retry=True) is None


def test_a_client_that_left_before_there_was_an_answer_has_lost_it(store: MemoryStore) -> None:
    lose(store, asked(), 499)

    assert store.take_back(asked(), is_retry=False) is not None


def test_what_fails_on_purpose_is_not_lost(store: MemoryStore) -> None:
    entry, _ = store.accept(asked(), broken)
    assert store.take_back(asked(), is_retry=True) is None

    store.settle(entry, Ending(200, b"{}", "abandoned"))

    assert not store.has_lost


def test_lost_answers_are_given_again_in_their_order(store: MemoryStore) -> None:
    lost = [lose(store, asked(body)).number for body in (b"1", b"2", b"1")]

    found = [store.take_back(asked(body), is_retry=False).request for body in (b"1", b"1", b"2")]

    assert found == [lost[0], lost[2], lost[1]]


def test_of_too_many_lost_answers_the_oldest_is_forgotten(store: MemoryStore) -> None:
    for number in range(MAX_LOST + 1):
        lose(store, asked(b"%d" % number))

    assert store.take_back(asked(b"0"), is_retry=False) is None
    assert store.take_back(asked(b"1"), is_retry=False) is not None


def test_a_new_baseline_forgets_what_was_lost(store: MemoryStore) -> None:
    lose(store, asked())
    under_way, _ = store.accept(asked(b"2"), refuse)

    store.load(lambda session: session)
    store.settle(under_way, Ending(200, b"{}", "abandoned"))

    assert not store.has_lost
    assert store.take_back(asked(), is_retry=True) is None
    assert store.take_back(asked(b"2"), is_retry=True) is None


def test_an_answer_under_way_is_given_again_once_and_only_to_a_retry(store: MemoryStore) -> None:
    lose(store, asked(b"other"), how="complete")
    entry, _ = store.accept(asked(), refuse)

    assert store.take_back(asked(), is_retry=False) is None
    assert store.take_back(asked(), is_retry=True).request == entry.number
    assert store.take_back(asked(), is_retry=True) is None

    store.settle(entry, Ending(200, b"{}", "abandoned"))

    assert not store.has_lost


def test_of_a_turn_that_went_on_the_newest_is_given_again(store: MemoryStore) -> None:
    entry, turn = store.accept(asked(), refuse)
    drawn = Turn(turn.baseline, turn.request, {"tool_use": 1})

    store.go_on(entry, drawn)

    assert store.take_back(asked(), is_retry=True) is drawn
    store.go_on(entry, turn)
    assert store.take_back(asked(), is_retry=True) is None


def test_a_replay_says_so_and_takes_nothing(store: MemoryStore) -> None:
    def take(session: Session) -> tuple[Session, Turn]:
        return session, Turn(session.baseline, 0, {}, Reply("a"), 0)

    _, turn = store.accept(asked(), take)

    entry, _ = store.accept(asked(), replay, turn)

    assert (entry.replays, entry.reply) == (0, 0)
    assert store.played()[1] == (0,)


def test_what_is_settled_holds_its_turn_no_longer(store: MemoryStore) -> None:
    assert lose(store, asked(), how="complete").turn is None


def test_records_are_kept_by_kind_and_key(store: MemoryStore) -> None:
    store.put("file", "a", b"1")
    store.put("thread", "a", b"2")

    assert (store.get("file", "a"), store.get("file", "b")) == (b"1", None)
    assert [(record.key, record.value) for record in store.records("thread")] == [("a", b"2")]
    assert (store.take("file", "a"), store.take("file", "a")) == (b"1", None)


def test_a_request_may_take_more_than_one_reply(store: MemoryStore) -> None:
    store.accept(ARRIVED, refuse)

    for position in (3, None, 5):
        turn = store.accept_more(lambda session, at: (session, Turn(Document(), 0, {}, position=at)), position)
        assert turn.position == position

    assert store.played()[1] == (3, 5)
    assert len(store.entries()) == 1


def test_a_record_is_changed_in_one_step(store: MemoryStore) -> None:
    store.put("batch", "a", b"1")

    assert store.change("batch", "a", lambda value: value + b"2") == b"12"
    assert store.get("batch", "a") == b"12"
    assert store.change("batch", "b", lambda value: value) is None


def test_a_change_that_fails_changes_nothing(store: MemoryStore) -> None:
    store.put("batch", "a", b"1")

    def broken(value: bytes) -> bytes:
        raise BrokenStepError

    with pytest.raises(BrokenStepError):
        store.change("batch", "a", broken)

    assert store.get("batch", "a") == b"1"
