"""Requests with ``thread``: what a thread takes, and a continuation put after what the thread holds.

Sources: anthropic 2.14.0, lib/threads and types/thread_*_error_details.py; captured requests of Claude Code 2.1.277.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from rystic_asgi.protocol.parameters import AllThinkingTurns, ClearThinking20251015, OutputConfig, ThreadContinue
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.held_threads import (
    CONTINUED,
    OPEN,
    Conversation,
    Fixed,
    Get,
    read_conversation,
    unmarked,
)
from rystic_asgi.validation.problem import Problem

MAX_BREAKPOINTS: Final = 3
"""One more is the API's own. Source: the API's message, quoted in public code."""
_BREAKPOINTS: Final = (
    f"a maximum of {MAX_BREAKPOINTS} blocks with cache_control may be provided when thread is set -- the fourth marker "
    "slot is reserved for the marker the server places on the conversation last cache-eligible block. Found {found}."
)
_NO_THREADS: Final = "message threads are not supported for this request"
_NOT_FOUND: Final = (
    "No thread state was found for the requested `previous_message_id`. "
    'Replay the full conversation with thread: {"type": "create"} to start a new Thread.'
)
"""Source: the API's message, quoted in public code of October 2026."""
_CONTINUED: Final = "the response `{response}` has already been continued"
_IN_FLIGHT: Final = "the response `{response}` is being continued by another request"
_DIFFERS: Final = "the request does not fit its thread, differing field(s): {fields}"
_REPEATED: Final = "`{field}` is taken from the thread and may not be sent again to continue it"
_HELD_FOR: Final = "each response is held for five minutes of the simulator's clock, and until the next reset"

BILLING: Final = "x-anthropic-billing-header:"
"""How a text in the system prompt begins that is no part of the prompt: Claude Code sends it anew each time."""


class Unsupported(NamedTuple):
    """A feature that threads do not support, by its name in ``details.unsupported``, and who asks for it."""

    name: str
    is_asked: Callable[[MessagesRequest], bool]
    says: str
    source: str


def _edits_what_was_said(request: MessagesRequest) -> bool:
    management = request.context_management
    edits = () if management is None or management.edits is UNSET else management.edits
    return not all(isinstance(edit, ClearThinking20251015) and _keeps_all(edit) for edit in edits)


def _keeps_all(edit: ClearThinking20251015) -> bool:
    return edit.keep == "all" or isinstance(edit.keep, AllThinkingTurns)


_NAMES: Final = "anthropic 2.14.0, types/thread_unsupported_feature_name.py"
UNSUPPORTED: Final[tuple[Unsupported, ...]] = (
    Unsupported(
        "context_management",
        _edits_what_was_said,
        "edits other than clear_thinking_20251015 that keeps all are not supported when thread is set",
        _NAMES + "; captured requests of Claude Code 2.1.277 for the one that is",
    ),
    Unsupported(
        "fallbacks",
        lambda request: bool(request.fallbacks) and request.fallbacks != "default",
        "a list of models is not supported when thread is set",
        _NAMES + "; lib/threads/_thread_state.py for replies of a fallback in a thread",
    ),
)

FINGERPRINT: Final[dict[str, Callable[[Any], Any]]] = {
    "output_config": lambda config: None if config in (UNSET, OutputConfig()) else config,
    "output_format": lambda wanted: wanted,
}
"""Fields that stay the same in all turns of a thread, and what of them is compared.

Source: https://platform.claude.com/docs/en/build-with-claude/message-threads, and public reports of October 2026 about
``output_config``; ``output_format`` is the older name of a member of it.
"""


class Threaded(NamedTuple):
    """A request as the whole conversation, and what speaks against its thread; ``before`` is what it continues."""

    body: MessagesRequest
    before: Conversation | None = None
    problems: tuple[Problem, ...] = ()


