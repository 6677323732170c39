"""Where a streamed text is cut: decided by the text alone, so the same in every run."""

from collections.abc import Callable, Iterable
from typing import Final

Cut = Callable[[str], Iterable[str]]
"""Cuts a text into pieces; of an empty one there are none."""

PIECE: Final = 12
"""Characters in a piece of a short text."""
MIN_PIECES: Final = 3
MAX_PIECES: Final = 48


def cut(text: str) -> list[str]:
    """Pieces of nearly equal length: at least 3 where there are enough characters, at most 48; none of ``""``.

    A call's arguments that arrive in one piece hide clients that parse each piece on its own.
    """
    length = len(text)
    pieces = min(length, max(MIN_PIECES, min(MAX_PIECES, -(-length // PIECE))))
    return [text[length * index // pieces : length * (index + 1) // pieces] for index in range(pieces)]


def every(characters: int) -> Cut:
    """Cuts into pieces of so many characters, 0 for none at all; one piece at a time, as there may be many."""
    if characters == 0:
        return lambda text: (text,) if text else ()
    return lambda text: (text[start : start + characters] for start in range(0, len(text), characters))
