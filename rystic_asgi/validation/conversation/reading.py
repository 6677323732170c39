"""All rules over ``messages``, in one pass: each block is handed to the rules that its type concerns."""

from typing import Any, Final

from msgspec import UNSET

from rystic_asgi.protocol.content import TextBlock
from rystic_asgi.protocol.requests import Message, MessagesRequest
from rystic_asgi.validation.breakpoints import Breakpoints
from rystic_asgi.validation.conversation.files import KeptFiles
from rystic_asgi.validation.conversation.notes import Notes
from rystic_asgi.validation.conversation.passback import Recall, nothing_issued
from rystic_asgi.validation.conversation.readers import READERS, Reader, read_other
from rystic_asgi.validation.conversation.searches import search_problems
from rystic_asgi.validation.conversation.system_messages import directive_problems, system_message_problems
from rystic_asgi.validation.declared_tools import DeclaredNames
from rystic_asgi.validation.extra_inputs import message_extra_problems
from rystic_asgi.validation.headers import RequestHeaders
from rystic_asgi.validation.problem import Problem
from rystic_asgi.validation.texts import BLANK

_EMPTY: Final = {
    "user": "user messages must have non-empty content",
    "assistant": "all messages must have non-empty content except for the optional final assistant message",
}
_TRAILING: Final = "final assistant content cannot end with trailing whitespace"
_ALTERNATE: Final = 'roles must alternate between "user" and "assistant", but found multiple "{role}" roles in a row'
_NO_MESSAGE: Final = "at least one message is required"


def conversation_problems(
    request: MessagesRequest,
    breakpoints: Breakpoints,
    declared: DeclaredNames,
    headers: RequestHeaders,
    recall: Recall = nothing_issued,
    files: KeptFiles | None = None,
) -> list[Problem]:
    """Faults of the messages, in no order; entries of one role in a row count as one turn.

    ``breakpoints`` has seen tools and system prompt; ``declared`` are the names of the request's tools;
    ``recall`` knows the search results that were issued, ``files`` finds those that there are.
    """
    notes = Notes(breakpoints, declared, headers, request.model, files)
    reading = _Reading(request.messages, notes, headers)
    for number, message in enumerate(request.messages):
        reading.read(number, message)
    reading.end()
    notes.citing.end(request)
    for path, block in notes.searches.items():
        notes.problems += search_problems(block, path, recall)
    return notes.problems


class _Reading:
    __slots__ = ("_before_section", "_headers", "_messages", "_notes", "_role")

    def __init__(self, messages: list[Message], notes: Notes, headers: RequestHeaders) -> None:
        self._messages = messages
        self._notes = notes
        self._headers = headers
        self._role = ""
        self._before_section: Message | None = None

    def read(self, number: int, message: Message) -> None:
        """One message; it continues the turn before it when the roles are the same."""
        role, content = message.role, message.content
        if role != self._role:
            self._begin_turn(number, role)
        elif role != "system":
            self._notes.report("messages", _ALTERNATE.format(role=role), "alternation")
        if role == "system":
            self._read_system(number, message)
        elif message.output_config is not None or message.clear_at is not None:
            self._notes.problems += message_extra_problems(message, number, self._headers)
            self._notes.problems += directive_problems(message, number)
        elif not content:
            self._read_nothing(number, message)
        elif isinstance(content, str):
            self._read_string(number, role, content)
        else:
            self._read_blocks(READERS[role], content, number)

    def _begin_turn(self, number: int, role: str) -> None:
        self._notes.pairing.begin_turn(number, role)
        self._before_section = self._messages[number - 1] if number else None
        self._role = role

    def _read_blocks(self, readers: dict[type, Reader], content: Any, number: int) -> None:
        notes, reader_of = self._notes, readers.get
        for index, block in enumerate(content):
            reader_of(type(block), read_other)(notes, block, number, index)
            control = getattr(block, "cache_control", None)
            if control is not None:
                notes.breakpoints.mark(f"messages.{number}.content.{index}", control)

    def _read_string(self, number: int, role: str, content: str) -> None:
        if role == "user":
            self._notes.read_other_content()
        elif self._notes.pairing.open:
            self._notes.pairing.read_more()
        if content.isspace():
            self._notes.report("messages", BLANK, "empty-text", f"the text is messages.{number}.content")

    def _read_system(self, number: int, message: Message) -> None:
        after = self._messages[number + 1] if number + 1 < len(self._messages) else None
        self._notes.problems += message_extra_problems(message, number, self._headers)
        self._notes.problems += system_message_problems(message, number, self._before_section, after)
        if message.content and not isinstance(message.content, str):
            self._read_blocks(READERS["system"], message.content, number)

    def _read_nothing(self, number: int, message: Message) -> None:
        if message.content is UNSET:
            self._notes.report(f"messages.{number}.content", "Field required", "empty-content")
        elif message.role == "user" or number < len(self._messages) - 1:
            self._notes.report(f"messages.{number}", _EMPTY[message.role], "empty-content")

    def end(self) -> None:
        """No message is left."""
        notes = self._notes
        if not self._messages:
            notes.report("messages", _NO_MESSAGE, "empty-content")
        notes.pairing.begin_turn(len(self._messages), "")
        if notes.server_calls.open:
            notes.server_calls.end(notes.declared)
        notes.images.end()
        if self._role == "assistant" and _ends_blank(self._messages[-1]):
            notes.report("messages", _TRAILING, "trailing-whitespace")


def _ends_blank(message: Message) -> bool:
    content = message.content
    last = content[-1] if isinstance(content, list) and content else content
    text = last.text if isinstance(last, TextBlock) else last
    return isinstance(text, str) and text[-1:].isspace()
