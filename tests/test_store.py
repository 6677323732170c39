"""The store in memory: one step at a time, and the journal beside it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from rystic_asgi.engine.loading import start, with_script
from rystic_asgi.engine.taking import Turn, refuse
from rystic_asgi.script.document import Document
from rystic_asgi.script.reply import Reply
from rystic_asgi.state.journal import Ending, Entry, Passed, Received
from rystic_asgi.state.session import Session
from rystic_asgi.state.store import MAX_ALIKE, MAX_REMEMBERED, MemoryStore


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
