"""What the rules over messages share while they read: what was found, and what each follows."""

from typing import Final

from rystic_asgi.protocol.content import TextBlock
from rystic_asgi.validation.conversation.breakpoints import Breakpoints
from rystic_asgi.validation.conversation.images import Images
from rystic_asgi.validation.conversation.pairing import Pairing
from rystic_asgi.validation.conversation.server_calls import ServerCalls
from rystic_asgi.validation.declared_tools import DeclaredNames
from rystic_asgi.validation.problem import Problem

_EMPTY_TEXT: Final = "text content blocks must be non-empty"
_BLANK_TEXT: Final = "text content blocks must contain non-whitespace text"
_CACHED_EMPTY: Final = "cache_control cannot be set for empty text blocks"


class Notes:
    """``declared`` are the names of the request's tools; ``is_strict`` whether its version refuses more blocks."""

    __slots__ = ("breakpoints", "declared", "images", "is_strict", "pairing", "problems", "server_calls")

    def __init__(self, breakpoints: Breakpoints, declared: DeclaredNames, *, is_strict: bool) -> None:
        self.problems: list[Problem] = []
        self.pairing = Pairing(self.problems)
        self.server_calls = ServerCalls(self.problems)
        self.images = Images(self.problems)
        self.breakpoints = breakpoints
        self.declared = declared
        self.is_strict = is_strict

    def hear(self) -> None:
        """The user says something that is no result."""
        if self.pairing.open:
            self.pairing.close()
        if self.server_calls.open:
            self.server_calls.interrupted()

    def find_blank(self, block: TextBlock, place: str) -> None:
        """A text is empty or blank; ``place`` is its path with its tag."""
        if not block.text and block.cache_control is not None:
            self.find(place, _CACHED_EMPTY, "cache-control-text")
        self.find("messages", _BLANK_TEXT if block.text else _EMPTY_TEXT, "empty-text", f"the block is {place}")

    def find_blank_string(self, number: int) -> None:
        """A message's content is a blank string."""
        self.find("messages", _BLANK_TEXT, "empty-text", f"the text is messages.{number}.content")

    def find(self, path: str, message: str, rule: str, hint: str = "") -> None:
        """Note a fault."""
        self.problems.append(Problem(path, message, rule, hint))
