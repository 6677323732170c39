"""Limits of a request that cut a reply off: its stop sequences, and ``max_tokens`` by the estimate of usage.

Off unless ``limits`` ask for it: a script says as a rule what was said, wherever the reply ends.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from rystic_asgi.engine.declared_calls import cut_input
from rystic_asgi.engine.usage import output_characters, output_tokens, tokens_of
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.prompt_tokens import CHARACTERS_A_TOKEN, TOKENS_A_BLOCK

Block = dict[str, Any]


class Ended(NamedTuple):
    """A reply and how it ended; ``output_tokens`` where a limit was reached."""

    content: list[Block]
    stop_reason: str
    stop_sequence: str | None
    output_tokens: int | None = None


def cut_off(request: MessagesRequest, reply: Ended) -> Ended:
    """``reply`` as far as it goes within the request's limits."""
    found = _before_sequence(reply, request.stop_sequences or ())
    if output_tokens(found.content) <= request.max_tokens:
        return found
    content = _first_tokens(found.content, request.max_tokens)
    return Ended(content, "max_tokens", None, request.max_tokens)


def _before_sequence(reply: Ended, sequences: Sequence[str]) -> Ended:
    """What comes before the first stop sequence in a text; of several at one place the first in the request."""
    for index, block in enumerate(reply.content):
        text = block["text"] if block["type"] == "text" else ""
        places = [(at, sequence) for sequence in sequences if (at := text.find(sequence)) >= 0]
        if places:
            at, sequence = min(places, key=lambda place: place[0])
            rest = [{**block, "text": text[:at]}] if at else []
            return Ended([*reply.content[:index], *rest], "stop_sequence", sequence)
    return reply


def _first_tokens(content: Sequence[Block], tokens: int) -> list[Block]:
    """The blocks of a longer reply within ``tokens``; the one that goes over it is cut, where it can be.

    Where nothing is said yet a token is at least a character: a block costs tokens of its own in the estimate alone.
    """
    found: list[Block] = []
    rest, characters = iter(content), 0
    block = next(rest)
    while tokens_of(characters + output_characters(block), len(found) + 1) <= tokens:
        found.append(block)
        characters += output_characters(block)
        block = next(rest)
    left = tokens - tokens_of(characters, len(found)) - TOKENS_A_BLOCK
    last = _cut_block(block, max(left * CHARACTERS_A_TOKEN, 0 if found else tokens))
    return found if last is None else [*found, last]


def _cut_block(block: Block, characters: int) -> Block | None:
    """The beginning of a text or a call; of another block, or where no character is left, nothing."""
    if block["type"] == "text":
        return {**block, "text": block["text"][:characters]} if characters > 0 else None
    if "input" not in block:
        return None
    written = msgspec.json.encode(block["input"]).decode()
    before_input = len(msgspec.json.encode(block)) - len(written)
    left = characters - before_input
    return {**block, "input": cut_input(written[:left])} if left > 0 else None
