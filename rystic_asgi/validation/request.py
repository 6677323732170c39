"""The check of ``POST /v1/messages``: headers, then the body's fields, then the rules across them."""

from collections.abc import Callable, Iterable, Mapping
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


class CheckedRequest(Struct, frozen=True):
    """A request that the API would accept."""

    body: MessagesRequest
    tools: tuple[DeclaredTool, ...]


def check_request(headers: Mapping[bytes, bytes], body: bytes, off: frozenset[str]) -> CheckedRequest:
    """The request, or the first fault in the API's order; rules named in ``off`` do not apply.

    Raises ApiError: 401 or 400.
    """
    read = check_headers(headers)
    request = _decode(body)
    for check in _CHECKS:
        for problem in check(request, read):
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


def _check_fields(request: CheckedRequest, headers: RequestHeaders) -> Iterable[Problem]:
    values = _CONDITIONAL(request.body)
    if values == _NONE_GIVEN:
        return ()
    return (
        Problem(condition.field, "Extra inputs are not permitted")
        for condition, value in zip(FIELD_CONDITIONS, values, strict=True)
        if value is not None and value is not UNSET and not _brought(condition, headers)
    )


def _brought(condition: FieldCondition, headers: RequestHeaders) -> bool:
    return headers.version in condition.versions or any(beta.startswith(condition.betas) for beta in headers.betas)


_CONDITIONAL: Final = attrgetter(*(condition.field for condition in FIELD_CONDITIONS))
_NONE_GIVEN: Final = _CONDITIONAL(MessagesRequest(model="", messages=[], max_tokens=0))


def _check_thread(request: CheckedRequest, headers: RequestHeaders) -> Iterable[Problem]:
    if request.body.thread is None:
        return ()
    return (Problem("thread", "message threads are not supported for this request", "thread"),)


def _check_stop_sequences(request: CheckedRequest, headers: RequestHeaders) -> Iterable[Problem]:
    if all(not sequence.isspace() and sequence for sequence in request.body.stop_sequences or ()):
        return ()
    return (Problem("stop_sequences", "each stop sequence must contain non-whitespace", "stop-sequences"),)


def _check_tools(request: CheckedRequest, headers: RequestHeaders) -> Iterable[Problem]:
    if not request.tools and request.body.tool_choice is UNSET:
        return ()
    return tool_problems(request.body, request.tools)


def _check_conversation(request: CheckedRequest, headers: RequestHeaders) -> Iterable[Problem]:
    return conversation_problems(request.body.messages)


_CHECKS: Final[tuple[Callable[[CheckedRequest, RequestHeaders], Iterable[Problem]], ...]] = (
    _check_fields,
    _check_thread,
    _check_tools,
    _check_conversation,
    _check_stop_sequences,
)
"""In the order in which the API reports faults."""

_DETAILS: Final = {"thread": {"error_code": "thread_unsupported_request", "unsupported": []}}
"""Codes that select a subclass of the SDK's error. Source: anthropic 2.14.0, _error_classes.py."""


def _refuse(problem: Problem) -> NoReturn:
    raise ApiError(str(problem), details=_DETAILS.get(problem.rule))
