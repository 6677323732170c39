"""What the rest of a text that is being made up still has to match, and must not match.

Making up a text keeps every pattern and every lookahead that is under way as a thread (a place in a program)
that still has to get to MATCH, and every unwanted one as a set of threads none of which may get there. A step
settles which character instruction each thread stands at, then moves all of them over one character.
Word edges and lookbehinds are taken to hold: who makes a text checks it against the pattern at the end.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, NamedTuple

from rystic_asgi.validation.patterns.characters import ALL, CharacterSet, intersection
from rystic_asgi.validation.patterns.effort import Effort
from rystic_asgi.validation.patterns.nodes import Edge
from rystic_asgi.validation.patterns.program import Program, Step

_JUMPS: Final = {Step.FORK: 2, Step.LAZY_FORK: 2, Step.JUMP: 1}
"""The steps that jump, with how many of (target, next instruction) they may go to."""
_READABLE_CHARACTERS: Final = (
    "abcdefghijklmnopqrstuvwxyz1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ-_./:@, +#=()[]{}*!?%&$;~'\"^<>|\\`"
)
"""Tried in this order: what reads well comes first."""
_OTHER_CHARACTERS: Final = 512
"""How many characters of a set are looked at after the readable ones."""


class Thread(NamedTuple):
    """A place in one of the programs, by the program's number."""

    program: int
    place: int


Threads = frozenset[Thread]


class Obligations(NamedTuple):
    """Threads that each must get to MATCH, and sets of threads none of which may."""

    wanted: Threads
    unwanted: frozenset[Threads]


class Situation(NamedTuple):
    """Whether the text starts here, and whether it ends here."""

    at_start: bool
    at_end: bool


class _Terminal(NamedTuple):
    """Where a thread comes to a stop, with the lookaheads it met on its way."""

    stop: Thread
    ahead: tuple[Thread, ...]
    not_ahead: tuple[Thread, ...]


class _Way(NamedTuple):
    """Threads that are still to stop, where the others have, and what must not match."""

    threads: tuple[Thread, ...]
    stopped: Threads
    unwanted: frozenset[Threads]


