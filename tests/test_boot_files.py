"""The files that a boot document gives."""

from typing import Any

import pytest

from rystic_asgi.protocol.files import StoredFile, read_stored
from rystic_asgi.protocol.ids import make_id
from rystic_asgi.script.document import read_document
from rystic_asgi.script.fault import ScriptError

FILE: dict[str, Any] = {"filename": "a.csv", "content": "x"}


def test_a_file_is_kept_as_records_of_what_is_known_and_of_its_bytes() -> None:
    document = read_document({"files": [FILE, {"filename": "b", "content_base64": " AA\nE=\n", "id": "b"}], "seed": 7})

    records = list(document.records())

    made = make_id("7", "file", 0)
    assert [record[:2] for record in records] == [
        ("file_content", made),
        ("file", made),
        ("file_content", "b"),
        ("file", "b"),
    ]
    assert (records[0][2], records[2][2]) == (b"x", b"\x00\x01")
    assert read_stored(records[1][2]) == StoredFile(0, made, "a.csv", "text/csv", 1, made)
    assert read_stored(records[3][2]).mime_type == "application/octet-stream"


@pytest.mark.parametrize(
    ("file", "text"),
    [
        pytest.param("a", "rystic: files.0: an object expected, found a string 'a'", id="no-object"),
        pytest.param({"content": "x"}, "rystic: files.0.filename: missing; a file has a name", id="no-name"),
        pytest.param(
            {"filename": "a/b", "content": ""},
            "rystic: files.0.filename: the name of a file does not hold '/'",
            id="name",
        ),
        pytest.param(
            {"filename": "", "content": ""},
            "rystic: files.0.filename: the name of a file has 1 to 255 characters, found 0",
            id="empty-name",
        ),
        pytest.param(
            {"filename": "a"}, "rystic: files.0: a file has either content, as text, or content_base64", id="no-content"
        ),
        pytest.param(
            {**FILE, "content_base64": ""},
            "rystic: files.0: a file has either content, as text, or content_base64",
            id="two-contents",
        ),
        pytest.param(
            {"filename": "a", "content_base64": "?"},
            "rystic: files.0.content_base64: base64 expected: Only base64 data is allowed",
            id="base64",
        ),
        pytest.param(
            {**FILE, "mime_type": "a\r\nb"},
            "rystic: files.0.mime_type: printable ASCII expected, and not blank",
            id="type",
        ),
        pytest.param({**FILE, "id": " "}, "rystic: files.0.id: printable ASCII expected, and not blank", id="blank-id"),
        pytest.param({**FILE, "id": "a/b"}, "rystic: files.0.id: an id without slashes expected", id="id"),
        pytest.param(
            {**FILE, "expires_in_seconds": 0},
            "rystic: files.0.expires_in_seconds: more than 0 expected, found 0",
            id="expiry",
        ),
        pytest.param(
            {**FILE, "scope": {"id": ""}},
            'rystic: files.0.scope: an object such as {"type": "session", "id": "sesn_1"} expected',
            id="scope",
        ),
        pytest.param(
            {**FILE, "scope": {"id": "a", "type": "organization"}},
            'rystic: files.0.scope: an object such as {"type": "session", "id": "sesn_1"} expected',
            id="scope-type",
        ),
        pytest.param(
            {**FILE, "downloadabel": True},
            "rystic: files.0.downloadabel: unknown key; did you mean 'downloadable'? known: filename, mime_type, "
            "content, content_base64, downloadable, expires_in_seconds, scope, id",
            id="unknown-key",
        ),
    ],
)
def test_a_file_that_cannot_be_given_is_refused(file: Any, text: str) -> None:
    with pytest.raises(ScriptError) as refused:
        read_document({"files": [file]})

    assert str(refused.value) == text


def test_two_files_have_two_ids() -> None:
    with pytest.raises(ScriptError) as refused:
        read_document({"files": [FILE, FILE, {**FILE, "id": "a"}, {**FILE, "id": "a"}]})

    assert str(refused.value) == "rystic: files.3.id: another file has the id 'a'"


def test_files_keep_within_the_limit() -> None:
    with pytest.raises(ScriptError) as refused:
        read_document({"files": [FILE, FILE], "limits": {"stored_file_bytes": 1}})

    assert str(refused.value) == "rystic: files: they hold 2 bytes together, limits.stored_file_bytes is 1"