def join_thread(body: MessagesRequest, off: frozenset[str], get: Get, now: float) -> Threaded:
    """The request after what its thread holds ``now``; rules named in ``off`` do not apply."""
    if "no-threads" not in off:
        return Threaded(body, None, (Problem("thread", _NO_THREADS, "no-threads", details=_code(_UNSUPPORTED, ())),))
    features = tuple(_feature_problems(body))
    if not isinstance(body.thread, ThreadContinue):
        return Threaded(body, None, features)
    before = read_conversation(get, now, body.thread.previous_message_id)
    if before is None:
        details = {"error_code": "thread_not_found"}
        return Threaded(body, None, (Problem("", _NOT_FOUND, "thread-held", _HELD_FOR, details), *features))
    problems = (*features, *_fixed_problems(body, before.fixed), *_end_problems(before))
    messages = [*before.messages, *body.messages]
    system, tools = before.fixed.system, before.fixed.tools
    return Threaded(msgspec.structs.replace(body, messages=messages, system=system, tools=tools), before, problems)


def breakpoint_problems(found: int) -> Iterator[Problem]:
    """The fault of a request with so many breakpoints of its own."""
    if found > MAX_BREAKPOINTS:
        details = _code(_UNSUPPORTED, ("cache_control",))
        yield Problem("thread", _BREAKPOINTS.format(found=found), "thread", details=details)


def continued_problem(before: Conversation) -> Problem:
    """What is told of a response that is not open to be continued."""
    is_over = before.end == CONTINUED
    message = (_CONTINUED if is_over else _IN_FLIGHT).format(response=before.response)
    code = "thread_already_continued" if is_over else "thread_continue_in_flight"
    return Problem("thread", message, "thread-continued", "each response can be continued once", {"error_code": code})


def placed_in_thread(problem: Problem, before: Conversation | None) -> Problem:
    """``problem`` with a word on its place: messages are counted from the beginning of the thread."""
    if before is None or "messages." not in f"{problem.path} {problem.hint}":
        return problem
    place = f"the thread holds the first {len(before.messages)} messages"
    return problem._replace(hint=f"{problem.hint}; {place}" if problem.hint else place)


def _feature_problems(body: MessagesRequest) -> Iterator[Problem]:
    for feature in UNSUPPORTED:
        if feature.is_asked(body):
            yield Problem(feature.name, feature.says, "thread", details=_code(_UNSUPPORTED, (feature.name,)))


def _fixed_problems(body: MessagesRequest, fixed: Fixed) -> Iterator[Problem]:
    sent = {"system": _prompt(body.system), "tools": _tools(body.tools)}
    kept = {"system": _prompt(fixed.system), "tools": _tools(fixed.tools)}
    repeated = [name for name, value in sent.items() if value]
    differing = [name for name in repeated if sent[name] != kept[name]]
    differing += [name for name, read in FINGERPRINT.items() if read(getattr(body, name)) != read(getattr(fixed, name))]
    if differing:
        details = {"error_code": "thread_fingerprint_mismatch"}
        yield Problem("thread", _DIFFERS.format(fields=", ".join(differing)), "thread-fingerprint", details=details)
    for name in repeated:
        yield Problem("thread", _REPEATED.format(field=name), "thread-fingerprint")


def _end_problems(before: Conversation) -> Iterator[Problem]:
    if before.end != OPEN:
        yield continued_problem(before)


def _prompt(system: Any) -> list[str]:
    """The texts of a system prompt as they are compared."""
    if isinstance(system, list):
        return [block.text for block in system if not block.text.startswith(BILLING)]
    return [system] if system else []


def _tools(tools: Any) -> list[Any]:
    return [unmarked(msgspec.json.decode(tool)) for tool in tools or ()]


_UNSUPPORTED: Final = "thread_unsupported_request"


def _code(code: str, unsupported: tuple[str, ...]) -> dict[str, Any]:
    return {"error_code": code, "unsupported": list(unsupported)}
