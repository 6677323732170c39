"""Cases too long for a file: each a case of README.md whose body is made from a few words."""

import base64
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tests.corpus.cases import Case
from tests.pdf_samples import pdf

Json = dict[str, Any]


class Generated(NamedTuple):
    """A case: ``request`` holds what differs from a request with a key, ``answer`` what differs from a 400."""

    folder: str
    name: str
    says: str
    source: str
    row: str
    request: Json
    answer: Json


_HEADERS: Final = {
    "content-type": "application/json",
    "x-api-key": "sk-ant-api03-example",
    "anthropic-version": "2023-06-01",
}
_PNG: Final = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x10\x00\x00\x00\x10\x08\x00\x00\x00\x00\xa0\xa0\xa0\xa0"
_LINKED: Final = {"type": "image", "source": {"type": "url", "url": "https://example.com/1.png"}}
_MAX_IMAGE: Final = 5 * 1024 * 1024
_SPACES: Final = "{" + " " * (33 * 1024 * 1024)
_SIZE_SOURCE: Final = "https://github.com/earendil-works/pi/issues/424"
_VISION: Final = "https://platform.claude.com/docs/en/build-with-claude/vision"
_ERRORS: Final = "https://platform.claude.com/docs/en/api/errors"


_LARGE: Final = "claude-opus-5"
_SMALL: Final = "claude-haiku-4-5"
_PDFS: Final = "https://platform.claude.com/docs/en/build-with-claude/pdf-support"
_MANY_PAGES: Final = "https://github.com/anthropics/claude-code/issues/6231"
_WINDOWS: Final = "https://platform.claude.com/docs/en/build-with-claude/context-windows"
_TOO_LONG: Final = "https://github.com/stackblitz-labs/bolt.diy/issues/401"


def _body(*messages: Json, model: str = _SMALL, **more: Json | str) -> Json:
    return {"body": {"model": model, "max_tokens": 64, "messages": list(messages), **more}}


def _user(*content: Json) -> Json:
    return {"role": "user", "content": list(content)}


def _after_call(*content: Json) -> Json:
    """A request whose last message answers a call with ``content``."""
    call = {"type": "tool_use", "id": "toolu_a", "name": "shoot", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "toolu_a", "content": list(content)}
    request = _body(_user(_TEXT), {"role": "assistant", "content": [call]}, _user(result))
    request["body"]["tools"] = [{"name": "shoot", "input_schema": {"type": "object"}}]
    return request


