"""The rules for request headers: a credential, a version, a known encoding."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.requests import FIELD_CONDITIONS, NESTED_CONDITIONS
from rystic_asgi.protocol.tool_types import TOOL_TYPES
from rystic_asgi.protocol.versions import VERSIONS
from rystic_asgi.validation.content_encoding import ENCODINGS

_VERSION_DOCS: Final = "https://platform.claude.com/docs/en/api/versioning"

BROWSER_ACCESS: Final = b"anthropic-dangerous-direct-browser-access"
"""The header by which a page says that it knows what it does with its key."""

MAX_CACHED_BYTES: Final = 4 * 1024
"""Longer lists of betas are read anew for each request, so that what is kept has a bound; a fault is never kept."""
_BEGINNINGS: Final = frozenset[str]().union(
    *(row.betas for row in TOOL_TYPES),
    *(row.betas for row in FIELD_CONDITIONS),
    *(row.betas for row in NESTED_CONDITIONS),
)
"""By which the betas that bring something are told from others."""
SECRET_HEADERS: Final = (b"x-api-key", b"authorization", b"cookie", b"proxy-authorization")
"""Headers whose value is never kept: only that they were there."""


@dataclass(frozen=True)
class RequestHeaders:
    """What the headers say about how the body is to be read."""

    version: str
    betas: frozenset[str]

    @cached_property
    def brought(self) -> frozenset[str]:
        """Of the beginnings by which tables name betas, those that one of the betas has."""
        text = ",".join(("", *self.betas))
        return frozenset(beginning for beginning in _BEGINNINGS if f",{beginning}" in text)


def check_headers(headers: Mapping[bytes, bytes], secrets: Mapping[bytes, bytes]) -> RequestHeaders:
    """Read headers by lower-case name, repeated ones joined by commas; credentials stand in ``secrets``.

    Raises ApiError 401 without a credential, 400 for the version or the encoding.
    """
    if not secrets.get(b"x-api-key", b"").strip(b" ,") and not _token(secrets.get(b"authorization", b"")):
        raise ApiError("x-api-key header is required", status=401)
    betas = headers.get(b"anthropic-beta", b"")
    read = _read_once if len(betas) <= MAX_CACHED_BYTES else _read
    return read(headers.get(b"anthropic-version", b""), headers.get(b"content-encoding", b""), betas)


def check_browser_access(headers: Mapping[bytes, bytes]) -> None:
    """Raise ApiError 401 for a request of a page that does not ask for browser access.

    Source: https://github.com/open-pencil/open-pencil/issues/436, which compares the answers with and without it.
    """
    if b"origin" in headers and headers.get(BROWSER_ACCESS, b"").strip().lower() != b"true":
        raise ApiError(f"CORS requests must set '{BROWSER_ACCESS.decode()}' header", status=401)


def check_credential(secrets: Mapping[bytes, bytes], keys: Collection[str]) -> None:
    """Raise ApiError 401 unless the credential is one of ``keys``; of two, the API reads ``x-api-key``.

    One that is missing is left to ``check_headers``.
    Source: https://github.com/openclaw/openclaw/issues/54350 for what is said of a bearer token.
    """
    credential = read_credential(secrets)
    if credential and credential not in keys:
        said = "invalid x-api-key" if _key(secrets) else "Invalid bearer token"
        raise ApiError(f"{said} rystic: only the keys that api_keys lists are let in", status=401)


def _read(version: bytes, encoding: bytes, betas: bytes) -> RequestHeaders:
    name = version.decode("latin-1").strip()
    if not name:
        raise ApiError("anthropic-version: header is required")
    if name not in VERSIONS:
        raise ApiError(f"anthropic-version: {name!r} is not a valid version; see {_VERSION_DOCS}")
    if read_encoding(encoding) not in ("", *ENCODINGS):
        raise ApiError(
            f"content-encoding: the request body's encoding is not supported rystic: {', '.join(ENCODINGS)} are",
            details={"error_code": "request_body_encoding_unsupported"},
        )
    return RequestHeaders(name, frozenset(filter(None, map(str.strip, betas.decode("latin-1").split(",")))))


_read_once: Final = lru_cache(maxsize=256)(_read)


def read_encoding(header: bytes) -> str:
    """The name that ``content-encoding`` gives, empty where the body is as it is."""
    name = header.decode("latin-1").strip().lower()
    return "" if name == "identity" else name


def read_credential(headers: Mapping[bytes, bytes]) -> str:
    """The key, else the bearer token; empty without either."""
    return (_key(headers) or _token(headers.get(b"authorization", b""))).decode("latin-1")


def _key(headers: Mapping[bytes, bytes]) -> bytes:
    return headers.get(b"x-api-key", b"").strip(b" ,")


def _token(authorization: bytes) -> bytes:
    scheme, _, token = authorization.strip().partition(b" ")
    return token.strip() if scheme.lower() == b"bearer" else b""
