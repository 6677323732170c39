"""Cache diagnostics: what changed since the request that an earlier message answered.

Of a request that asks for diagnostics a fingerprint is kept by the id of its message: digests and tokens, no text.
Source: https://platform.claude.com/docs/en/build-with-claude/cache-diagnostics
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from rystic_asgi.engine.cache_keys import key_of
from rystic_asgi.engine.prefixes import message_text
from rystic_asgi.engine.prompt import Prompt
from rystic_asgi.validation.prompt_lead import Lead, encode
from rystic_asgi.validation.prompt_tokens import tokens_in

Diagnosis = dict[str, Any]


class Fingerprint(Struct, frozen=True, array_like=True):
    """A request as it is compared.

    ``tokens`` are those of the whole, ``ends`` those up to the end of each message; ``starts`` those before system
    prompt and messages.
    """

    model: str
    tools: str
    system: str
    parameters: str
    messages: list[str]
    tokens: int
    starts: tuple[int, int]
    ends: list[int]


_FINGERPRINT: Final = msgspec.json.Decoder(Fingerprint)
_PARAMETERS: Final = ("format", "tool_choice", "thinking", "effort")


def fingerprint(prompt: Prompt, betas: bytes) -> Fingerprint:
    """The fingerprint of a request whose header names ``betas``; linear in its size."""
    tools, system = prompt.lead[: prompt.tools], prompt.lead[prompt.tools :]
    named = sorted({beta.strip() for beta in betas.split(b",")})
    numbers = [number for number, text in enumerate(prompt.counts) if text]
    return Fingerprint(
        _digest(encode(key_of(prompt, "model", "speed"))),
        _digest(_texts(tools)),
        _digest(_texts(system)),
        _digest(encode((key_of(prompt, *_PARAMETERS), prompt.request.context_management, named))),
        [_digest(message_text(prompt, number)) for number in numbers],
        prompt.tokens,
        (tokens_in(sum(tool.size for tool in tools), len(tools)), prompt.lead_tokens),
        _ends(prompt, numbers),
    )


def diagnose(now: Fingerprint, before: bytes | None) -> Diagnosis | None:
    """What the reply tells: the first difference from the request ``before``; None where it only grew."""
    if before is None:
        return _told("previous_message_not_found")
    then = _FINGERPRINT.decode(before)
    for part in _PARTS:
        if getattr(then, part.name) != getattr(now, part.name):
            return _told(f"{part.name}_changed", then.tokens - part.start(then))
    if then.parameters != now.parameters:
        return _told("unavailable")
    same = _common(then.messages, now.messages)
    if same == len(then.messages):
        return None
    return _told("messages_changed", then.tokens - (then.ends[same - 1] if same else then.starts[1]))


class _Part(NamedTuple):
    """A part that is compared as one, and the tokens before it."""

    name: str
    start: Callable[[Fingerprint], int]


_PARTS: Final = (
    _Part("model", lambda then: 0),
    _Part("tools", lambda then: 0),
    _Part("system", lambda then: then.starts[0]),
)
"""In the order of the prompt: the earliest difference is told."""


def _told(kind: str, missed: int | None = None) -> Diagnosis:
    tokens = {} if missed is None else {"cache_missed_input_tokens": missed}
    return {"cache_miss_reason": {"type": kind, **tokens}}


def _ends(prompt: Prompt, numbers: Sequence[int]) -> list[int]:
    characters, blocks = sum(piece.size for piece in prompt.lead), len(prompt.lead)
    ends = []
    for number in numbers:
        characters, blocks = characters + prompt.sizes[number], blocks + prompt.counts[number]
        ends.append(tokens_in(characters, blocks))
    return ends


def _common(then: Sequence[str], now: Sequence[str]) -> int:
    """How many are the same from the first on."""
    pairs = enumerate(zip(then, now, strict=False))
    return next((index for index, (one, other) in pairs if one != other), min(len(then), len(now)))


def _texts(pieces: Sequence[Lead]) -> bytes:
    return b",".join(piece.text for piece in pieces)


def _digest(text: bytes) -> str:
    return sha256(text).hexdigest()[:16]