@dataclass
class Rules:
    """All programs that take part, lookaheads' too, with the threads' steps through them."""

    effort: Effort
    programs: list[Program] = field(default_factory=list)
    _numbers: dict[int, int] = field(default_factory=dict)
    _shared: dict[frozenset[int], CharacterSet] = field(default_factory=dict)

    def thread(self, program: Program) -> Thread:
        """The thread at a program's start."""
        number = self._numbers.setdefault(id(program), len(self.programs))
        if number == len(self.programs):
            self.programs.append(program)
        return Thread(number, 0)

    def settled(self, obligations: Obligations, situation: Situation) -> Iterator[Obligations]:
        """Each way to have all threads at character instructions; what matched is gone."""
        pending = [_Way(tuple(sorted(obligations.wanted)), frozenset(), obligations.unwanted)]
        seen = set()
        while pending:
            way = pending.pop()
            if way in seen:
                continue
            seen.add(way)
            if way.threads:
                pending.extend(reversed(list(self._onward(way, situation))))
                continue
            closed = self._closed(way.unwanted, situation)
            if closed is not None:
                yield Obligations(way.stopped, closed)

    def characters(self, obligations: Obligations, count: int) -> Iterator[str]:
        """Characters that all wanted threads take, at most count for each way the unwanted ones react."""
        refusing = [thread for threads in sorted(map(sorted, obligations.unwanted)) for thread in threads]
        reactions: dict[tuple[bool, ...], int] = {}
        for character in _readable_first(self._shared_set(obligations.wanted)):
            self.effort.spend()
            reaction = tuple(character in self._set(thread) for thread in refusing)
            reactions[reaction] = reactions.get(reaction, 0) + 1
            if reactions[reaction] <= count:
                yield character
            elif not refusing:
                return

    def moved(self, obligations: Obligations, character: str) -> Obligations:
        """The obligations after a character that all wanted threads take."""
        wanted = frozenset(Thread(each.program, each.place + 1) for each in obligations.wanted)
        unwanted = (
            frozenset(Thread(each.program, each.place + 1) for each in threads if character in self._set(each))
            for threads in obligations.unwanted
        )
        return Obligations(wanted, frozenset(threads for threads in unwanted if threads))

    def _onward(self, way: _Way, situation: Situation) -> Iterator[_Way]:
        """The ways on, by where the first of the threads can stop."""
        for terminal in self._terminals(way.threads[0], situation):
            reached = frozenset() if self._matched(terminal.stop) else frozenset([terminal.stop])
            refused = way.unwanted | {frozenset([each]) for each in terminal.not_ahead}
            yield _Way((*terminal.ahead, *way.threads[1:]), way.stopped | reached, refused)

    def _terminals(self, thread: Thread, situation: Situation) -> Iterator[_Terminal]:
        """Where the thread can stop without taking a character, the preferred way first."""
        instructions = self.programs[thread.program].instructions
        pending = [_Terminal(thread, (), ())]
        seen = set()
        while pending:
            way = pending.pop()
            if way in seen:
                continue
            seen.add(way)
            self.effort.spend()
            step, first, _ = instructions[way.stop.place]
            if step in (Step.CHARACTER, Step.MATCH):
                yield way
                continue
            after = way._replace(stop=Thread(thread.program, way.stop.place + 1))
            if step in _JUMPS:
                ways = [way._replace(stop=Thread(thread.program, first)), after]
                pending.extend(reversed(ways) if step is Step.LAZY_FORK else ways[: _JUMPS[step]])
            elif step is Step.CHECK:
                pending.extend(self._checked(after, first, situation))
            else:
                pending.append(after)

    def _checked(self, after: _Terminal, number: int, situation: Situation) -> Iterator[_Terminal]:
        assertion = self.programs[after.stop.program].assertions[number]
        if isinstance(assertion, Edge):
            if _may_be(assertion, situation):
                yield after
        elif assertion.behind:
            yield after
        else:
            yield _looking(after, self.thread(assertion.program), assertion.negative)

    def _closed(self, unwanted: Iterable[Threads], situation: Situation) -> frozenset[Threads] | None:
        """Each unwanted set at its character instructions; None when one of them has matched."""
        closed = set()
        for threads in unwanted:
            stops = frozenset(stop for thread in threads for stop in self._stops(thread, situation))
            if any(self._matched(stop) for stop in stops):
                return None
            closed.add(stops)
        return frozenset(threads for threads in closed if threads)

    def _stops(self, thread: Thread, situation: Situation) -> Iterator[Thread]:
        """The stops of an unwanted thread; ways through looks of its own are left to the check at the end."""
        for terminal in self._terminals(thread, situation):
            if not terminal.ahead and not terminal.not_ahead:
                yield terminal.stop

    def _matched(self, thread: Thread) -> bool:
        return thread.place == len(self.programs[thread.program].instructions) - 1

    def _set(self, thread: Thread) -> CharacterSet:
        program = self.programs[thread.program]
        return program.sets[program.instructions[thread.place].first]

    def _shared_set(self, wanted: Threads) -> CharacterSet:
        sets = {self._set(thread) for thread in wanted}
        if len(sets) == 1:
            return sets.pop()
        # The programs hold on to their sets, so that an id stays that of one set.
        key = frozenset(map(id, sets))
        if key not in self._shared:
            self.effort.spend(sum(len(each.ranges) for each in sets))
            self._shared[key] = intersection(sets) if sets else ALL
        return self._shared[key]


def _looking(after: _Terminal, thread: Thread, negative: bool) -> _Terminal:
    """The way with one lookahead more; only once, or a repeated one would make ever new ways."""
    if thread in (after.not_ahead if negative else after.ahead):
        return after
    if negative:
        return after._replace(not_ahead=(*after.not_ahead, thread))
    return after._replace(ahead=(*after.ahead, thread))


def _may_be(edge: Edge, situation: Situation) -> bool:
    """Whether a place in this situation can be such an edge, as far as that is known before the text is."""
    if edge is Edge.START:
        return situation.at_start
    return situation.at_end if edge is Edge.END else True


def _readable_first(members: CharacterSet) -> Iterator[str]:
    yield from (character for character in _READABLE_CHARACTERS if character in members)
    others = [each for each in islice(members, _OTHER_CHARACTERS) if each not in _READABLE_CHARACTERS]
    yield from (each for each in others if each.isprintable())
    # Control characters come last, and surrogates never: they cannot be sent.
    yield from (each for each in others if not each.isprintable() and not "\ud800" <= each <= "\udfff")
