"""Reading a regular expression's source into nodes."""

import re
from dataclasses import dataclass, field, replace
from typing import Final

from rystic_asgi.validation.patterns.characters import ALL, NOT_LINE_ENDS, CharacterSet, one_character, with_both_cases
from rystic_asgi.validation.patterns.classes import read_class
from rystic_asgi.validation.patterns.cursor import Cursor
from rystic_asgi.validation.patterns.escapes import read_escape
from rystic_asgi.validation.patterns.faults import PatternLimitError
from rystic_asgi.validation.patterns.nodes import (
    BackReference,
    Boundary,
    Characters,
    Choice,
    Edge,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
)

MAX_SOURCE_CHARACTERS: Final = 100_000
MAX_NESTED_GROUPS: Final = 60

_COUNT: Final = re.compile(r"\{([0-9]{1,9})(?:(,)([0-9]{1,9})?)?\}")
_SIMPLE_COUNTS: Final[dict[str, tuple[int, int | None]]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
"""Source: https://tc39.es/ecma262/multipage/text-processing.html#sec-compilequantifierprefix"""
_EDGE_ESCAPES: Final[dict[str, Edge]] = {
    "b": Edge.WORD,
    "B": Edge.NOT_WORD,
    "A": Edge.START,
    "Z": Edge.END,
    "z": Edge.END,
}
r"""\A, \Z and \z are not ECMA's, but are seen in schemas and have one plain meaning each.

Source of the others: https://tc39.es/ecma262/multipage/text-processing.html#sec-patterns, ``Assertion``
"""
_LOOKS: Final[dict[str, tuple[bool, bool]]] = {
    "(?=": (False, False),
    "(?!": (False, True),
    "(?<=": (True, False),
    "(?<!": (True, True),
}
"""Whether it looks behind, and whether it is negative. Source: https://tc39.es/ecma262/multipage/text-processing.html#sec-patterns"""
_NAMED_GROUP: Final = re.compile(r"\(\?P?<([^\W\d$][\w$]*|\$[\w$]*)>")
_MODIFIERS: Final = re.compile(r"\(\?([imsu]*)(?:-([ims]+))?:")
"""ECMA-262's modifiers are (?i:...) and (?-i:...); a bare (?i) comes from other dialects."""
_BARE_MODIFIERS: Final = re.compile(r"\(\?([imsu]+)\)")
_FLAG_NAMES: Final = {"i": "ignore_case", "m": "many_lines", "s": "dot_all"}
"""Source: https://tc39.es/ecma262/multipage/text-processing.html#sec-updatemodifiers"""
_REFERENCE: Final = re.compile(r"[1-9][0-9]{0,4}")
_NAMED_REFERENCE: Final = re.compile(r"k<([\w$]+)>")
_GROUP_START: Final = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?P?<(?![=!])([\w$]+)>|(?!\?))", re.DOTALL)


@dataclass(frozen=True)
class _Flags:
    """What ECMA's i, m and s flags say at a place."""

    ignore_case: bool = False
    many_lines: bool = False
    dot_all: bool = False


@dataclass
class _Reading:
    """The state of one reading: place, flags, depth, and the groups of the whole source by name."""

    cursor: Cursor
    names: dict[str, int]
    group_count: int
    flags: _Flags = _Flags()
    depth: int = 0
    opened: int = 0
    cased: dict[CharacterSet, CharacterSet] = field(default_factory=dict)


def parse_pattern(source: str) -> Node:
    """The node for a regular expression.

    Raises PatternSyntaxError for what cannot be read, and PatternLimitError past MAX_SOURCE_CHARACTERS
    characters or MAX_NESTED_GROUPS groups in each other. Source: https://tc39.es/ecma262/multipage/text-processing.html#sec-patterns
    with parts of https://tc39.es/ecma262/multipage/additional-ecmascript-features-for-web-browsers.html
    """
    if len(source) > MAX_SOURCE_CHARACTERS:
        raise PatternLimitError(
            f"The pattern has {len(source)} characters; at most {MAX_SOURCE_CHARACTERS} can be read. Shorten it."
        )
    groups = [found[1] for found in _GROUP_START.finditer(source) if found[0].startswith("(")]
    names = {name: number for number, name in enumerate(groups, 1) if name}
    reading = _Reading(Cursor(source), names, len(groups))
    node = _read_choice(reading)
    if not reading.cursor.ended:
        reading.cursor.fail("there is a ) that nothing opens")
    return node


def _read_choice(reading: _Reading) -> Node:
    options = [_read_sequence(reading)]
    while reading.cursor.take("|"):
        options.append(_read_sequence(reading))
    return options[0] if len(options) == 1 else Choice(tuple(options))


def _read_sequence(reading: _Reading) -> Node:
    parts: list[Node] = []
    while reading.cursor.peek() not in ("", "|", ")"):
        parts.append(_read_term(reading))
    return parts[0] if len(parts) == 1 else Sequence(tuple(parts))


