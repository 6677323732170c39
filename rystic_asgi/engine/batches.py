"""A batch from its creation to its end: what is remembered of it, and the steps by which it goes on. Pure."""

from typing import Final

import msgspec
from msgspec import Struct

from rystic_asgi.engine.taking import Turn
from rystic_asgi.protocol.batches import (
    SECONDS_TO_ARCHIVE,
    SECONDS_TO_EXPIRE,
    MessageBatch,
    RequestCounts,
)
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.ids import make_id
from rystic_asgi.protocol.moments import moment


class Batch(Struct, frozen=True, kw_only=True):
    """A batch as it stands; moments are seconds of the simulator's clock.

    ``retrieves`` says how often it is retrieved still before it has ended. ``left_undone`` names the outcome of all
    its requests where it ended before they were done. ``is_deleted`` marks the place of one that was deleted.
    """

    id: str
    total: int
    errored: int
    created: float
    retrieves: int
    cancel_initiated: float | None = None
    ended: float | None = None
    left_undone: str = ""
    is_deleted: bool = False

    @property
    def status(self) -> str:
        """``in_progress``, ``canceling`` or ``ended``."""
        if self.ended is not None:
            return "ended"
        return "in_progress" if self.cancel_initiated is None else "canceling"

    def is_archived(self, time: float) -> bool:
        """Whether the results are gone."""
        return time >= self.created + SECONDS_TO_ARCHIVE

    def as_api(self, time: float, results_url: str) -> MessageBatch:
        """The batch as the API shows it."""
        is_archived = self.is_archived(time)
        return MessageBatch(
            id=self.id,
            processing_status=self.status,
            request_counts=_counts(self),
            ended_at=_moment(self.ended),
            created_at=moment(self.created),
            expires_at=moment(self.created + SECONDS_TO_EXPIRE),
            archived_at=moment(self.created + SECONDS_TO_ARCHIVE) if is_archived else None,
            cancel_initiated_at=_moment(self.cancel_initiated),
            results_url=None if self.ended is None or is_archived else results_url,
        )


def start_batch(turn: Turn, total: int, errored: int) -> Batch:
    """The batch that was opened in ``turn``."""
    batch_id = make_id(turn.baseline.seed, "message_batch", turn.first.get("message_batch", 0))
    retrieves = turn.baseline.batch_retrieves
    batch = Batch(id=batch_id, total=total, errored=errored, created=turn.time, retrieves=retrieves)
    return _ended(batch, turn.time) if retrieves == 0 else batch


def at(batch: Batch, time: float) -> Batch:
    """The batch at ``time``: one that goes on for too long has expired, or was canceled where it was being so."""
    expires = batch.created + SECONDS_TO_EXPIRE
    if batch.ended is not None or time < expires:
        return batch
    return _ended(batch, expires, "expired" if batch.cancel_initiated is None else "canceled")


def retrieve(batch: Batch, time: float) -> Batch:
    """The batch after it was retrieved at ``time``, one step further. A canceled one ends with the first."""
    batch = at(batch, time)
    if batch.ended is not None:
        return batch
    if batch.cancel_initiated is not None:
        return _ended(batch, time, "canceled")
    if batch.retrieves > 1:
        return msgspec.structs.replace(batch, retrieves=batch.retrieves - 1)
    return _ended(batch, time)


def cancel(batch: Batch, time: float) -> Batch:
    """The batch after it was canceled at ``time``. Raises ApiError 400 where it has ended."""
    batch = at(batch, time)
    if batch.ended is not None:
        raise ApiError("Ended batches cannot be canceled.")
    if batch.cancel_initiated is not None:
        return batch
    return msgspec.structs.replace(batch, cancel_initiated=time)


def delete(batch: Batch, time: float) -> Batch:
    """What stays in the place of the batch once it is deleted at ``time``. Raises ApiError 400 before it has ended.

    Source of the words: an answer quoted in public code, September 2026.
    """
    batch = at(batch, time)
    if batch.ended is None:
        raise ApiError("In progress batches cannot be deleted. Consider canceling the batch instead.")
    return msgspec.structs.replace(batch, is_deleted=True)


def check_results(batch: Batch, time: float) -> Batch:
    """The batch at ``time``. Raises ApiError 404 before it has ended, and once its results are archived.

    Source of the words: https://github.com/alexrudall/anthropic, spec/anthropic/client/messages/batches_spec.rb
    """
    batch = at(batch, time)
    if batch.ended is None or batch.is_archived(time):
        raise no_results(batch.id)
    return batch


def no_results(batch_id: str, because: str = "") -> ApiError:
    """What is said where there are no results; ``because`` is what the simulator knows beyond the API's words."""
    hint = f" rystic: {because}" if because else ""
    return ApiError(f"Message Batch {batch_id} has no available results.{hint}", status=404)


def write_batch(batch: Batch) -> bytes:
    """The batch as a record."""
    return _ENCODE(batch)


def read_batch(record: bytes) -> Batch:
    """The batch of a record."""
    return _DECODE(record)


_ENCODE: Final = msgspec.json.Encoder().encode
_DECODE: Final = msgspec.json.Decoder(Batch).decode


def _ended(batch: Batch, time: float, left_undone: str = "") -> Batch:
    return msgspec.structs.replace(batch, ended=time, left_undone=left_undone, retrieves=0)


def _counts(batch: Batch) -> RequestCounts:
    if batch.ended is None:
        return RequestCounts(processing=batch.total)
    if batch.left_undone:
        return RequestCounts(**{batch.left_undone: batch.total})
    return RequestCounts(succeeded=batch.total - batch.errored, errored=batch.errored)


def _moment(time: float | None) -> str | None:
    return None if time is None else moment(time)
