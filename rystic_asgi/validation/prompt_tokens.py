"""The size of a prompt: an estimate of its tokens, and whether the window of its model holds them.

Four characters count as one token, each message, block and tool a few more. A real tokenizer would differ by model;
what a test needs is a figure that grows with the history and is the same in every run.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import UNSET

from rystic_asgi.protocol.content import (
    LoneTextBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    WebFetchToolResultBlock,
)
from rystic_asgi.protocol.documents import (
    Base64ImageSource,
    Base64PdfSource,
    ContentBlockSource,
    DocumentBlock,
    ImageBlock,
    LoneDocumentBlock,
)
from rystic_asgi.protocol.models import SMALL_WINDOW, window_of
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.protocol.server_results import WebFetchResult
from rystic_asgi.validation.problem import Problem
from rystic_asgi.validation.prompt_lead import encode, system_of, tools_of, unmarked

CHARACTERS_A_TOKEN: Final = 4
TOKENS_A_BLOCK: Final = 3
MAX_BASE64: Final = 1_600 * CHARACTERS_A_TOKEN
"""Of an image or a PDF in base64 no more characters count: it costs about what a large image does.

Source: https://platform.claude.com/docs/en/build-with-claude/vision
"""
BYTES_A_TOKEN: Final = 1.5
"""No token is estimated for fewer bytes of a body: a call without input, the densest of blocks, has 1.7."""
SMALLEST_BODY: Final = int(SMALL_WINDOW * BYTES_A_TOKEN)
"""A body of no more bytes is within each window."""

_TOO_LONG: Final = "prompt is too long: {tokens} tokens > {window} maximum"
_ESTIMATED: Final = "tokens are estimated here, at four characters each"


def prompt_problems(request: MessagesRequest, betas: Iterable[str], size: int | None) -> Iterator[Problem]:
    """The fault of a prompt that its model's window does not hold; edits of the context may still make it fit.

    ``size`` is that of the body, None where the prompt is more than it.

    What prompt and ``max_tokens`` come to is no fault, as a reply ends where the window does.
    Source: https://platform.claude.com/docs/en/build-with-claude/context-windows#context-window-overflow-behavior
    """
    window = window_of(request.model, betas)
    if window is None or request.context_management is not None:
        return
    if size is not None and size <= window * BYTES_A_TOKEN:
        return
    tokens = input_tokens(request)
    if tokens > window:
        yield Problem("", _TOO_LONG.format(tokens=tokens, window=window), "prompt-too-long", _ESTIMATED)


def input_tokens(request: MessagesRequest) -> int:
    """The estimate for system prompt, tools and messages; linear in their size."""
    characters = blocks = 0
    for message in request.messages:
        content = message.content
        if isinstance(content, str):
            characters += len(content)
            blocks += 1
        elif content is not UNSET:
            characters += sum(map(size_of, content))
            blocks += len(content)
    if request.system is UNSET and request.tools is UNSET:
        return characters // CHARACTERS_A_TOKEN + TOKENS_A_BLOCK * (blocks + 1)
    lead = [*tools_of(request), *system_of(request)]
    return tokens_in(characters + sum(piece.size for piece in lead), blocks + len(lead) + 1)


def tokens_in(characters: int, blocks: int) -> int:
    """The estimate for so many characters in so many blocks."""
    return characters // CHARACTERS_A_TOKEN + TOKENS_A_BLOCK * blocks


def size_of(block: Any) -> int:
    """The characters of a block: those of its text where it holds little else. Cache marks count nothing."""
    if type(block) is ToolUseBlock and block.cache_control is None:
        return len(encode(block))
    text = getattr(block, _TEXT_OF.get(type(block), ""), None)
    return len(text) if isinstance(text, str) else len(encode(unmarked(block))) - _surplus(block)


_TEXT_OF: Final[dict[type, str]] = {TextBlock: "text", LoneTextBlock: "text", ToolResultBlock: "content"}
"""Blocks whose size is that of a text."""


def _surplus(part: Any) -> int:
    """How many characters of base64 do not count."""
    name = _PARTS.get(type(part))
    if name is None:
        return max(0, len(part.data) - MAX_BASE64) if isinstance(part, _BASE64) else 0
    inner = getattr(part, name)
    return sum(map(_surplus, inner)) if isinstance(inner, list) else _surplus(inner)


_BASE64: Final = (Base64ImageSource, Base64PdfSource)
_PARTS: Final[dict[type, str]] = {
    ImageBlock: "source",
    DocumentBlock: "source",
    LoneDocumentBlock: "source",
    ContentBlockSource: "content",
    ToolResultBlock: "content",
    WebFetchToolResultBlock: "content",
    WebFetchResult: "content",
}
"""Where base64 may stand in a block."""
