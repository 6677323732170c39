"""Usage: an estimate of tokens that depends on the request and the reply alone; a reply is sized as a prompt is."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from rystic_asgi.engine.iterations import Plain, usage_of_blocks
from rystic_asgi.protocol.messages import CacheCreation, Usage
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.prompt_tokens import CHARACTERS_A_TOKEN, TOKENS_A_BLOCK, input_tokens

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
