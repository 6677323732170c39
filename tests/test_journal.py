"""The journal: entries as they are shown, its bounds, and no secret kept."""

from typing import Any

import pytest

from rystic_asgi.state.journal import (
    MAX_ENTRIES,
    MAX_KEPT_BYTES,
    Ending,
    Entry,
    Journal,
    Passed,
    Received,
    take_secrets,
)


def entry(body: bytes = b"", number: int = 0, reply: int | None = None, settled: Ending | None = None) -> Entry:
    received = Received("messages", "POST", "/v1/messages", {b"x-app": b"caf\xe9"}, body)
    return Entry(number, reply, received, settled)


def test_an_entry_is_shown_as_json() -> None:
    shown = entry(b'{"model":"m"}', 3, 1, Ending(200, b'{"id":"msg_1"}', "complete"))
    shown.passed = (Passed(0, "model: 'n' expected, found 'm'"),)

    assert shown.as_json() == {
        "number": 3,
        "operation": "messages",
        "method": "POST",
        "path": "/v1/messages",
        "headers": {"x-app": "caf\xe9"},
        "body": {"model": "m"},
        "reply": 1,
        "passed": [{"reply": 0, "because": "model: 'n' expected, found 'm'"}],
        "status": 200,
        "answer": {"id": "msg_1"},
        "ending": "complete",
        "replays": None,
        "time_s": 0.0,
        "events": None,
        "waited_s": 0.0,
        "faults": (),
        "retry_after_s": None,
    }


def test_an_entry_that_is_not_answered_yet_has_no_answer() -> None:
    shown = entry()

    assert (shown.reply, shown.status, shown.answer, shown.ending) == (None, None, None, None)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(b"", None, id="none"),
        pytest.param(b"[1]", [1], id="json"),
        pytest.param(b"{", "{", id="no-json"),
        pytest.param(b"\xff{", "\N{REPLACEMENT CHARACTER}{", id="no-text"),
        pytest.param(b"[" * 100_000, "[" * 100_000, id="deep"),
    ],
)
def test_a_body_is_shown_as_json_or_else_as_text(body: bytes, expected: Any) -> None:
    assert entry(body).body == expected


def test_the_journal_keeps_entries_in_order() -> None:
    journal = Journal()
    for number in range(3):
        journal.append(entry(number=number))

    assert [kept.number for kept in journal] == [0, 1, 2]
    assert len(journal) == 3


def test_a_full_journal_drops_the_oldest_entries() -> None:
    journal = Journal()
    for number in range(MAX_ENTRIES + 2):
        journal.append(entry(number=number))

    assert len(journal) == MAX_ENTRIES
    assert next(iter(journal)).number == 2


def test_large_bodies_drop_the_oldest_entries() -> None:
    half = bytes(MAX_KEPT_BYTES // 2)
    journal = Journal()
    for number in range(4):
        journal.append(entry(half, number=number))

    assert [kept.number for kept in journal] == [2, 3]


def test_large_answers_drop_the_oldest_entries() -> None:
    half = Ending(200, bytes(MAX_KEPT_BYTES // 2), "complete")
    journal = Journal()
    entries = [entry(number=number) for number in range(4)]
    for each in entries:
        journal.append(each)
        journal.settle(each, half)

    assert [kept.number for kept in journal] == [2, 3]


def test_an_answer_that_ends_after_its_entry_was_dropped_takes_no_room() -> None:
    whole = Ending(200, bytes(MAX_KEPT_BYTES), "complete")
    journal = Journal()
    dropped, kept = entry(number=0), entry(number=1)
    journal.append(dropped)
    journal.clear()
    journal.append(kept)

    journal.settle(dropped, whole)
    journal.append(entry(number=2))

    assert [each.number for each in journal] == [1, 2]
    assert dropped.status == 200


def test_the_newest_entry_is_kept_however_large() -> None:
    journal = Journal()
    journal.append(entry(b"1", number=0))
    journal.append(entry(bytes(MAX_KEPT_BYTES + 1), number=1))

    assert [kept.number for kept in journal] == [1]


def test_a_cleared_journal_has_room_again() -> None:
    half = bytes(MAX_KEPT_BYTES // 2)
    journal = Journal()
    journal.append(entry(half))
    journal.append(entry(half))
    journal.clear()
    journal.append(entry(half))
    journal.append(entry(half))

    assert len(journal) == 2


def test_entries_may_come_while_the_journal_is_read() -> None:
    journal = Journal()
    journal.append(entry(number=0))
    reading = iter(journal)
    journal.append(entry(number=1))

    assert [kept.number for kept in reading] == [0]


def test_secrets_are_masked() -> None:
    headers = {
        b"x-api-key": b"sk-ant-1",
        b"authorization": b"Bearer sk-ant-1",
        b"cookie": b"a=b",
        b"proxy-authorization": b"Basic YTpi",
        b"anthropic-version": b"2023-06-01",
    }

    take_secrets(headers)

    assert headers == {
        b"x-api-key": b"***",
        b"authorization": b"***",
        b"cookie": b"***",
        b"proxy-authorization": b"***",
        b"anthropic-version": b"2023-06-01",
    }


def test_secrets_are_handed_on_as_they_were() -> None:
    secrets = take_secrets({b"x-api-key": b"sk-ant-1", b"accept": b"*/*"})

    assert secrets == {b"x-api-key": b"sk-ant-1"}


def test_what_was_sent_of_a_stream_is_shown() -> None:
    ending = Ending(200, b"{}", "abandoned", 3, 1.5, ({"kind": "stall", "event": 3},), None, 1)
    settled = entry(settled=ending)
    settled.time, settled.replays = 60.0, 2

    shown = settled.as_json()

    assert {key: shown[key] for key in ("time_s", "replays", "events", "waited_s", "faults", "retry_after_s")} == {
        "time_s": 60.0,
        "replays": 2,
        "events": 3,
        "waited_s": 1.5,
        "faults": ({"kind": "stall", "event": 3},),
        "retry_after_s": None,
    }


def test_of_an_answer_under_way_nothing_that_was_sent_is_shown() -> None:
    shown = entry().as_json()

    assert (shown["status"], shown["events"], shown["waited_s"], shown["faults"]) == (None, None, 0.0, ())
