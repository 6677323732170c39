"""A regular expression as a small program of instructions."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final, NamedTuple

from rystic_asgi.validation.patterns.characters import CharacterSet
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
    descendants,
)

MAX_INSTRUCTIONS: Final = 140_000
"""Enough for one class counted up to 65,536 times."""


class Step(IntEnum):
    """What an instruction does; those that do not say otherwise go on to the next one."""

    CHARACTER = 0  # take one character of set number `first`
    FORK = 1  # go on, or else jump to `first`
    LAZY_FORK = 2  # jump to `first`, or else go on
    JUMP = 3  # jump to `first`
    CHECK = 4  # go on only where assertion number `first` holds
    SAVE = 5  # note the place in slot `first`
    FORGET = 6  # clear the slots from `first` up to, not including, `second`
    REPEAT_GROUP = 7  # take again what group `first` took
    MATCH = 8  # done


class Instruction(NamedTuple):
    """One step with its operands."""

    step: Step
    first: int = 0
    second: int = 0


class LookAround(NamedTuple):
    """An assertion that runs a program of its own."""

    program: "Program"
    behind: bool
    negative: bool


Assertion = Edge | LookAround


@dataclass(frozen=True)
class Program:
    """Instructions with the sets and assertions they name; backward ones read right to left."""

    instructions: list[Instruction]
    sets: list[CharacterSet]
    assertions: list[Assertion]
    backward: bool


class _Direction(NamedTuple):
    """How to lay out a program: which way it reads, and whether looks are laid out against their sense.

    A scan over the whole text answers a lookahead for all places at once by reading its body from the
    right, so that it wants bodies reversed; a backtracking run wants each read in its own sense.
    """

    backward: bool
    looks_reversed: bool


def build_program(node: Node, *, looks_reversed: bool, backward: bool = False) -> Program:
    """The program of a node; raises PatternLimitError past MAX_INSTRUCTIONS instructions."""
    builder = _Builder(_Direction(backward, looks_reversed))
    builder.lay(node)
    builder.emit(Instruction(Step.MATCH))
    return Program(builder.instructions, list(builder.sets), builder.assertions, backward)


@dataclass
class _Builder:
    direction: _Direction
    instructions: list[Instruction] = field(default_factory=list)
    sets: dict[CharacterSet, Instruction] = field(default_factory=dict)
    assertions: list[Assertion] = field(default_factory=list)

    def emit(self, instruction: Instruction) -> int:
        """The place of the instruction, which stands last from now on."""
        if len(self.instructions) >= MAX_INSTRUCTIONS:
            raise PatternLimitError(
                f"The pattern's repeats come to more than {MAX_INSTRUCTIONS} steps written out. Lower its counts."
            )
        self.instructions.append(instruction)
        return len(self.instructions) - 1

    def lay(self, node: Node) -> None:
        _LAYERS[type(node)](self, node)


def _lay_characters(builder: _Builder, node: Characters) -> None:
    # One shared instruction a set keeps long repeats small in memory.
    take = builder.sets.setdefault(node.members, Instruction(Step.CHARACTER, len(builder.sets)))
    builder.emit(take)


def _lay_boundary(builder: _Builder, node: Boundary) -> None:
    _check(builder, node.edge)


def _lay_look(builder: _Builder, node: Look) -> None:
    backward = node.behind != builder.direction.looks_reversed
    program = build_program(node.body, looks_reversed=builder.direction.looks_reversed, backward=backward)
    _check(builder, LookAround(program, node.behind, node.negative))


def _check(builder: _Builder, assertion: Assertion) -> None:
    if isinstance(assertion, LookAround) or assertion not in builder.assertions:
        builder.assertions.append(assertion)
        builder.emit(Instruction(Step.CHECK, len(builder.assertions) - 1))
    else:
        builder.emit(Instruction(Step.CHECK, builder.assertions.index(assertion)))


def _lay_reference(builder: _Builder, node: BackReference) -> None:
    builder.emit(Instruction(Step.REPEAT_GROUP, node.group))


def _lay_group(builder: _Builder, node: Group) -> None:
    opening, closing = 2 * node.number, 2 * node.number + 1
    if builder.direction.backward:
        opening, closing = closing, opening
    builder.emit(Instruction(Step.SAVE, opening))
    builder.lay(node.body)
    builder.emit(Instruction(Step.SAVE, closing))


def _lay_sequence(builder: _Builder, node: Sequence) -> None:
    for part in reversed(node.parts) if builder.direction.backward else node.parts:
        builder.lay(part)


def _lay_choice(builder: _Builder, node: Choice) -> None:
    jumps = []
    for option in node.options[:-1]:
        fork = builder.emit(Instruction(Step.FORK))
        builder.lay(option)
        jumps.append(builder.emit(Instruction(Step.JUMP)))
        builder.instructions[fork] = Instruction(Step.FORK, len(builder.instructions))
    builder.lay(node.options[-1])
    for jump in jumps:
        builder.instructions[jump] = Instruction(Step.JUMP, len(builder.instructions))


def _lay_repeat(builder: _Builder, node: Repeat) -> None:
    forget = _forget_inside(node)
    for _ in range(node.low):
        _lay_round(builder, node.body, forget)
    if node.high is None:
        _lay_loop(builder, node, forget)
    else:
        _lay_optional_rounds(builder, node, forget, node.high - node.low)


def _lay_loop(builder: _Builder, node: Repeat, forget: Instruction | None) -> None:
    step = Step.LAZY_FORK if node.lazy else Step.FORK
    fork = builder.emit(Instruction(step))
    _lay_round(builder, node.body, forget)
    builder.emit(Instruction(Step.JUMP, fork))
    builder.instructions[fork] = Instruction(step, len(builder.instructions))


def _lay_optional_rounds(builder: _Builder, node: Repeat, forget: Instruction | None, count: int) -> None:
    step = Step.LAZY_FORK if node.lazy else Step.FORK
    forks = []
    for _ in range(count):
        forks.append(builder.emit(Instruction(step)))
        _lay_round(builder, node.body, forget)
    leave = Instruction(step, len(builder.instructions))
    for fork in forks:
        builder.instructions[fork] = leave


def _lay_round(builder: _Builder, body: Node, forget: Instruction | None) -> None:
    if forget:
        builder.emit(forget)
    builder.lay(body)


def _forget_inside(node: Repeat) -> Instruction | None:
    """ECMA-262 forgets the captures inside a quantified part before each round."""
    numbers = [each.number for each in descendants(node.body) if isinstance(each, Group)]
    return Instruction(Step.FORGET, 2 * min(numbers), 2 * max(numbers) + 2) if numbers else None


_LAYERS: Final[dict[type, Callable[[_Builder, Any], None]]] = {
    Characters: _lay_characters,
    Boundary: _lay_boundary,
    Look: _lay_look,
    BackReference: _lay_reference,
    Group: _lay_group,
    Sequence: _lay_sequence,
    Choice: _lay_choice,
    Repeat: _lay_repeat,
}
