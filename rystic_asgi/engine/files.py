"""Files: kept, listed, found and forgotten through a store; their bytes are records of their own."""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from rystic_asgi.engine.pages import page_body, page_by_id
from rystic_asgi.engine.taking import Turn, give_out
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.files import CONTENT, EXPIRED, EXPIRED_DETAILS, FILE, MISSING, StoredFile, read_stored
from rystic_asgi.protocol.ids import make_id
from rystic_asgi.state.journal import Entry
from rystic_asgi.state.memory_store import MAX_RECORD_BYTES
from rystic_asgi.state.store import Store
from rystic_asgi.validation.queries import FilePage, invalid_cursor
from rystic_asgi.validation.uploads import Upload

_CURSOR: Final = "page_"
_NOT_DOWNLOADABLE: Final = (
    "File is not downloadable rystic: only files that a tool made are; `files` of a boot document may give some"
)
"""Source: an answer of 2026-06-12, quoted in public code; the code: anthropic 2.14.0, _error_classes.py."""


def keep_file(store: Store, entry: Entry, turn: Turn, upload: Upload) -> StoredFile:
    """The file of an upload, now in ``store``. Raises ApiError 400 where there is no room for it."""
    key, most = turn.request_id, turn.baseline.stored_file_bytes
    if not store.add(entry, CONTENT, key, upload.content, most):
        _forget_expired(store, turn.time)
        if not store.add(entry, CONTENT, key, upload.content, most):
            raise _no_room(len(upload.content), most)
    number = store.advance(give_out, turn, "file")
    lifetime = upload.expires_in_seconds
    stored = StoredFile(
        number,
        make_id(turn.baseline.seed, "file", number),
        upload.filename,
        upload.mime_type,
        len(upload.content),
        key,
        created=turn.time,
        expires=None if lifetime is None else turn.time + lifetime,
    )
    store.add(entry, FILE, stored.id, msgspec.json.encode(stored), MAX_RECORD_BYTES)
    return stored


def get_file(store: Store, file_id: str) -> StoredFile:
    """A file that was not deleted; what is known of it stays when it expires. Raises ApiError 404."""
    value = store.get(FILE, file_id)
    if value is None:
        raise missing_file(file_id)
    return read_stored(value)


def get_content(store: Store, file_id: str) -> tuple[StoredFile, bytes]:
    """A file and its bytes. Raises ApiError: 404 where it is gone or expired, 400 where it may not be downloaded."""
    stored = get_file(store, file_id)
    if stored.is_expired(store.session().time):
        raise expired_file(file_id)
    if not stored.downloadable:
        raise ApiError(_NOT_DOWNLOADABLE, details={"error_code": "file_not_downloadable"})
    content = store.get(CONTENT, stored.content)
    if content is None:
        raise missing_file(file_id)
    return stored, content


def delete_file(store: Store, file_id: str) -> dict[str, Any]:
    """Forget a file and its bytes. Raises ApiError 404."""
    value = store.take(FILE, file_id)
    if value is None:
        raise missing_file(file_id)
    store.take(CONTENT, read_stored(value).content)
    return {"id": file_id, "type": "file_deleted"}


def list_files(store: Store, asked: FilePage) -> dict[str, Any]:
    """A page of the files of one scope, or of those without one, newest first. Raises ApiError 400 for a bad cursor."""
    stored = (read_stored(record.value) for record in store.records(FILE))
    files = sorted((file for file in stored if (file.scope_id or "") == asked.scope_id), key=_number, reverse=True)
    if asked.ids:
        return _page([file for file in files if file.id in asked.ids], has_more=False)
    if asked.page:
        before = _read_cursor(asked.page)
        files = [file for file in files if file.number < before]
    found, has_more = page_by_id(files, _id, asked.by_id)
    return _page(found, has_more=has_more, goes_on=has_more or bool(asked.by_id.before_id))


def missing_file(file_id: str) -> ApiError:
    """The error of a file that is not there."""
    return ApiError(MISSING.format(file_id), status=404)


def expired_file(file_id: str) -> ApiError:
    """The error of a file whose bytes are gone."""
    return ApiError(EXPIRED.format(file_id), status=404, details=EXPIRED_DETAILS)


def _forget_expired(store: Store, time: float) -> None:
    for record in store.records(FILE):
        stored = read_stored(record.value)
        if stored.is_expired(time):
            store.take(CONTENT, stored.content)


def _no_room(size: int, most: int) -> ApiError:
    message = f"Storage limit exceeded rystic: {size} bytes more are over the {most} that all files may hold together; "
    return ApiError(
        f"{message}delete some, or raise limits.stored_file_bytes", details={"error_code": "storage_quota_exceeded"}
    )


def _page(files: Sequence[StoredFile], *, has_more: bool, goes_on: bool = False) -> dict[str, Any]:
    """Clients of both generations find how to go on: by ``next_page`` towards older files, or by id."""
    page = page_body([file.as_json() for file in files], [file.id for file in files], has_more=has_more)
    return {**page, "next_page": _cursor(files[-1]) if files and goes_on else None}


def _cursor(last: StoredFile) -> str:
    return _CURSOR + urlsafe_b64encode(b"%d" % last.number).decode().rstrip("=")


def _read_cursor(cursor: str) -> int:
    signs = cursor.removeprefix(_CURSOR)
    try:
        number = int(urlsafe_b64decode(signs + "=" * (-len(signs) % 4)))
    except (ValueError, binascii.Error):
        raise invalid_cursor("page", cursor) from None
    if not cursor.startswith(_CURSOR):
        raise invalid_cursor("page", cursor)
    return number


def _number(file: StoredFile) -> int:
    return file.number


def _id(file: StoredFile) -> str:
    return file.id
