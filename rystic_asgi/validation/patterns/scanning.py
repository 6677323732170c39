"""Searching in one pass over the text, for programs without back references.

All ways through the program are followed together, one character at a time, and each set of places that
occurs is kept with where each character leads from it, so that the time is linear in the text's length.
An assertion is answered for every place of the text before the pass that asks for it.
"""

from dataclasses import dataclass, field
from typing import Final

from rystic_asgi.validation.patterns.edges import edge_places
from rystic_asgi.validation.patterns.effort import Effort
from rystic_asgi.validation.patterns.nodes import Edge
from rystic_asgi.validation.patterns.program import Assertion, LookAround, Program, Step

_GOES_ON: Final = frozenset({Step.FORK, Step.LAZY_FORK, Step.SAVE, Step.FORGET})
_MAX_KEPT_PLACES: Final = 200_000
"""What the kept sets of places may hold together before they are dropped and collected anew."""


@dataclass(eq=False)
class _State:
    """A set of places in the program, and the states that follow by character and by assertions that hold."""

    places: tuple[int, ...]
    accepts: bool
    following: dict[str, "_State"] = field(default_factory=dict)
    following_checked: dict[tuple[str, int], "_State"] = field(default_factory=dict)


class Scanner:
    """A program with what earlier scans learned about it; scans keep nothing of a text."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._scanners = [
            Scanner(each.program) if isinstance(each, LookAround) else None for each in program.assertions
        ]
        self._states: dict[tuple[int, ...], _State] = {}
        self._kept = 0

    def search(self, text: str, effort: Effort) -> bool:
        """Whether the program matches anywhere in the text."""
        held = self._held(text, effort)
        state = self._state((), held[0] if held else 0, effort)
        effort.spend(len(text))
        for place, character in enumerate(text, 1):
            if state.accepts:
                return True
            state = self._next(state, character, held[place] if held else 0, effort)
        return state.accepts

    def matches_at(self, text: str, effort: Effort) -> bytearray:
        """1 for each place (0 to len(text)) where a match ends, in the program's reading direction."""
        held = self._held(text, effort)
        if self._program.backward:
            text, held = text[::-1], held[::-1]
        state = self._state((), held[0] if held else 0, effort)
        ends = bytearray([state.accepts])
        effort.spend(len(text))
        for place, character in enumerate(text, 1):
            state = self._next(state, character, held[place] if held else 0, effort)
            ends.append(state.accepts)
        return ends[::-1] if self._program.backward else ends

    def _held(self, text: str, effort: Effort) -> list[int]:
        """For each place, the bits of the assertions that hold there; empty when there are none."""
        if not self._program.assertions:
            return []
        held = [0] * (len(text) + 1)
        for number, assertion in enumerate(self._program.assertions):
            for place in self._places(number, assertion, text, effort):
                held[place] |= 1 << number
        return held

    def _places(self, number: int, assertion: Assertion, text: str, effort: Effort) -> list[int]:
        scanner = self._scanners[number]
        if isinstance(assertion, Edge) or scanner is None:
            return list(edge_places(assertion, text)) if isinstance(assertion, Edge) else []
        wanted = not assertion.negative
        return [place for place, found in enumerate(scanner.matches_at(text, effort)) if bool(found) is wanted]

    def _next(self, state: _State, character: str, held: int, effort: Effort) -> _State:
        found = state.following_checked.get((character, held)) if held else state.following.get(character)
        return found or self._learn(state, character, held, effort)

    def _learn(self, state: _State, character: str, held: int, effort: Effort) -> _State:
        effort.spend(len(state.places) + 1)
        instructions, sets = self._program.instructions, self._program.sets
        moved = tuple(place + 1 for place in state.places if character in sets[instructions[place].first])
        following = self._state(moved, held, effort)
        if held:
            state.following_checked[character, held] = following
        else:
            state.following[character] = following
        return following

    def _state(self, moved: tuple[int, ...], held: int, effort: Effort) -> _State:
        """The state at a place of the text: the ways that moved there, and one that starts there."""
        places, accepts = self._closure((*moved, 0), held, effort)
        state = self._states.get(places)
        if state is None or state.accepts is not accepts:
            state = _State(places, accepts)
            self._keep(state)
        return state

    def _keep(self, state: _State) -> None:
        self._kept += len(state.places) + 1
        if self._kept > _MAX_KEPT_PLACES:
            for each in self._states.values():
                each.following.clear()
                each.following_checked.clear()
            self._states.clear()
            self._kept = len(state.places) + 1
        self._states[state.places] = state

    def _closure(self, starts: tuple[int, ...], held: int, effort: Effort) -> tuple[tuple[int, ...], bool]:
        """The character instructions that can be reached without a character, and whether MATCH can."""
        instructions = self._program.instructions
        seen: set[int] = set()
        pending = list(starts)
        while pending:
            place = pending.pop()
            if place in seen:
                continue
            seen.add(place)
            step, first, _ = instructions[place]
            if step in (Step.FORK, Step.LAZY_FORK, Step.JUMP):
                pending.append(first)
            if step in _GOES_ON or (step is Step.CHECK and held >> first & 1):
                pending.append(place + 1)
        effort.spend(len(seen))
        places = tuple(sorted(place for place in seen if instructions[place].step is Step.CHARACTER))
        return places, (len(instructions) - 1) in seen
