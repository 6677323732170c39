"""What belongs to the key of a cached prefix beside its text: what changes here, loses the cache from there on.

Source: https://platform.claude.com/docs/en/build-with-claude/prompt-caching#what-invalidates-the-cache
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from rystic_asgi.engine.prompt import Prompt
from rystic_asgi.protocol.content import DocumentBlock, ImageBlock, SearchResultBlock, ToolResultBlock
from rystic_asgi.protocol.models import find_model, resolve_model
from rystic_asgi.protocol.parameters import ThinkingDisabled, ThinkingEnabled
from rystic_asgi.protocol.prompt_cache import reader_of
from rystic_asgi.protocol.requests import Message
from rystic_asgi.protocol.tools import ToolChoiceAuto
from rystic_asgi.validation.prompt_lead import encode


class Level(IntEnum):
    """A part of the prompt; what changes in one is lost to the later ones too."""

    TOOLS = 0
    SYSTEM = 1
    MESSAGES = 2


class KeyPart(NamedTuple):
    """Something that is not text but belongs to the key from this level on."""

    name: str
    level: Level
    read: Callable[[Prompt], Any]
    source: str


def level_key(prompt: Prompt, level: Level) -> bytes:
    """What the key takes in where ``level`` begins."""
    return encode((level, [part.read(prompt) for part in KEY_PARTS if part.level is level]))


def key_of(prompt: Prompt, *names: str) -> Any:
    """The parts of these names, in the order of the table."""
    return [part.read(prompt) for part in KEY_PARTS if part.name in names]


def _has_citations(prompt: Prompt) -> bool:
    if prompt.kinds.isdisjoint(_CITED):
        return False
    blocks = (block for message in prompt.messages for block in _blocks(message))
    return any(block.citations and block.citations.enabled is True for block in blocks if type(block) in _CITED)


_CITED: Final = frozenset((DocumentBlock, SearchResultBlock))


def _blocks(message: Message) -> list[Any]:
    """The blocks of a message, and those in its results."""
    inner = (block.content for block in message.blocks if isinstance(block, ToolResultBlock))
    return [*message.blocks, *(block for content in inner if isinstance(content, list) for block in content)]


def _thinking(prompt: Prompt) -> Any:
    """The type and the budget; a model that thinks only when told to is the same untold and told not to."""
    thinking, model = prompt.request.thinking, find_model(prompt.request.model)
    if thinking is UNSET or (isinstance(thinking, ThinkingDisabled) and model is not None and not model.thinks):
        return None
    return thinking.__struct_config__.tag, thinking.budget_tokens if isinstance(thinking, ThinkingEnabled) else 0


def _tool_choice(prompt: Prompt) -> Any:
    choice = prompt.request.tool_choice
    is_usual = choice is UNSET or (isinstance(choice, ToolChoiceAuto) and not choice.disable_parallel_tool_use)
    return None if is_usual else choice


_CACHING: Final = "https://platform.claude.com/docs/en/build-with-claude/prompt-caching"
_FORMATS: Final = "https://platform.claude.com/docs/en/build-with-claude/structured-outputs"

KEY_PARTS: Final[tuple[KeyPart, ...]] = (
    KeyPart("model", Level.TOOLS, lambda prompt: resolve_model(prompt.request.model), _CACHING),
    KeyPart("speed", Level.SYSTEM, lambda prompt: prompt.request.speed == "fast", _CACHING),
    KeyPart("citations", Level.SYSTEM, _has_citations, _CACHING),
    KeyPart("format", Level.SYSTEM, lambda prompt: prompt.request.format or prompt.request.output_format, _FORMATS),
    KeyPart("tool_choice", Level.MESSAGES, _tool_choice, _CACHING),
    KeyPart("images", Level.MESSAGES, lambda prompt: ImageBlock in prompt.kinds, _CACHING),
    KeyPart("thinking", Level.MESSAGES, _thinking, _CACHING),
    KeyPart(
        "effort",
        Level.MESSAGES,
        lambda prompt: prompt.request.effort or reader_of(prompt.request.model).effort,
        _CACHING,
    ),
)
"""Web search belongs to the system prompt as well: its tools are read there."""
