"""The operations of message batches."""

from array import array
from collections.abc import Callable, Generator, Iterator
from typing import Any, Final

import msgspec

from rystic_asgi.asgi.answering import Secrets, answer_refused
from rystic_asgi.asgi.opening import opened
from rystic_asgi.asgi.responses import Answer, error_answer, json_answer, lines_answer
from rystic_asgi.asgi.slices import Call, LinesAskedError, SlicesAskedError, Steps
from rystic_asgi.encoding.frames import encode_json
from rystic_asgi.engine.batch_requests import (
    NUMBER,
    RequestsBuilder,
    Taken,
    open_batch,
    read_requests,
    results,
    take,
    write_requests,
)
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
from rystic_asgi.engine.default_reply import default_ids
from rystic_asgi.engine.functions import read_given
from rystic_asgi.engine.pages import page_body, page_by_id
from rystic_asgi.engine.taking import Turn, draw, refuse
from rystic_asgi.protocol.batches import POLL_SECONDS, DeletedMessageBatch, MessageBatch
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.state.journal import Ending, Entry, Received
from rystic_asgi.state.memory_store import BATCH_BODIES
from rystic_asgi.state.request import Request
from rystic_asgi.state.session import Session
from rystic_asgi.state.store import Store
from rystic_asgi.validation.batch_body import Span, batch_spans, check_params, read_batch_request
from rystic_asgi.validation.queries import IdPage, read_id_page, read_query
from rystic_asgi.validation.request import check_no_body

BATCHES: Final = "batch"
REQUESTS: Final = "batch requests"
"""Kinds of records, beside the bodies. Keys hold the epoch: a batch of an earlier baseline is never found again."""


def answer_create(store: Store, received: Received, secrets: Secrets) -> Answer:
    """The answer to a request for a new batch. Raises SlicesAskedError."""
    raise SlicesAskedError(_create(store, received, secrets))


def answer_retrieve(store: Store, received: Received, secrets: Secrets, batch_id: str) -> Answer:
    """The answer to a request for a batch, which goes one step further with it."""
    return _answer_changed(store, received, secrets, batch_id, retrieve)


def answer_cancel(store: Store, received: Received, secrets: Secrets, batch_id: str) -> Answer:
    """The answer to a request that a batch be canceled."""
    return _answer_changed(store, received, secrets, batch_id, cancel)


def answer_delete(store: Store, received: Received, secrets: Secrets, batch_id: str) -> Answer:
    """The answer to a request that a batch be deleted."""
    return _answer_changed(store, received, secrets, batch_id, delete)


def answer_list(store: Store, received: Received, secrets: Secrets) -> Answer:
    """The answer to a request for a page of batches, newest first."""
    try:
        _admit(store, received, secrets)
        asked = read_id_page(read_query(received.query))
        batches, has_more = page_by_id(_listed(store, asked), lambda batch: batch.id, asked)
    except ApiError as error:
        return answer_refused(store, received, error)
    entry, turn = store.accept(received, refuse)
    data = [_shown(at(batch, turn.time), turn, received) for batch in batches]
    page = page_body(data, [batch.id for batch in data], has_more=has_more)
    return json_answer(encode_json(page), turn, entry)


def answer_results(store: Store, received: Received, secrets: Secrets, batch_id: str) -> Answer:
    """The answer to a request for the results of a batch. Raises LinesAskedError."""
    try:
        _admit(store, received, secrets)
        lines = _lines(store, store.session(), batch_id)
    except ApiError as error:
        return answer_refused(store, received, error)
    entry, turn = store.accept(received, refuse)
    raise LinesAskedError(lines_answer(turn, entry), lines)


def _create(store: Store, received: Received, secrets: Secrets) -> Steps:
    spans = array(NUMBER)
    try:
        body = _admit(store, received, secrets).raw_body
        for span in batch_spans(body):
            spans.extend(span)
            yield None
    except ApiError as error:
        return answer_refused(store, received, error)
    entry, opening = store.accept(received, open_batch)
    try:
        built = yield from _take_all(store, entry, opening, body, spans)
    except BaseException:
        left = error_answer(ApiError(status=499), opening.turn, entry)
        store.settle(entry, Ending(left.status, left.whole, "abandoned"))
        raise
    turn, total = opening.turn, len(spans) // 2
    batch = start_batch(turn, total, built.errored)
    requests = built.build()
    yield None
    record = write_requests(requests)
    yield None
    _keep(store, _key(requests.epoch, batch.id), body, record, batch)
    return json_answer(encode_json(_shown(batch, turn, received)), turn, entry)


