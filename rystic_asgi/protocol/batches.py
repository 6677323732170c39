"""Message batches as they go over the wire, and their limits.

Sources: anthropic 2.14.0, types/messages; https://platform.claude.com/docs/en/build-with-claude/batch-processing;
for the order of keys and for what a failed request holds, results of batches quoted in public code, September 2026.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Raw, Struct

from rystic_asgi.protocol.closed import Closed

MAX_REQUESTS: Final = 100_000
MAX_BATCH_BYTES: Final = 256 * 1024 * 1024
"""Source: https://platform.claude.com/docs/en/api/errors#request-size-limits"""

SECONDS_TO_EXPIRE: Final = 24 * 60 * 60
"""What is not done so long after its creation expires."""
SECONDS_TO_ARCHIVE: Final = 29 * 24 * 60 * 60
"""So long after its creation the results of a batch are there."""

POLL_SECONDS: Final = 10
"""What ``retry-after`` says of a batch that goes on. Source: answers quoted in public code, September 2026."""

Outcome = Literal["succeeded", "errored", "canceled", "expired"]


class BatchRequest(Closed, frozen=True):
    """One request of a batch; whether ``params`` can be answered is not asked when the batch is created."""

    custom_id: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[a-zA-Z0-9_-]{1,64}\Z")]
    params: Raw


class BatchCreateRequest(Closed, frozen=True):
    """The body of ``POST /v1/messages/batches``."""

    requests: list[BatchRequest]


class RequestCounts(Struct, frozen=True):
    """How many requests are where; all are in ``processing`` until the whole batch has ended."""

    processing: int = 0
    succeeded: int = 0
    errored: int = 0
    canceled: int = 0
    expired: int = 0


class MessageBatch(Struct, frozen=True, kw_only=True):
    """A batch; moments and the address that are not known yet are null, never absent."""

    id: str
    type: str = "message_batch"
    processing_status: str
    request_counts: RequestCounts
    ended_at: str | None
    created_at: str
    expires_at: str
    archived_at: str | None
    cancel_initiated_at: str | None
    results_url: str | None


class DeletedMessageBatch(Struct, frozen=True):
    """What is left of a batch that was deleted."""

    id: str
    type: str = "message_batch_deleted"


class Failure(Struct, frozen=True):
    """Why a request of a batch has no message."""

    type: str
    message: str
    details: dict[str, Any] | None = None

    def as_result(self) -> dict[str, Any]:
        """The result of the request; what the API says of its own failures, it says to its users."""
        details = {"error_visibility": "user_facing"} if self.details is None else self.details
        error = {"details": details, "type": self.type, "message": self.message}
        return {"type": "errored", "error": {"type": "error", "error": error, "request_id": None}}
