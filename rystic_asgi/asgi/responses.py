"""An answer on the API's side, and how one is made of a body or an error."""

from typing import Any, Final

from msgspec import Struct

from rystic_asgi.encoding.chunks import Chunks
from rystic_asgi.encoding.frames import encode_json
from rystic_asgi.engine.taking import Turn
from rystic_asgi.protocol.errors import ApiError, error_body
from rystic_asgi.protocol.rate_limits import rate_limit_headers
from rystic_asgi.state.journal import Entry

HeaderLines = list[tuple[bytes, bytes]]


class Answer(Struct, frozen=True, gc=False):
    """A response: each of ``chunks`` is sent on its own. ``whole`` is the JSON that the journal keeps.

    ``steps`` are sent in place of ``chunks``, where sending is more than that or there are many.
    """

    status: int
    headers: HeaderLines
    chunks: list[bytes]
    whole: bytes
    entry: Entry
    steps: Chunks | None = None
    is_stream: bool = False
    faults: tuple[dict[str, Any], ...] = ()
    retry_after_s: float | None = None


def json_answer(body: bytes, turn: Turn, entry: Entry) -> Answer:
    """An answer of one JSON body."""
    request_id = (b"request-id", turn.request_id.encode())
    return Answer(200, [request_id, *_MESSAGE_HEADERS, (b"content-length", b"%d" % len(body))], [body], body, entry)


def content_answer(content: bytes, headers: HeaderLines, whole: bytes, turn: Turn, entry: Entry) -> Answer:
    """An answer of bytes, which ``headers`` describe; the journal keeps ``whole`` of it."""
    request_id = (b"request-id", turn.request_id.encode())
    lines = [request_id, _ORGANIZATION, _WORKSPACE, *headers, (b"content-length", b"%d" % len(content))]
    return Answer(200, lines, [content], whole, entry)


def lines_answer(turn: Turn, entry: Entry) -> Answer:
    """An answer of JSON lines, which are sent one by one; the journal keeps none of them."""
    return Answer(200, [(b"request-id", turn.request_id.encode()), *_LINES_HEADERS], [], b"null", entry)


def stream_answer(chunks: list[bytes], whole: bytes, turn: Turn, entry: Entry) -> Answer:
    """An answer of server-sent events; ``whole`` is what they make together."""
    headers = [(b"request-id", turn.request_id.encode()), *_STREAM_HEADERS]
    return Answer(200, headers, chunks, whole, entry, None, True)


def error_answer(error: ApiError, turn: Turn, entry: Entry, *, is_known: bool = True) -> Answer:
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
_LINES_HEADERS: Final = (*_MESSAGE_HEADERS[:-1], (b"content-type", b"application/x-jsonl"))
"""Source of the type: answers quoted in public code, September 2026."""
_STREAM_HEADERS: Final = (
    _ORGANIZATION,
    _WORKSPACE,
    *rate_limit_headers(exhausted=False),
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache"),
)
_NOTHING_LEFT: Final = rate_limit_headers(exhausted=True)
