"""Everything that the installed SDK sends or reads is known here, or stands in ``known_gaps``."""

import os
from collections.abc import Iterator, Sequence
from datetime import datetime
from types import NoneType, UnionType
from typing import (
    IO,
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Required,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
import pytest
import typing_extensions
from anthropic import APIStatusError, InternalServerError, types
from anthropic._error_classes import ERROR_CLASSES
from anthropic.types import beta, shared
from anthropic.types import message_count_tokens_params as count_params
from anthropic.types import message_create_params as create_params
from anthropic.types.beta import message_count_tokens_params as beta_count_params
from anthropic.types.beta import message_create_params as beta_create_params
from msgspec import Raw, Struct
from pydantic import BaseModel
from typing_extensions import is_typeddict

from rystic_asgi import Simulator, error, reply
from rystic_asgi.protocol.betas import KNOWN_BETAS
from rystic_asgi.protocol.content import ContentBlock
from rystic_asgi.protocol.errors import CATALOGUE, ERROR_CODES
from rystic_asgi.protocol.messages import ResponseMessage, Usage
from rystic_asgi.protocol.models import MODELS
from rystic_asgi.protocol.requests import CountTokensRequest, MessagesRequest
from rystic_asgi.protocol.tool_types import TOOL_TYPES
from tests.block_samples import BLOCKS
from tests.known_gaps import KNOWN_GAPS

_NOT_JSON: Final = (IO, os.PathLike, datetime)
"""What the SDK takes and sends as text."""
_WRAPPERS: Final = (Annotated, Required, NotRequired, typing_extensions.Required, typing_extensions.NotRequired)
_OPEN: Final = (dict, Raw, Any)
_TOOLS: Final = tuple({row.definition for row in TOOL_TYPES})


def kinds(hint: Any) -> Iterator[Any]:
    """The members of a union, however it is wrapped; the values of literals one by one."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in _WRAPPERS:
        yield from kinds(inner[0])
    elif origin in (Union, UnionType):
        for member in inner:
            yield from kinds(member)
    elif origin is Literal:
        yield from (("literal", value) for value in inner)
    else:
        yield hint


def is_object(kind: Any) -> bool:
    return is_typeddict(kind) or (isinstance(kind, type) and issubclass(kind, Struct | BaseModel))


def fields(kind: Any) -> dict[str, Any]:
    """The fields of an object by wire name."""
    if is_typeddict(kind):
        return get_type_hints(kind, include_extras=True)
    if issubclass(kind, BaseModel):
        return {field.alias or name: field.annotation for name, field in kind.model_fields.items()}
    hints = get_type_hints(kind)
    return {wire: hints[name] for name, wire in zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)}


def tags(kind: Any) -> set[str]:
    """The ``type`` values of an object; none where it has no type."""
    if isinstance(kind, type) and issubclass(kind, Struct) and kind.__struct_config__.tag is not None:
        return {str(kind.__struct_config__.tag)}
    own = fields(kind).get("type", NoneType)
    return {member[1] for member in kinds(own) if isinstance(member, tuple)}


def gaps(sdk: Any, ours: Any, name: str, seen: set[tuple[Any, Any]]) -> Iterator[str]:
    """What of a type of the SDK is not in a type of ours."""
    known = list(kinds(ours))
    if Raw in known and name.endswith(".tools"):
        known = list(_TOOLS)
    for member in kinds(sdk):
        if is_object(member):
            yield from gaps_of_object(member, known, name, seen)
        elif get_origin(member) is not None and get_origin(member) is not dict:
            yield from gaps_of_list(member, known, name, seen)
        elif not is_known(member, known):
            yield f"{name}={label(member)}"


def is_known(member: Any, known: list[Any]) -> bool:
    if isinstance(member, tuple):
        return member in known or type(member[1]) in known
    if member in _NOT_JSON or (get_origin(member) or member) in (IO, os.PathLike):
        return True
    if get_origin(member) is dict or member is object:
        return any((get_origin(kind) or kind) in _OPEN for kind in known)
    return member in known or Any in known


def label(member: Any) -> str:
    return str(member[1]) if isinstance(member, tuple) else getattr(member, "__name__", str(member))


def gaps_of_list(member: Any, known: list[Any], name: str, seen: set[tuple[Any, Any]]) -> Iterator[str]:
    if is_known(member, known):
        return
    lists = [kind for kind in known if get_origin(kind) is list]
    if not lists:
        yield f"{name}=list"
    for kind in lists:
        yield from gaps(get_args(member)[0], get_args(kind)[0], name, seen)


def gaps_of_object(sdk: Any, known: list[Any], name: str, seen: set[tuple[Any, Any]]) -> Iterator[str]:
    if any((get_origin(kind) or kind) in _OPEN for kind in known):
        return
    ours = [kind for kind in known if is_object(kind) and (tags(kind) & tags(sdk) or not tags(kind) | tags(sdk))]
    missing = tags(sdk) - {tag for kind in ours for tag in tags(kind)}
    if missing or not ours:
        yield f"{name}[{', '.join(sorted(missing)) or sdk.__name__}]"
    for kind in ours:
        if (sdk, kind) not in seen:
            seen.add((sdk, kind))
            yield from gaps_of_fields(sdk, kind, seen)


def gaps_of_fields(sdk: Any, ours: Any, seen: set[tuple[Any, Any]]) -> Iterator[str]:
    known = fields(ours)
    name = sdk.__name__.removesuffix("NonStreaming").removesuffix("Streaming")
    for field, hint in fields(sdk).items():
        if field == "type":
            continue
        if field not in known:
            yield f"{name}.{field}"
        else:
            yield from gaps(hint, known[field], f"{name}.{field}", seen)


def missing_fields(sdk: type[BaseModel], ours: type[Struct]) -> Iterator[str]:
    """Keys of a response that ours never has; their values are a script's."""
    yield from (f"{sdk.__name__}.{name}" for name in fields(sdk) if name not in fields(ours))


def literals(hint: Any) -> list[str]:
    return [str(member[1]) for member in kinds(hint) if isinstance(member, tuple)]


def found_gaps() -> set[str]:
    seen: set[tuple[Any, Any]] = set()
    found: set[str] = set()
    for module, ours in (
        (create_params.MessageCreateParamsNonStreaming, MessagesRequest),
        (create_params.MessageCreateParamsStreaming, MessagesRequest),
        (beta_create_params.MessageCreateParamsNonStreaming, MessagesRequest),
        (beta_create_params.MessageCreateParamsStreaming, MessagesRequest),
        (count_params.MessageCountTokensParams, CountTokensRequest),
        (beta_count_params.MessageCountTokensParams, CountTokensRequest),
    ):
        found |= set(gaps_of_fields(module, ours, seen))
    for message in (types.Message, beta.BetaMessage):
        found |= set(gaps(get_args(fields(message)["content"])[0], ContentBlock, "content", seen))
        found |= set(missing_fields(message, ResponseMessage))
    for usage in (types.Usage, beta.BetaUsage):
        found |= set(missing_fields(usage, Usage))
    found |= {f"AnthropicBeta={name}" for name in literals(types.AnthropicBetaParam) if name not in KNOWN_BETAS}
    models = {name for row in MODELS for name in (row.alias, row.id)}
    found |= {f"Model={name}" for name in literals(types.ModelParam) if name not in models}
    error_types = {row.type for row in CATALOGUE}
    return found | {f"ErrorType={name}" for name in literals(shared.ErrorType) if name not in error_types}


def test_everything_that_the_sdk_knows_is_known_or_listed_with_a_reason() -> None:
    assert sorted(found_gaps() - KNOWN_GAPS.keys()) == []


def test_no_gap_is_listed_that_is_none() -> None:
    assert sorted(KNOWN_GAPS.keys() - found_gaps()) == []


class NewerSource(TypedDict):
    type: Literal["base64", "cloud"]
    bucket: str


class NewerBlock(TypedDict, total=False):
    source: Required[NewerSource | None]
    size: Literal["small", "large"]
    pages: Sequence[int]


class OlderSource(Struct, tag_field="type", tag="base64"):
    pass


class OlderBlock(Struct):
    source: OlderSource
    size: Literal["small"]
    pages: str


def test_the_guard_sees_fields_tags_values_and_kinds() -> None:
    assert list(gaps_of_fields(NewerBlock, OlderBlock, set())) == [
        "NewerBlock.source[cloud]",
        "NewerSource.bucket",
        "NewerBlock.source=NoneType",
        "NewerBlock.size=large",
        "NewerBlock.pages=list",
    ]


def ask(simulator: Simulator) -> beta.BetaMessage:
    return simulator.client(max_retries=0).beta.messages.create(
        model="m", max_tokens=5, messages=[{"role": "user", "content": "Hi"}]
    )


@pytest.mark.parametrize("stop_reason", literals(beta.BetaStopReason))
def test_a_script_can_stop_for_each_reason(stop_reason: str) -> None:
    message = ask(Simulator(replies=[reply("Hello", stop_reason=stop_reason)]))

    assert message.stop_reason == stop_reason


PAIRS: Final = [*ERROR_CLASSES, (500, None)]


@pytest.mark.parametrize(("status", "code"), PAIRS, ids=lambda part: str(part))
def test_a_scripted_error_is_raised_as_its_class(status: int, code: str | None) -> None:
    details = {} if code is None else {"details": {"error_code": code}}

    with pytest.raises(APIStatusError) as raised:
        ask(Simulator(replies=[error(status, **details)]))

    assert type(raised.value) is ERROR_CLASSES.get((status, code), InternalServerError)
    assert (raised.value.status_code, raised.value.error_code) == (status, code)


def test_no_class_of_error_is_left_out() -> None:
    def below(kind: type[APIStatusError]) -> set[type[APIStatusError]]:
        return {kind, *(inner for sub in kind.__subclasses__() for inner in below(sub))}

    assert below(APIStatusError) - {APIStatusError, InternalServerError} == set(ERROR_CLASSES.values())


def test_each_code_of_the_catalogue_selects_a_class() -> None:
    assert {(row.status, row.code) for row in ERROR_CODES} <= ERROR_CLASSES.keys()


RETURNED: Final = {tag for kind in kinds(get_args(fields(beta.BetaMessage)["content"])[0]) for tag in tags(kind)}


@pytest.mark.parametrize("how", [{}, {"exclude_unset": True}, {"mode": "json"}], ids=["all", "set", "json"])
@pytest.mark.parametrize("name", [name for name, block in BLOCKS.items() if block["type"] in RETURNED])
def test_a_block_of_a_reply_goes_back_as_the_sdk_writes_it(name: str, how: dict[str, Any]) -> None:
    content = [block_without_marks(BLOCKS[name])]
    message = {**ask(Simulator(replies=["Hello"])).model_dump(), "content": content}

    written = beta.BetaMessage.model_validate(message).model_dump(by_alias=True, **how)["content"]

    decoded = msgspec.json.decode(msgspec.json.encode(written), type=list[ContentBlock])
    assert [block.__struct_config__.tag for block in decoded] == [BLOCKS[name]["type"]]


def block_without_marks(block: dict[str, Any]) -> dict[str, Any]:
    """The block as a reply holds it: replies mark nothing for the cache."""
    return {key: value for key, value in block.items() if key != "cache_control"}


def test_each_block_of_a_reply_is_tried() -> None:
    assert {block["type"] for block in BLOCKS.values()} >= RETURNED
