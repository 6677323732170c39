"""The places of a text that are edges: of the text, of a line, of a word."""

from collections.abc import Callable, Iterator
from typing import Final

from rystic_asgi.validation.patterns.characters import LINE_ENDS, WORD
from rystic_asgi.validation.patterns.nodes import Edge

_WORD_CHARACTERS: Final = frozenset(WORD)
_LINE_END_CHARACTERS: Final = frozenset(LINE_ENDS)


def edge_places(edge: Edge, text: str) -> Iterator[int]:
    """The places (0 to len(text)) where the text has such an edge."""
    if edge is Edge.START:
        yield 0
    elif edge is Edge.END:
        yield len(text)
    else:
        yield from (place for place in range(len(text) + 1) if is_edge(edge, text, place))


def _is_start(text: str, place: int) -> bool:
    return place == 0


def _is_end(text: str, place: int) -> bool:
    return place == len(text)


def _is_line_start(text: str, place: int) -> bool:
    return place == 0 or text[place - 1] in _LINE_END_CHARACTERS


def _is_line_end(text: str, place: int) -> bool:
    return place == len(text) or text[place] in _LINE_END_CHARACTERS


def _is_word_edge(text: str, place: int) -> bool:
    before = place > 0 and text[place - 1] in _WORD_CHARACTERS
    after = place < len(text) and text[place] in _WORD_CHARACTERS
    return before is not after


def _is_inside(text: str, place: int) -> bool:
    return not _is_word_edge(text, place)


_EDGE_TESTS: Final[dict[Edge, Callable[[str, int], bool]]] = {
    Edge.START: _is_start,
    Edge.END: _is_end,
    Edge.LINE_START: _is_line_start,
    Edge.LINE_END: _is_line_end,
    Edge.WORD: _is_word_edge,
    Edge.NOT_WORD: _is_inside,
}
"""Source: https://tc39.es/ecma262/multipage/text-processing.html#sec-compileassertion"""


def is_edge(edge: Edge, text: str, place: int) -> bool:
    """Whether a place of the text is such an edge."""
    return _EDGE_TESTS[edge](text, place)
