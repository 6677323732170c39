"""Request bodies that travel compressed: undone within a bound, so that a small body cannot become a huge one."""

import zlib
from typing import Final

from rystic_asgi.protocol.errors import ApiError

ENCODINGS: Final = ("gzip", "x-gzip", "deflate")
"""What is undone. Source: https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1; that the API knows encodings of
request bodies: anthropic 2.14.0, _error_classes.py; which ones is not known."""

_GZIP: Final = 31
_ZLIB: Final = 15
_RAW: Final = -15
"""Window bits of zlib. Many clients send ``deflate`` without its zlib header."""


def decode_body(body: bytes, encoding: str, limit: int) -> bytes:
    """The body as it was before ``encoding``, one of ``ENCODINGS``; no more than ``limit`` bytes are ever made.

    Raises ApiError: 400 where it is not what the encoding makes, 413 where it is larger than ``limit``.
    """
    reader = zlib.decompressobj(_window_bits(body, encoding))
    try:
        decoded = reader.decompress(body, limit + 1)
    except zlib.error:
        raise _invalid() from None
    if len(decoded) > limit:
        raise ApiError(status=413, details={"error_code": "request_body_too_large_after_decoding"})
    if not reader.eof or reader.unused_data:
        raise _invalid()
    return decoded


def _window_bits(body: bytes, encoding: str) -> int:
    if encoding != "deflate":
        return _GZIP
    has_header = body[:1] and body[0] & 15 == zlib.DEFLATED and int.from_bytes(body[:2], "big") % 31 == 0
    return _ZLIB if has_header else _RAW


def _invalid() -> ApiError:
    return ApiError(
        "content-encoding: the request body is not valid for its encoding",
        details={"error_code": "request_body_encoding_invalid"},
    )
