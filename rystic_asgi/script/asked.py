"""What conditions look at in a request: each is found when it is first asked for."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from msgspec import UNSET

from rystic_asgi.protocol.content import ContentBlock, TextBlock, ToolResultBlock, ToolUseBlock
from rystic_asgi.protocol.requests import Message
from rystic_asgi.validation.request import CheckedRequest

_USER: Final = ("user", "system")
_MODEL: Final = ("assistant", "system")


class Asked:
    """A request as conditions see it.

    Its last user turn is every user message since the model's last turn; what the model began after it, a prefill or
    a turn to be continued, still answers that turn. Messages of role system belong to no turn.
    """

    def __init__(self, request: CheckedRequest, headers: Mapping[bytes, bytes]) -> None:
        self._request = request
        self._headers = headers
        self.model = request.body.model
        self.max_tokens = request.body.max_tokens
        self.is_for_summary = request.body.compaction is not None

    @cached_property
    def system(self) -> str:
        """The texts of the system prompt, a line each."""
        system = self._request.body.system
        if system is UNSET:
            return ""
        return system if isinstance(system, str) else "\n".join(block.text for block in system)

    @cached_property
    def tools(self) -> tuple[str, ...]:
        """The names of the declared tools."""
        return tuple(tool.name for tool in self._request.tools)

    @cached_property
    def last_user_text(self) -> str:
        """The texts of the last user turn, a line each."""
        texts = (block for block in self._turn if isinstance(block, str | TextBlock))
        return "\n".join(block if isinstance(block, str) else block.text for block in texts)

    @cached_property
    def results(self) -> tuple[tuple[str, str], ...]:
        """The calls that the last user turn answers: id, and name of the tool, which is empty where it is not known."""
        answered = [block.tool_use_id for block in self._turn if isinstance(block, ToolResultBlock)]
        return tuple((call, self._calls.get(call, "")) for call in answered)

    def header(self, name: str) -> str | None:
        """A header by its name in lower case."""
        value = self._headers.get(name.encode("latin-1", "replace"))
        return None if value is None else value.decode("latin-1")

    @cached_property
    def _turn_bounds(self) -> tuple[int, int]:
        messages = self._request.body.messages
        end = _begin(messages, len(messages), _MODEL)
        return _begin(messages, end, _USER), end

    @cached_property
    def _turn(self) -> list[str | ContentBlock]:
        start, end = self._turn_bounds
        messages = self._request.body.messages[start:end]
        return [block for message in messages if message.role == "user" for block in _blocks(message)]

    @cached_property
    def _calls(self) -> dict[str, str]:
        start, messages = self._turn_bounds[0], self._request.body.messages
        turn = messages[_begin(messages, start, _MODEL) : start]
        blocks = (block for message in turn for block in _blocks(message))
        return {block.id: block.name for block in blocks if isinstance(block, ToolUseBlock)}


def _begin(messages: Sequence[Message], end: int, roles: Sequence[str]) -> int:
    """Where the messages of these roles begin that reach up to ``end``."""
    while end and messages[end - 1].role in roles:
        end -= 1
    return end


def _blocks(message: Message) -> Sequence[str | ContentBlock]:
    content = message.content
    if content is UNSET:
        return ()
    return (content,) if isinstance(content, str) else content
