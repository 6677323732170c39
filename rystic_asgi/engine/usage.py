"""Usage: an estimate of tokens that depends on the request and the reply alone.

Four characters count as one token, each message, block and tool a few more. A real tokenizer would differ by model;
what a test needs is a figure that grows with the history and is the same in every run.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET

from rystic_asgi.engine.iterations import Plain, usage_of_blocks
from rystic_asgi.protocol.content import LoneTextBlock, TextBlock, ToolResultBlock
from rystic_asgi.protocol.messages import CacheCreation, Usage
from rystic_asgi.protocol.requests import MessagesRequest

CHARACTERS_A_TOKEN: Final = 4
TOKENS_A_BLOCK: Final = 3

_ENCODE: Final = msgspec.json.Encoder().encode


def make_usage(
    request: MessagesRequest,
    content: Sequence[dict[str, Any]],
    scripted: Mapping[str, Any],
    *,
    limit: int | None = None,
) -> Usage:
    """The usage of a reply; what the script gives replaces what is computed. ``limit`` is the output at a cut."""
    output = output_tokens(content) if limit is None else limit
    computed = Usage(input_tokens=input_tokens(request), output_tokens=output)
    if request.speed is not None:
        computed = msgspec.structs.replace(computed, speed=request.speed)
    if request.fallback_credit_token is not None:
        computed = msgspec.structs.replace(computed, fallback_credit={"status": {"type": "redeemed"}})
    if len(content) != 1 or content[0]["type"] != "text":
        computed = _with_blocks(request, computed, content, scripted.get("output_tokens", output))
    if not scripted:
        return computed
    written = scripted.get("cache_creation_input_tokens", sum(scripted.get("cache_creation", {}).values()))
    cached = {"cache_creation_input_tokens": written, "cache_creation": CacheCreation(written)}
    return msgspec.structs.replace(computed, **{**cached, **scripted})


def _with_blocks(request: MessagesRequest, computed: Usage, content: Sequence[dict[str, Any]], output: int) -> Usage:
    found = usage_of_blocks(request, content, Plain(computed.input_tokens, output), _block_tokens)
    return msgspec.structs.replace(computed, **found) if found else computed


def _block_tokens(content: Sequence[dict[str, Any]]) -> int:
    return output_tokens(content) - 1


def input_tokens(request: MessagesRequest) -> int:
    """The estimate for system prompt, tools and messages; linear in their size."""
    characters = blocks = 0
    for message in request.messages:
        content = message.content
        if isinstance(content, str):
            characters += len(content)
            blocks += 1
        elif content is not UNSET:
            characters += sum(map(_characters, content))
            blocks += len(content)
    if request.system is UNSET and request.tools is UNSET:
        return characters // CHARACTERS_A_TOKEN + TOKENS_A_BLOCK * (blocks + 1)
    more_characters, more_blocks = _before_messages(request)
    return (characters + more_characters) // CHARACTERS_A_TOKEN + TOKENS_A_BLOCK * (blocks + more_blocks + 1)


def _before_messages(request: MessagesRequest) -> tuple[int, int]:
    system = () if request.system is UNSET else request.system
    sizes = [len(bytes(tool)) for tool in (() if request.tools is UNSET else request.tools)]
    sizes += [len(system)] if isinstance(system, str) else map(_characters, system)
    return sum(sizes), len(sizes)


def output_tokens(content: Sequence[dict[str, Any]]) -> int:
    """The estimate for a reply: at least 1."""
    characters = 0
    for block in content:
        characters += len(block["text"]) if block["type"] == "text" else len(_ENCODE(block))
    return tokens_of(characters, len(content))


def tokens_of(characters: int, blocks: int) -> int:
    """The estimate for a reply of so many characters in so many blocks."""
    return characters // CHARACTERS_A_TOKEN + TOKENS_A_BLOCK * blocks + 1


def output_characters(block: dict[str, Any]) -> int:
    """The size of a block of a reply."""
    return len(block["text"]) if block["type"] == "text" else len(_ENCODE(block))


def _characters(block: Any) -> int:
    text = getattr(block, _TEXT_OF.get(type(block), ""), None)
    return len(text) if isinstance(text, str) else len(_ENCODE(block))


_TEXT_OF: Final[dict[type, str]] = {TextBlock: "text", LoneTextBlock: "text", ToolResultBlock: "content"}
"""Blocks whose size is that of a text."""
