"""How the requests of a batch take their replies, whatever comes between."""

import json
from array import array

from rystic_asgi.engine.batch_requests import (
    NUMBER,
    RequestsBuilder,
    Taken,
    open_batch,
    read_requests,
    take,
    write_requests,
)
from rystic_asgi.engine.loading import restarted, start
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.script.document import Document
from rystic_asgi.script.reply import text_reply
from rystic_asgi.state.session import Session
from rystic_asgi.validation.batch_body import check_params
from rystic_asgi.validation.rules import DEFAULT_OFF
from tests.conftest import ask

HEADERS = {b"anthropic-version": b"2023-06-01", b"x-other": b"1"}
ASKED = check_params(HEADERS, json.dumps(ask()).encode(), DEFAULT_OFF)


def opened() -> tuple[Session, Taken]:
    return open_batch(start(Document(replies=(text_reply("One."), text_reply("Two.")))))


def test_a_batch_counts_as_one_request_and_has_an_id() -> None:
    session, opening = opened()

    assert session.counts == {"request": 1, "message_batch": 1}
    assert (opening.request, opening.taken, opening.passed) == (0, None, ())


def test_each_request_takes_a_reply_and_counts_as_none() -> None:
    session, own = opened()
    positions = []
    for _ in range(3):
        session, own = take(session, own, ASKED, HEADERS, {})
        positions.append(own.taken)

    assert positions == [0, 1, None]
    assert session.counts == {"request": 1, "message_batch": 1, "message": 3}
    assert own.request == 0


def test_after_a_reset_a_batch_goes_on_from_what_it_knows() -> None:
    session, own = take(*opened(), ASKED, HEADERS, {})
    after_reset = restarted(session)

    unchanged, own = take(after_reset, own, ASKED, HEADERS, {})

    assert unchanged is after_reset
    assert (own.turn.position, own.taken) == (1, None)
    assert own.session.counts["message"] == 2


def test_what_was_noted_reads_back_the_same() -> None:
    _, own = take(*opened(), ASKED, HEADERS, {})
    builder = RequestsBuilder(own.turn, HEADERS, array(NUMBER, [0, 1, 2, 3, 4, 5]))
    builder.add_taken(ASKED, own.turn)
    builder.add_failed(ApiError("no"))
    builder.add_failed(ApiError("no"))
    requests = builder.build()

    assert read_requests(write_requests(requests)) == requests
    assert builder.errored == 2
    assert (len(requests.failures), requests.headers) == (1, {b"anthropic-version": b"2023-06-01"})
