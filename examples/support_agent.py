"""The support desk of a ferry line: it finds bookings of the passenger who is signed in, or fetches a person."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final, Protocol

import anthropic
from anthropic.types import Message, MessageParam, ToolParam, ToolUseBlock
from turns import exchange, joined_text

REPLIES: Final = 6
"""Replies to one question before a person takes over."""

INSTRUCTIONS: Final = (
    "You write to passengers of a ferry line. Only find_booking knows about sailings; never guess one. "
    "If it finds nothing, let the passenger check the reference."
)
FIND_BOOKING: Final[ToolParam] = {
    "name": "find_booking",
    "description": "The sailing of one booking of the passenger who is writing.",
    "input_schema": {
        "type": "object",
        "properties": {"reference": {"type": "string", "description": "Four characters, such as KX4T."}},
        "required": ["reference"],
        "additionalProperties": False,
    },
}


@dataclass(frozen=True)
class Session:
    """The sign-in: it alone says who the passenger is."""

    passenger: str


@dataclass(frozen=True)
class Handover:
    """A person has to take over, and why."""

    reason: str


class Bookings(Protocol):
    """Where bookings are kept."""

    def find(self, reference: str, *, passenger: str) -> str:
        """The sailing of a booking. Raises LookupError when the passenger has no such booking."""


@dataclass(frozen=True)
class BookingsInMemory:
    """Sailings by reference, for each passenger."""

    sailings: Mapping[str, Mapping[str, str]]

    def find(self, reference: str, *, passenger: str) -> str:
        """The sailing of a booking. Raises LookupError when the passenger has no such booking."""
        own = self.sailings.get(passenger, {})
        if reference not in own:
            raise LookupError(f"{reference} is none of this passenger's bookings")
        return own[reference]


@dataclass(frozen=True)
class Desk:
    """Answers the passenger of one session."""

    client: anthropic.Anthropic
    session: Session
    bookings: Bookings

    def answer(self, question: str) -> str | Handover:
        """The model's answer, or a handover when it comes to none."""
        for reply in islice(self._replies(question), REPLIES):
            match reply.stop_reason:
                case "tool_use":
                    continue
                case "end_turn":
                    return joined_text(reply)
                case other:
                    return Handover(f"a reply ended with {other}")
        return Handover(f"{REPLIES} replies held no answer")

    def _replies(self, question: str) -> Iterator[Message]:
        """The reply to the question, then one to the results of each reply before, for as long as they are wanted."""
        conversation: list[MessageParam] = [{"content": question, "role": "user"}]
        while True:
            reply = self.client.messages.create(
                model="claude-haiku-5-5",
                max_tokens=1024,
                system=INSTRUCTIONS,
                tools=[FIND_BOOKING],
                messages=conversation,
            )
            yield reply
            conversation.extend(exchange(reply, self._run))

    def _run(self, call: ToolUseBlock) -> str:
        match call.name, call.input:
            case "find_booking", {"reference": str(reference)}:
                return self.bookings.find(reference, passenger=self.session.passenger)
            case "find_booking", _:
                raise ValueError("the reference has to be a string, such as 'KX4T'")
        raise LookupError("this desk has no such tool")


def main() -> None:
    """Answer one question; address and key come from the environment."""
    bookings = BookingsInMemory({"passenger-52": {"KX4T": "Friday 08:15 to Stornoway, car deck"}})
    desk = Desk(anthropic.Anthropic(), Session("passenger-52"), bookings)
    print(desk.answer("When does KX4T sail?"))


if __name__ == "__main__":
    main()