def _read_term(reading: _Reading) -> Node:
    is_group = reading.cursor.peek() == "("
    atom = _read_atom(reading)
    counts = _read_counts(reading.cursor)
    if counts is None:
        return atom
    if isinstance(atom, Boundary) and not is_group:
        reading.cursor.fail("there is a quantifier with nothing to repeat")
    low, high = counts
    if high is not None and high < low:
        reading.cursor.fail("the numbers of a quantifier are out of order")
    return Repeat(atom, low, high, lazy=reading.cursor.take("?"))


def _read_counts(cursor: Cursor) -> tuple[int, int | None] | None:
    if cursor.peek() in _SIMPLE_COUNTS:
        return _SIMPLE_COUNTS[cursor.read()]
    found = cursor.take_match(_COUNT)
    if found is None:
        return None
    low, comma, high = found.groups()
    return int(low), int(high) if high else (None if comma else int(low))


def _read_start(reading: _Reading) -> Node:
    reading.cursor.read()
    return Boundary(Edge.LINE_START if reading.flags.many_lines else Edge.START)


def _read_end(reading: _Reading) -> Node:
    reading.cursor.read()
    return Boundary(Edge.LINE_END if reading.flags.many_lines else Edge.END)


def _read_dot(reading: _Reading) -> Node:
    reading.cursor.read()
    return Characters(ALL if reading.flags.dot_all else NOT_LINE_ENDS)


def _read_bracket(reading: _Reading) -> Node:
    reading.cursor.read()
    return _characters(reading, read_class(reading.cursor))


def _read_backslash(reading: _Reading) -> Node:
    cursor = reading.cursor
    cursor.read()
    if cursor.peek() in _EDGE_ESCAPES:
        return Boundary(_EDGE_ESCAPES[cursor.read()])
    if found := cursor.take_match(_NAMED_REFERENCE):
        return _reference(reading, reading.names.get(found[1], 0))
    if found := cursor.take_match(_REFERENCE):
        return _reference(reading, int(found[0]))
    return _characters(reading, read_escape(cursor))


def _reference(reading: _Reading, number: int) -> Node:
    if not 0 < number <= reading.group_count:
        reading.cursor.fail("there is a reference to a group that isn't there")
    return BackReference(number)


def _read_group(reading: _Reading) -> Node:
    if found := reading.cursor.take_match(_BARE_MODIFIERS):
        reading.flags = _modified(reading.flags, found[1], "")
        return Sequence(())
    reading.depth += 1
    if reading.depth > MAX_NESTED_GROUPS:
        raise PatternLimitError(
            f"The pattern has more than {MAX_NESTED_GROUPS} groups in each other. Nest its groups less deeply."
        )
    flags = reading.flags
    node = _read_group_kind(reading)
    reading.flags = flags
    reading.depth -= 1
    return node


def _read_group_kind(reading: _Reading) -> Node:
    cursor = reading.cursor
    for opening, (behind, negative) in _LOOKS.items():
        if cursor.take(opening):
            return Look(_read_body(reading), behind, negative)
    if cursor.take_match(_NAMED_GROUP):
        return _read_capture(reading)
    if found := cursor.take_match(_MODIFIERS):
        reading.flags = _modified(reading.flags, found[1], found[2] or "")
        return _read_body(reading)
    cursor.read()
    if cursor.peek() == "?":
        cursor.fail("there is an unknown kind of group")
    return _read_capture(reading)


def _read_capture(reading: _Reading) -> Node:
    reading.opened += 1
    number = reading.opened
    return Group(_read_body(reading), number)


def _read_body(reading: _Reading) -> Node:
    body = _read_choice(reading)
    if not reading.cursor.take(")"):
        reading.cursor.fail("a group isn't closed")
    return body


def _modified(flags: _Flags, added: str, removed: str) -> _Flags:
    for letter, name in _FLAG_NAMES.items():
        if letter in added + removed:
            flags = replace(flags, **{name: letter in added})
    return flags


def _characters(reading: _Reading, members: CharacterSet) -> Node:
    if not reading.flags.ignore_case:
        return Characters(members)
    if members not in reading.cased:
        reading.cased[members] = with_both_cases(members)
    return Characters(reading.cased[members])


_ATOM_READERS: Final = {
    "^": _read_start,
    "$": _read_end,
    ".": _read_dot,
    "[": _read_bracket,
    "\\": _read_backslash,
    "(": _read_group,
}


def _read_atom(reading: _Reading) -> Node:
    character = reading.cursor.peek()
    reader = _ATOM_READERS.get(character)
    if reader is not None:
        return reader(reading)
    if character in _SIMPLE_COUNTS or _COUNT.match(reading.cursor.source, reading.cursor.offset):
        reading.cursor.fail("there is a quantifier with nothing to repeat")
    return _characters(reading, one_character(ord(reading.cursor.read())))
