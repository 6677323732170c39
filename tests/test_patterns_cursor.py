"""A reading place in a source."""

from rystic_asgi.validation.patterns.cursor import Cursor


def test_a_cursor_says_when_all_is_read() -> None:
    cursor = Cursor("a")

    assert (cursor.ended, cursor.read(), cursor.ended) == (False, "a", True)
