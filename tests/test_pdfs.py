"""The rule for the pages of PDFs in a request."""

import base64
from typing import Any

import pytest

from rystic_asgi.protocol.documents import Base64PdfSource, DocumentBlock, UrlSource
from rystic_asgi.validation.conversation.pdfs import Pdfs
from rystic_asgi.validation.problem import Problem
from tests.pdf_samples import pdf


def document(pages: int) -> DocumentBlock:
    return base64_document(base64.b64encode(pdf(pages)).decode())


def base64_document(data: str) -> DocumentBlock:
    return DocumentBlock(source=Base64PdfSource(media_type="application/pdf", data=data))


def problems(window: int | None, *documents: DocumentBlock) -> list[str]:
    found: list[Problem] = []
    pdfs = Pdfs(found, window)
    for index, block in enumerate(documents):
        pdfs.read(block, f"messages.0.content.{index}")
    assert {problem.rule for problem in found} <= {"pdf-pages"}
    return [str(problem) for problem in found]


@pytest.mark.parametrize(
    ("window", "most"),
    [
        pytest.param(None, 600, id="unknown"),
        pytest.param(1_000_000, 600, id="large"),
        pytest.param(200_000, 100, id="small"),
    ],
)
def test_the_documents_of_a_request_have_so_many_pages_together(window: int | None, most: int) -> None:
    assert problems(window, document(most - 1), document(1)) == []
    assert problems(window, document(most - 1), document(2), document(most + 1)) == [
        f"messages.0.content.1.pdf.source.base64.data: A maximum of {most} PDF pages may be provided. "
        f"rystic: with this document there are {most + 1} pages"
    ]


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(base64_document("A"), id="no-base64"),
        pytest.param(base64_document("\u00e9"), id="no-ascii"),
        pytest.param(DocumentBlock(source=UrlSource(url="https://example.com/a.pdf")), id="by-url"),
    ],
)
def test_of_a_document_that_is_not_read_nothing_is_told(block: Any) -> None:
    assert problems(200_000, block) == []
