"""An HTTP error as a script writes it, filled in from the catalogue."""

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from rystic_asgi.protocol.errors import ApiError, ErrorKind, kind_of_status, kind_of_type
from rystic_asgi.script.fault import ScriptError, check_members, check_type

_ERROR_KEYS: Final[dict[str, type]] = {
    "status": int,
    "type": str,
    "message": str,
    "details": dict,
    "headers": dict,
}
_HEADER_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE: Final = re.compile(r"(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?")
"""Source: https://www.rfc-editor.org/rfc/rfc9110#section-5"""

_FRAMING: Final = ("connection", "content-encoding", "content-length", "transfer-encoding")
"""Headers that say how the body travels: a server sets them."""


class ScriptedError(Struct, frozen=True):
    """An HTTP error in place of content; what the script left out comes from the catalogue."""

    status: int
    type: str
    message: str
    details: dict[str, Any] | None
    headers: dict[str, str]

    def as_api_error(self) -> ApiError:
        """The error as it is answered."""
        return ApiError(self.message, status=self.status, type=self.type, details=self.details, headers=self.headers)


def read_error(value: Any, place: str) -> ScriptedError:
    """The error of a JSON object that gives status, type or both. Raises ScriptError."""
    check_members(value, _ERROR_KEYS, place)
    kind = _error_kind(value, place)
    return ScriptedError(
        kind.status,
        value.get("type", kind.type),
        value.get("message", kind.message),
        value.get("details"),
        _read_headers(value.get("headers", {}), f"{place}.headers"),
    )


def _read_headers(headers: Mapping[str, Any], place: str) -> dict[str, str]:
    read: dict[str, str] = {}
    for name, value in headers.items():
        check_type(value, str, f"{place}.{name}")
        if not _HEADER_NAME.fullmatch(name) or not _HEADER_VALUE.fullmatch(value):
            raise ScriptError(f"{place}.{name}", "not a name and value that an HTTP header can carry")
        if name.lower() in _FRAMING:
            raise ScriptError(f"{place}.{name}", "the server sets this header; it cannot be scripted")
        if name.lower() in read:
            raise ScriptError(f"{place}.{name}", "the header stands twice, as names differ in more than case")
        read[name.lower()] = value
    return read


def _error_kind(value: Mapping[str, Any], place: str) -> ErrorKind:
    if "status" not in value and "type" not in value:
        raise ScriptError(place, "status or type expected")
    if "status" in value:
        if not 400 <= value["status"] <= 599:
            raise ScriptError(f"{place}.status", f"a status from 400 to 599 expected, found {value['status']}")
        return kind_of_status(value["status"])
    kind = kind_of_type(value["type"])
    if kind is None:
        raise ScriptError(f"{place}.type", f"no status is known for {value['type']!r}; give status as well")
    return kind
