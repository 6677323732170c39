"""A prompt as the model reads it: tools, system prompt and messages, each message with its size."""

from typing import Any

from msgspec import structs

from rystic_asgi.protocol.content import TextBlock, ToolResultBlock
from rystic_asgi.protocol.requests import Message, MessagesRequest
from rystic_asgi.validation.prompt_lead import has_marks_inside, system_of, tools_of
from rystic_asgi.validation.prompt_tokens import size_of, tokens_in


class Prompt:
    """The tools, the system prompt and the messages that are read; messages can be replaced.

    ``lead`` is what stands before the messages, the first ``tools`` of it are tools. ``kinds`` holds the types of the
    blocks but for plain ones, ``marked`` the messages with cache marks, ``uneven`` those that are no list of blocks or
    an empty one.
    """

    def __init__(self, request: MessagesRequest) -> None:
        self.request = request
        tools = tools_of(request)
        self.tools = len(tools)
        self.lead = [*tools, *system_of(request)]
        self.messages: list[Message] = list(request.messages)
        self.kinds: set[type] = set()
        self.marked: set[int] = set()
        self.uneven: set[int] = set()
        self.sizes: list[int] = []
        self.counts: list[int] = []
        for number, message in enumerate(self.messages):
            size, count = self._measure(number, message.content)
            self.sizes.append(size)
            self.counts.append(count)

    @property
    def tokens(self) -> int:
        """The estimate of the whole."""
        characters = sum(piece.size for piece in self.lead) + sum(self.sizes)
        return tokens_in(characters, len(self.lead) + sum(self.counts) + 1)

    @property
    def lead_tokens(self) -> int:
        """The estimate of what stands before the messages."""
        return tokens_in(sum(piece.size for piece in self.lead), len(self.lead))

    def replace(self, number: int, blocks: list[Any]) -> None:
        """Let a message hold ``blocks`` instead of what it held."""
        self.messages[number] = structs.replace(self.messages[number], content=blocks)
        self.marked.discard(number)
        self.uneven.discard(number)
        self.sizes[number], self.counts[number] = self._measure(number, blocks)

    def _measure(self, number: int, content: Any) -> tuple[int, int]:
        """The characters and the blocks of a message; the commonest blocks are measured on the spot."""
        if type(content) is not list or not content:
            self.uneven.add(number)
            return (len(content), 1) if type(content) is str else (0, 0)
        size = 0
        for block in content:
            kind = type(block)
            if kind is TextBlock:
                size += len(block.text)
            elif kind is ToolResultBlock and type(block.content) is str:
                size += len(block.content)
            else:
                size += self._measure_other(number, kind, block)
            if getattr(block, "cache_control", None) is not None:
                self.marked.add(number)
        return size, len(content)

    def _measure_other(self, number: int, kind: type, block: Any) -> int:
        self.kinds.add(kind)
        if kind is ToolResultBlock and isinstance(block.content, list):
            self.kinds.update(map(type, block.content))
            if has_marks_inside(block):
                self.marked.add(number)
        return size_of(block)
