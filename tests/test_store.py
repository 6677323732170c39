"""The store in memory: one step at a time, and the journal beside it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from rystic_asgi.engine.loading import start, with_script
from rystic_asgi.engine.taking import Turn, refuse
from rystic_asgi.script.document import Document
from rystic_asgi.script.reply import Reply
from rystic_asgi.state.journal import Entry
from rystic_asgi.state.session import Session
from rystic_asgi.state.store import MemoryStore


class BrokenStepError(Exception):
    """What a step raises in these tests."""


def entry() -> Entry:
    return Entry("messages", "POST", "/v1/messages", {}, b"")


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore(start(Document()))


def test_a_store_begins_with_its_session_and_an_empty_journal(store: MemoryStore) -> None:
    assert store.session() == Session(Document())
    assert store.entries() == []


def test_accepting_applies_the_step_and_keeps_the_entry(store: MemoryStore) -> None:
    arrived = entry()

    turn = store.accept(arrived, refuse)

    assert turn.request == 0
    assert store.session().counts == {"request": 1}
    assert store.entries() == [arrived]


def test_settling_says_how_the_answer_ended(store: MemoryStore) -> None:
    arrived = entry()
    store.accept(arrived, refuse)

    store.settle(arrived, "abandoned")

    assert [kept.ending for kept in store.entries()] == ["abandoned"]


def test_loading_forgets_the_journal(store: MemoryStore) -> None:
    store.accept(entry(), refuse)

    session = store.load(lambda session: with_script(session, (Reply("a"),)))

    assert session == store.session() == start(Document(replies=(Reply("a"),)))
    assert store.entries() == []


def test_extending_keeps_the_journal(store: MemoryStore) -> None:
    store.accept(entry(), refuse)

    session = store.extend(lambda session: with_script(session, (Reply("a"),)))

    assert session is store.session()
    assert session.baseline.replies == (Reply("a"),)
    assert len(store.entries()) == 1


def test_a_step_that_fails_changes_nothing(store: MemoryStore) -> None:
    def broken(session: Session, entry: Entry) -> tuple[Session, Turn]:
        raise BrokenStepError

    with pytest.raises(BrokenStepError):
        store.accept(entry(), broken)

    assert store.session() == Session(Document())
    assert store.entries() == []
    assert store.accept(entry(), refuse).request == 0


def test_the_entries_given_out_do_not_grow(store: MemoryStore) -> None:
    entries = store.entries()
    store.accept(entry(), refuse)

    assert entries == []


def test_requests_that_arrive_together_each_have_their_number(store: MemoryStore) -> None:
    with ThreadPoolExecutor(8) as threads:
        turns = list(threads.map(lambda _: store.accept(entry(), refuse), range(200)))

    assert sorted(turn.request for turn in turns) == list(range(200))
    assert [kept.number for kept in store.entries()] == list(range(200))
