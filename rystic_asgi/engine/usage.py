"""Usage: an estimate of tokens that depends on the request and the reply alone.

Four characters count as one token, each message, block and tool a few more. A real tokenizer would differ by model;
what a test needs is a figure that grows with the history and is the same in every run.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from rystic_asgi.protocol.content import ContentBlock, LoneTextBlock, TextBlock, ToolResultBlock
from rystic_asgi.protocol.messages import CacheCreation, Usage
from rystic_asgi.protocol.requests import MessagesRequest

CHARACTERS_A_TOKEN: Final = 4
TOKENS_A_BLOCK: Final = 3

_ENCODE: Final = msgspec.json.Encoder().encode


def make_usage(request: MessagesRequest, content: list[dict[str, Any]], scripted: Mapping[str, Any]) -> Usage:
    """The usage of a reply; what the script gives replaces what is computed."""
    speed = UNSET if request.speed is None else request.speed
    computed = Usage(input_tokens=input_tokens(request), output_tokens=output_tokens(content), speed=speed)
    if not scripted:
        return computed
    written = scripted.get("cache_creation_input_tokens", sum(scripted.get("cache_creation", {}).values()))
    cached = {"cache_creation_input_tokens": written, "cache_creation": CacheCreation(written)}
    return msgspec.structs.replace(computed, **{**cached, **scripted})


def input_tokens(request: MessagesRequest) -> int:
    """The estimate for system prompt, tools and messages; linear in their size."""
    characters = blocks = 0
    if request.tools is not UNSET:
        characters, blocks = sum(len(bytes(tool)) for tool in request.tools), len(request.tools)
    for content in (request.system, *[message.content for message in request.messages]):
        if isinstance(content, str):
            characters += len(content)
            blocks += 1
        elif not isinstance(content, UnsetType):
            characters += sum(map(_characters, content))
            blocks += len(content)
    return characters // CHARACTERS_A_TOKEN + TOKENS_A_BLOCK * (blocks + 1)


def output_tokens(content: list[dict[str, Any]]) -> int:
    """The estimate for a reply: at least 1."""
    return len(_ENCODE(content)) // CHARACTERS_A_TOKEN + 1


def _characters(block: ContentBlock | LoneTextBlock) -> int:
    if isinstance(block, TextBlock | LoneTextBlock):
        return len(block.text)
    if isinstance(block, ToolResultBlock) and isinstance(block.content, str):
        return len(block.content)
    return len(_ENCODE(block))
