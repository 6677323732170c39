"""The fewest characters that a regular expression can match."""

from collections.abc import Callable
from typing import Any, Final

from rystic_asgi.validation.patterns.nodes import (
    BackReference,
    Boundary,
    Characters,
    Choice,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
)


def _nothing(node: Node) -> int:
    return 0


def _one(node: Characters) -> int:
    return 1


def _group(node: Group) -> int:
    return shortest_length(node.body)


def _repeat(node: Repeat) -> int:
    return node.low * shortest_length(node.body)


def _sequence(node: Sequence) -> int:
    return sum(shortest_length(part) for part in node.parts)


def _choice(node: Choice) -> int:
    return min(shortest_length(option) for option in node.options)


_SHORTEST: Final[dict[type, Callable[[Any], int]]] = {
    Boundary: _nothing,
    Look: _nothing,
    BackReference: _nothing,
    Characters: _one,
    Group: _group,
    Repeat: _repeat,
    Sequence: _sequence,
    Choice: _choice,
}


def shortest_length(node: Node) -> int:
    """A lower bound of the length of what the node matches (looks and references count as 0)."""
    return _SHORTEST[type(node)](node)
