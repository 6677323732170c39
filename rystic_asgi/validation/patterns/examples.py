"""Texts made up to match patterns, short and readable ones first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Final, NamedTuple

from rystic_asgi.validation.patterns.characters import ALL
from rystic_asgi.validation.patterns.effort import Effort
from rystic_asgi.validation.patterns.lengths import shortest_length
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
    descendants,
)
from rystic_asgi.validation.patterns.nodes import (
    Sequence as NodeSequence,
)
from rystic_asgi.validation.patterns.obligations import Obligations, Rules, Situation, Thread
from rystic_asgi.validation.patterns.pattern import Pattern
from rystic_asgi.validation.patterns.program import build_program

_CHARACTERS_BY_ROUND: Final = (1, 3, 12, 64)
"""How many characters are tried at each place, round by round; a round starts again at the shortest length."""
_LENGTHS_BY_ROUND: Final = (48, 8, 8, 8)
_EXAMPLES_A_LENGTH: Final = (4, 12, 48, 10_000)
MAX_EXAMPLE_CHARACTERS: Final = 100_000
_MAX_STEPS_FROM_A_POINT: Final = 512
_ANYTHING: Final = Repeat(Characters(ALL), 0, None, lazy=True)


def examples(
    wanted: Sequence[Pattern],
    unwanted: Sequence[Pattern] = (),
    *,
    shortest: int = 0,
    longest: int | None = None,
    effort: Effort,
) -> Iterator[str]:
    """Different texts of shortest to longest characters that match all wanted and no unwanted patterns.

    The order is always the same: short texts of few, readable characters, then others. What is yielded has
    been searched for with every pattern. The search is not exhaustive; it ends, or raises PatternLimitError when
    the effort is used up.
    """
    rules = Rules(effort)
    start = _start(rules, wanted, unwanted)
    least = max([shortest, *(shortest_length(pattern.node) for pattern in wanted)])
    most = min(MAX_EXAMPLE_CHARACTERS, MAX_EXAMPLE_CHARACTERS if longest is None else longest)
    given: set[str] = set()
    for text in chain.from_iterable(_rounds(rules, start, least, most)):
        effort.spend(len(text) // 16 + 1)
        if text not in given and _is_wanted(text, wanted, unwanted):
            given.add(text)
            yield text


def _start(rules: Rules, wanted: Sequence[Pattern], unwanted: Sequence[Pattern]) -> Obligations:
    return Obligations(
        frozenset(_thread(rules, pattern) for pattern in wanted),
        frozenset(frozenset([_thread(rules, pattern)]) for pattern in unwanted),
    )


def _rounds(rules: Rules, start: Obligations, least: int, most: int) -> Iterator[Iterator[str]]:
    for characters, lengths, count in zip(_CHARACTERS_BY_ROUND, _LENGTHS_BY_ROUND, _EXAMPLES_A_LENGTH, strict=True):
        for length in range(least, min(most, least + lengths) + 1):
            yield islice(_Search(rules, characters).texts(start, length), count)


def _is_wanted(text: str, wanted: Sequence[Pattern], unwanted: Sequence[Pattern]) -> bool:
    return all(pattern.search(text) for pattern in wanted) and not any(pattern.search(text) for pattern in unwanted)


def _thread(rules: Rules, pattern: Pattern) -> Thread:
    groups = {each.number: each.body for each in descendants(pattern.node) if isinstance(each, Group)}
    node = _without_references(pattern.node, groups, rules.effort)
    program = build_program(NodeSequence((*_lead(node), node)), looks_reversed=False)
    rules.effort.spend(len(program.instructions) // 4)
    return rules.thread(program)


def _lead(node: Node) -> tuple[Node, ...]:
    """What may stand before a match: nothing before one that begins with ^."""
    while isinstance(node, NodeSequence | Group):
        if isinstance(node, NodeSequence) and not node.parts:
            break
        node = node.parts[0] if isinstance(node, NodeSequence) else node.body
    return () if node == Boundary(Edge.START) else (_ANYTHING,)


def _without_references(node: Node, groups: dict[int, Node], effort: Effort) -> Node:
    """Write the body of its group for each back reference, which the check at the end makes exact."""
    effort.spend()
    match node:
        case BackReference(number):
            remaining = {key: body for key, body in groups.items() if key != number}
            return _without_references(groups[number], remaining, effort) if number in groups else NodeSequence(())
        case NodeSequence(parts):
            return NodeSequence(tuple(_without_references(part, groups, effort) for part in parts))
        case Choice(options):
            return Choice(tuple(_without_references(option, groups, effort) for option in options))
        case Group(body, number):
            return Group(_without_references(body, groups, effort), number)
        case Repeat(body, low, high, lazy):
            return Repeat(_without_references(body, groups, effort), low, high, lazy)
        case Look(body) if any(isinstance(each, BackReference) for each in descendants(body)):
            return NodeSequence(())
        case Look(body, behind, negative):
            return Look(_without_references(body, groups, effort), behind, negative)
        case _:
            return node


class _Point(NamedTuple):
    """What is still to be matched and how many characters are left for it."""

    obligations: Obligations
    left: int


@dataclass
class _Branch:
    """A point on the way with the steps from it that are still untried, and whether one of them led to a text."""

    point: _Point
    steps: Iterator[tuple[str, Obligations]]
    fruitful: bool = False


@dataclass
class _Search:
    """A depth-first search for texts of one length, which remembers the points that lead nowhere."""

    rules: Rules
    characters: int
    _barren: set[_Point] = field(default_factory=set)
    _known_steps: dict[Obligations, list[tuple[str, Obligations]]] = field(default_factory=dict)

    def texts(self, start: Obligations, length: int) -> Iterator[str]:
        """Texts of this length that meet the obligations."""
        if length == 0:
            yield from [""] * self._ends(start, at_start=True)
            return
        path: list[str] = []
        branches = [self._branch(_Point(start, length), at_start=True)]
        while branches:
            step = next(branches[-1].steps, None)
            if step is None:
                self._leave(branches, path)
                continue
            self.rules.effort.spend()
            character, obligations = step
            point = _Point(obligations, length - len(path) - 1)
            if point.left > 0:
                self._enter(point, character, branches, path)
            elif self._ends(obligations, at_start=False):
                branches[-1].fruitful = True
                yield "".join([*path, character])

    def _enter(self, point: _Point, character: str, branches: list[_Branch], path: list[str]) -> None:
        if point not in self._barren:
            path.append(character)
            branches.append(self._branch(point, at_start=False))

    def _leave(self, branches: list[_Branch], path: list[str]) -> None:
        left = branches.pop()
        if path:
            path.pop()
        if not left.fruitful:
            self._barren.add(left.point)
        elif branches:
            branches[-1].fruitful = True

    def _branch(self, point: _Point, *, at_start: bool) -> _Branch:
        if at_start:
            return _Branch(point, self._steps(point.obligations, at_start))
        if point.obligations not in self._known_steps:
            steps = self._steps(point.obligations, at_start)
            self._known_steps[point.obligations] = list(islice(steps, _MAX_STEPS_FROM_A_POINT))
        return _Branch(point, iter(self._known_steps[point.obligations]))

    def _steps(self, obligations: Obligations, at_start: bool) -> Iterator[tuple[str, Obligations]]:
        for settled in self.rules.settled(obligations, Situation(at_start, at_end=False)):
            for character in self.rules.characters(settled, self.characters):
                self.rules.effort.spend()
                yield character, self.rules.moved(settled, character)

    def _ends(self, obligations: Obligations, *, at_start: bool) -> bool:
        self.rules.effort.spend()
        ways = self.rules.settled(obligations, Situation(at_start, at_end=True))
        return any(not settled.wanted for settled in ways)
