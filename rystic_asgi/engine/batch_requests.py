"""The requests of a batch: each takes its reply when the batch is created, and is answered when its result is read."""

from array import array
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from rystic_asgi.engine.batches import Batch
from rystic_asgi.engine.composing import compose
from rystic_asgi.engine.taking import NOTHING_PASSED, Turn, accept
from rystic_asgi.protocol.batches import Failure
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.ids import ID_SHAPES
from rystic_asgi.protocol.messages import ResponseMessage
from rystic_asgi.script.document import Document
from rystic_asgi.script.reply import Reply, read_reply
from rystic_asgi.state.journal import Passed
from rystic_asgi.state.session import Session
from rystic_asgi.validation.batch_body import Span, check_params, read_batch_request
from rystic_asgi.validation.request import CheckedRequest
from rystic_asgi.validation.rules import rule_names

NUMBER: Final = "i"
"""How a number is packed: a body is never so long that four bytes are too few."""
NONE: Final = -1
"""Among places: there is none."""
_ENCODE: Final = msgspec.json.Encoder().encode
_FAILURE: Final = msgspec.json.Decoder(Failure).decode
_HEADERS: Final = (b"anthropic-version", b"anthropic-beta")
"""The headers that say how a request is to be read."""


_NO_FAULTS: Final = ()


class Taken(Struct, frozen=True, gc=False):
    """What a batch, or a request of it, was given; ``taken`` is the place that is used up in the script of today.

    ``session`` is the one that it was taken from as it stood afterwards: an earlier one once a new baseline came.
    """

    session: Session
    turn: Turn
    taken: int | None = None
    position: int | None = None
    replays: int | None = None
    passed: tuple[Passed, ...] = NOTHING_PASSED
    is_broken: bool = False

    @property
    def request(self) -> int:
        """The number of the request for the batch."""
        return self.turn.request

    @property
    def time(self) -> float:
        """When that arrived."""
        return self.turn.time


def open_batch(session: Session) -> tuple[Session, Taken]:
    """The step of a request for a batch: it counts as one request, and its batch has an id."""
    counts = session.counts
    number = counts.get("request", 0)
    after = {**counts, "request": number + 1, "message_batch": counts.get("message_batch", 0) + 1}
    later = msgspec.structs.replace(session, counts=after)
    return later, Taken(later, Turn(session.baseline, number, counts, epoch=session.epoch, time=session.time))


def take(
    session: Session, own: Taken, request: CheckedRequest, headers: Mapping[bytes, bytes], ids: Mapping[str, int]
) -> tuple[Session, Taken]:
    """The step by which a request of a batch takes its reply; the batch alone counts as a request.

    ``own`` is what was taken last: a batch of an earlier baseline goes on from there, and the session stays as it is.
    ``ids`` counts the ids of the default reply. A schedule of faults is for requests on their own.
    """
    is_current = session.epoch == own.session.epoch
    before = session if is_current else own.session
    later, turn = accept(before, request, headers, ids, _NO_FAULTS)
    counts = {**later.counts, "request": before.counts.get("request", 0)}
    later = msgspec.structs.replace(later, counts=counts)
    turn = msgspec.structs.replace(turn, request=own.request)
    return (later if is_current else session), Taken(later, turn, turn.position if is_current else None)


class Requests(Struct):
    """What was found out about the requests of a batch when it was created.

    Packed numbers stand in the order of the requests: ``spans`` are places in the body, two a request; ``positions``
    places in the script; ``failed`` places in ``failures``; ``ordinals``, by kind of id, those of the first id that
    each may give out. ``given`` are the replies of functions by the place of their request; they and the failures are
    JSON.
    """

    epoch: int
    number: int
    time: float
    headers: dict[bytes, bytes]
    spans: bytes = b""
    positions: bytes = b""
    failed: bytes = b""
    failures: list[bytes] = []
    ordinals: dict[str, bytes] = {}
    given: dict[int, bytes] = {}


