"""The rules for request headers: a credential, a version, a known encoding."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.messages import VERSIONS

_VERSION_DOCS: Final = "https://platform.claude.com/docs/en/api/versioning"


class RequestHeaders(NamedTuple):
    """What the headers say about how the body is to be read."""

    version: str
    betas: frozenset[str]


def check_headers(headers: Mapping[bytes, bytes], secrets: Mapping[bytes, bytes]) -> RequestHeaders:
    """Read headers by lower-case name, repeated ones joined by commas; credentials stand in ``secrets``.

    Raises ApiError 401 without a credential, 400 for the version or the encoding.
    """
    if not secrets.get(b"x-api-key", b"").strip(b" ,") and not _has_token(secrets.get(b"authorization", b"")):
        raise ApiError("x-api-key header is required", status=401)
    return _read(
        headers.get(b"anthropic-version", b""),
        headers.get(b"content-encoding", b""),
        headers.get(b"anthropic-beta", b""),
    )


@lru_cache(maxsize=256)
def _read(version: bytes, encoding: bytes, betas: bytes) -> RequestHeaders:
    name = version.decode("latin-1").strip()
    if not name:
        raise ApiError("anthropic-version: header is required")
    if name not in VERSIONS:
        raise ApiError(f"anthropic-version: {name!r} is not a valid version; see {_VERSION_DOCS}")
    if encoding.strip().lower() not in (b"", b"identity"):
        raise ApiError(
            "content-encoding: the request body's encoding is not supported",
            details={"error_code": "request_body_encoding_unsupported"},
        )
    return RequestHeaders(name, frozenset(filter(None, map(str.strip, betas.decode("latin-1").split(",")))))


def _has_token(authorization: bytes) -> bool:
    scheme, _, token = authorization.strip().partition(b" ")
    return scheme.lower() == b"bearer" and bool(token.strip())
