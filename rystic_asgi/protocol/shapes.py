"""What the objects of a reply look like: their members, the form of each, and what stands where a script gives none."""

from enum import Enum
from typing import Any, NamedTuple, TypeAlias


class Missing(Enum):
    """What it means that a script leaves a member out, where nothing stands in its place."""

    REFUSED = "the script has to give it"
    ABSENT = "it is not sent; neither is a null"
    ABSENT_OR_EMPTY = "it is not sent; neither is a null nor an empty list"
    UNSENT = "it is for the script alone, and is never sent"


class Made(NamedTuple):
    """A value that depends on the turn; ``kind`` names what makes it."""

    kind: str


class Field(NamedTuple):
    """A member: ``default`` is sent where the script gives none, made where it is ``Made``."""

    name: str
    form: "Form"
    default: Any = Missing.REFUSED


class Shape(NamedTuple):
    """An object: its ``type``, where it has one, and its members in the order of the wire."""

    tag: str | None
    fields: tuple[Field, ...] = ()


class OneOf(NamedTuple):
    """An object whose ``type`` tells which of the shapes it has."""

    shapes: dict[str, Shape]


class ListOf(NamedTuple):
    """A list of items of one form."""

    item: "Form"


class Words(NamedTuple):
    """One of the strings that the API sends."""

    words: tuple[str, ...]


class Either(NamedTuple):
    """A form for each JSON type that may stand there."""

    forms: "dict[type, Form]"


Form: TypeAlias = "type | tuple[type, ...] | Shape | OneOf | ListOf | Words | Either"
"""A type, or a tuple of types, is a value of that JSON type."""


def one_of(*shapes: Shape) -> OneOf:
    """The shapes by their ``type``."""
    return OneOf({str(shape.tag): shape for shape in shapes})