class RequestsBuilder:
    """Notes of each request in turn what it was given."""

    def __init__(self, turn: Turn, headers: Mapping[bytes, bytes], spans: "array[int]") -> None:
        self._turn = turn
        self._headers = {name: headers[name] for name in _HEADERS if name in headers}
        self._spans, self._positions, self._failed = spans, array(NUMBER), array(NUMBER)
        self._failures: dict[bytes, int] = {}
        self._ordinals = {kind: array(NUMBER) for kind in ID_SHAPES}
        self._given: dict[int, bytes] = {}

    @property
    def errored(self) -> int:
        """How many requests have no message."""
        return len(self._failed) - self._failed.count(NONE)

    def add_taken(self, request: CheckedRequest, turn: Turn) -> None:
        """The next request takes what ``turn`` says; whether it can be answered is known from now on."""
        reply, position = turn.reply, NONE if turn.position is None else turn.position
        if reply is not None and reply is not turn.baseline.replies[position]:
            self._given[len(self._positions)] = _ENCODE(reply.posted)
        self._add(position, turn.first, None if _is_plain(request, turn) else _failure(request, turn))

    def add_failed(self, error: ApiError) -> None:
        """The next request fails."""
        self._add(NONE, {}, Failure(error.type, error.message, error.details))

    def _add(self, position: int, first: Mapping[str, int], failure: Failure | None) -> None:
        self._positions.append(position)
        for kind, ordinals in self._ordinals.items():
            ordinals.append(first.get(kind, 0))
        known = self._failures
        self._failed.append(NONE if failure is None else known.setdefault(_ENCODE(failure), len(known)))

    def build(self) -> Requests:
        """All that was noted."""
        return Requests(
            self._turn.epoch,
            self._turn.request,
            self._turn.time,
            self._headers,
            self._spans.tobytes(),
            self._positions.tobytes(),
            self._failed.tobytes(),
            list(self._failures),
            {kind: ordinals.tobytes() for kind, ordinals in self._ordinals.items() if any(ordinals)},
            self._given,
        )


def results(batch: Batch, requests: Requests, body: bytes, baseline: Document) -> Iterator[dict[str, Any]]:
    """The line of each request in turn, made when it is asked for."""
    spans, failed = _numbers(requests.spans), _numbers(requests.failed)
    for index, (failure, turn) in enumerate(zip(failed, _turns(requests, baseline), strict=True)):
        read = read_batch_request(body, Span(spans[2 * index], spans[2 * index + 1]))
        if batch.left_undone:
            result: dict[str, Any] = {"type": batch.left_undone}
        elif failure != NONE:
            result = _FAILURE(requests.failures[failure]).as_result()
        else:
            request = check_params(requests.headers, bytes(read.params), _CHECKED_BEFORE)
            result = {"type": "succeeded", "message": _of_batch(compose(request, turn), turn.reply)}
        yield {"custom_id": read.custom_id, "result": result}


_CHECKED_BEFORE: Final = frozenset(rule_names())
"""No rule is asked again: some depend on what was remembered when the batch was created."""


def _turns(requests: Requests, baseline: Document) -> Iterator[Turn]:
    ordinals = {kind: _numbers(packed) for kind, packed in requests.ordinals.items()}
    for index, position in enumerate(_numbers(requests.positions)):
        first = {kind: numbers[index] for kind, numbers in ordinals.items()}
        reply, place = (None, None) if position == NONE else (baseline.replies[position], position)
        if index in requests.given:
            reply = read_reply(msgspec.json.decode(requests.given[index]), f"replies.{position}")
        yield Turn(baseline, requests.number, first, reply, place, epoch=requests.epoch, time=requests.time)


def write_requests(requests: Requests) -> bytes:
    """The requests as a record."""
    return msgspec.msgpack.encode(requests)


def read_requests(record: bytes) -> Requests:
    """The requests of a record."""
    return msgspec.msgpack.decode(record, type=Requests)


def _is_plain(request: CheckedRequest, turn: Turn) -> bool:
    """Whether a text answers a question, which nothing can go wrong with."""
    reply, baseline = turn.reply, turn.baseline
    if not request.is_plain or baseline.is_cut or (reply is None and baseline.on_empty == "error"):
        return False
    return reply is None or (reply.error is None and not (reply.ids or reply.is_filled_in or reply.members))


def _failure(request: CheckedRequest, turn: Turn) -> Failure | None:
    try:
        compose(request, turn)
    except ApiError as error:
        return Failure(error.type, error.message, error.details)
    return None


def _of_batch(message: ResponseMessage, reply: Reply | None) -> ResponseMessage:
    """The message with the service tier of batches, unless the script gives another."""
    tier = "batch" if reply is None else reply.usage.get("service_tier", "batch")
    return msgspec.structs.replace(message, usage=msgspec.structs.replace(message.usage, service_tier=tier))


def _numbers(packed: bytes) -> "array[int]":
    numbers = array(NUMBER)
    numbers.frombytes(packed)
    return numbers
