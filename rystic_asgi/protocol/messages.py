"""The message that answers a request, and its usage, in the API's key order.

Source: anthropic 2.14.0, types/message.py and types/usage.py; order from recorded traffic.
"""

from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType


class CacheCreation(Struct, frozen=True):
    """What was written to the cache, by lifetime."""

    ephemeral_5m_input_tokens: int = 0
    ephemeral_1h_input_tokens: int = 0


NOTHING_CACHED: Final = CacheCreation()


class Usage(Struct, frozen=True, gc=False, kw_only=True):
    """Token counts; ``input_tokens`` leaves out what the cache read or wrote. Absent is not null."""

    input_tokens: int
    cache_creation_input_tokens: int = 0
    cache_read_input_tokens: int = 0
    cache_creation: CacheCreation | dict[str, int] = NOTHING_CACHED
    output_tokens: int
    output_tokens_details: dict[str, int] | UnsetType = UNSET
    server_tool_use: dict[str, int] | UnsetType = UNSET
    service_tier: str = "standard"
    inference_geo: str = "global"
    speed: str | UnsetType = UNSET
    iterations: list[Any] | UnsetType = UNSET
    fallback_credit: dict[str, Any] | UnsetType = UNSET


class StartUsage(Struct, frozen=True, gc=False):
    """The counts that begin a stream: all that is known then."""

    input_tokens: int
    cache_creation_input_tokens: int
    cache_read_input_tokens: int
    cache_creation: CacheCreation | dict[str, int]
    output_tokens: int
    service_tier: str
    inference_geo: str
    speed: str | UnsetType = UNSET


class DeltaUsage(Struct, frozen=True, gc=False):
    """The counts that end a stream: totals, not increments."""

    input_tokens: int
    cache_creation_input_tokens: int
    cache_read_input_tokens: int
    output_tokens: int
    output_tokens_details: dict[str, int] | UnsetType = UNSET
    server_tool_use: dict[str, int] | UnsetType = UNSET
    iterations: list[Any] | UnsetType = UNSET
    fallback_credit: dict[str, Any] | UnsetType = UNSET


class ResponseMessage(Struct, frozen=True, gc=False, kw_only=True):
    """The whole reply; ``content`` holds blocks as they go over the wire. What does not apply is absent."""

    model: str
    id: str
    type: str = "message"
    role: str = "assistant"
    content: list[dict[str, Any]]
    stop_reason: str | None
    stop_sequence: str | None = None
    stop_details: dict[str, Any] | None = None
    usage: Usage
    context_management: dict[str, Any] | UnsetType = UNSET
    container: dict[str, Any] | UnsetType = UNSET
    diagnostics: dict[str, Any] | UnsetType | None = UNSET
    input_transformations: list[Any] | UnsetType = UNSET


class StartMessage(Struct, frozen=True, gc=False):
    """The message that begins a stream, with no block yet."""

    model: str
    id: str
    type: str
    role: str
    content: tuple[()]
    stop_reason: None
    stop_sequence: None
    stop_details: None
    usage: StartUsage
    diagnostics: dict[str, Any] | UnsetType | None = UNSET
    input_transformations: list[Any] | UnsetType = UNSET
