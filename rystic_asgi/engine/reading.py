"""How a prompt was read: what a reply tells of it beside its own content."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from rystic_asgi.engine.caching import NOTHING, Cached, look_up
from rystic_asgi.engine.context import Context, read_context
from rystic_asgi.engine.diagnosing import Diagnosis, diagnose, fingerprint
from rystic_asgi.engine.prefixes import marks_of
from rystic_asgi.protocol.prompt_cache import reader_of
from rystic_asgi.protocol.requests import MessagesRequest

CACHE: Final = "cache"
FINGERPRINT: Final = "fingerprint"
"""The kinds of records that are kept."""

Recall = Callable[[str, str], bytes | None]
"""From the kind and the key of a record to its value."""


class Reading(NamedTuple):
    """The tokens of a prompt, what the cache did for it, the edits that were made, what changed.

    ``fingerprint`` is to be kept by the id of the message, empty where none is.
    """

    tokens: int
    lead_tokens: int
    applied_edits: list[dict[str, Any]]
    cached: Cached = NOTHING
    diagnosis: Diagnosis | None = None
    fingerprint: bytes = b""


def read_prompt(request: MessagesRequest) -> Reading:
    """The reading of a prompt without a cache."""
    return _uncached(read_context(request))


def read_with_cache(request: MessagesRequest, headers: Mapping[bytes, bytes], recall: Recall, now: float) -> Reading:
    """The reading of a prompt at ``now`` by the simulator's clock; ``recall`` finds what was kept of earlier ones."""
    context = read_context(request)
    reading, prompt = _uncached(context), context.prompt
    if request.cache_control is not None or prompt.marked or any(piece.ttl for piece in prompt.lead):
        least = reader_of(request.model).least_cached
        reading = reading._replace(cached=look_up(marks_of(prompt), least, lambda key: recall(CACHE, key), now))
    if request.diagnostics is None:
        return reading
    found, previous = fingerprint(prompt, headers.get(b"anthropic-beta", b"")), request.diagnostics.previous_message_id
    diagnosis = None if previous is None else diagnose(found, recall(FINGERPRINT, previous))
    return reading._replace(diagnosis=diagnosis, fingerprint=msgspec.json.encode(found))


def _uncached(context: Context) -> Reading:
    return Reading(context.prompt.tokens, context.prompt.lead_tokens, context.applied_edits)


def count_tokens(request: MessagesRequest) -> dict[str, Any]:
    """The answer to a request for a count. Source: anthropic 2.14.0, types/beta/beta_message_tokens_count.py."""
    context = read_context(request)
    tokens = context.prompt.tokens
    if request.context_management is None:
        return {"input_tokens": tokens}
    return {"context_management": {"original_input_tokens": context.original_tokens}, "input_tokens": tokens}
