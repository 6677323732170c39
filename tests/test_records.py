"""Records of one kind, within a bound."""

import pytest

from rystic_asgi.engine.loading import restarted
from rystic_asgi.engine.taking import refuse
from rystic_asgi.state.journal import Ending, Received
from rystic_asgi.state.memory_store import MemoryStore
from rystic_asgi.state.records import Change, Pending, Record, Records


def test_a_record_is_found_by_its_key() -> None:
    records = Records(100)
    records.put("a", b"one")

    assert (records.get("a"), records.get("b"), len(records)) == (b"one", None, 1)


def test_a_record_can_be_taken_once() -> None:
    records = Records(100)
    records.put("a", b"one")

    assert [records.take("a"), records.take("a"), records.get("a")] == [b"one", None, None]


def test_records_come_in_the_order_in_which_their_keys_came_first() -> None:
    records = Records(100)
    for key, value in (("a", b"1"), ("b", b"2"), ("a", b"3")):
        records.put(key, value)

    assert list(records) == [Record("a", b"3"), Record("b", b"2")]


def test_the_oldest_records_go_when_there_are_too_many_bytes() -> None:
    records = Records(10)
    for number in range(4):
        records.put(str(number), b"12345")
    records.put("3", b"123")
    records.put("4", b"1234")

    assert [record.key for record in records] == ["3", "4"]


def test_the_oldest_records_go_when_there_are_too_many() -> None:
    records = Records(100, most=2)
    for number in range(4):
        records.put(str(number), b"")
    records.put("2", b"1")

    assert [record.key for record in records] == ["2", "3"]


def test_a_record_that_is_too_large_stays_alone() -> None:
    records = Records(10)
    records.put("a", b"1")
    records.put("b", b"12345678901")

    assert [record.key for record in records] == ["b"]


def test_a_store_keeps_the_records_of_each_kind_apart_until_the_next_baseline() -> None:
    store = MemoryStore()
    store.put("thread", "a", b"1")
    store.put("file", "a", b"2")

    assert (store.get("thread", "a"), store.take("file", "a"), store.records("file")) == (b"1", b"2", [])
    assert store.records("thread") == [Record("a", b"1")]

    store.load(lambda session: session)

    assert store.records("thread") == []


@pytest.mark.parametrize(
    ("status", "how", "kept"),
    [
        pytest.param(200, "complete", [Record("now", b"1"), Record("whole", b"2")], id="whole"),
        pytest.param(200, "abandoned", [Record("broken", b"3")], id="abandoned"),
        pytest.param(529, "complete", [Record("broken", b"3")], id="error"),
    ],
)
def test_an_ending_does_what_was_pending(status: int, how: str, kept: list[Record]) -> None:
    store = MemoryStore()
    entry, turn = store.accept(Received("messages", "POST", "/v1/messages", {}, b""), refuse)
    store.pend(
        entry,
        Pending(
            turn.epoch,
            (Change("thread", "now", b"1"),),
            (Change("thread", "whole", b"2"),),
            (Change("thread", "now"), Change("thread", "broken", b"3")),
        ),
    )

    for _ in range(2):
        store.settle(entry, Ending(status, b"{}", how))

    assert store.records("thread") == kept


def test_what_is_pending_of_an_earlier_baseline_changes_nothing() -> None:
    store = MemoryStore()
    entry, turn = store.accept(Received("messages", "POST", "/v1/messages", {}, b""), refuse)
    store.load(restarted)

    store.pend(entry, Pending(turn.epoch, (Change("thread", "a", b"1"),), (Change("thread", "b", b"2"),)))
    store.settle(entry, Ending(200, b"{}", "complete"))

    assert store.records("thread") == []


def test_a_record_is_added_unless_there_would_be_too_much() -> None:
    records = Records(10)

    assert records.add("a", b"123456", 10)
    assert not records.add("b", b"12345", 10)
    assert records.add("c", b"1234", 10)
    assert [record.key for record in records] == ["a", "c"]


def test_a_record_of_an_entry_from_before_the_baseline_is_not_kept() -> None:
    store = MemoryStore()
    received = Received("files", "POST", "/v1/files", {}, b"")
    entry, _ = store.accept(received, refuse)
    store.load(restarted)

    assert store.add(entry, "file", "a", b"1", 10)
    assert store.get("file", "a") is None
