"""Character classes: what stands between [ and ]."""

from rystic_asgi.validation.patterns.characters import CharacterSet, character_set, complement, one_character, union
from rystic_asgi.validation.patterns.cursor import Cursor
from rystic_asgi.validation.patterns.escapes import read_escape


def read_class(cursor: Cursor) -> CharacterSet:
    """The set that a class stands for; its opening bracket has been read."""
    negated = cursor.take("^")
    members: list[CharacterSet] = []
    while not cursor.take("]"):
        members.extend(_read_member(cursor))
    together = union(members)
    return complement(together) if negated else together


def _read_member(cursor: Cursor) -> list[CharacterSet]:
    """One character, escape or range (a '-' next to a set such as \\w is itself, as Annex B has it)."""
    first = _read_atom(cursor)
    if cursor.peek() != "-" or cursor.source.startswith("-]", cursor.offset):
        return [first]
    cursor.read()
    last = _read_atom(cursor)
    if not (_is_single(first) and _is_single(last)):
        return [first, one_character(ord("-")), last]
    start, end = first.ranges[0][0], last.ranges[0][0]
    if start > end:
        cursor.fail("a range in a class is out of order")
    return [character_set([(start, end)])]


def _is_single(members: CharacterSet) -> bool:
    return len(members.ranges) == 1 and members.ranges[0][0] == members.ranges[0][1]


def _read_atom(cursor: Cursor) -> CharacterSet:
    character = cursor.read()
    if character != "\\":
        return one_character(ord(character))
    if cursor.take("b"):
        return one_character(8)
    return read_escape(cursor)