def _take_all(
    store: Store, entry: Entry, own: Taken, body: bytes, spans: "array[int]"
) -> Generator[Call | None, Any, RequestsBuilder]:
    """Check each request, let it take its reply, and have its function called."""
    received = entry.received
    headers, builder = received.raw_headers, RequestsBuilder(own.turn, received.raw_headers, spans)
    for place in range(0, len(spans), 2):
        params = bytes(read_batch_request(body, Span(spans[place], spans[place + 1])).params)
        try:
            request = check_params(headers, params, own.session.off, store.recall, store.get, own.turn.time)
            own = store.accept_more(take, own, request, headers, default_ids(request))
            turn = own.turn
            if turn.reply is not None and turn.reply.function is not None:
                asked = Received("messages", "POST", received.path, headers, params)
                turn = _drawn(store, turn, (yield Call(turn, Request(entry.number, asked))))
            builder.add_taken(request, turn)
        except ApiError as error:
            builder.add_failed(error)
        yield None
    return builder


def _drawn(store: Store, turn: Turn, given: Any) -> Turn:
    """The turn with the reply that its function gave. Raises ApiError where it gave none."""
    if isinstance(given, ApiError):
        raise given
    return store.advance(draw, turn, read_given(turn, given))


def _keep(store: Store, key: str, body: bytes, requests: bytes, batch: Batch) -> None:
    for kind, record in ((BATCH_BODIES, body), (REQUESTS, requests), (BATCHES, write_batch(batch))):
        store.put(kind, key, record)


def _answer_changed(
    store: Store, received: Received, secrets: Secrets, batch_id: str, change: Callable[[Batch, float], Batch]
) -> Answer:
    session = store.session()
    key = _key(session.epoch, batch_id)

    def step(record: bytes) -> bytes:
        return write_batch(change(_known(record, batch_id), session.time))

    try:
        _admit(store, received, secrets)
        record = store.change(BATCHES, key, step)
        if record is None:
            raise _not_found(batch_id)
    except ApiError as error:
        return answer_refused(store, received, error)
    batch = read_batch(record)
    if batch.is_deleted:
        for kind in (BATCH_BODIES, REQUESTS):
            store.take(kind, key)
    entry, turn = store.accept(received, refuse)
    shown = DeletedMessageBatch(batch_id) if batch.is_deleted else _shown(batch, turn, received)
    answer = json_answer(encode_json(shown), turn, entry)
    if received.method != "POST" and batch.status != "ended":
        answer.headers.append((b"retry-after", b"%d" % POLL_SECONDS))
    return answer


def _admit(store: Store, received: Received, secrets: Secrets) -> Received:
    """The request with its body as it was before it was encoded. Raises ApiError where it is not let in."""
    session = store.session()
    baseline = msgspec.structs.replace(session.baseline, request_bytes=session.baseline.batch_bytes)
    received = opened(received, secrets, baseline)
    check_no_body(received.raw_headers, secrets, session.off)
    return received


def _listed(store: Store, asked: IdPage) -> list[Batch]:
    """The batches, newest first; one that was deleted is a cursor still."""
    prefix = _key(store.session().epoch, "")
    records = (record for record in reversed(store.records(BATCHES)) if record.key.startswith(prefix))
    batches = (read_batch(record.value) for record in records)
    return [each for each in batches if not each.is_deleted or each.id in (asked.after_id, asked.before_id)]


def _lines(store: Store, session: Session, batch_id: str) -> Iterator[bytes]:
    """The results of a batch, line by line, whatever becomes of it meanwhile. Raises ApiError where there are none."""
    key = _key(session.epoch, batch_id)
    batch = check_results(_known(store.get(BATCHES, key), batch_id), session.time)
    body, requests = store.get(BATCH_BODIES, key), store.get(REQUESTS, key)
    if body is None or requests is None:
        raise no_results(batch_id, "they were dropped, as there are too many bytes of newer batches")
    found = results(batch, read_requests(requests), body, session.baseline)
    return (encode_json(result) + b"\n" for result in found)


def _known(record: bytes | None, batch_id: str) -> Batch:
    batch = None if record is None else read_batch(record)
    if batch is None or batch.is_deleted:
        raise _not_found(batch_id)
    return batch


def _not_found(batch_id: str) -> ApiError:
    return ApiError(f"Message Batch {batch_id} not found.", status=404)


def _shown(batch: Batch, turn: Turn, received: Received) -> MessageBatch:
    return batch.as_api(turn.time, f"{received.base_url}/v1/messages/batches/{batch.id}/results")


def _key(epoch: int, batch_id: str) -> str:
    return f"{epoch}:{batch_id}"
