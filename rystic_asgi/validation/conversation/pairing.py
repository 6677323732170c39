"""The rules for calls of the client's tools and their results.

Results stand first in the turn right after the turn of their calls; messages of one role in a row are one turn.
Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls
"""

from typing import Final

from rystic_asgi.protocol.content import ToolResultBlock, ToolUseBlock
from rystic_asgi.validation.problem import Problem

_MISSING: Final = (
    "`tool_use` ids were found without `tool_result` blocks immediately after: {ids}. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
)
_UNEXPECTED: Final = (
    "unexpected `tool_use_id` found in `tool_result` blocks: {id}. "
    "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
)
_REPEATED: Final = "each tool_use must have a single result. Found multiple `tool_result` blocks with id: {id}"
_UNIQUE: Final = "`tool_use` ids must be unique"

_NONE: Final = "no result of {ids} follows; the calls are in {places}"
_STRAY: Final = "{place} answers {id}, which no call of messages.{calls} has"
_BETWEEN: Final = "messages.{number} of role system stands between the calls of messages.{calls} and their results"
_LATE: Final = "a result of {ids} is in {place}, but results stand first in the next turn"
_TALKED: Final = "messages.{calls} goes on after its calls; calls end a turn"
_GONE: Final = "the call {id} is in messages.{number}, which is not the turn before"
_UNKNOWN: Final = "no call {id} is in the request"
_TOO_EARLY: Final = "the call {id} comes only in messages.{number}"
_SPLIT: Final = "the results of one turn are in messages.{first} and messages.{number}; send them in one message"
_TWICE: Final = "the id stands twice in the turn; the call before has it as well"


class Pairing:
    """Follows the calls of each turn until their results are there."""

    __slots__ = (
        "_answer_from",
        "_answered",
        "_assistant",
        "_missing",
        "_results_in",
        "_said_more",
        "_seen",
        "_stray",
        "_unknown",
        "open",
        "problems",
    )

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        self.open: dict[str, int] = {}
        """The calls that wait for a result, each with the number of its message."""
        self._answered: set[str] = set()
        self._seen: dict[str, int] = {}
        self._missing: dict[str, int] = {}
        self._assistant = False
        self._answer_from = 0
        self._said_more = False
        self._stray = ""
        self._unknown: dict[str, int] = {}
        self._results_in: int | None = None

    def begin_turn(self, number: int, role: str) -> None:
        """Another role has the word from message ``number`` on; ``role`` is empty where no message is left."""
        if self._assistant:
            self._answer_from = number
        if self.open and (not self._assistant or role != "user"):
            self.close(number if role == "system" else None)
        self._assistant = role == "assistant"

    def read_call(self, block: ToolUseBlock, number: int, index: int) -> None:
        """A call in an assistant message."""
        if block.id in self.open:
            self._report(f"messages.{number}.content.{index}", _UNIQUE, "tool-use-ids", _TWICE)
        if block.id in self._unknown:
            at = self._unknown.pop(block.id)
            self.problems[at] = self.problems[at]._replace(hint=_TOO_EARLY.format(id=block.id, number=number))
        self.open[block.id] = number
        self._seen[block.id] = number

    def read_more(self) -> None:
        """The assistant says something; after a call that cuts the call off from its result."""
        self._said_more = bool(self.open)

    def read_result(self, block: ToolResultBlock, number: int, index: int) -> None:
        """A result in a user message."""
        if self._said_more:
            self.close()
        call = block.tool_use_id
        place = f"messages.{number}.content.{index}"
        if call in self._answered:
            self._report(place, _REPEATED.format(id=call), "tool-result-repeated")
        elif call not in self.open:
            self._read_surplus(call, number, index)
        elif self._results_in not in (None, number):
            split = _SPLIT.format(number=number, first=self._results_in)
            self._report(f"messages.{self._answer_from}", _MISSING.format(ids=call), "tool-result-split", split)
        self._answered.add(call)
        self._results_in = number

    def _read_surplus(self, call: str, number: int, index: int) -> None:
        place = f"messages.{number}.content.{index}"
        at = self._missing.get(call)
        if at is not None:
            hint = _LATE.format(ids=call, place=place)
            self.problems[at] = self.problems[at]._replace(hint=hint)
        if self.open and not self._stray:
            self._stray = _STRAY.format(place=place, id=call, calls=next(iter(self.open.values())))
        known = _GONE if call in self._seen else _UNKNOWN
        if known is _UNKNOWN:
            self._unknown[call] = len(self.problems)
        hint = known.format(id=call, number=self._seen.get(call))
        self._report(place, _UNEXPECTED.format(id=call), "tool-result-unexpected", hint)

    def close(self, system: int | None = None) -> None:
        """No more results can come: what is open stays without one. ``system`` is the message that comes instead."""
        missing = [call for call in self.open if call not in self._answered]
        if missing:
            ids, calls = ", ".join(missing), self.open[missing[0]]
            self._note(missing, has_own_hint=self._said_more or system is not None)
            told = _NONE if system is None else _BETWEEN
            hint = _TALKED if self._said_more else self._stray or told
            places = " and ".join(f"messages.{number}" for number in sorted({self.open[call] for call in missing}))
            hint = hint.format(ids=ids, calls=calls, number=system, places=places)
            self._report(f"messages.{self._answer_from}", _MISSING.format(ids=ids), "tool-result-missing", hint)
        self.open, self._answered, self._said_more, self._stray = {}, set(), False, ""
        self._results_in = None

    def _note(self, missing: list[str], *, has_own_hint: bool) -> None:
        """A result that comes later may still explain why one is missing."""
        if not has_own_hint:
            self._missing.update(dict.fromkeys(missing, len(self.problems)))

    def _report(self, path: str, message: str, rule: str, hint: str = "") -> None:
        self.problems.append(Problem(path, message, rule, hint))
