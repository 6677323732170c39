"""Files that a message names: they are there, and fit the block."""

import json
from typing import Any

import msgspec
import pytest

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.files import StoredFile
from rystic_asgi.validation.request import check_request
from rystic_asgi.validation.rules import DEFAULT_OFF
from tests.conftest import ask

HEADERS = {b"x-api-key": b"k", b"anthropic-version": b"2026-10-21"}
TYPES = {"pdf": "application/pdf", "text": "Text/Plain; charset=utf-8", "png": "image/png", "csv": "text/csv"}
PLACE = "messages.0.content.0"
NOW = 60.0


def find(kind: str, key: str) -> bytes | None:
    """A store with a file for each of ``TYPES``; ``old`` expires now."""
    stored = StoredFile(
        0, key, key, TYPES.get(key, "application/pdf"), 1, key, expires=NOW if key == "old" else NOW + 1
    )
    return msgspec.json.encode(stored) if kind == "file" and key in (*TYPES, "old") else None


def named(block: str, file_id: str) -> dict[str, Any]:
    return {"type": block, "source": {"type": "file", "file_id": file_id}}


def within(*blocks: dict[str, Any] | str) -> dict[str, Any]:
    """A document that holds blocks, or a text."""
    content = blocks[0] if isinstance(blocks[0], str) else list(blocks)
    return {"type": "document", "source": {"type": "content", "content": content}}


def check(*content: dict[str, Any], off: frozenset[str] = DEFAULT_OFF, role: str = "user") -> None:
    asked = {"role": "user", "content": "Go on"}
    messages = [{"role": role, "content": list(content)}, asked]
    check_request(HEADERS, HEADERS, json.dumps(ask(messages=messages)).encode(), off, get=find, now=NOW)


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(named("document", "pdf"), id="pdf"),
        pytest.param(named("document", "text"), id="text"),
        pytest.param(named("document", "csv"), id="other-type"),
        pytest.param(named("image", "png"), id="image"),
        pytest.param(named("image", "csv"), id="other-type-as-an-image"),
        pytest.param({"type": "container_upload", "file_id": "png"}, id="for-code"),
        pytest.param(within("Text"), id="document-of-a-text"),
        pytest.param(
            within(
                {"type": "text", "text": "a"},
                {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}},
                named("image", "png"),
            ),
            id="document-of-blocks",
        ),
        pytest.param(
            {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "a"}}, id="no-file"
        ),
    ],
)
def test_a_file_that_fits_may_be_named(block: dict[str, Any]) -> None:
    check(block)


@pytest.mark.parametrize(
    ("block", "status", "message", "details"),
    [
        pytest.param(
            named("document", "gone"),
            404,
            f"File `gone` not found. rystic: {PLACE}.document.source.file_id names it",
            None,
            id="document",
        ),
        pytest.param(
            named("image", "gone"),
            404,
            f"File `gone` not found. rystic: {PLACE}.image.source.file_id names it",
            None,
            id="image",
        ),
        pytest.param(
            {"type": "container_upload", "file_id": "gone"},
            404,
            f"File `gone` not found. rystic: {PLACE}.container_upload.file_id names it",
            None,
            id="for-code",
        ),
        pytest.param(
            within({"type": "text", "text": "a"}, named("image", "gone")),
            404,
            f"File `gone` not found. rystic: {PLACE}.document.source.content.1.image.source.file_id names it",
            None,
            id="image-in-a-document",
        ),
        pytest.param(
            named("document", "old"),
            404,
            f"File `old` has expired. rystic: {PLACE}.document.source.file_id names it",
            {"error_code": "file_expired"},
            id="expired",
        ),
        pytest.param(
            named("document", "png"),
            400,
            f"{PLACE}.document.source: the file is of type image/png, which is not supported in `document` blocks",
            None,
            id="image-as-a-document",
        ),
        pytest.param(
            named("image", "text"),
            400,
            f"{PLACE}.image.source: the file is of type text/plain, which is not supported in `image` blocks",
            None,
            id="text-as-an-image",
        ),
    ],
)
def test_a_file_that_does_not_fit_is_refused(
    block: dict[str, Any], status: int, message: str, details: dict[str, str] | None
) -> None:
    with pytest.raises(ApiError) as refused:
        check(block)

    assert (refused.value.status, refused.value.message, refused.value.details) == (status, message, details)


def test_rules_of_files_can_be_switched_off() -> None:
    off = DEFAULT_OFF | {"file-exists", "file-type"}

    check(named("document", "gone"), named("image", "pdf"), off=off)


def test_what_a_reply_names_may_come_back() -> None:
    check({"type": "container_upload", "file_id": "made-by-code"}, role="assistant")


def test_where_nothing_is_known_of_files_any_is_there() -> None:
    body = json.dumps(ask(messages=[{"role": "user", "content": [named("document", "gone")]}])).encode()

    assert check_request(HEADERS, HEADERS, body, DEFAULT_OFF).body.messages
