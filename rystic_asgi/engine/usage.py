"""Usage: an estimate of tokens that depends on the request, the reply and the cached prefixes alone."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from rystic_asgi.engine.iterations import run, usage_of_blocks
from rystic_asgi.engine.reading import Reading
from rystic_asgi.protocol.messages import CacheCreation, Usage
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.prompt_lead import encode
from rystic_asgi.validation.prompt_tokens import CHARACTERS_A_TOKEN, TOKENS_A_BLOCK, input_tokens


def make_usage(
    request: MessagesRequest,
    content: Sequence[dict[str, Any]],
    scripted: Mapping[str, Any],
    *,
    limit: int | None = None,
    reading: Reading | None = None,
) -> Usage:
    """The usage of a reply; what the script gives replaces what is computed.

    ``limit`` is the output at a cut; ``reading`` tells how the prompt was read, where that is known.
    """
    output = output_tokens(content) if limit is None else limit
    if reading is None:
        computed = Usage(input_tokens=input_tokens(request), output_tokens=output)
    else:
        computed = _read(reading, output)
    if request.speed is not None:
        computed = msgspec.structs.replace(computed, speed=request.speed)
    if request.fallback_credit_token is not None:
        computed = msgspec.structs.replace(computed, fallback_credit={"status": {"type": "redeemed"}})
    if len(content) != 1 or content[0]["type"] != "text":
        lead = 0 if reading is None else reading.lead_tokens
        computed = _with_blocks(request, computed, content, scripted.get("output_tokens", output), lead)
    if not scripted:
        return computed
    return msgspec.structs.replace(computed, **{**_written(scripted), **scripted})


def warming_usage(request: MessagesRequest, reading: Reading) -> Usage:
    """The usage of a request that only warms the cache: no output, and one run that says so."""
    computed = make_usage(request, [], {}, limit=0, reading=reading)
    return msgspec.structs.replace(computed, iterations=[run("message", computed, 0)])


def _read(reading: Reading, output: int) -> Usage:
    cached = reading.cached
    return Usage(
        input_tokens=reading.tokens - cached.read - cached.written,
        cache_creation_input_tokens=cached.written,
        cache_read_input_tokens=cached.read,
        cache_creation=cached.creation,
        output_tokens=output,
    )


def _written(scripted: Mapping[str, Any]) -> dict[str, Any]:
    """What was written to the cache, whole and by lifetime, where the script gives one of the two."""
    if scripted.keys().isdisjoint(_WRITTEN):
        return {}
    written = scripted.get("cache_creation_input_tokens", sum(scripted.get("cache_creation", {}).values()))
    return {"cache_creation_input_tokens": written, "cache_creation": CacheCreation(written)}


_WRITTEN: Final = ("cache_creation_input_tokens", "cache_creation")


def _with_blocks(
    request: MessagesRequest, computed: Usage, content: Sequence[dict[str, Any]], output: int, lead: int
) -> Usage:
    read = msgspec.structs.replace(computed, output_tokens=output)
    found = usage_of_blocks(request, content, read, lead, _block_tokens)
    return msgspec.structs.replace(computed, **found) if found else computed


def _block_tokens(content: Sequence[dict[str, Any]]) -> int:
    return output_tokens(content) - 1


def output_tokens(content: Sequence[dict[str, Any]]) -> int:
    """The estimate for a reply: at least 1."""
    characters = 0
    for block in content:
        characters += len(block["text"]) if block["type"] == "text" else len(encode(block))
    return tokens_of(characters, len(content))


def tokens_of(characters: int, blocks: int) -> int:
    """The estimate for a reply of so many characters in so many blocks."""
    return characters // CHARACTERS_A_TOKEN + TOKENS_A_BLOCK * blocks + 1


def output_characters(block: dict[str, Any]) -> int:
    """The size of a block of a reply."""
    return len(block["text"]) if block["type"] == "text" else len(encode(block))
