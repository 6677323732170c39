"""Where a streamed text is cut: decided by the text alone, so the same in every run."""

from typing import Final

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
