"""Sets of characters, held as sorted ranges of code points."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

Range = tuple[int, int]

LAST_CODE_POINT = 0x10FFFF
_LAST_CASED_CODE_POINT = 0x1E943
"""No cased letter stands above this one (Unicode's Adlam block ends here)."""


@dataclass(frozen=True)
class CharacterSet:
    """Characters as sorted, disjoint, inclusive ranges of code points."""

    ranges: tuple[Range, ...]

    def __contains__(self, character: str) -> bool:
        code = ord(character)
        index = bisect_right(self._starts, code) - 1
        return index >= 0 and code <= self.ranges[index][1]

    def __iter__(self) -> Iterator[str]:
        for first, last in self.ranges:
            yield from map(chr, range(first, last + 1))

    @cached_property
    def _starts(self) -> list[int]:
        return [first for first, _ in self.ranges]


def character_set(ranges: Iterable[Range]) -> CharacterSet:
    """The set of all characters in ranges, which may overlap and stand in any order."""
    merged: list[Range] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        else:
            merged.append((first, last))
    return CharacterSet(tuple(merged))


def one_character(code: int) -> CharacterSet:
    """The set that holds only the character with this code point."""
    return CharacterSet(((code, code),))


def union(sets: Iterable[CharacterSet]) -> CharacterSet:
    """The characters that are in any of the sets."""
    return character_set(pair for each in sets for pair in each.ranges)


def complement(characters: CharacterSet) -> CharacterSet:
    """All characters that are not in the set."""
    gaps: list[Range] = []
    start = 0
    for first, last in characters.ranges:
        if first > start:
            gaps.append((start, first - 1))
        start = last + 1
    if start <= LAST_CODE_POINT:
        gaps.append((start, LAST_CODE_POINT))
    return CharacterSet(tuple(gaps))


def intersection(sets: Iterable[CharacterSet]) -> CharacterSet:
    """The characters that are in every one of the sets (all characters when there are none)."""
    return complement(union(complement(each) for each in sets))


def with_both_cases(characters: CharacterSet) -> CharacterSet:
    """The set with the lower- and upper-case partners of its characters."""
    partners = [(other, other) for code, other in _case_partners() if chr(code) in characters]
    return character_set([*characters.ranges, *partners])


@cache
def _case_partners() -> tuple[Range, ...]:
    """Pairs (code point, code point of a partner in the other case), single characters only."""
    pairs: list[Range] = []
    for code in range(_LAST_CASED_CODE_POINT + 1):
        letter = chr(code)
        partners = {letter.lower(), letter.upper(), letter.casefold()} - {letter}
        pairs.extend((code, ord(partner)) for partner in sorted(partners) if len(partner) == 1)
    return tuple(pairs + [(other, code) for code, other in pairs])


ALL = CharacterSet(((0, LAST_CODE_POINT),))
DIGITS = character_set([(0x30, 0x39)])
WORD = character_set([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
"""Source: https://tc39.es/ecma262/multipage/text-processing.html#sec-runtime-semantics-wordcharacters-abstract-operation"""
SPACES = character_set(
    [(9, 13), (32, 32), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029)]
    + [(code, code) for code in (0x202F, 0x205F, 0x3000, 0xFEFF)]
)
"""Source: https://tc39.es/ecma262/multipage/ecmascript-language-lexical-grammar.html#sec-white-space"""
LINE_ENDS = character_set([(10, 10), (13, 13), (0x2028, 0x2029)])
"""Source: https://tc39.es/ecma262/multipage/ecmascript-language-lexical-grammar.html#sec-line-terminators"""
NOT_LINE_ENDS = complement(LINE_ENDS)
