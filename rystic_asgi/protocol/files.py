"""Files as ``/v1/files`` describes them, and as they are kept.

Source: anthropic 2.14.0, types/file_metadata.py and types/beta/beta_file_metadata.py; that ``expires_at`` is always
there and ``scope`` only where a file has one: answers of the API, September 2026, quoted in public code.
"""

import re
from typing import Any, Final

import msgspec
from msgspec import Struct

from rystic_asgi.protocol.moments import moment

FILE: Final = "file"
CONTENT: Final = "file_content"
"""The kinds of records that hold what is known of a file, and its bytes."""

MISSING: Final = "File `{}` not found."
EXPIRED: Final = "File `{}` has expired."
EXPIRED_DETAILS: Final = {"error_code": "file_expired"}
"""Sources: https://platform.claude.com/docs/en/build-with-claude/files; anthropic 2.14.0, types/file_expired_error.py.
The words for a file that has expired are inferred."""

LEAST_SECONDS: Final = 3_600
MOST_SECONDS: Final = 7_776_000
"""How long a file that expires may be there. Source: anthropic 2.14.0, types/file_upload_params.py."""

MAX_NAME: Final = 255
FORBIDDEN: Final = re.compile(r'[<>:"|?*\\/\x00-\x1f]')
"""What no name holds. Source: https://platform.claude.com/docs/en/build-with-claude/files#error-handling."""

ANY_TYPE: Final = "application/octet-stream"
EXTENSIONS: Final[dict[str, str]] = {
    "application/json": ".json",
    "application/pdf": ".pdf",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/xml": ".xml",
    "application/zip": ".zip",
    "image/gif": ".gif",
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "image/webp": ".webp",
    "text/csv": ".csv",
    "text/html": ".html",
    "text/markdown": ".md",
    "text/plain": ".txt",
}
"""The extension of each type. Source: https://www.iana.org/assignments/media-types."""
_TYPES: Final = {extension: mime_type for mime_type, extension in EXTENSIONS.items()} | {".jpeg": "image/jpeg"}


class StoredFile(Struct, frozen=True, gc=False):
    """A file without its bytes, which are kept under ``content``.

    ``number`` counts files since the baseline; times are seconds of the simulator's clock.
    """

    number: int
    id: str
    filename: str
    mime_type: str
    size_bytes: int
    content: str
    downloadable: bool = False
    created: float = 0.0
    expires: float | None = None
    scope_id: str | None = None

    def is_expired(self, time: float) -> bool:
        """Whether the bytes are gone at ``time``."""
        return self.expires is not None and time >= self.expires

    def as_json(self) -> dict[str, Any]:
        """The file as the API describes it."""
        described = {
            "id": self.id,
            "created_at": moment(self.created),
            "downloadable": self.downloadable,
            "expires_at": None if self.expires is None else moment(self.expires),
            "filename": self.filename,
            "mime_type": self.mime_type,
            "size_bytes": self.size_bytes,
            "type": "file",
        }
        scope = {"id": self.scope_id, "type": "session"}
        return described if self.scope_id is None else {**described, "scope": scope}


read_stored: Final = msgspec.json.Decoder(StoredFile).decode
"""The file that a record holds."""


def type_of_name(filename: str) -> str:
    """The type that a file's extension tells."""
    dot = filename.rfind(".")
    return _TYPES.get(filename[dot:].lower(), ANY_TYPE) if dot >= 0 else ANY_TYPE


def extension_of(mime_type: str) -> str:
    """The extension of a type, empty where it is not known."""
    return EXTENSIONS.get(mime_type.partition(";")[0].strip().lower(), "")


def name_fault(filename: str) -> str | None:
    """What is wrong with the name of a file."""
    if not 1 <= len(filename) <= MAX_NAME:
        return f"the name of a file has 1 to {MAX_NAME} characters, found {len(filename)}"
    found = FORBIDDEN.search(filename)
    return None if found is None else f"the name of a file does not hold {found[0]!r}"
