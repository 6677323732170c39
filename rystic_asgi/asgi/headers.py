"""Header lines by name."""

from collections.abc import Iterable


def joined(lines: Iterable[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """Header lines by name, those of one name joined by commas."""
    if not isinstance(lines, list):
        lines = list(lines)
    by_name = dict(lines)
    if len(by_name) == len(lines):
        return by_name
    return {name: b",".join(value for other, value in lines if other == name) for name in by_name}
