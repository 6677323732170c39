"""Fields, values and blocks that a version or a beta brings, and that came without it."""

from collections.abc import Iterator
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from msgspec import UNSET, Struct

from rystic_asgi.protocol.content import ContentBlock, ToolAdditionBlock, ToolRemovalBlock
from rystic_asgi.protocol.requests import (
    FIELD_CONDITIONS,
    NESTED_CONDITIONS,
    CountTokensRequest,
    FieldCondition,
    Message,
    MessagesRequest,
    NestedCondition,
)
from rystic_asgi.validation.headers import RequestHeaders
from rystic_asgi.validation.problem import Problem, join
from rystic_asgi.validation.walk import EXTRA, EXTRA_INPUTS, Hidden, unknown_tag

_CONDITIONAL: Final = attrgetter(*(condition.field for condition in FIELD_CONDITIONS))
_NESTED: Final = attrgetter("thinking", "output_config", "fallbacks")
_LEAST: Final = MessagesRequest(model="", messages=[], max_tokens=0)
_NO_FIELD: Final = _CONDITIONAL(_LEAST)
_NO_OBJECT: Final = _NESTED(_LEAST)


def extra_input_problems(request: MessagesRequest, headers: RequestHeaders) -> Iterator[Problem]:
    """What a request holds outside its messages that its version and betas do not bring."""
    if _CONDITIONAL(request) != _NO_FIELD:
        for condition, value in zip(FIELD_CONDITIONS, _CONDITIONAL(request), strict=True):
            if _is_given(value) and not _is_brought(condition, headers.version, headers.brought):
                yield Problem(condition.field, EXTRA, EXTRA_INPUTS, hint_of(condition.field))
    if _NESTED(request) != _NO_OBJECT:
        yield from _within(request.thinking, "thinking", headers)
        yield from _within(request.output_config, "output_config", headers)
        for index, fallback in enumerate(request.fallbacks if isinstance(request.fallbacks, list) else ()):
            yield from _within(fallback.output_config, f"fallbacks.{index}.output_config", headers)
            yield from _within(fallback.thinking, f"fallbacks.{index}.thinking", headers)


def message_extra_problems(message: Message, number: int, headers: RequestHeaders) -> Iterator[Problem]:
    """What ``messages[number]`` holds that the betas of its request do not bring."""
    yield from _within(message, f"messages.{number}", headers)
    for index, block in enumerate(message.content if isinstance(message.content, list) else ()):
        if type(block) in _CHANGES:
            yield from _change_problems(block, f"messages.{number}.content.{index}", headers)


def block_extra_problems(block: Struct, path: str, headers: RequestHeaders) -> Iterator[Problem]:
    """The fault of a content block at ``path`` that no beta of its request brings: its type is not known."""
    yield from _member_problems(block, ContentBlock, path, headers)


def hidden_by(headers: RequestHeaders) -> Hidden:
    """What a request with these headers may not hold."""
    return _hidden_by(headers.version, headers.brought)


@lru_cache(maxsize=256)
def _hidden_by(version: str, brought: frozenset[str]) -> Hidden:
    top = frozenset(row.field for row in FIELD_CONDITIONS if not _is_brought(row, version, brought))
    nested = [row for row in NESTED_CONDITIONS if not _is_brought(row, version, brought)]
    fields = {
        struct: frozenset(row.field for row in nested if row.struct is struct and row.field and row.value is None)
        for struct in _ROWS
    }
    members = frozenset(row.struct for row in nested if not row.field)
    return Hidden({MessagesRequest: top, CountTokensRequest: top, **fields}, members)


def hint_of(path: str) -> str:
    """What brings the field at ``path``; nothing for one that no version and no beta brings."""
    return _HINTS.get(path.rpartition(".")[2], "")


def _by_beta(betas: tuple[str, ...]) -> str:
    return f"a value of anthropic-beta that begins with {' or '.join(betas)} brings it"


def permitted_values(struct: type[Struct], field: str, headers: RequestHeaders | None) -> list[str]:
    """The strings that a field takes under these headers; all that it knows without them."""
    known = next(get_args(hint) for hint in get_args(_type_of(struct, field)) if get_origin(hint) is Literal)
    if headers is None:
        return list(known)
    rows = [row for row in _ROWS[struct] if row.field == field]
    hidden = {row.value for row in rows if not _is_brought(row, headers.version, headers.brought)}
    return [value for value in known if value not in hidden]


def listed(values: list[str]) -> str:
    """What the API says of a value that is none of ``values``, where it joins them by commas alone.

    Source: a public report of ``thinking.adaptive.display``.
    """
    return f"Input should be {', '.join(map(repr, values))}"


def _within(value: Any, path: str, headers: RequestHeaders) -> Iterator[Problem]:
    for row in _ROWS.get(type(value), ()):
        given = getattr(value, row.field)
        tag = value.__struct_config__.tag
        place = join(path, tag or "", row.field)
        if not _is_given(given) or _is_brought(row, headers.version, headers.brought):
            continue
        if row.value is None:
            yield Problem(place, EXTRA, EXTRA_INPUTS, hint_of(place))
        elif given == row.value:
            permitted = permitted_values(type(value), row.field, headers)
            yield Problem(place, listed(permitted), EXTRA_INPUTS, hint_of(place))


def _change_problems(block: Any, path: str, headers: RequestHeaders) -> Iterator[Problem]:
    """A change of tools; where its own type is brought, what it changes may not be."""
    if type(block) in hidden_by(headers).members:
        yield from _member_problems(block, ContentBlock, path, headers)
    else:
        change: type[Struct] = type(block)
        place = f"{path}.{block.__struct_config__.tag}.tool"
        yield from _member_problems(block.tool, _type_of(change, "tool"), place, headers)


def _member_problems(member: Struct, union: Any, path: str, headers: RequestHeaders) -> Iterator[Problem]:
    """A member that no beta brings is one that its union does not know."""
    hidden = hidden_by(headers).members
    if type(member) in hidden:
        tags = [str(known.__struct_config__.tag) for known in get_args(union) if known not in hidden]
        yield unknown_tag(path, member.__struct_config__.tag, tags, EXTRA_INPUTS)


@cache
def _type_of(struct: type[Struct], field: str) -> Any:
    return get_type_hints(struct)[field]


def _is_given(value: object) -> bool:
    return value is not None and value is not UNSET


def _is_brought(condition: FieldCondition | NestedCondition, version: str, brought: frozenset[str]) -> bool:
    versions = condition.versions if isinstance(condition, FieldCondition) else ()
    return version in versions or not brought.isdisjoint(condition.betas)


_ROWS: Final = {
    struct: [row for row in NESTED_CONDITIONS if row.struct is struct and row.field]
    for struct in {row.struct for row in NESTED_CONDITIONS}
}
_CHANGES: Final = (ToolAdditionBlock, ToolRemovalBlock)
_HINTS: Final[dict[str, str]] = {
    **{row.field: f"version {row.versions[0]} has it, this one has not" for row in FIELD_CONDITIONS if row.versions},
    **{row.field: _by_beta(row.betas) for row in NESTED_CONDITIONS if row.field},
    **{row.field: _by_beta(row.betas) for row in FIELD_CONDITIONS if row.betas},
}
