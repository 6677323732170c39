"""The check of ``POST /v1/messages``: headers, then the body's fields, then the rules across them."""

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Final, NoReturn

import msgspec
from msgspec import UNSET, Struct

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.requests import FIELD_CONDITIONS, FieldCondition, MessagesRequest
from rystic_asgi.validation.conversation import conversation_problems
from rystic_asgi.validation.headers import RequestHeaders, check_headers
from rystic_asgi.validation.problem import Problem
from rystic_asgi.validation.tools import DeclaredTool, read_tools, tool_problems

_DECODER: Final = msgspec.json.Decoder(MessagesRequest)


class CheckedRequest(Struct, frozen=True, gc=False):
    """A request that the API would accept."""

    body: MessagesRequest
    tools: tuple[DeclaredTool, ...]


def check_request(
    headers: Mapping[bytes, bytes], secrets: Mapping[bytes, bytes], body: bytes, off: frozenset[str]
) -> CheckedRequest:
    """The request, or the first fault in the API's order; rules named in ``off`` do not apply.

    ``secrets`` are the headers that prove who asks. Raises ApiError: 401 or 400.
    """
    read = check_headers(headers, secrets)
    request = _decode(body)
    for problem in _problems(request, read):
        if problem.rule not in off:
            _refuse(problem)
    return request


def _decode(body: bytes) -> CheckedRequest:
    try:
        request = _DECODER.decode(body)
        tools = () if request.tools is UNSET else read_tools(request.tools)
    except (msgspec.DecodeError, RecursionError):
        from rystic_asgi.validation.explain import explain_body

        _refuse(explain_body(body))
    return CheckedRequest(request, tools)


def _problems(request: CheckedRequest, headers: RequestHeaders) -> Iterator[Problem]:
    """Faults across fields, in the order in which the API reports them."""
    body = request.body
    if _CONDITIONAL(body) != _NONE_GIVEN:
        yield from _conditional_field_problems(body, headers)
    if request.tools or body.tool_choice is not UNSET:
        yield from tool_problems(body, request.tools)
    yield from conversation_problems(body.messages)
    if body.stop_sequences and any(map(_is_blank, body.stop_sequences)):
        yield Problem("stop_sequences", "each stop sequence must contain non-whitespace", "stop-sequences")


def _conditional_field_problems(body: MessagesRequest, headers: RequestHeaders) -> Iterator[Problem]:
    for condition, value in zip(FIELD_CONDITIONS, _CONDITIONAL(body), strict=True):
        if value is not None and value is not UNSET and not _brought(condition, headers):
            yield Problem(condition.field, "Extra inputs are not permitted")
    if body.thread is not None:
        yield Problem("thread", "message threads are not supported for this request", "thread")


def _is_blank(sequence: str) -> bool:
    return not sequence or sequence.isspace()


def _brought(condition: FieldCondition, headers: RequestHeaders) -> bool:
    return headers.version in condition.versions or any(beta.startswith(condition.betas) for beta in headers.betas)


_CONDITIONAL: Final = attrgetter(*(condition.field for condition in FIELD_CONDITIONS))
_NONE_GIVEN: Final = _CONDITIONAL(MessagesRequest(model="", messages=[], max_tokens=0))


_DETAILS: Final = {"thread": {"error_code": "thread_unsupported_request", "unsupported": []}}
"""Codes that select a subclass of the SDK's error. Source: anthropic 2.14.0, _error_classes.py."""


def _refuse(problem: Problem) -> NoReturn:
    raise ApiError(str(problem), details=_DETAILS.get(problem.rule))
