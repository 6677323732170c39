"""The body of a batch: read request by request, so that no single step takes long, and checked as the API does.

Sources: answers to faulty batches quoted in public code, September 2026.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from rystic_asgi.protocol.batches import MAX_REQUESTS, BatchCreateRequest, BatchRequest
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.validation.conversation.passback import Recall, nothing_issued
from rystic_asgi.validation.explain import explain_body
from rystic_asgi.validation.held_threads import Get, nothing_kept
from rystic_asgi.validation.problem import Problem, join
from rystic_asgi.validation.request import CheckedRequest, check_request


class Span(NamedTuple):
    """Where a request of a batch stands in its body."""

    start: int
    end: int


def batch_spans(body: bytes) -> Iterator[Span]:
    """The place of each request in turn; what each says is read, but for its ``params``, which need only be JSON.

    Raises ApiError 400, once all is read: bodies that are no JSON first, then too many or too few requests, then the
    first fault of a field, then the first ``custom_id`` that stands twice.
    """
    spans, problems, ids = _walk(body), list[Problem](), set[str]()
    for index, span in enumerate(spans):
        if index == MAX_REQUESTS:
            raise _wrong_length(f"at most {MAX_REQUESTS} items", index + 1)
        read = _read(body, span, index)
        if isinstance(read, Problem):
            problems.append(read)
        elif read.custom_id in ids:
            problems.append(Problem("requests", _TWICE.format(custom_id=read.custom_id)))
        else:
            ids.add(read.custom_id)
        problems = [min(problems, key=_rank)] if problems else problems
        yield span
    if problems:
        raise ApiError(str(problems[0]))


def read_batch_request(body: bytes, span: Span) -> BatchRequest:
    """The request of a batch at its place."""
    return _DECODE(memoryview(body)[span.start : span.end])


def check_params(
    headers: Mapping[bytes, bytes],
    params: bytes,
    off: frozenset[str],
    recall: Recall = nothing_issued,
    get: Get = nothing_kept,
    now: float = 0.0,
) -> CheckedRequest:
    """The request for a message that the ``params`` are, or the first fault, as for ``check_request``.

    The batch's ``headers`` are checked already, with the credential. Raises ApiError.
    """
    request = check_request(headers, _ADMITTED, params, off, recall, get, now)
    for name, is_refused, says in _REFUSED if not request.is_plain or request.body.stream is True else ():
        if is_refused(getattr(request.body, name)):
            raise ApiError(says)
    return request


_ADMITTED: Final = {b"x-api-key": b"***"}
_ELSEWHERE: Final = "`{name}` is not supported in the Message Batches API"


def _is_given(value: Any) -> bool:
    return value is not None and value is not msgspec.UNSET


_REFUSED: Final[tuple[tuple[str, Callable[[Any], bool], str], ...]] = (
    ("max_tokens", lambda value: value == 0, "max_tokens: must be greater than or equal to 1"),
    ("stream", lambda value: value is True, _ELSEWHERE.format(name="stream=True")),
    *((name, _is_given, _ELSEWHERE.format(name=name)) for name in ("fallbacks", "speed", "thread")),
)
"""Parameters that a batch does without, when each is one too many, and what is said; the words for the last three
follow those of ``stream``. Source: https://platform.claude.com/docs/en/build-with-claude/batch-processing"""

_DECODE: Final = msgspec.json.Decoder(BatchRequest).decode
_SPACE: Final = rb"[ \t\n\r]*+"
_HEAD: Final = re.compile(rb'%b\{%b"requests"%b:%b\[%b' % ((_SPACE,) * 5))
_NEXT: Final = re.compile(rb"%b,%b(?=\{)" % ((_SPACE,) * 2))
_TAIL: Final = re.compile(rb"%b\]%b\}%b" % ((_SPACE,) * 3))
_BRACKET: Final = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+([{}\[\]]|.|\Z)', re.DOTALL)
"""All up to the next bracket outside a string; another sign, or none, where there is no such bracket."""
_DEPTH: Final = {b"{": 1, b"[": 1, b"}": -1, b"]": -1}

_TWICE: Final = "custom_id's must be unique within a batch. Duplicate custom_id found: {custom_id}"


def _walk(body: bytes) -> Iterator[Span]:
    """The places of the objects in ``requests``; raises where the body is not of just this form."""
    head = _HEAD.match(body)
    if head is None:
        raise _fault(body)
    end = head.end()
    if _TAIL.fullmatch(body, end):
        raise _wrong_length("at least 1 item", 0)
    start: int | None = end if body.startswith(b"{", end) else None
    while start is not None:
        end = _end(body, start)
        yield Span(start, end)
        following = _NEXT.match(body, end)
        start = None if following is None else following.end()
    if not _TAIL.fullmatch(body, end):
        raise _fault(body)


def _end(body: bytes, start: int) -> int:
    """Where the object ends that begins at ``start``; where it does not, before its end."""
    depth, brackets = 0, _BRACKET.finditer(body, start)
    while True:
        bracket = next(brackets)
        depth += _DEPTH.get(bracket[1], -depth)
        if depth == 0:
            return bracket.end()


def _read(body: bytes, span: Span, index: int) -> BatchRequest | Problem:
    try:
        return read_batch_request(body, span)
    except (msgspec.DecodeError, RecursionError):
        problem = explain_body(body[span.start : span.end], BatchRequest)
    if not problem.path:
        raise _fault(body)
    return problem._replace(path=join("requests", index, problem.path))


def _rank(problem: Problem) -> bool:
    """The faults of fields come before those of all requests together; of equals the first is kept."""
    return problem.path == "requests"


def _fault(body: bytes) -> ApiError:
    return ApiError(str(explain_body(body, BatchCreateRequest)))


def _wrong_length(bound: str, found: int) -> ApiError:
    return ApiError(f"requests: List should have {bound} after validation, not {found}")
