"""What of a request the model reads: the messages after the last summary, without what is cleared."""

from typing import Any, Final, NamedTuple

from msgspec import UNSET

from rystic_asgi.engine.context_edits import Applied, apply_edits, drop_old_thinking
from rystic_asgi.engine.prompt import Prompt
from rystic_asgi.protocol.content import THINKING_BLOCKS, CompactionBlock
from rystic_asgi.protocol.parameters import ClearThinking20251015
from rystic_asgi.protocol.prompt_cache import reader_of
from rystic_asgi.protocol.requests import Message, MessagesRequest

_THINKING: Final = frozenset(THINKING_BLOCKS)


class Context(NamedTuple):
    """A prompt as it is read; ``original_tokens`` are those before context editing, which ``applied_edits`` tell of."""

    prompt: Prompt
    original_tokens: int
    applied_edits: list[Applied]


def read_context(request: MessagesRequest) -> Context:
    """The prompt of a request as the model reads it; linear in its size."""
    prompt = Prompt(request)
    edits = _edits(request)
    if CompactionBlock in prompt.kinds:
        _begin_at_summary(prompt)
    if not prompt.kinds.isdisjoint(_THINKING) and not _keeps_thinking(request, edits):
        drop_old_thinking(prompt)
    tokens = prompt.tokens
    return Context(prompt, tokens, apply_edits(prompt, edits))


def _edits(request: MessagesRequest) -> list[Any]:
    management = request.context_management
    return [] if management is None or management.edits is UNSET else management.edits


def _keeps_thinking(request: MessagesRequest, edits: list[Any]) -> bool:
    return reader_of(request.model).keeps_thinking or any(isinstance(edit, ClearThinking20251015) for edit in edits)


def _begin_at_summary(prompt: Prompt) -> None:
    """Leave out what stands before the last summary; one that failed is none.

    Source: https://platform.claude.com/docs/en/build-with-claude/compaction-threshold
    """
    last = next(
        (number for number in reversed(range(len(prompt.messages))) if _summaries(prompt.messages[number])), None
    )
    if last is None:
        return
    for number in range(last):
        prompt.replace(number, [])
    prompt.replace(last, list(prompt.messages[last].blocks[_summaries(prompt.messages[last])[-1] :]))


def _summaries(message: Message) -> list[int]:
    """The places of summaries in a message."""
    blocks = enumerate(message.blocks)
    return [index for index, block in blocks if isinstance(block, CompactionBlock) and block.content is not None]
