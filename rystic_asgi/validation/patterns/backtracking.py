"""Searching by trying one way after the other, for programs with back references."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rystic_asgi.validation.patterns.edges import is_edge
from rystic_asgi.validation.patterns.effort import Effort
from rystic_asgi.validation.patterns.nodes import Edge
from rystic_asgi.validation.patterns.program import Instruction, Program, Step

_NOWHERE: Final = -1

_Slots = tuple[int, ...]
"""For each slot the place that was saved in it, or ``_NOWHERE``."""


class _Way(NamedTuple):
    """A point that a run can go on from: an instruction, a place in the text, and the slots."""

    instruction: int
    place: int
    slots: _Slots


@dataclass
class _Run:
    """One run of a program over a text, with every way it has been on (none can succeed a second time)."""

    program: Program
    text: str
    effort: Effort
    tried: set[_Way] = field(default_factory=set)


def backtracking_search(program: Program, group_count: int, text: str, effort: Effort) -> bool:
    """Whether the program matches anywhere in the text; raises PatternLimitError past the effort."""
    slots = (_NOWHERE,) * (2 * group_count + 2)
    run = _Run(program, text, effort)
    return any(_match(run, _Way(0, place, slots)) is not None for place in range(len(text) + 1))


def _match(run: _Run, start: _Way) -> _Slots | None:
    """The slots of the first way that gets to MATCH."""
    pending = [start]
    while pending:
        way = pending.pop()
        if way in run.tried:
            continue
        run.effort.spend()
        run.tried.add(way)
        if run.program.instructions[way.instruction].step is Step.MATCH:
            return way.slots
        pending.extend(_onward(run, way))
    return None


def _after(way: _Way) -> _Way:
    return way._replace(instruction=way.instruction + 1)


def _take_fork(run: _Run, way: _Way, instruction: Instruction) -> Iterator[_Way]:
    yield from (way._replace(instruction=instruction.first), _after(way))


def _take_lazy_fork(run: _Run, way: _Way, instruction: Instruction) -> Iterator[_Way]:
    yield from (_after(way), way._replace(instruction=instruction.first))


def _take_jump(run: _Run, way: _Way, instruction: Instruction) -> Iterator[_Way]:
    yield way._replace(instruction=instruction.first)


def _save(run: _Run, way: _Way, instruction: Instruction) -> Iterator[_Way]:
    slot = instruction.first
    yield _after(way)._replace(slots=(*way.slots[:slot], way.place, *way.slots[slot + 1 :]))


def _forget(run: _Run, way: _Way, instruction: Instruction) -> Iterator[_Way]:
    _, first, end = instruction
    yield _after(way)._replace(slots=way.slots[:first] + (_NOWHERE,) * (end - first) + way.slots[end:])


def _take_character(run: _Run, way: _Way, instruction: Instruction) -> Iterator[_Way]:
    index = way.place - 1 if run.program.backward else way.place
    if 0 <= index < len(run.text) and run.text[index] in run.program.sets[instruction.first]:
        yield _after(way)._replace(place=index if run.program.backward else index + 1)


def _take_group(run: _Run, way: _Way, instruction: Instruction) -> Iterator[_Way]:
    """A group that took nothing yet matches the empty text, as ECMA-262 has it."""
    start, end = way.slots[2 * instruction.first : 2 * instruction.first + 2]
    taken = run.text[start:end] if _NOWHERE not in (start, end) else ""
    begin = way.place - len(taken) if run.program.backward else way.place
    run.effort.spend(len(taken))
    if begin >= 0 and run.text.startswith(taken, begin):
        yield _after(way)._replace(place=begin if run.program.backward else begin + len(taken))


def _check(run: _Run, way: _Way, instruction: Instruction) -> Iterator[_Way]:
    assertion = run.program.assertions[instruction.first]
    if isinstance(assertion, Edge):
        if is_edge(assertion, run.text, way.place):
            yield _after(way)
        return
    inner = _Run(assertion.program, run.text, run.effort)
    found = _match(inner, way._replace(instruction=0))
    if (found is None) is assertion.negative:
        yield _after(way) if found is None else _after(way)._replace(slots=found)


_TAKERS: Final[dict[Step, Callable[[_Run, _Way, Instruction], Iterator[_Way]]]] = {
    Step.CHARACTER: _take_character,
    Step.FORK: _take_fork,
    Step.LAZY_FORK: _take_lazy_fork,
    Step.JUMP: _take_jump,
    Step.CHECK: _check,
    Step.SAVE: _save,
    Step.FORGET: _forget,
    Step.REPEAT_GROUP: _take_group,
}


def _onward(run: _Run, way: _Way) -> Iterator[_Way]:
    """The ways on from here, the preferred one last."""
    instruction = run.program.instructions[way.instruction]
    return _TAKERS[instruction.step](run, way, instruction)
