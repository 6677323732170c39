"""The form of an upload: a file, and when it expires.

A kept parser reads it, the one that Starlette builds on: boundaries, headers and their bounds are not written twice.
Sources: https://www.rfc-editor.org/rfc/rfc7578 for the form; anthropic 2.14.0, types/file_upload_params.py, for the
fields and the name. The words of the faults are inferred from those of bodies.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.files import LEAST_SECONDS, MOST_SECONDS, extension_of, name_fault, type_of_name
from rystic_asgi.validation.integers import read_integer

MEDIA_TYPE: Final = "multipart/form-data"
_FIELDS: Final = ("file", "expires_in_seconds")


class Upload(NamedTuple):
    """What an upload holds."""

    filename: str
    mime_type: str
    content: bytes
    expires_in_seconds: int | None = None


class _Part(NamedTuple):
    mime_type: str
    filename: str
    content: bytearray


def read_upload(content_type: bytes, body: bytes) -> Upload:
    """The upload in a body. Raises ApiError 400."""
    parts = _read_parts(content_type, body)
    if "file" not in parts:
        raise ApiError("file: Field required")
    upload = _read_file(parts["file"])
    if "expires_in_seconds" not in parts:
        return upload
    text = parts["expires_in_seconds"].content.decode("utf-8", "replace")
    return upload._replace(expires_in_seconds=read_integer(text, "expires_in_seconds", LEAST_SECONDS, MOST_SECONDS))


def _read_file(part: _Part) -> Upload:
    """The last component of a path is the name; a file without one is named after its type."""
    filename = part.filename.rpartition("/")[2]
    mime_type = part.mime_type or type_of_name(filename)
    filename = filename or f"unnamed{extension_of(mime_type)}"
    fault = name_fault(filename)
    if fault is not None:
        raise ApiError(f"Invalid filename rystic: {fault}")
    return Upload(filename, mime_type, bytes(part.content))


def _read_parts(content_type: bytes, body: bytes) -> Mapping[str, _Part]:
    from python_multipart.exceptions import FormParserError
    from python_multipart.multipart import MultipartParser, parse_options_header

    media_type, options = parse_options_header(content_type)
    if media_type != MEDIA_TYPE.encode() or not options.get(b"boundary"):
        raise ApiError(f"content-type: Input should be '{MEDIA_TYPE}' with a boundary")
    form = _Form(parse_options_header)
    try:
        MultipartParser(options[b"boundary"], form.callbacks).write(body)
    except FormParserError as error:
        raise _malformed(str(error)) from error
    if not form.is_whole:
        raise _malformed("it ends before its last boundary")
    return form.parts


def _malformed(why: str) -> ApiError:
    return ApiError(f"The request body is not valid {MEDIA_TYPE}: {why}")


class _Form:
    """What the parser has told so far."""

    def __init__(self, read_options: Any) -> None:
        self.parts: dict[str, _Part] = {}
        self.is_whole = False
        self._read_options = read_options
        self._headers: dict[str, str] = {}
        self._header = [bytearray(), bytearray()]
        self._content = bytearray()

    @property
    def callbacks(self) -> Any:
        """By the parser's names."""
        return {
            "on_part_begin": self._headers.clear,
            "on_header_field": lambda data, start, end: self._header[0].extend(data[start:end]),
            "on_header_value": lambda data, start, end: self._header[1].extend(data[start:end]),
            "on_header_end": self._end_header,
            "on_headers_finished": self._begin_content,
            "on_part_data": lambda data, start, end: self._content.extend(data[start:end]),
            "on_end": self._end,
        }

    def _end_header(self) -> None:
        name, value = (part.decode("latin-1") for part in self._header)
        self._headers[name.lower()] = value.strip()
        self._header = [bytearray(), bytearray()]

    def _begin_content(self) -> None:
        _, options = self._read_options(self._headers.get("content-disposition"))
        name, filename = (options.get(key, b"").decode("utf-8", "replace") for key in (b"name", b"filename"))
        if name not in _FIELDS:
            raise ApiError(f"{name}: Extra inputs are not permitted rystic: an upload has {' and '.join(_FIELDS)}")
        if name in self.parts:
            raise ApiError(f"{name}: Input should be given once")
        self._content = bytearray()
        self.parts[name] = _Part(self._headers.get("content-type", ""), filename, self._content)

    def _end(self) -> None:
        self.is_whole = True
