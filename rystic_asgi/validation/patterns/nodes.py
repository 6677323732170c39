"""The parts of a regular expression that has been read."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from rystic_asgi.validation.patterns.characters import CharacterSet


class Edge(Enum):
    """A place in the text: its ends, a line's ends, or (not) a word's edge."""

    START = auto()
    END = auto()
    LINE_START = auto()
    LINE_END = auto()
    WORD = auto()
    NOT_WORD = auto()


@dataclass(frozen=True)
class Characters:
    """One character out of a set."""

    members: CharacterSet


@dataclass(frozen=True)
class Boundary:
    """Nothing, but only at an edge."""

    edge: Edge


@dataclass(frozen=True)
class Look:
    """Nothing, but only where the body matches (or does not) ahead or behind."""

    body: "Node"
    behind: bool
    negative: bool


@dataclass(frozen=True)
class BackReference:
    """What the group of this number last matched."""

    group: int


@dataclass(frozen=True)
class Group:
    """A numbered capture."""

    body: "Node"
    number: int


@dataclass(frozen=True)
class Repeat:
    """The body, low to high times (high None: any number)."""

    body: "Node"
    low: int
    high: int | None
    lazy: bool = False


@dataclass(frozen=True)
class Sequence:
    """Parts one after the other."""

    parts: tuple["Node", ...]


@dataclass(frozen=True)
class Choice:
    """Any one of the options, the first preferred."""

    options: tuple["Node", ...]


Node = Characters | Boundary | Look | BackReference | Group | Repeat | Sequence | Choice


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly inside a node, in reading order."""
    match node:
        case Sequence(parts):
            return parts
        case Choice(options):
            return options
        case Group(body) | Repeat(body) | Look(body):
            return (body,)
        case _:
            return ()


def descendants(node: Node) -> Iterator[Node]:
    """The node and all nodes inside it, in reading order."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        pending.extend(reversed(children(current)))
