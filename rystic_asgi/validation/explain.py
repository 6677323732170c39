"""Why a request body does not fit its Struct: the first fault, in the API's order and words."""

from collections.abc import Iterator
from typing import Any, Final, get_args

import msgspec
from msgspec import Struct, inspect

from rystic_asgi.protocol.content import CompactionBlock
from rystic_asgi.protocol.requests import (
    CountTokensRequest,
    InferenceGeo,
    Message,
    MessagesRequest,
    ThinkingAdaptive,
    ThinkingEnabled,
)
from rystic_asgi.validation.extra_inputs import hidden_by, hint_of, listed, permitted_values
from rystic_asgi.validation.headers import RequestHeaders
from rystic_asgi.validation.json_faults import first_of_equal_keys, json_fault
from rystic_asgi.validation.problem import Problem, join
from rystic_asgi.validation.tool_faults import tool_faults
from rystic_asgi.validation.walk import EXTRA_INPUTS, Hidden, Special, Walk, shown


def explain_body(
    body: bytes,
    struct: type[Struct] = MessagesRequest,
    headers: RequestHeaders | None = None,
    off: frozenset[str] = frozenset(),
) -> Problem:
    """The first fault of a body that could not be decoded; a fallback where the walk finds none.

    Rules named in ``off`` find no fault; without ``headers`` every field counts as brought.
    """
    try:
        for read in (msgspec.json.decode, first_of_equal_keys):
            problem = first_problem(read(body), struct, headers, off)
            if problem is not None:
                return problem
    except (msgspec.DecodeError, RecursionError):
        return Problem("", f"The request body is not valid JSON: {json_fault(body)}")
    return Problem("", "The request body could not be read.")


def first_problem(
    value: Any,
    struct: type[Struct],
    headers: RequestHeaders | None = None,
    off: frozenset[str] = frozenset(),
) -> Problem | None:
    """The first fault of a decoded JSON value that should fit ``struct``."""
    return next(every_problem(value, struct, headers, off), None)


def every_problem(
    value: Any,
    struct: type[Struct],
    headers: RequestHeaders | None = None,
    off: frozenset[str] = frozenset(),
) -> Iterator[Problem]:
    """All faults in the order in which the API looks for them."""
    if EXTRA_INPUTS in off:
        headers = None
    hidden = Hidden() if headers is None else hidden_by(headers)
    found = Walk({**_SPECIAL, **_special_of(headers)}, hidden).problems(value, struct)
    told = (problem for problem in found if problem.rule not in off)
    return (each if each.rule != EXTRA_INPUTS or each.hint else each._replace(hint=hint_of(each.path)) for each in told)


def _special_of(headers: RequestHeaders | None) -> dict[tuple[type, str], Special]:
    """Fields whose faults depend on the headers."""
    tools = _tools(headers)
    return {
        (MessagesRequest, "tools"): tools,
        (CountTokensRequest, "tools"): tools,
        (ThinkingEnabled, "display"): _display(ThinkingEnabled, headers),
        (ThinkingAdaptive, "display"): _display(ThinkingAdaptive, headers),
    }


def _tools(headers: RequestHeaders | None) -> Special:
    def check(walk: Walk, value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
        yield from walk.within(value, inspect.ListType(inspect.AnyType()), path)
        for index, tool in enumerate(value if isinstance(value, list) else ()):
            yield from tool_faults(walk, tool, join(path, index), headers)

    return check


def _display(struct: type[Struct], headers: RequestHeaders | None) -> Special:
    known, permitted = permitted_values(struct, "display", None), permitted_values(struct, "display", headers)

    def check(walk: Walk, value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
        if value is not None and value not in permitted:
            yield Problem(path, listed(permitted), EXTRA_INPUTS if value in known else "")

    return check


def _role(walk: Walk, value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
    if value not in ("user", "assistant", "system"):
        yield Problem("messages", f'Unexpected role "{shown(value)}". Allowed roles are "user" or "assistant"')


def _max_tokens(walk: Walk, value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
    yield from walk.within(value, inspect.IntType(), path)
    if isinstance(value, int) and value < 0:
        yield Problem(path, "must be greater than or equal to 0")


def _shaped(name: str, expected: tuple[type, ...]) -> Special:
    """A field whose shape as a whole is judged before its members are."""

    def check(walk: Walk, value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
        if isinstance(value, (*expected, type(None))):
            yield from walk.within(value, kind, path)
        else:
            yield Problem(join(path, name), "Input does not match the expected shape.")

    return check


def _system(walk: Walk, value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
    for index, block in enumerate(value if isinstance(value, list) else ()):
        if not isinstance(block, dict):
            yield Problem(join(path, index), "Input does not match the expected shape.")
    yield from walk.within(value, kind, path)


def _inference_geo(walk: Walk, value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
    if value not in (None, *get_args(InferenceGeo)):
        yield Problem(path, f"must be one of {list(get_args(InferenceGeo))}")


def _range(walk: Walk, value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    yield from [Problem(path, "range: 0..1")] if number and not 0 <= value <= 1 else walk.within(value, kind, path)


def _as_returned(walk: Walk, value: Any, path: str, kind: inspect.Type) -> Iterator[Problem]:
    """What a reply held comes back whatever the headers say."""
    yield from Walk(walk.special).within(value, kind, path)


_SPECIAL: Final[dict[tuple[type, str], Special]] = {
    (Message, "role"): _role,
    (CompactionBlock, "tool_changes"): _as_returned,
    (MessagesRequest, "max_tokens"): _max_tokens,
    (MessagesRequest, "system"): _system,
    (CountTokensRequest, "system"): _system,
    (MessagesRequest, "output_config"): _shaped("", (dict,)),
    (CountTokensRequest, "output_config"): _shaped("", (dict,)),
    (MessagesRequest, "metadata"): _shaped("", (dict,)),
    (MessagesRequest, "container"): _shaped("ContainerParams", (dict, str)),
    (MessagesRequest, "temperature"): _range,
    (MessagesRequest, "top_p"): _range,
    (MessagesRequest, "inference_geo"): _inference_geo,
}
"""Fields that the API speaks of in its own way. Source: a measured validator of version 2023-06-01."""