def _document(pages: int, *, packed: bool = False) -> Json:
    data = base64.b64encode(pdf(pages, packed=packed)).decode()
    return {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": data}}


def _says(tokens: int) -> Json:
    """A message that is estimated at so many tokens; the request around it adds 6."""
    return {"role": "user", "content": "tide" * (tokens - 6)}


def _too_many_pages(path: str, most: int) -> Json:
    return {"message": f"{path}.pdf.source.base64.data: A maximum of {most} PDF pages may be provided."}


def _image(characters: int) -> Json:
    """A PNG whose base64 has so many characters."""
    data = base64.b64encode(_PNG + bytes(characters * 3 // 4 - len(_PNG))).decode()
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


def _too_large(path: str, size: int) -> Json:
    return {"message": f"{path}.image.source.base64: image exceeds 5 MB maximum: {size} bytes > {_MAX_IMAGE} bytes"}


_TEXT: Final = {"type": "text", "text": "Shoot"}
_EDGE: Final = {"status": 413, "type": "request_too_large"}

GENERATED: Final[tuple[Generated, ...]] = (
    Generated(
        "rejected",
        "image-size--four-too-many",
        "The base64 of an image is four characters over the limit.",
        _SIZE_SOURCE,
        "image-size",
        _body(_user(_image(_MAX_IMAGE + 4))),
        _too_large("messages.0.content.0", _MAX_IMAGE + 4),
    ),
    Generated(
        "rejected",
        "image-size--in-a-result",
        "An image in a result is over the limit.",
        _SIZE_SOURCE,
        "image-size",
        _after_call(_TEXT, _image(6_500_712)),
        _too_large("messages.2.content.0.tool_result.content.1", 6_500_712),
    ),
    Generated(
        "accepted",
        "image-size--at-the-limit",
        "The base64 of an image is as long as it may be.",
        _SIZE_SOURCE,
        "image-size",
        _body(_user(_image(_MAX_IMAGE))),
        {},
    ),
    Generated(
        "rejected",
        "image-count--601",
        "A message has 601 images.",
        _VISION,
        "image-count",
        _body(_user(*[_LINKED] * 601), model=_LARGE),
        {},
    ),
    Generated(
        "rejected",
        "image-count--in-a-result",
        "A result holds 601 images.",
        _VISION,
        "image-count",
        _after_call(*[_LINKED] * 601),
        {},
    ),
    Generated(
        "accepted",
        "image-count--600",
        "A message has 600 images.",
        _VISION,
        "image-count",
        _body(_user(*[_LINKED] * 600), model=_LARGE),
        {},
    ),
    Generated(
        "rejected",
        "image-count--101-of-a-small-window",
        "A message to a model of a small window has 101 images.",
        _VISION,
        "image-count",
        _body(_user(*[_LINKED] * 101)),
        {},
    ),
    Generated(
        "accepted",
        "image-count--100-of-a-small-window",
        "A message to a model of a small window has 100 images.",
        _VISION,
        "image-count",
        _body(_user(*[_LINKED] * 100)),
        {},
    ),
    Generated(
        "rejected",
        "pdf-pages--601",
        "A PDF has 601 pages.",
        _PDFS,
        "pdf-pages",
        _body(_user(_document(601)), model=_LARGE),
        _too_many_pages("messages.0.content.0", 600),
    ),
    Generated(
        "rejected",
        "pdf-pages--101-of-a-small-window",
        "A PDF for a model of a small window has 101 pages in a compressed stream.",
        _MANY_PAGES,
        "pdf-pages",
        _body(_user(_TEXT, _document(101, packed=True))),
        _too_many_pages("messages.0.content.1", 100),
    ),
    Generated(
        "rejected",
        "pdf-pages--in-two-documents",
        "The documents of a result have 101 pages together.",
        _PDFS,
        "pdf-pages",
        _after_call(_document(50), _document(51)),
        _too_many_pages("messages.2.content.0.tool_result.content.1", 100),
    ),
    Generated(
        "accepted",
        "pdf-pages--600",
        "A PDF has 600 pages.",
        _PDFS,
        "pdf-pages",
        _body(_user(_document(600)), model=_LARGE),
        {},
    ),
    Generated(
        "accepted",
        "pdf-pages--100-of-a-small-window",
        "A PDF for a model of a small window has 100 pages in a compressed stream.",
        _PDFS,
        "pdf-pages",
        _body(_user(_document(100, packed=True))),
        {},
    ),
    Generated(
        "rejected",
        "prompt-too-long--message",
        "A message is a token longer than the window.",
        _TOO_LONG,
        "prompt-too-long",
        _body(_says(200_001)),
        {"message": "prompt is too long: 200001 tokens > 200000 maximum"},
    ),
    Generated(
        "rejected",
        "prompt-too-long--large-window",
        "System prompt and message together are longer than a large window.",
        _WINDOWS,
        "prompt-too-long",
        _body(_says(500_000), model=_LARGE, system="tide" * 500_000),
        {"message": "prompt is too long: 1000003 tokens > 1000000 maximum"},
    ),
    Generated(
        "accepted",
        "prompt-too-long--at-the-window",
        "A message is as long as the window, with nothing left for max_tokens.",
        _WINDOWS,
        "prompt-too-long",
        _body(_says(200_000)),
        {},
    ),
    Generated(
        "rejected",
        "field--messages-100001",
        "A request has 100,001 messages.",
        _ERRORS,
        "messages",
        _body(*[_user(_TEXT)] * 100_001),
        {},
    ),
    Generated(
        "accepted",
        "field--messages-10001",
        "A request has 10,001 messages.",
        _ERRORS,
        "messages",
        _body(*[_user(_TEXT)] * 10_001),
        {},
    ),
    Generated(
        "rejected",
        "http--33-megabytes",
        "The body is over 32 MB, and no JSON.",
        _ERRORS,
        "size",
        {"body_text": _SPACES},
        _EDGE,
    ),
    Generated(
        "rejected",
        "order--size-before-credential",
        "A body over 32 MB is told before a missing credential.",
        _ERRORS,
        "size",
        {"rule": "http", "headers": {}, "body_text": _SPACES},
        _EDGE,
    ),
)


def generated_cases(folder: str) -> Iterator[Case]:
    """The cases that belong to ``folder``."""
    for row in GENERATED:
        if row.folder == folder:
            yield Case(folder, row.name, _data(row))


def _data(row: Generated) -> Json:
    rule = row.name.partition("--")[0]
    refused = {"status": 400, "type": "invalid_request_error"} if row.folder == "rejected" else {}
    about = {"description": row.says, "source": row.source, "rule": rule, "rows": [row.row], "headers": _HEADERS}
    return {**about, **refused, **row.request, **row.answer}
