"""The form of an upload: what is read from it, and what is refused."""

from collections.abc import Sequence

import pytest

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.validation.uploads import Upload, read_upload

TYPE = b"multipart/form-data; boundary=xyz"
PDF = 'name="file"; filename="a.pdf"\r\nContent-Type: application/pdf'


def form(*parts: tuple[str, str], end: str = "--xyz--\r\n") -> bytes:
    """Parts by what follows ``form-data; `` and their content."""
    written = (f"--xyz\r\nContent-Disposition: form-data; {heading}\r\n\r\n{content}\r\n" for heading, content in parts)
    return ("".join(written) + end).encode()


@pytest.mark.parametrize(
    ("parts", "upload"),
    [
        pytest.param([(PDF, "%PDF")], Upload("a.pdf", "application/pdf", b"%PDF"), id="file"),
        pytest.param(
            [('name="expires_in_seconds"', "3600"), (PDF, "")],
            Upload("a.pdf", "application/pdf", b"", 3600),
            id="expiry-first",
        ),
        pytest.param(
            [(PDF, "x"), ('name="expires_in_seconds"', "7776000")],
            Upload("a.pdf", "application/pdf", b"x", 7_776_000),
            id="expiry-last",
        ),
        pytest.param([('name="file"', "x")], Upload("unnamed", "application/octet-stream", b"x"), id="no-name-no-type"),
        pytest.param(
            [('name="file"\r\nContent-Type: image/png', "x")], Upload("unnamed.png", "image/png", b"x"), id="no-name"
        ),
        pytest.param(
            [('name="file"; filename=""\r\nContent-Type: text/plain; charset=utf-8', "x")],
            Upload("unnamed.txt", "text/plain; charset=utf-8", b"x"),
            id="empty-name",
        ),
        pytest.param(
            [('name="file"; filename="dir/sub/r.CSV"', "x")], Upload("r.CSV", "text/csv", b"x"), id="name-is-a-path"
        ),
        pytest.param([('name="file"; filename="Ä.md"', "x")], Upload("Ä.md", "text/markdown", b"x"), id="not-ascii"),
        pytest.param(
            [('name="file"; filename="noend"', "a\r\n--xy\r\nb")],
            Upload("noend", "application/octet-stream", b"a\r\n--xy\r\nb"),
            id="looks-like-a-boundary",
        ),
    ],
)
def test_an_upload_is_read(parts: Sequence[tuple[str, str]], upload: Upload) -> None:
    assert read_upload(TYPE, form(*parts)) == upload


MALFORMED = "The request body is not valid multipart/form-data: "
NO_FORM = "content-type: Input should be 'multipart/form-data' with a boundary"
NAME = "Invalid filename rystic: the name of a file "
INTEGER = "expires_in_seconds: Input should be a valid integer"


def named(filename: str) -> bytes:
    return form((f'name="file"; filename="{filename}"', "x"))


def expiring(text: str) -> bytes:
    return form((PDF, "x"), ('name="expires_in_seconds"', text))


@pytest.mark.parametrize(
    ("content_type", "body", "message"),
    [
        pytest.param(b"application/json", b"{}", NO_FORM, id="json"),
        pytest.param(b"", form((PDF, "x")), NO_FORM, id="no-type"),
        pytest.param(b"multipart/form-data", form((PDF, "x")), NO_FORM, id="no-boundary"),
        pytest.param(TYPE, b"", MALFORMED + "it ends before its last boundary", id="empty"),
        pytest.param(TYPE, form((PDF, "x"), end=""), MALFORMED + "it ends before its last boundary", id="cut-off"),
        pytest.param(
            TYPE, b"{}", MALFORMED + "Expected boundary character 45, got 123 at index 2", id="no-boundary-in-it"
        ),
        pytest.param(TYPE, form(end="--xyz--\r\n"), "file: Field required", id="nothing"),
        pytest.param(TYPE, form(('name="expires_in_seconds"', "3600")), "file: Field required", id="no-file"),
        pytest.param(TYPE, form((PDF, "x"), (PDF, "y")), "file: Input should be given once", id="two-files"),
        pytest.param(
            TYPE,
            form((PDF, "x"), ('name="purpose"', "batch")),
            "purpose: Extra inputs are not permitted rystic: an upload has file and expires_in_seconds",
            id="unknown-field",
        ),
        pytest.param(
            TYPE,
            form((PDF, "x"), ('name="expires_in_seconds"', "3600"), ('name="expires_in_seconds"', "3600")),
            "expires_in_seconds: Input should be given once",
            id="two-expiries",
        ),
        pytest.param(TYPE, expiring("soon"), INTEGER, id="expiry-no-number"),
        pytest.param(TYPE, expiring(""), INTEGER, id="expiry-empty"),
        pytest.param(TYPE, expiring("3600.0"), INTEGER, id="expiry-fraction"),
        pytest.param(TYPE, expiring(" 3600"), INTEGER, id="expiry-padded"),
        pytest.param(
            TYPE,
            expiring("3599"),
            "expires_in_seconds: Input should be greater than or equal to 3600",
            id="expiry-too-soon",
        ),
        pytest.param(
            TYPE,
            expiring("7776001"),
            "expires_in_seconds: Input should be less than or equal to 7776000",
            id="expiry-too-late",
        ),
        pytest.param(TYPE, named("a" * 256), NAME + "has 1 to 255 characters, found 256", id="name-too-long"),
        pytest.param(TYPE, named("a<b"), NAME + "does not hold '<'", id="name-with-a-sign"),
        pytest.param(TYPE, named("a\tb"), NAME + r"does not hold '\t'", id="name-with-a-tab"),
        pytest.param(TYPE, named("a\\\\b"), NAME + r"does not hold '\\'", id="name-with-a-backslash"),
    ],
)
def test_a_bad_upload_is_refused(content_type: bytes, body: bytes, message: str) -> None:
    with pytest.raises(ApiError) as refused:
        read_upload(content_type, body)

    assert (refused.value.status, refused.value.message) == (400, message)


def test_many_parts_are_not_collected() -> None:
    with pytest.raises(ApiError, match="file: Input should be given once"):
        read_upload(TYPE, form(*[(PDF, "x")] * 50_000))
