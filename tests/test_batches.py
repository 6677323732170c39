"""A batch from its creation to its end."""

import pytest

from rystic_asgi.engine.batches import (
    Batch,
    at,
    cancel,
    check_results,
    delete,
    no_results,
    read_batch,
    retrieve,
    start_batch,
    write_batch,
)
from rystic_asgi.engine.taking import Turn
from rystic_asgi.protocol.batches import MessageBatch, RequestCounts
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.script.document import Document

URL = "http://rystic.test/v1/messages/batches/b/results"
HOUR = 60 * 60
DAY = 24 * HOUR


def batch_of(**members: object) -> Batch:
    return Batch(**{"id": "b", "total": 5, "errored": 2, "created": 0.0, "retrieves": 1, **members})  # type: ignore[arg-type]


def api_of(batch: Batch, time: float = 0.0) -> MessageBatch:
    return batch.as_api(time, URL)


def status_of(batch: Batch) -> tuple[str, RequestCounts]:
    return batch.status, api_of(batch).request_counts


def test_a_new_batch_is_in_progress_and_shows_every_key() -> None:
    batch = start_batch(Turn(Document(), 0, {"message_batch": 1}, time=90.0), 5, 2)

    assert api_of(batch) == MessageBatch(
        id="msgbatch_01nr2tk7LgFbUuDPToDYtC18",
        processing_status="in_progress",
        request_counts=RequestCounts(processing=5),
        ended_at=None,
        created_at="2026-01-01T00:01:30Z",
        expires_at="2026-01-02T00:01:30Z",
        archived_at=None,
        cancel_initiated_at=None,
        results_url=None,
    )


def test_a_batch_ends_when_it_is_retrieved() -> None:
    ended = api_of(retrieve(batch_of(), 60.0), 60.0)

    assert (ended.processing_status, ended.ended_at, ended.results_url) == ("ended", "2026-01-01T00:01:00Z", URL)
    assert ended.request_counts == RequestCounts(succeeded=3, errored=2)


def test_a_batch_is_retrieved_as_often_as_is_set_until_it_ends() -> None:
    first = retrieve(batch_of(retrieves=3), 0.0)
    second = retrieve(first, 0.0)
    third = retrieve(second, 0.0)

    assert [each.status for each in (first, second, third)] == ["in_progress", "in_progress", "ended"]


def test_a_batch_may_end_at_once() -> None:
    batch = start_batch(Turn(Document(batch_retrieves=0), 0, {}, time=90.0), 5, 0)

    assert (batch.status, batch.ended) == ("ended", 90.0)


def test_a_batch_that_has_ended_stays_as_it_is() -> None:
    ended = retrieve(batch_of(), 60.0)

    assert retrieve(ended, 2 * DAY) == ended


def test_a_canceled_batch_ends_with_all_requests_canceled() -> None:
    canceling = cancel(batch_of(retrieves=3), 10.0)
    ended = retrieve(canceling, 20.0)

    assert status_of(canceling) == ("canceling", RequestCounts(processing=5))
    assert api_of(canceling).cancel_initiated_at == api_of(ended).cancel_initiated_at == "2026-01-01T00:00:10Z"
    assert status_of(ended) == ("ended", RequestCounts(canceled=5))
    assert ended.ended == 20.0


def test_a_batch_is_canceled_once() -> None:
    canceling = cancel(batch_of(), 10.0)

    assert cancel(canceling, 20.0) == canceling


def test_a_batch_that_has_ended_is_not_canceled() -> None:
    with pytest.raises(ApiError) as refused:
        cancel(retrieve(batch_of(), 0.0), 0.0)

    assert (refused.value.status, str(refused.value)) == (400, "Ended batches cannot be canceled.")


@pytest.mark.parametrize("time", [DAY, 3 * DAY], ids=["then", "later"])
def test_a_batch_that_goes_on_for_a_day_expires(time: float) -> None:
    expired = at(batch_of(created=HOUR), HOUR + time)

    assert status_of(expired) == ("ended", RequestCounts(expired=5))
    assert expired.ended == HOUR + DAY
    assert retrieve(batch_of(created=HOUR), HOUR + time) == expired


def test_a_batch_has_a_day() -> None:
    assert at(batch_of(created=HOUR), HOUR + DAY - 1).status == "in_progress"


def test_a_batch_that_was_being_canceled_for_a_day_has_been_canceled() -> None:
    canceled = at(cancel(batch_of(), 10.0), 2 * DAY)

    assert status_of(canceled) == ("ended", RequestCounts(canceled=5))


def test_results_are_there_for_29_days() -> None:
    ended = retrieve(batch_of(created=HOUR), HOUR)
    gone = api_of(ended, HOUR + 29 * DAY)

    assert api_of(ended, HOUR + 29 * DAY - 1).archived_at is None
    assert (gone.archived_at, gone.results_url, gone.processing_status) == ("2026-01-30T01:00:00Z", None, "ended")
    assert check_results(ended, HOUR + 29 * DAY - 1) == ended


@pytest.mark.parametrize(
    ("batch", "time"),
    [
        pytest.param(batch_of(), 0.0, id="in-progress"),
        pytest.param(cancel(batch_of(), 0.0), 0.0, id="canceling"),
        pytest.param(retrieve(batch_of(), 0.0), 29 * DAY, id="archived"),
    ],
)
def test_there_are_no_results_before_the_end_and_after_29_days(batch: Batch, time: float) -> None:
    with pytest.raises(ApiError) as refused:
        check_results(batch, time)

    assert (refused.value.status, str(refused.value)) == (404, "Message Batch b has no available results.")


def test_more_can_be_said_of_results_that_are_not_there() -> None:
    assert str(no_results("b", "why")) == "Message Batch b has no available results. rystic: why"


def test_a_batch_that_has_ended_can_be_deleted() -> None:
    deleted = delete(retrieve(batch_of(), 0.0), 0.0)

    assert deleted.is_deleted
    assert delete(batch_of(), DAY).is_deleted


@pytest.mark.parametrize("batch", [batch_of(), cancel(batch_of(), 0.0)], ids=["in-progress", "canceling"])
def test_a_batch_that_goes_on_is_not_deleted(batch: Batch) -> None:
    with pytest.raises(ApiError) as refused:
        delete(batch, 0.0)

    assert (refused.value.status, str(refused.value)) == (
        400,
        "In progress batches cannot be deleted. Consider canceling the batch instead.",
    )


def test_a_record_of_a_batch_reads_back_the_same() -> None:
    batch = cancel(batch_of(), 10.0)

    assert read_batch(write_batch(batch)) == batch
