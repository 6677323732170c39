"""What comes before the check of a request: whether this client is let in, and what its body is wrapped in."""

from collections.abc import Mapping
from typing import Final

import msgspec

from rystic_asgi.script.document import Document
from rystic_asgi.state.journal import Received
from rystic_asgi.validation.content_encoding import decode_body
from rystic_asgi.validation.headers import check_browser_access, check_credential, check_headers, read_encoding

MARK: Final = b"\xef\xbb\xbf"
"""A byte order mark, which a reader of JSON may pass over: JSON itself begins with a lesser byte.

Source: https://www.rfc-editor.org/rfc/rfc8259#section-8.1
"""


def opened(received: Received, secrets: Mapping[bytes, bytes], baseline: Document) -> Received:
    """The request with its body as it was before it was encoded.

    Raises ApiError: 401 where ``baseline`` does not let this client in, 400 or 413 where the body cannot be decoded.
    """
    if baseline.api_keys or baseline.cors:
        _check_client(received.raw_headers, secrets, baseline)
    body = received.raw_body
    if b"content-encoding" in received.raw_headers:
        body = _decoded(received, secrets, baseline.request_bytes)
    return msgspec.structs.replace(received, raw_body=body.removeprefix(MARK))


def _check_client(headers: Mapping[bytes, bytes], secrets: Mapping[bytes, bytes], baseline: Document) -> None:
    if baseline.cors:
        check_browser_access(headers)
    if baseline.api_keys:
        check_credential(secrets, baseline.api_keys)


def _decoded(received: Received, secrets: Mapping[bytes, bytes], limit: int) -> bytes:
    check_headers(received.raw_headers, secrets)
    encoding = read_encoding(received.raw_headers[b"content-encoding"])
    return decode_body(received.raw_body, encoding, limit) if encoding else received.raw_body
