"""What a client made of a fault, as far as its later requests show. Pure."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from rystic_asgi.script.stream_fault import judge_of
from rystic_asgi.state.journal import Ending, Entry

MAX_LATER: Final = 50
"""So many requests after a fault are looked at."""


class Verdict(NamedTuple):
    """What the client did, by the names below, and what shows it."""

    says: str
    evidence: str


SAYS: Final[dict[str, str]] = {
    "retried": "it asked once more",
    "waited": "it asked once more, no sooner than it was told",
    "did_not_wait": "it asked once more, sooner than it was told",
    "took_cut_for_whole": "it went on with a reply that it never received to its end",
    "ran_cut_call": "it ran a call that it never received whole",
    "read_whole": "it went on with the reply as it was",
    "misread": "it went on with something else than the reply",
    "left": "it left while nothing came",
    "stayed": "it stayed until the stream went on",
    "unknown": "nothing it sent tells",
}


class _Case(NamedTuple):
    entry: Entry
    ending: Ending
    later: tuple[Entry, ...]
    is_real_time: bool


def verdicts(entries: Sequence[Entry], *, is_real_time: bool) -> dict[int, Verdict]:
    """The verdict on each request that a fault befell, by its number; ``entries`` are all there are, oldest first."""
    return dict(_verdicts(entries, is_real_time))


def _verdicts(entries: Sequence[Entry], is_real_time: bool) -> Iterator[tuple[int, Verdict]]:
    for index, entry in enumerate(entries):
        if entry.settled is not None and entry.settled.faults:
            later = tuple(islice(entries, index + 1, index + 1 + MAX_LATER))
            yield entry.number, _judge_of(entry.settled)(_Case(entry, entry.settled, later, is_real_time))


def _judge_of(ending: Ending) -> Callable[[_Case], Verdict]:
    """Of several faults the gravest is judged."""
    met = {judge_of(fault["kind"]) for fault in ending.faults}
    return next(judge for name, judge in _JUDGES.items() if name in met)


def _judge_error(case: _Case) -> Verdict:
    again = _asked_again(case)
    if again is None:
        return _nothing_after(case)
    asked = case.ending.retry_after_s
    if asked is None:
        return Verdict("retried", f"request {again.number} is the same")
    if not case.is_real_time:
        return Verdict("retried", f"request {again.number} is the same; a virtual clock cannot tell whether it waited")
    waited = again.time - case.entry.time
    evidence = f"request {again.number} is the same and came after {waited:.3f} of the {asked:.3f} seconds asked for"
    return Verdict("waited" if waited >= asked else "did_not_wait", evidence)


def _judge_cut(case: _Case) -> Verdict:
    after = _next(case)
    if after is None:
        return _nothing_after(case)
    number, messages = after
    if not messages:
        return Verdict("retried", f"request {number} is the same")
    run = _results(messages) & _cut_calls(case)
    if run:
        return Verdict("ran_cut_call", f"request {number} brings a result of {', '.join(sorted(run))}")
    if messages[0].get("role") == "assistant":
        return Verdict("took_cut_for_whole", f"request {number} goes on with it as the assistant's turn")
    return Verdict("unknown", f"request {number} goes on without it")


def _judge_stall(case: _Case) -> Verdict:
    if case.ending.how == "abandoned":
        return Verdict("left", f"it left after {case.ending.events or 0} events")
    return Verdict("stayed", "the answer went to its end")


def _judge_whole(case: _Case) -> Verdict:
    after = _next(case)
    if after is None:
        return _nothing_after(case)
    number, messages = after
    if not messages:
        return Verdict("retried", f"request {number} is the same")
    if messages[0].get("role") != "assistant":
        return Verdict("misread", f"request {number} goes on without it")
    if _essence(_blocks(messages[0])) == _essence(case.entry.answer["content"]):
        return Verdict("read_whole", f"request {number} brings it back")
    return Verdict("misread", f"request {number} brings back something else")


def _nothing_after(case: _Case) -> Verdict:
    return Verdict(
        "unknown", "no later request is the same or goes on from it" if case.later else "no request came after"
    )


def _asked_again(case: _Case) -> Entry | None:
    return next((entry for entry in case.later if _is_same(entry, case.entry)), None)


def _next(case: _Case) -> tuple[int, list[dict[str, Any]]] | None:
    """The first later request that is the same or whose history grew from it, and the messages that came to it."""
    known, answer = _messages(case.entry), case.entry.answer
    for entry in case.later:
        if _is_same(entry, case.entry):
            return entry.number, []
        messages = _messages(entry)
        if "id" in answer and _continued(entry) == answer["id"]:
            return entry.number, [{"role": "assistant", "content": answer["content"]}, *messages]
        if len(messages) > len(known) and messages[: len(known)] == known:
            return entry.number, messages[len(known) :]
    return None


def _continued(entry: Entry) -> Any:
    """The id of the message that a request goes on from in a thread, where it need not bring it back."""
    thread = entry.body.get("thread") if isinstance(entry.body, dict) else None
    return thread.get("previous_message_id") if isinstance(thread, dict) else None


def _is_same(entry: Entry, other: Entry) -> bool:
    return entry.operation == other.operation and entry.received.raw_body == other.received.raw_body


def _messages(entry: Entry) -> list[dict[str, Any]]:
    """The messages of a request, one that was refused too, as far as they are any."""
    body = entry.body if entry.operation == "messages" else None
    messages = body.get("messages") if isinstance(body, dict) else None
    if not isinstance(messages, list) or not all(isinstance(message, dict) for message in messages):
        return []
    return messages


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message.get("content")
    if isinstance(content, list):
        return [block for block in content if isinstance(block, dict)]
    return [{"text": content}]


def _results(messages: Sequence[dict[str, Any]]) -> set[str]:
    answered = (block.get("tool_use_id") for message in messages for block in _blocks(message))
    return {call for call in answered if isinstance(call, str)}


def _cut_calls(case: _Case) -> set[str]:
    """The calls that were not received whole: blocks are sent one after the other."""
    content = case.entry.answer.get("content", [])[case.ending.blocks or 0 :]
    return {block["id"] for block in content if block["type"] == "tool_use"}


def _essence(content: Sequence[dict[str, Any]]) -> list[Any]:
    return [next((block[key] for key in _TELLING if key in block), block.get("type")) for block in content]


_TELLING: Final = ("text", "thinking", "id", "tool_use_id", "data")
"""The member of a block that tells it from others."""

_JUDGES: Final[dict[str, Callable[[_Case], Verdict]]] = {
    "error": _judge_error,
    "cut": _judge_cut,
    "stall": _judge_stall,
    "whole": _judge_whole,
}
"""From the gravest fault to the least."""
