"""A fault in a request: where it is, and what the API says of it."""

from typing import NamedTuple


class Problem(NamedTuple):
    """``path`` is dotted, list items by index; ``rule`` names the switchable rule that found the fault."""

    path: str
    message: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


def join(path: str, *parts: str | int) -> str:
    """``path`` extended by keys and indexes."""
    return ".".join(str(part) for part in (path, *parts) if part != "")
