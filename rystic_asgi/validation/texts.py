"""The rules for a text block, wherever it stands: it holds more than white space.

Sources: https://github.com/anthropics/claude-code/issues/59812 and https://github.com/askalf/dario/issues/1066.
"""

from collections.abc import Iterator
from typing import Final

from rystic_asgi.protocol.documents import LoneTextBlock, TextBlock
from rystic_asgi.validation.problem import Problem

_EMPTY: Final = "text content blocks must be non-empty"
BLANK: Final = "text content blocks must contain non-whitespace text"
_CACHED_EMPTY: Final = "cache_control cannot be set for empty text blocks"


def text_problems(block: TextBlock | LoneTextBlock, place: str) -> Iterator[Problem]:
    """The faults of a text; ``place`` is its path, whose first part the API names."""
    if block.text and not block.text.isspace():
        return
    if not block.text and block.cache_control is not None:
        yield Problem(place, _CACHED_EMPTY, "cache-control-text")
    fault = BLANK if block.text else _EMPTY
    yield Problem(place.partition(".")[0], fault, "empty-text", f"the block is {place}")
