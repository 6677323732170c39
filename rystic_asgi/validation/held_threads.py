"""What a message thread holds, and how it is read back: a turn for each response, which names the one before it.

So a thread of many rounds is kept once. Source: anthropic 2.14.0, types/beta/beta_message_thread_param.py.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from rystic_asgi.protocol.documents import LoneTextBlock
from rystic_asgi.protocol.parameters import JsonOutputFormat, OutputConfig
from rystic_asgi.protocol.requests import Message

TURN: Final = "thread"
"""The kind of the records that hold turns, each by the id of its response."""
END: Final = "thread_end"
"""The kind of the records that tell, by the id of a response, whether it may be continued: none while it is being."""
OPEN: Final = b"open"
CONTINUED: Final = b"continued"

LIFETIME: Final = 300.0
"""Seconds for which a response can be continued.

Source: https://platform.claude.com/docs/en/build-with-claude/message-threads
"""

Get = Callable[[str, str], bytes | None]
"""From the kind and the key of a record to its value."""


class Fixed(Struct, frozen=True, gc=False):
    """What a thread was created with and goes on with; a continuation does not send it, or sends it unchanged."""

    system: str | list[LoneTextBlock] | UnsetType = UNSET
    tools: list[Raw] | UnsetType = UNSET
    output_config: OutputConfig | UnsetType = UNSET
    output_format: JsonOutputFormat | None = None


class HeldTurn(Struct, frozen=True, gc=False):
    """The messages of a request, with the reply at their end, after the turn of the response ``before``.

    ``at`` is when the request came, in seconds since the baseline; ``fixed`` is that of the first turn.
    """

    before: str
    at: float
    messages: Raw
    fixed: Raw = Raw(b"{}")


class Conversation(NamedTuple):
    """A thread up to a response, oldest turn first. ``end`` is what is known of its being continued."""

    response: str
    turns: tuple[HeldTurn, ...]
    messages: list[Message]
    fixed: Fixed
    end: bytes | None

    def as_json(self) -> list[dict[str, Any]]:
        """The messages as they were sent and answered."""
        messages: list[dict[str, Any]] = msgspec.json.decode(_messages_of(self.turns))
        return messages

    def fixed_as_json(self) -> dict[str, Any]:
        """The fields that the thread goes on with."""
        fixed: dict[str, Any] = msgspec.json.decode(self.turns[0].fixed)
        return fixed


def nothing_kept(kind: str, key: str) -> bytes | None:
    """The records of a simulator that has answered nothing."""
    return None


def read_conversation(get: Get, now: float, response: str) -> Conversation | None:
    """The thread up to ``response``; None where no such response is held, or for too long, or not the whole thread.

    Neither is one whose reply the API would not take back from a client.
    """
    turns = _turns(get, response)
    if not turns or now - turns[-1].at > LIFETIME:
        return None
    try:
        messages = _MESSAGES.decode(_messages_of(turns))
        fixed = _FIXED.decode(turns[0].fixed)
    except msgspec.ValidationError:
        return None
    return Conversation(response, turns, messages, fixed, get(END, response))


def _turns(get: Get, response: str) -> tuple[HeldTurn, ...]:
    turns: list[HeldTurn] = []
    while response:
        kept = get(TURN, response)
        if kept is None:
            return ()
        turns.append(_TURN.decode(kept))
        response = turns[-1].before
    return tuple(reversed(turns))


def _messages_of(turns: Sequence[HeldTurn]) -> bytes:
    """The messages of all turns as one JSON list, which is read faster than many."""
    lists = (bytes(turn.messages)[1:-1] for turn in turns)
    return b"[%b]" % b",".join(filter(None, lists))


_MESSAGES: Final = msgspec.json.Decoder(list[Message])
_FIXED: Final = msgspec.json.Decoder(Fixed)
_TURN: Final = msgspec.json.Decoder(HeldTurn)

_WITH_BLOCKS: Final = frozenset(("content", "source", "tool", "definition", "tool_references"))
"""Members that hold blocks. Source: anthropic 2.14.0, lib/threads/_thread_state.py."""


def hold_turn(body: dict[str, Any], content: list[dict[str, Any]], before: str, at: float) -> bytes:
    """The record of a turn: the request's ``body`` and the blocks of its reply.

    Breakpoints are left out, as each was set for the request that sent it, and so are blank texts of the reply, which
    no request may hold.
    """
    said = [block for block in content if block["type"] != "text" or block["text"].strip()]
    reply = [{"role": "assistant", "content": said}] if said else []
    messages = msgspec.json.encode([*unmarked(body["messages"]), *reply])
    names = () if before else (name for name in Fixed.__struct_fields__ if body.get(name) is not None)
    fixed = {name: unmarked(body[name]) for name in names}
    return msgspec.json.encode(HeldTurn(before, at, Raw(messages), Raw(msgspec.json.encode(fixed))))


def unmarked(value: Any) -> Any:
    """``value`` without the breakpoints of the blocks in it; what is no block stays as it is."""
    if isinstance(value, list):
        return [unmarked(item) for item in value]
    if not isinstance(value, dict):
        return value
    kept = ((name, item) for name, item in value.items() if name != "cache_control")
    return {name: unmarked(item) if name in _WITH_BLOCKS else item for name, item in kept}
