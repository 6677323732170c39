"""A fault in a request: where it is, and what the API says of it."""

from typing import Any, NamedTuple


class Problem(NamedTuple):
    """``path`` is dotted, list items by index; ``rule`` names the switchable rule that found the fault.

    ``hint`` is what the simulator knows beyond the API's words; ``details`` go into the envelope.
    """

    path: str
    message: str
    rule: str = ""
    hint: str = ""
    details: dict[str, Any] | None = None

    def __str__(self) -> str:
        said = f"{self.path}: {self.message}" if self.path else self.message
        return f"{said} rystic: {self.hint}" if self.hint else said


def join(path: str, *parts: str | int) -> str:
    """``path`` extended by keys and indexes."""
    return ".".join(str(part) for part in (path, *parts) if part != "")
