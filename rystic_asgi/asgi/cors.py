"""Pages of other origins as clients, where a simulator is told to let them in.

What the API sends is recorded at https://github.com/open-pencil/open-pencil/issues/436; the protocol is
https://fetch.spec.whatwg.org/#http-cors-protocol.
"""

from typing import Final

from starlette.types import Message, Send

from rystic_asgi.script.document import ANY_ORIGIN
from rystic_asgi.validation.headers import BROWSER_ACCESS

Lines = list[tuple[bytes, bytes]]

_METHODS: Final = b"GET, POST, DELETE, HEAD"
_MAX_AGE: Final = b"600"
_REQUESTED_METHOD: Final = b"access-control-request-method"
_REQUESTED_HEADERS: Final = b"access-control-request-headers"


async def let_in(send: Send, method: str, headers: dict[bytes, bytes], origins: tuple[str, ...]) -> Send | None:
    """Answer a request that has an ``origin`` through what is returned; None where it was a preflight, now answered."""
    origin = _allowed_origin(headers[b"origin"], origins)
    if origin is None:
        return send
    if method == "OPTIONS" and _REQUESTED_METHOD in headers:
        await _send_preflight(send, headers, origin)
        return None
    return _sharing(send, origin) if BROWSER_ACCESS in headers else send


def _allowed_origin(origin: bytes, origins: tuple[str, ...]) -> bytes | None:
    if origins == ANY_ORIGIN:
        return b"*"
    return origin if origin.decode("latin-1") in origins else None


async def _send_preflight(send: Send, headers: dict[bytes, bytes], origin: bytes) -> None:
    """It proves no credential, counts as no request and stands in no journal: browsers send it or remember it."""
    lines = [
        *_shared_with(origin),
        (b"access-control-allow-methods", _METHODS),
        (b"access-control-allow-headers", headers.get(_REQUESTED_HEADERS, b"*")),
        (b"access-control-max-age", _MAX_AGE),
    ]
    await send({"type": "http.response.start", "status": 204, "headers": lines})
    await send({"type": "http.response.body", "body": b""})


def _sharing(send: Send, origin: bytes) -> Send:
    lines = [*_shared_with(origin), (b"access-control-expose-headers", b"*")]

    async def send_shared(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *lines]}
        await send(message)

    return send_shared


def _shared_with(origin: bytes) -> Lines:
    varying: Lines = [] if origin == b"*" else [(b"vary", b"origin")]
    return [(b"access-control-allow-origin", origin), *varying]
