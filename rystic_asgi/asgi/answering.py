"""From a request that arrived to the answer's bytes: no await, all state through the store."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from rystic_asgi.encoding.frames import encode_json, frames
from rystic_asgi.engine.composing import compose
from rystic_asgi.engine.default_reply import default_ids
from rystic_asgi.engine.taking import Turn, accept, refuse
from rystic_asgi.protocol.errors import ApiError, error_body
from rystic_asgi.protocol.messages import ResponseMessage
from rystic_asgi.state.journal import Entry, Received, without_secrets
from rystic_asgi.state.store import Store
from rystic_asgi.validation.request import CheckedRequest, check_request


class Answer(Struct, frozen=True, gc=False):
    """A response: each of ``chunks`` is sent on its own. ``whole`` is the JSON that the journal keeps."""

    status: int
    headers: list[tuple[bytes, bytes]]
    chunks: list[bytes]
    whole: bytes
    entry: Entry


class Operation(NamedTuple):
    """An operation of the API: where it is, whether it takes from the script, and what answers it."""

    name: str
    method: str
    path: str
    takes: bool
    answer: "Callable[[Store, Received, Mapping[bytes, bytes]], Answer]"


def answer(store: Store, method: str, path: str, headers: Mapping[bytes, bytes], body: bytes) -> Answer:
    """The answer to any request on the API's side; it stands in the journal, and awaits its ending.

    ``path`` lies below the mount; header names are in lower case, repeated ones joined by commas.
    """
    operation = _BY_PATH.get(path)
    received = Received(operation.name if operation else "unknown", method, path, without_secrets(headers), body)
    if operation is None:
        return _refused(store, received, ApiError(status=404))
    if method != operation.method:
        return _refused(store, received, ApiError(status=405, headers={"allow": operation.method}))
    return operation.answer(store, received, headers)


def answer_too_large(store: Store, method: str, path: str, headers: Mapping[bytes, bytes]) -> Answer:
    """The answer to a request whose body is over the limit."""
    return _refused(store, Received("unknown", method, path, without_secrets(headers), b""), ApiError(status=413))


def _refused(store: Store, received: Received, error: ApiError) -> Answer:
    entry, turn = store.accept(received, refuse)
    return _error_answer(error, turn, entry)


def _answer_messages(store: Store, received: Received, headers: Mapping[bytes, bytes]) -> Answer:
    try:
        request = check_request(headers, received.raw_body, store.session().off)
    except ApiError as error:
        return _refused(store, received, error)
    entry, turn = store.accept(received, accept, default_ids(request))
    try:
        message = compose(request, turn)
    except ApiError as error:
        return _error_answer(error, turn, entry)
    return _message_answer(request, message, turn, entry)


OPERATIONS: Final[tuple[Operation, ...]] = (
    Operation("messages", "POST", "/v1/messages", takes=True, answer=_answer_messages),
)
_BY_PATH: Final = {operation.path: operation for operation in OPERATIONS}


def _message_answer(request: CheckedRequest, message: ResponseMessage, turn: Turn, entry: Entry) -> Answer:
    body = encode_json(message)
    if request.body.stream is True:
        return Answer(200, [*_headers(turn), *_STREAM_HEADERS], frames(message), body, entry)
    return Answer(200, [*_headers(turn), _JSON, (b"content-length", b"%d" % len(body))], [body], body, entry)


def _error_answer(error: ApiError, turn: Turn, entry: Entry) -> Answer:
    body = encode_json(error_body(error, error.headers.get("request-id", turn.request_id)))
    own = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in error.headers.items()]
    named = {name for name, _ in own}
    usual = (*_headers(turn), _JSON, (b"content-length", b"%d" % len(body)))
    common = [header for header in usual if header[0] not in named]
    return Answer(error.status, [*common, *own], [body], body, entry)


def _headers(turn: Turn) -> list[tuple[bytes, bytes]]:
    return [(b"request-id", turn.request_id.encode()), _ORGANIZATION]


_ORGANIZATION: Final = (b"anthropic-organization-id", b"00000000-0000-4000-8000-000000000000")
_JSON: Final = (b"content-type", b"application/json")
_STREAM_HEADERS: Final = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache"),
)
