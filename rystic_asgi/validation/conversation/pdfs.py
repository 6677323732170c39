"""The rule for PDFs in a request: how many pages they have together.

Source: https://platform.claude.com/docs/en/build-with-claude/pdf-support, and for path and words
https://github.com/anthropics/claude-code/issues/6231.
"""

import binascii
from typing import Final

from rystic_asgi.protocol.documents import Base64PdfSource, DocumentBlock, LoneDocumentBlock
from rystic_asgi.protocol.models import most_images
from rystic_asgi.validation.pdf_pages import count_pages
from rystic_asgi.validation.problem import Problem

_TOO_MANY: Final = "A maximum of {most} PDF pages may be provided."
_SO_FAR: Final = "with this document there are {pages} pages"


class Pdfs:
    """Counts the pages of each PDF that a request holds in base64; ``window`` is that of its model, if it is known."""

    __slots__ = ("_most", "_pages", "problems")

    def __init__(self, problems: list[Problem], window: int | None) -> None:
        self.problems = problems
        self._most = most_images(window)
        self._pages = 0

    def read(self, block: DocumentBlock | LoneDocumentBlock, path: str) -> None:
        """A document at ``path``; after the one that is too much no more are counted."""
        if not isinstance(block.source, Base64PdfSource) or self._pages > self._most:
            return
        self._pages += _pages_of(block.source.data)
        if self._pages > self._most:
            place, hint = f"{path}.pdf.source.base64.data", _SO_FAR.format(pages=self._pages)
            self.problems.append(Problem(place, _TOO_MANY.format(most=self._most), "pdf-pages", hint))


def _pages_of(data: str) -> int:
    """Nothing is told of what is no base64."""
    try:
        return count_pages(binascii.a2b_base64(data))
    except ValueError:
        return 0
