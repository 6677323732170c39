"""A compiled regular expression."""

from functools import cached_property, lru_cache
from typing import Final

from rystic_asgi.validation.patterns.backtracking import backtracking_search
from rystic_asgi.validation.patterns.effort import Effort
from rystic_asgi.validation.patterns.faults import PatternLimitError, PatternSyntaxError
from rystic_asgi.validation.patterns.nodes import BackReference, Group, Node, descendants
from rystic_asgi.validation.patterns.parser import parse_pattern
from rystic_asgi.validation.patterns.program import Program, build_program
from rystic_asgi.validation.patterns.scanning import Scanner

__all__ = ["Pattern", "PatternLimitError", "PatternSyntaxError", "compile_pattern"]

CACHED_PATTERNS: Final = 128
_MAX_SEARCH_STEPS: Final = 2_000_000
_MAX_BACKTRACKING_STEPS: Final = 300_000
"""With back references each step is a remembered way, which costs more time and memory."""


class Pattern:
    """A regular expression that can be searched for; make one with ``compile_pattern``."""

    def __init__(self, source: str, node: Node) -> None:
        self.source = source
        self.node = node

    def search(self, text: str) -> bool:
        """Whether the pattern matches anywhere in the text.

        Raises PatternLimitError when the answer takes too many steps, or the written-out program is too large.
        """
        if self._refers_back:
            effort = Effort(_MAX_BACKTRACKING_STEPS)
            return backtracking_search(self._backtracking_program, self._group_count, text, effort)
        return self._scanner.search(text, Effort(_MAX_SEARCH_STEPS))

    @cached_property
    def _refers_back(self) -> bool:
        return any(isinstance(each, BackReference) for each in descendants(self.node))

    @cached_property
    def _group_count(self) -> int:
        return sum(isinstance(each, Group) for each in descendants(self.node))

    @cached_property
    def _backtracking_program(self) -> Program:
        return build_program(self.node, looks_reversed=False)

    @cached_property
    def _scanner(self) -> Scanner:
        return Scanner(build_program(self.node, looks_reversed=True))


@lru_cache(maxsize=CACHED_PATTERNS)
def compile_pattern(source: str) -> Pattern:
    """The pattern for an ECMA-262 regular expression, read in unicode mode.

    Raises PatternSyntaxError when it cannot be read and PatternLimitError when it is too long or nested too
    deeply; the latest CACHED_PATTERNS patterns are kept.
    """
    return Pattern(source, parse_pattern(source))
