"""The files that are there at a baseline, as a boot document gives them."""

import binascii
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from rystic_asgi.protocol.files import CONTENT, FILE, StoredFile, name_fault, type_of_name
from rystic_asgi.protocol.ids import make_id
from rystic_asgi.script.fault import ScriptError, check_members, check_type

_MEMBERS: Final[dict[str, type | tuple[type, ...]]] = {
    "filename": str,
    "mime_type": str,
    "content": str,
    "content_base64": str,
    "downloadable": bool,
    "expires_in_seconds": (int, float),
    "scope": dict,
    "id": str,
}


class BootFile(Struct, frozen=True):
    """A file as it was ``posted``, and its bytes; ``id`` is empty where one is made."""

    posted: dict[str, Any]
    content: bytes

    @property
    def id(self) -> str:
        """The id that it was given."""
        return str(self.posted.get("id", ""))


def read_files(value: Any, place: str) -> tuple[BootFile, ...]:
    """Files, the oldest first. Raises ScriptError."""
    check_type(value, list, place)
    files = tuple(_read_file(item, f"{place}.{index}") for index, item in enumerate(value))
    seen: set[str] = set()
    for index, file in enumerate(files):
        if file.id in seen:
            raise ScriptError(f"{place}.{index}.id", f"another file has the id {file.id!r}")
        seen |= {file.id} - {""}
    return files


def file_records(files: Sequence[BootFile], seed: str) -> Iterator[tuple[str, str, bytes]]:
    """The kind, key and value of each record that a baseline with ``files`` begins with."""
    for number, file in enumerate(files):
        stored = _stored(file, number, seed)
        yield CONTENT, stored.content, file.content
        yield FILE, stored.id, msgspec.json.encode(stored)


def _stored(file: BootFile, number: int, seed: str) -> StoredFile:
    posted, file_id = file.posted, file.id or make_id(seed, "file", number)
    return StoredFile(
        number,
        file_id,
        posted["filename"],
        posted.get("mime_type") or type_of_name(posted["filename"]),
        len(file.content),
        file_id,
        posted.get("downloadable", False),
        expires=posted.get("expires_in_seconds"),
        scope_id=posted.get("scope", {}).get("id"),
    )


def _read_file(value: Any, place: str) -> BootFile:
    check_members(value, _MEMBERS, place)
    if "filename" not in value:
        raise ScriptError(f"{place}.filename", "missing; a file has a name")
    fault = name_fault(value["filename"])
    if fault is not None:
        raise ScriptError(f"{place}.filename", fault)
    if value.get("expires_in_seconds", 1) <= 0:
        raise ScriptError(f"{place}.expires_in_seconds", f"more than 0 expected, found {value['expires_in_seconds']}")
    _check_header(value, place)
    _check_scope(value, place)
    return BootFile(value, _read_content(value, place))


def _check_header(value: dict[str, Any], place: str) -> None:
    """Type and id travel in a header and a path."""
    for key in ("mime_type", "id"):
        if key in value and not (value[key].isascii() and value[key].isprintable() and value[key].strip()):
            raise ScriptError(f"{place}.{key}", "printable ASCII expected, and not blank")
    if "/" in value.get("id", ""):
        raise ScriptError(f"{place}.id", "an id without slashes expected")


def _check_scope(value: dict[str, Any], place: str) -> None:
    if "scope" in value:
        check_members(value["scope"], {"id": str, "type": str}, f"{place}.scope")
        if not value["scope"].get("id") or value["scope"].get("type", "session") != "session":
            raise ScriptError(f"{place}.scope", 'an object such as {"type": "session", "id": "sesn_1"} expected')


def _read_content(value: dict[str, Any], place: str) -> bytes:
    if ("content" in value) == ("content_base64" in value):
        raise ScriptError(place, "a file has either content, as text, or content_base64")
    if "content" in value:
        return str(value["content"]).encode("utf-8", "surrogatepass")
    try:
        return binascii.a2b_base64("".join(value["content_base64"].split()), strict_mode=True)
    except ValueError as error:
        raise ScriptError(f"{place}.content_base64", f"base64 expected: {error}") from error
