"""The check of a request for a message or for a count: headers, then the body's fields, then the rules across them."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn, TypeVar

import msgspec
from msgspec import UNSET, Struct

from rystic_asgi.protocol.betas import KNOWN_BETAS
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.requests import CountTokensRequest, MessagesRequest, Prompt
from rystic_asgi.validation.breakpoints import Breakpoints, automatic_problems
from rystic_asgi.validation.capabilities import capability_problems
from rystic_asgi.validation.conversation.answers import pending_call_problems
from rystic_asgi.validation.conversation.passback import Recall, nothing_issued, passback_problems
from rystic_asgi.validation.conversation.reading import conversation_problems
from rystic_asgi.validation.conversation.thinking import thinking_problems
from rystic_asgi.validation.declared_tools import DeclaredTool, declared_names, read_tools
from rystic_asgi.validation.extra_inputs import extra_input_problems
from rystic_asgi.validation.headers import RequestHeaders, check_headers
from rystic_asgi.validation.held_threads import Conversation, Get, nothing_kept
from rystic_asgi.validation.inline_tools import read_inline_tools
from rystic_asgi.validation.model_tools import model_tool_problems
from rystic_asgi.validation.parameters import parameter_problems
from rystic_asgi.validation.problem import Problem
from rystic_asgi.validation.prompt_tokens import SMALLEST_BODY, prompt_problems
from rystic_asgi.validation.rules import CAPABILITY_RULES, DEFAULT_OFF, RANKS
from rystic_asgi.validation.system_prompt import system_prompt_problems
from rystic_asgi.validation.threads import Threaded, breakpoint_problems, join_thread, placed_in_thread
from rystic_asgi.validation.tools import tool_problems

Body = TypeVar("Body", bound=Prompt)
_DECODERS: Final[dict[type[Prompt], msgspec.json.Decoder[Any]]] = {
    struct: msgspec.json.Decoder(struct) for struct in (MessagesRequest, CountTokensRequest)
}


class CheckedRequest(Struct, frozen=True, gc=False):
    """A request that the API would accept."""

    body: MessagesRequest
    tools: tuple[DeclaredTool, ...]
    is_plain: bool = False
    """Whether it asks one thing and sets nothing else."""
    before: Conversation | None = None
    """The thread that it continues, whose messages stand before its own in ``body``."""


def check_request(
    headers: Mapping[bytes, bytes],
    secrets: Mapping[bytes, bytes],
    body: bytes,
    off: frozenset[str],
    recall: Recall = nothing_issued,
    get: Get = nothing_kept,
    now: float = 0.0,
) -> CheckedRequest:
    """The request, or the first fault in the API's order; rules named in ``off`` do not apply.

    ``secrets`` are the headers that prove who asks; ``recall`` knows the thinking and the searches that were issued,
    ``get`` what the threads and the files hold ``now``, in seconds since the baseline.
    Raises ApiError: 401, 404 or 400.
    """
    read = check_headers(headers, secrets)
    request, tools = _decode(MessagesRequest, body, read, off)
    return _checked(request, tools, read, off, recall, len(body), get, now)


def check_count_tokens(
    headers: Mapping[bytes, bytes],
    secrets: Mapping[bytes, bytes],
    body: bytes,
    off: frozenset[str],
    recall: Recall = nothing_issued,
    get: Get = nothing_kept,
    now: float = 0.0,
) -> CheckedRequest:
    """Like ``check_request``, for a count of tokens; the request is the one that would be sent next."""
    read = check_headers(headers, secrets)
    request, tools = _decode(CountTokensRequest, body, read, off)
    return _checked(request.as_messages_request(), tools, read, off | _NOT_COUNTED, recall, 0, get, now)


def check_no_body(
    headers: Mapping[bytes, bytes], secrets: Mapping[bytes, bytes], off: frozenset[str]
) -> RequestHeaders:
    """The headers of a request that is no prompt. Raises ApiError: 401 or 400."""
    read = check_headers(headers, secrets)
    for problem in () if "unknown-beta" in off else _beta_problems(read):
        refuse(problem)
    return read


_NOT_COUNTED: Final = frozenset({"container", "compaction", "prompt-too-long"})
"""Rules about what a count has no parameter for, does not read, or is there to tell."""


def _decode(
    struct: type[Body], body: bytes, headers: RequestHeaders, off: frozenset[str]
) -> tuple[Body, tuple[DeclaredTool, ...]]:
    try:
        request: Body = _DECODERS[struct].decode(body)
        return request, () if request.tools is UNSET else read_tools(request.tools)
    except (msgspec.DecodeError, RecursionError):
        from rystic_asgi.validation.explain import explain_body  # a good request does without

        refuse(explain_body(body, struct, headers, off))


def _checked(
    body: MessagesRequest,
    tools: tuple[DeclaredTool, ...],
    headers: RequestHeaders,
    off: frozenset[str],
    recall: Recall,
    size: int,
    get: Get = nothing_kept,
    now: float = 0.0,
) -> CheckedRequest:
    if (off is DEFAULT_OFF or off >= _OF_ANY_REQUEST) and size <= SMALLEST_BODY and _is_plain_question(body):
        return CheckedRequest(body, tools, True)
    joined = Threaded(body) if body.thread is None else join_thread(body, off, get, now)
    if joined.before is not None:
        body, tools = joined.body, read_tools(joined.body.tools or ())
    inline = read_inline_tools(body.messages, headers)
    request = CheckedRequest(body, (*tools, *inline.tools), before=joined.before)
    found = [*inline.problems, *joined.problems, *_problems(request, tools, headers, off, recall, get, now)]
    if (size > SMALLEST_BODY or joined.before is not None) and "prompt-too-long" not in off:
        found += prompt_problems(body, headers.betas, size if joined.before is None else None)
    problems = [problem for problem in found if problem.rule not in off]
    if problems:
        refuse(placed_in_thread(min(problems, key=_rank), joined.before))
    return request


_OF_ANY_REQUEST: Final = CAPABILITY_RULES | {"unknown-beta"}
"""Rules that concern also a request with nothing special in it; all are off by default."""


def _is_plain_question(request: MessagesRequest) -> bool:
    """The commonest request asks one thing and sets nothing else: nothing in it can contradict anything."""
    model, messages, max_tokens, stream = request.model, request.messages, request.max_tokens, request.stream
    if len(messages) != 1 or max_tokens == 0:
        return False
    message = messages[0]
    content = message.content
    if not isinstance(content, str) or message.role != "user" or not content or content.isspace():
        return False
    if message.output_config is not None or message.clear_at is not None:
        return False
    return request == MessagesRequest(model=model, messages=messages, max_tokens=max_tokens, stream=stream)


def _problems(
    request: CheckedRequest,
    tools: tuple[DeclaredTool, ...],
    headers: RequestHeaders,
    off: frozenset[str],
    recall: Recall,
    get: Get,
    now: float,
) -> Iterator[Problem]:
    """Every fault across fields; ``tools`` are those that ``tools`` itself declares."""
    body, declared, breakpoints = request.body, declared_names(request.tools), Breakpoints()
    yield from _beta_problems(headers)
    yield from extra_input_problems(body, headers)
    yield from tool_problems(body, tools, headers)
    for index, tool in enumerate(tools):
        if tool.cache_control is not None:
            breakpoints.mark(f"tools.{index}", tool.cache_control)
    if isinstance(body.system, list):
        yield from system_prompt_problems(body.system, breakpoints)
    files = None if get is nothing_kept else (get, now)
    yield from conversation_problems(body, breakpoints, declared, headers, recall, files)
    yield from breakpoints.problems(body.cache_control)
    if body.cache_control is not None:
        yield from automatic_problems(body, body.cache_control)
    if body.thread is not None:
        yield from breakpoint_problems(breakpoints.found)
    yield from thinking_problems(body, recall)
    yield from passback_problems(body, recall)
    yield from pending_call_problems(body.messages)
    yield from parameter_problems(body, headers, declared)
    if not off.issuperset(CAPABILITY_RULES):
        yield from capability_problems(body)
        yield from model_tool_problems(body.model, request.tools)


def _beta_problems(headers: RequestHeaders) -> Iterator[Problem]:
    unknown = sorted(headers.betas - KNOWN_BETAS)
    if unknown:
        yield Problem("", _UNKNOWN_BETA.format(values=", ".join(f"`{name}`" for name in unknown)), "unknown-beta")


_UNKNOWN_BETA: Final = (
    "Unexpected value(s) {values} for the `anthropic-beta` header. "
    "Please consult our documentation at platform.claude.com/docs or try again without the header."
)
"""Source: https://platform.claude.com/docs/en/api/beta-headers"""


def _rank(problem: Problem) -> int:
    return RANKS[problem.rule] if problem.rule else -1


def refuse(problem: Problem) -> NoReturn:
    """Raise the error that tells of ``problem``."""
    raise ApiError(str(problem), status=_STATUSES.get(problem.rule, 400), details=problem.details)


_STATUSES: Final = {"unknown-model": 404, "thread-held": 404, "file-exists": 404}
"""Sources: https://platform.claude.com/docs/en/api/errors, https://platform.claude.com/docs/en/build-with-claude/files,
and anthropic 2.14.0, _error_classes.py.

Any other fault is a 400."""
