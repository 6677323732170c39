"""The rules for a conversation's shape, all in one pass over its messages.

Sources: https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls; the words of each message in
the public reports that the table of rules names.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import UNSET

from rystic_asgi.protocol.content import ContentBlock, TextBlock, ToolResultBlock, ToolUseBlock
from rystic_asgi.protocol.requests import Message
from rystic_asgi.validation.problem import Problem

_MISSING: Final = (
    "`tool_use` ids were found without `tool_result` blocks immediately after: {ids}. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
)
_UNEXPECTED: Final = (
    "unexpected `tool_use_id` found in `tool_result` blocks: {id}. "
    "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
)
_REPEATED: Final = "each tool_use must have a single result. Found multiple `tool_result` blocks with id: {id}"
_EMPTY: Final = {
    "user": "user messages must have non-empty content",
    "assistant": "all messages must have non-empty content except for the optional final assistant message",
}


def conversation_problems(messages: Sequence[Message]) -> list[Problem]:
    """Faults in the order of the messages; entries of one role in a row count as one turn."""
    if len(messages) == 1 and _is_plain_question(messages[0]):
        return []
    conversation = _Conversation(len(messages))
    for number, message in enumerate(messages):
        conversation.read(number, message)
    conversation.end()
    return conversation.problems


def _is_plain_question(message: Message) -> bool:
    """The commonest request begins a conversation with one text; nothing in it can be out of place."""
    content = message.content
    return isinstance(content, str) and message.role == "user" and bool(content) and not content.isspace()


class _Conversation:
    """Follows calls and their results: results stand first in the turn right after the turn of their calls."""

    __slots__ = ("_answer_from", "_answered", "_cut_off", "_length", "_open", "_role", "problems")

    def __init__(self, length: int) -> None:
        self.problems: list[Problem] = []
        self._length = length
        self._role = ""
        self._answer_from = 0
        self._open: dict[str, None] = {}
        self._answered: set[str] = set()
        self._cut_off = False

    def read(self, number: int, message: Message) -> None:
        """One message; it continues the turn before it when the roles are the same."""
        role, content = message.role, message.content
        if role != self._role:
            if self._open or self._role == "assistant":
                self._end_turn(number, role)
            self._role = role
        if not content:
            self._read_nothing(number, message)
            return
        readers, plain, other = _READERS[role]
        if isinstance(content, str):
            plain(self, content)
            return
        for index, block in enumerate(content):
            readers.get(type(block), other)(self, block, number, index)

    def end(self) -> None:
        """No message is left."""
        if not self._length:
            self._find("messages", "at least one message is required", "empty-content")
        self._end_turn(self._length, "")

    def _end_turn(self, number: int, following: str) -> None:
        if self._role == "assistant":
            self._answer_from = number
        if self._open and (self._role != "assistant" or following != "user"):
            self._close()

    def _close(self) -> None:
        """No more results can come: what is open stays without one."""
        missing = ", ".join(call for call in self._open if call not in self._answered)
        self._open, self._answered, self._cut_off = {}, set(), False
        if missing:
            self._find(f"messages.{self._answer_from}", _MISSING.format(ids=missing), "tool-result-missing")

    def _read_nothing(self, number: int, message: Message) -> None:
        if message.role == "system":
            return
        if message.content is UNSET:
            self._find(f"messages.{number}.content", "Field required", "empty-content")
        elif message.role == "user" or number < self._length - 1:
            self._find(f"messages.{number}", _EMPTY[message.role], "empty-content")

    def _read_call(self, block: ToolUseBlock, number: int, index: int) -> None:
        if block.id in self._open:
            self._find(f"messages.{number}.content.{index}", "`tool_use` ids must be unique", "tool-use-ids")
        self._open[block.id] = None

    def _read_own_text(self, block: TextBlock, number: int, index: int) -> None:
        self._hear_own(block.text)

    def _read_user_text(self, block: TextBlock, number: int, index: int) -> None:
        self._hear(block.text)

    def _hear_own(self, text: str) -> None:
        self._cut_off = bool(self._open)
        if not text or text.isspace():
            self._find_empty(text)

    def _hear(self, text: str) -> None:
        if self._open:
            self._close()
        if not text or text.isspace():
            self._find_empty(text)

    def _find_empty(self, text: str) -> None:
        wanted = "contain non-whitespace text" if text else "be non-empty"
        self._find("messages", f"text content blocks must {wanted}", "empty-text")

    def _read_result(self, block: ToolResultBlock, number: int, index: int) -> None:
        if self._cut_off:
            self._close()
        call = block.tool_use_id
        if call in self._answered:
            self._find(f"messages.{number}.content.{index}", _REPEATED.format(id=call), "tool-result-repeated")
        elif call not in self._open:
            self._find(f"messages.{number}.content.{index}", _UNEXPECTED.format(id=call), "tool-result-unexpected")
        self._answered.add(call)

    def _read_other(self, block: ContentBlock, number: int, index: int) -> None:
        if self._open:
            self._close()

    def _read_misplaced(self, block: ContentBlock, number: int, index: int) -> None:
        name, place = _PLACES[type(block)]
        message = f"`{name}` blocks can only be in `{place}` messages"
        self._find(f"messages.{number}.content.{index}", message, "blocks-per-role")

    def _ignore(self, block: ContentBlock, number: int, index: int) -> None:
        pass

    def _find(self, path: str, message: str, rule: str) -> None:
        self.problems.append(Problem(path, message, rule))


_PLACES: Final[dict[type, tuple[str, str]]] = {
    ToolUseBlock: ("tool_use", "assistant"),
    ToolResultBlock: ("tool_result", "user"),
}

_Reader = Callable[[_Conversation, Any, int, int], None]

_USER: Final[dict[type, _Reader]] = {
    ToolResultBlock: _Conversation._read_result,
    TextBlock: _Conversation._read_user_text,
    ToolUseBlock: _Conversation._read_misplaced,
}
_ASSISTANT: Final[dict[type, _Reader]] = {
    ToolUseBlock: _Conversation._read_call,
    TextBlock: _Conversation._read_own_text,
    ToolResultBlock: _Conversation._read_misplaced,
}
_READERS: Final[dict[str, tuple[dict[type, _Reader], Callable[[_Conversation, str], None], _Reader]]] = {
    "user": (_USER, _Conversation._hear, _Conversation._read_other),
    "system": (_USER, _Conversation._hear, _Conversation._read_other),
    "assistant": (_ASSISTANT, _Conversation._hear_own, _Conversation._ignore),
}
"""By role: who reads a block of which type, who reads content that is a string, and who reads other blocks."""
