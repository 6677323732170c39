"""Requests for files."""

from typing import Any
from urllib.parse import quote

import msgspec

from rystic_asgi.asgi.answering import Secrets, answer_refused
from rystic_asgi.asgi.resources import Asked, answer_resource, let_in
from rystic_asgi.asgi.responses import Answer, HeaderLines, content_answer, error_answer, json_answer
from rystic_asgi.encoding.frames import encode_json
from rystic_asgi.engine.files import delete_file, get_content, get_file, keep_file, list_files
from rystic_asgi.engine.taking import refuse
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.files import StoredFile
from rystic_asgi.state.journal import Received
from rystic_asgi.state.store import Store
from rystic_asgi.validation.queries import read_file_page
from rystic_asgi.validation.uploads import Upload, read_upload

_KEPT_BYTES = 4 * 1024
"""So much of an upload that cannot be read stands in the journal."""


def answer_upload(store: Store, received: Received, secrets: Secrets) -> Answer:
    """The answer to an upload; the journal tells of the file and leaves its bytes out."""
    try:
        asked = let_in(store, received, secrets)
        upload = read_upload(received.raw_headers.get(b"content-type", b""), asked.received.raw_body)
        if len(upload.content) > asked.baseline.file_bytes:
            raise ApiError(f"File too large rystic: limits.file_bytes is {asked.baseline.file_bytes}", status=413)
    except ApiError as error:
        kept = msgspec.structs.replace(received, raw_body=received.raw_body[:_KEPT_BYTES])
        return answer_refused(store, kept, error)
    received = msgspec.structs.replace(received, raw_body=encode_json(_described(upload)))
    entry, turn = store.accept(received, refuse)
    try:
        return json_answer(encode_json(keep_file(store, entry, turn, upload).as_json()), turn, entry)
    except ApiError as error:
        return error_answer(error, turn, entry)


def answer_files(store: Store, received: Received, secrets: Secrets) -> Answer:
    """The answer to a request for the list of files."""
    return answer_resource(store, received, secrets, _list_files)


def answer_file(store: Store, received: Received, secrets: Secrets, file_id: str) -> Answer:
    """The answer to a request for what is known of a file."""
    return answer_resource(store, received, secrets, _get_file, file_id)


def answer_file_deleted(store: Store, received: Received, secrets: Secrets, file_id: str) -> Answer:
    """The answer to a request to delete a file."""
    return answer_resource(store, received, secrets, _delete_file, file_id)


def answer_file_content(store: Store, received: Received, secrets: Secrets, file_id: str) -> Answer:
    """The answer to a request for the bytes of a file; the journal tells which file it was."""
    try:
        stored, content = get_content(let_in(store, received, secrets).store, file_id)
    except ApiError as error:
        return answer_refused(store, received, error)
    entry, turn = store.accept(received, refuse)
    return content_answer(content, _content_headers(stored), encode_json(stored.as_json()), turn, entry)


def _list_files(asked: Asked) -> dict[str, Any]:
    return list_files(asked.store, read_file_page(asked.query))


def _get_file(asked: Asked, file_id: str) -> dict[str, Any]:
    return get_file(asked.store, file_id).as_json()


def _delete_file(asked: Asked, file_id: str) -> dict[str, Any]:
    return delete_file(asked.store, file_id)


def _described(upload: Upload) -> dict[str, Any]:
    file = {"filename": upload.filename, "mime_type": upload.mime_type, "size_bytes": len(upload.content)}
    lifetime = upload.expires_in_seconds
    return {"file": file} if lifetime is None else {"file": file, "expires_in_seconds": lifetime}


def _content_headers(stored: StoredFile) -> HeaderLines:
    """Source of the second: the API's command line client, which names a download after it."""
    name = f'="{stored.filename}"' if stored.filename.isascii() else f"*=UTF-8''{quote(stored.filename, safe='')}"
    return [
        (b"content-type", stored.mime_type.encode("latin-1")),
        (b"content-disposition", f"attachment; filename{name}".encode()),
    ]
