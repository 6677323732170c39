"""An HTTP error as a script writes it, filled in from the catalogue."""

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from rystic_asgi.protocol.errors import ApiError, ErrorKind, find_error_code, kind_of_status, kind_of_type
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
    """The error of a JSON object that gives a status, a type or a code of the API. Raises ScriptError."""
    check_members(value, _ERROR_KEYS, place)
    kind = _error_kind(value, place)
    return ScriptedError(
        kind.status,
        value.get("type", kind.type),
        value.get("message", kind.message),
        _filled_in(value.get("details")),
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


def _filled_in(details: dict[str, Any] | None) -> dict[str, Any] | None:
    """What the API says beside a code of its own; what the script gives wins."""
    code = None if details is None else find_error_code(details.get("error_code"))
    if details is None or code is None:
        return details
    return {**details, **{key: sample for key, sample in code.details.items() if key not in details}}


def _error_kind(value: Mapping[str, Any], place: str) -> ErrorKind:
    if "status" in value:
        if not 400 <= value["status"] <= 599:
            raise ScriptError(f"{place}.status", f"a status from 400 to 599 expected, found {value['status']}")
        return kind_of_status(value["status"])
    named = value.get("details", {}).get("error_code")
    code = find_error_code(named)
    if code is not None:
        return kind_of_status(code.status)
    if "type" in value:
        return _kind_of_type(value["type"], place)
    if named is None:
        raise ScriptError(place, "status or type expected")
    raise ScriptError(f"{place}.details.error_code", f"no status is known for {named!r}; give status as well")


def _kind_of_type(error_type: str, place: str) -> ErrorKind:
    kind = kind_of_type(error_type)
    if kind is None:
        raise ScriptError(f"{place}.type", f"no status is known for {error_type!r}; give status as well")
    return kind
