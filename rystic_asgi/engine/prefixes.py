"""The prefixes of a prompt at its cache marks, and at the places before each where an entry is looked for.

A key is a digest of all that comes before, taken in one pass; nothing but the places asked for is looked at by block.
"""

from collections.abc import Iterator, Set
from hashlib import sha256
from typing import Any, Final, NamedTuple

from msgspec import structs

from rystic_asgi.engine.cache_keys import Level, level_key
from rystic_asgi.engine.prompt import Prompt
from rystic_asgi.protocol.content import TextBlock, ToolResultBlock, ToolUseBlock
from rystic_asgi.protocol.prompt_cache import POSITIONS
from rystic_asgi.protocol.requests import Message
from rystic_asgi.validation.prompt_lead import encode, longest, mark_of, unmarked
from rystic_asgi.validation.prompt_tokens import size_of, tokens_in

LEAD: Final = -1
"""The number of what stands before the messages, as if it were one."""

Place = tuple[int, int]
"""The number of a message and the index of a block in it."""


class Prefix(NamedTuple):
    """A prefix: its key, and its tokens."""

    key: str
    tokens: int


class Mark(NamedTuple):
    """A cache mark: the lifetime it asks for, and the prefixes to look for, its own the first."""

    ttl: str
    window: list[Prefix]


def message_text(prompt: Prompt, number: int) -> bytes:
    """A message without its cache marks; one of a string is like one of a text block. Empty where nothing is in it."""
    message = prompt.messages[number]
    if isinstance(message.content, str):
        return encode(structs.replace(message, content=[TextBlock(text=message.content)])) + b","
    if number in prompt.marked:
        return encode(structs.replace(message, content=[*map(unmarked, message.blocks)])) + b","
    return encode(message) + b"," if message.content or message.output_config else b""


def _texts(prompt: Prompt, numbers: range, peculiar: Set[int]) -> Iterator[bytes]:
    """The texts of messages in a row: the same as one by one, but those between ``peculiar`` ones at once."""
    start = numbers.start
    for number in [*(number for number in numbers if number in peculiar), numbers.stop]:
        if start < number:
            yield encode(prompt.messages[start:number])[1:-1] + b","
        if number < numbers.stop:
            yield message_text(prompt, number)
        start = number + 1


def marks_of(prompt: Prompt) -> list[Mark]:
    """The cache marks of a prompt with what to look for, in order, the automatic one included."""
    ttls = dict(_marks(prompt))
    windows = {place: [*_window(prompt, place)] for place in ttls}
    prefixes = _prefixes(prompt, {place for window in windows.values() for place in window})
    return [Mark(ttls[place], [prefixes[one] for one in windows[place]]) for place in sorted(ttls)]


def _marks(prompt: Prompt) -> Iterator[tuple[Place, str]]:
    for index, piece in enumerate(prompt.lead):
        if piece.ttl:
            yield (LEAD, index), piece.ttl
    for number in prompt.marked:
        for index, block in enumerate(prompt.messages[number].blocks):
            if mark_of(block):
                yield (number, index), mark_of(block)
    automatic = prompt.request.cache_control
    place = (
        None if automatic is None else next(filter(lambda place: _may_be_marked(prompt, place), _back(prompt)), None)
    )
    if automatic is not None and place is not None:
        yield place, longest((automatic.ttl or "5m", _explicit(prompt, place)))


def _explicit(prompt: Prompt, place: Place) -> str:
    block = _block(prompt, place)
    return block.ttl if place[0] == LEAD else mark_of(block)


def _may_be_marked(prompt: Prompt, place: Place) -> bool:
    """Thinking and blank texts are passed over."""
    block = _block(prompt, place)
    if place[0] == LEAD:
        return bool(block.size)
    text = block if isinstance(block, str) else getattr(block, "text", "-")
    return (isinstance(block, str) or hasattr(block, "cache_control")) and bool(text.strip())


def _block(prompt: Prompt, place: Place) -> Any:
    number, index = place
    if number == LEAD:
        return prompt.lead[index]
    content = prompt.messages[number].content
    return content if isinstance(content, str) else prompt.messages[number].blocks[index]


def _back(prompt: Prompt, place: Place | None = None) -> Iterator[Place]:
    """The places from ``place`` on back to the first, or from the last of all."""
    number, index = (len(prompt.messages), 0) if place is None else place
    if place is not None:
        yield from ((number, before) for before in range(index, -1, -1))
    while number > LEAD:
        number -= 1
        count = len(prompt.lead) if number == LEAD else prompt.counts[number]
        yield from ((number, before) for before in range(count - 1, -1, -1))


def _window(prompt: Prompt, place: Place) -> Iterator[Place]:
    """The places that are looked at: a row of calls counts as one, and so does a row of results."""
    positions, row = 0, None
    for one in _back(prompt, place):
        kind = type(_block(prompt, one))
        if kind is not row or kind not in _ROWS:
            positions += 1
        if positions > POSITIONS:
            return
        row = kind
        yield one


_ROWS: Final = (ToolUseBlock, ToolResultBlock)


def _prefixes(prompt: Prompt, places: set[Place]) -> dict[Place, Prefix]:
    chain = _Chain(prompt, places)
    chain.read_lead()
    start = 0
    for number in sorted({number for number, _ in places} - {LEAD}):
        chain.read_row(range(start, number))
        chain.read_message(number)
        start = number + 1
    return chain.found


class _Chain:
    """Reads a prompt from its start, and notes the prefix at each of some places."""

    def __init__(self, prompt: Prompt, places: set[Place]) -> None:
        self.found: dict[Place, Prefix] = {}
        self._prompt, self._places = prompt, places
        self._peculiar = prompt.marked | prompt.uneven
        self._digest = sha256(level_key(prompt, Level.TOOLS))
        self._characters = self._blocks = 0

    def read_lead(self) -> None:
        """Tools and system prompt, and what the messages' keys begin with."""
        is_system = False
        for index, piece in enumerate(self._prompt.lead):
            if piece.is_system and not is_system:
                self._digest.update(level_key(self._prompt, Level.SYSTEM))
            is_system = piece.is_system
            self._take(b"," + piece.text, piece.size, (LEAD, index))
        if not is_system:
            self._digest.update(level_key(self._prompt, Level.SYSTEM))
        self._digest.update(level_key(self._prompt, Level.MESSAGES))

    def read_row(self, numbers: range) -> None:
        """Messages in a row."""
        for text in _texts(self._prompt, numbers, self._peculiar):
            self._digest.update(text)
        self._characters += sum(self._prompt.sizes[numbers.start : numbers.stop])
        self._blocks += sum(self._prompt.counts[numbers.start : numbers.stop])

    def read_message(self, number: int) -> None:
        """A message block by block, which comes to the same."""
        text = message_text(self._prompt, number)
        start = text.index(b"[") + 1
        self._digest.update(text[:start])
        for index, block in enumerate(_contents(self._prompt.messages[number])):
            comma, written = b"," if index else b"", encode(unmarked(block))
            self._take(comma + written, size_of(block), (number, index))
            start += len(comma) + len(written)
        self._digest.update(text[start:])

    def _take(self, text: bytes, size: int, place: Place) -> None:
        self._digest.update(text)
        self._characters += size
        self._blocks += 1
        if place in self._places:
            self.found[place] = Prefix(self._digest.copy().hexdigest()[:32], tokens_in(self._characters, self._blocks))


def _contents(message: Message) -> list[Any]:
    return [TextBlock(text=message.content)] if isinstance(message.content, str) else list(message.blocks)
