"""Header lines by name."""

from rystic_asgi.asgi.headers import joined


def test_lines_of_one_name_are_joined_in_order() -> None:
    lines = [(b"a", b"1"), (b"b", b"2"), (b"a", b"3")]

    assert joined(lines) == {b"a": b"1,3", b"b": b"2"}


def test_lines_may_come_as_any_iterable() -> None:
    assert joined(iter([(b"a", b"1"), (b"b", b"2")])) == {b"a": b"1", b"b": b"2"}
