"""Escape sequences that stand for characters or sets of characters."""

import re
from typing import Final

from rystic_asgi.validation.patterns.characters import (
    DIGITS,
    SPACES,
    WORD,
    CharacterSet,
    complement,
    one_character,
)
from rystic_asgi.validation.patterns.cursor import Cursor
from rystic_asgi.validation.patterns.faults import PatternSyntaxError
from rystic_asgi.validation.patterns.properties import property_set

_CLASS_ESCAPES: Final[dict[str, CharacterSet]] = {
    "d": DIGITS,
    "D": complement(DIGITS),
    "s": SPACES,
    "S": complement(SPACES),
    "w": WORD,
    "W": complement(WORD),
}
"""Source: https://tc39.es/ecma262/multipage/text-processing.html#sec-compiletocharset"""
_CONTROL_ESCAPES: Final[dict[str, int]] = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
"""Source: https://tc39.es/ecma262/multipage/text-processing.html#sec-patterns, ``ControlEscape``"""
_NUMERIC_FORMS: Final[tuple[re.Pattern[str], ...]] = (
    re.compile(r"x([0-9a-fA-F]{2})"),
    re.compile(r"u\{([0-9a-fA-F]{1,8})\}"),
    re.compile(r"u([0-9a-fA-F]{4})"),
)
"""Each fixed form after the backslash, with the digits' base; read in this order.

Source: https://tc39.es/ecma262/multipage/text-processing.html#sec-patterns, ``RegExpUnicodeEscapeSequence``
"""
_LOW_SURROGATE: Final = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_CONTROL_LETTER: Final = re.compile(r"c([A-Za-z])")
_NUL: Final = re.compile(r"0(?![0-9])")
_PROPERTY: Final = re.compile(r"([pP])(?:\{(\^?)([A-Za-z0-9_ &.=:-]{1,80})\}|([A-Z]))")
r"""\pL without braces is not ECMA's, but it has one plain meaning."""


def read_escape(cursor: Cursor) -> CharacterSet:
    """The characters that the escape after a backslash, which has been read, stands for."""
    if cursor.peek() in _CLASS_ESCAPES:
        return _CLASS_ESCAPES[cursor.read()]
    if found := cursor.take_match(_PROPERTY):
        return _property(cursor, found)
    return one_character(_code_point(cursor))


def _property(cursor: Cursor, found: re.Match[str]) -> CharacterSet:
    kind, caret, long_name, short_name = found.groups()
    try:
        members = property_set(long_name or short_name)
    except PatternSyntaxError as fault:
        cursor.fail(f"stands a property that can't be used ({fault})")
    return complement(members) if (kind == "P") != (caret == "^") else members


def _code_point(cursor: Cursor) -> int:
    for form in _NUMERIC_FORMS:
        if found := cursor.take_match(form):
            return _with_low_surrogate(cursor, int(found[1], 16))
    if found := cursor.take_match(_CONTROL_LETTER):
        return ord(found[1]) % 32
    if cursor.take_match(_NUL):
        return 0
    character = cursor.peek()
    if character in _CONTROL_ESCAPES:
        cursor.read()
        return _CONTROL_ESCAPES[character]
    if character.isascii() and character.isalnum():
        cursor.fail(f"there is an unknown escape \\{character}")
    return ord(cursor.read())


def _with_low_surrogate(cursor: Cursor, code: int) -> int:
    """Join a pair of surrogate escapes to the one character that both stand for."""
    if code > 0x10FFFF:
        cursor.fail("there is a code point above 10FFFF")
    if not 0xD800 <= code < 0xDC00:
        return code
    low = cursor.take_match(_LOW_SURROGATE)
    return 0x10000 + (code - 0xD800) * 0x400 + int(low[1], 16) - 0xDC00 if low else code
