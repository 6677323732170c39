"""The rules for documents and search results that are to be cited: all or none of a kind, and no output format.

Sources: https://platform.claude.com/docs/en/build-with-claude/citations and .../search-results; the words are ours.
"""

from typing import Final

from msgspec import UnsetType

from rystic_asgi.protocol.citations import CitationsConfig
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.problem import Problem

_ALL_OR_NONE: Final = "citations must be enabled for all `{kind}` blocks or for none"
_NO_FORMAT: Final = "citations cannot be enabled together with `{field}`"
_UNLIKE: Final = "{first} has them enabled, {other} has not"


class Citing:
    """Follows which documents and search results the user wants cited: of each kind the first that is, and is not."""

    __slots__ = ("_first", "problems")

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        self._first: dict[tuple[str, bool], str] = {}

    def read(self, kind: str, citations: CitationsConfig | UnsetType | None, path: str) -> None:
        """A block at ``path`` that may be cited."""
        enabled = isinstance(citations, CitationsConfig) and citations.enabled is True
        self._first.setdefault((kind, enabled), path)

    def end(self, request: MessagesRequest) -> None:
        """No block is left."""
        cited = [path for (_, enabled), path in self._first.items() if enabled]
        field = _format_field(request)
        if cited and field:
            self._report(cited[0], _NO_FORMAT.format(field=field), "citations-with-format")
        for kind in ("document", "search_result"):
            first, other = self._first.get((kind, True)), self._first.get((kind, False))
            if first is not None and other is not None:
                hint = _UNLIKE.format(first=first, other=other)
                self._report(other, _ALL_OR_NONE.format(kind=kind), "citations-of-all", hint)

    def _report(self, path: str, message: str, rule: str, hint: str = "") -> None:
        self.problems.append(Problem(f"{path}.citations", message, rule, hint))


def _format_field(request: MessagesRequest) -> str:
    if request.format is not None:
        return "output_config.format"
    return "output_format" if request.output_format is not None else ""
