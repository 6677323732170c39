"""Requests for what is listed, retrieved and deleted: models and files."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rystic_asgi.asgi.answering import Secrets, answer_refused
from rystic_asgi.asgi.opening import opened
from rystic_asgi.asgi.responses import Answer, json_answer
from rystic_asgi.encoding.frames import encode_json
from rystic_asgi.engine.taking import refuse
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.script.document import Document
from rystic_asgi.state.journal import Received
from rystic_asgi.state.store import Store
from rystic_asgi.validation.headers import RequestHeaders
from rystic_asgi.validation.queries import read_query
from rystic_asgi.validation.request import check_no_body


class Asked(NamedTuple):
    """A request that is let in: where to look, what its headers and its query say, and what it holds."""

    store: Store
    baseline: Document
    headers: RequestHeaders
    query: Mapping[str, list[str]]
    received: Received


def let_in(store: Store, received: Received, secrets: Secrets) -> Asked:
    """The request, if it may ask. Raises ApiError: 401 or 400."""
    session = store.session()
    received = opened(received, secrets, session.baseline)
    headers = check_no_body(received.raw_headers, secrets, session.off)
    return Asked(store, session.baseline, headers, read_query(received.query), received)


def answer_resource(
    store: Store, received: Received, secrets: Secrets, read: Callable[..., Any], *parts: str
) -> Answer:
    """The answer that is the JSON of what ``read`` finds for a request and the parts of its path."""
    try:
        found = read(let_in(store, received, secrets), *parts)
    except ApiError as error:
        return answer_refused(store, received, error)
    entry, turn = store.accept(received, refuse)
    return json_answer(encode_json(found), turn, entry)
