"""From a request that arrived to the answer's bytes: no await, all state through the store."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from msgspec import Struct

from rystic_asgi.asgi.misdirected import not_found
from rystic_asgi.asgi.opening import MARK, opened
from rystic_asgi.encoding.frames import encode_json, frames
from rystic_asgi.engine.composing import compose
from rystic_asgi.engine.default_reply import default_ids
from rystic_asgi.engine.functions import read_given
from rystic_asgi.engine.taking import Turn, accept, draw, refuse
from rystic_asgi.engine.usage import input_tokens
from rystic_asgi.protocol.errors import ApiError, error_body
from rystic_asgi.protocol.messages import ResponseMessage
from rystic_asgi.protocol.rate_limits import rate_limit_headers
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.state.journal import Entry, Received, take_secrets
from rystic_asgi.state.store import Store
from rystic_asgi.validation.conversation.passback import memory_keys, memory_of
from rystic_asgi.validation.request import CheckedRequest, check_count_tokens, check_request

Secrets = Mapping[bytes, bytes]
"""Headers that the journal masks, as they were."""


class Answer(Struct, frozen=True, gc=False):
    """A response: each of ``chunks`` is sent on its own. ``whole`` is the JSON that the journal keeps."""

    status: int
    headers: list[tuple[bytes, bytes]]
    chunks: list[bytes]
    whole: bytes
    entry: Entry


class FunctionAsked(Exception):  # noqa: N818  # nothing went wrong
    """No answer yet: a function gives the reply. The shell calls it, and what it gave goes to ``answer_given``."""

    def __init__(self, request: CheckedRequest, turn: Turn, entry: Entry, function: Callable[[Any], Any]) -> None:
        self.request = request
        self.turn = turn
        self.entry = entry
        self.function = function
        super().__init__()


class Operation(NamedTuple):
    """An operation of the API: where it is, whether it takes from the script, and what answers it."""

    name: str
    method: str
    path: str
    takes: bool
    answer: "Callable[[Store, Received, Secrets], Answer]"


def answer(store: Store, method: str, path: str, headers: dict[bytes, bytes], body: bytes) -> Answer:
    """The answer to any request on the API's side; it stands in the journal, and awaits its ending.

    ``path`` lies below the mount; header names are in lower case, repeated ones joined by commas. The journal keeps
    ``headers``: secrets in them are masked. Raises FunctionAsked.
    """
    secrets, operation = take_secrets(headers), _BY_PATH.get(path)
    if operation is None or method != operation.method:
        return _misdirected(store, operation, Received(_name(operation), method, path, headers, body))
    return operation.answer(store, Received(operation.name, method, path, headers, body), secrets)


def answer_given(store: Store, asked: FunctionAsked, given: Any) -> Answer:
    """The answer of a turn whose function gave ``given``."""
    try:
        reply = read_given(asked.turn, given)
    except ApiError as error:
        return answer_failed(asked, error)
    turn = store.advance(draw, asked.turn, reply)
    return _message_answer(store, asked.request, turn, asked.entry)


def answer_failed(asked: FunctionAsked, error: ApiError) -> Answer:
    """The answer of a turn whose function gave nothing."""
    return _error_answer(error, asked.turn, asked.entry)


def answer_too_large(store: Store, method: str, path: str, headers: dict[bytes, bytes]) -> Answer:
    """The answer to a request whose body is over the limit."""
    take_secrets(headers)
    operation = _BY_PATH.get(path)
    received = Received(_name(operation), method, path, headers, b"")
    if operation is None or method != operation.method:
        return _misdirected(store, operation, received)
    limit = store.session().baseline.request_bytes
    error = ApiError(f"Request exceeds the maximum size rystic: which is {limit} bytes", status=413)
    return _refused(store, received, error, is_known=False)


def _misdirected(store: Store, operation: Operation | None, received: Received) -> Answer:
    if operation is None:
        return _refused(store, received, ApiError(not_found(received.path), status=404), is_known=False)
    return _refused(store, received, _wrong_method(operation), is_known=False)


def _wrong_method(operation: Operation) -> ApiError:
    message = f"Method Not Allowed rystic: this path takes {operation.method}"
    return ApiError(message, status=405, headers={"allow": operation.method})


def _name(operation: Operation | None) -> str:
    return "unknown" if operation is None else operation.name


def _refused(store: Store, received: Received, error: ApiError, *, is_known: bool = True) -> Answer:
    entry, turn = store.accept(received, refuse)
    return _error_answer(error, turn, entry, is_known=is_known)


def _answer_messages(store: Store, received: Received, secrets: Secrets) -> Answer:
    session, headers = store.session(), received.raw_headers
    baseline = session.baseline
    try:
        if b"content-encoding" in headers or received.raw_body >= MARK or baseline.api_keys or baseline.cors:
            received = opened(received, secrets, baseline)
        request = check_request(headers, secrets, received.raw_body, session.off, store.recall)
    except ApiError as error:
        return _refused(store, received, error)
    entry, turn = store.accept(received, accept, request, headers, default_ids(request))
    if turn.reply is not None and turn.reply.function is not None:
        raise FunctionAsked(request, turn, entry, turn.reply.function)
    return _message_answer(store, request, turn, entry)


def _remember(store: Store, entry: Entry, message: ResponseMessage) -> None:
    keys = memory_keys(message.content)
    if keys:
        store.remember(entry, keys, memory_of(message.model, message.content))


def _answer_count(store: Store, received: Received, secrets: Secrets) -> Answer:
    session = store.session()
    try:
        received = opened(received, secrets, session.baseline)
        request = check_count_tokens(received.raw_headers, secrets, received.raw_body, session.off, store.recall)
    except ApiError as error:
        return _refused(store, received, error)
    entry, turn = store.accept(received, refuse)
    return _json_answer(encode_json(_counted(request.body)), turn, entry)


def _counted(request: MessagesRequest) -> dict[str, Any]:
    """Context management is taken to clear nothing.

    Source: anthropic 2.14.0, types/beta/beta_message_tokens_count.py
    """
    tokens = input_tokens(request)
    if request.context_management is None:
        return {"input_tokens": tokens}
    return {"context_management": {"original_input_tokens": tokens}, "input_tokens": tokens}


OPERATIONS: Final[tuple[Operation, ...]] = (
    Operation("messages", "POST", "/v1/messages", takes=True, answer=_answer_messages),
    Operation("count_tokens", "POST", "/v1/messages/count_tokens", takes=False, answer=_answer_count),
)
_BY_PATH: Final = {operation.path: operation for operation in OPERATIONS}


def _message_answer(store: Store, request: CheckedRequest, turn: Turn, entry: Entry) -> Answer:
    try:
        message = compose(request, turn)
    except ApiError as error:
        return _error_answer(error, turn, entry)
    if turn.reply is not None:
        _remember(store, entry, message)
    body = encode_json(message)
    if request.body.stream is True:
        headers = [(b"request-id", turn.request_id.encode()), *_STREAM_HEADERS]
        return Answer(200, headers, frames(message), body, entry)
    return _json_answer(body, turn, entry)


def _json_answer(body: bytes, turn: Turn, entry: Entry) -> Answer:
    request_id = (b"request-id", turn.request_id.encode())
    return Answer(200, [request_id, *_MESSAGE_HEADERS, (b"content-length", b"%d" % len(body))], [body], body, entry)


def _error_answer(error: ApiError, turn: Turn, entry: Entry, *, is_known: bool = True) -> Answer:
    """``is_known`` tells whether it is known who asks: the API then names the workspace."""
    body = encode_json(error_body(error, error.headers.get("request-id", turn.request_id)))
    own = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in error.headers.items()]
    named = {name for name, _ in own}
    usual = (
        (b"request-id", turn.request_id.encode()),
        _ORGANIZATION,
        *((_WORKSPACE,) if is_known and error.status != 401 else ()),
        *(_NOTHING_LEFT if error.status == 429 else ()),
        _JSON,
        (b"content-length", b"%d" % len(body)),
    )
    common = [header for header in usual if header[0] not in named]
    return Answer(error.status, [*common, *own], [body], body, entry)


_ORGANIZATION: Final = (b"anthropic-organization-id", b"00000000-0000-4000-8000-000000000000")
_WORKSPACE: Final = (b"anthropic-workspace-id", b"wrkspc_01" + b"1" * 22)
"""Source: https://platform.claude.com/docs/en/api/overview#response-headers"""
_JSON: Final = (b"content-type", b"application/json")
_MESSAGE_HEADERS: Final = (_ORGANIZATION, _WORKSPACE, *rate_limit_headers(exhausted=False), _JSON)
_STREAM_HEADERS: Final = (
    _ORGANIZATION,
    _WORKSPACE,
    *rate_limit_headers(exhausted=False),
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache"),
)
_NOTHING_LEFT: Final = rate_limit_headers(exhausted=True)
