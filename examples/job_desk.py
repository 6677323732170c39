"""The job desk of a print shop: an agent that reads job tickets, drafts e-mails, and tells how its work ended."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

import anthropic
from anthropic.types import Message, MessageParam, ToolParam, ToolUseBlock
from turns import exchange, joined_text

MODEL: Final = "claude-opus-5-5"
ROOM: Final = 8192
"""Tokens that one reply may fill."""


class Ending(Enum):
    """Why an agent took no further turn."""

    FINISHED = auto()
    OUT_OF_TURNS = auto()
    DECLINED = auto()
    PAUSED = auto()
    CONTEXT_FULL = auto()
    UNKNOWN = auto()


ENDINGS: Final[Mapping[str | None, Ending]] = {
    "end_turn": Ending.FINISHED,
    "refusal": Ending.DECLINED,
    "pause_turn": Ending.PAUSED,
    "model_context_window_exceeded": Ending.CONTEXT_FULL,
}
"""What a stop reason means for the work. Source: https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons."""


@dataclass(frozen=True)
class Outcome:
    """How work on a task ended, after how many turns, and the text that ended it, if any did."""

    ending: Ending
    turns: int
    text: str = ""


class CutOffError(Exception):
    """A reply filled its room, so the input of a call in it may be incomplete."""


@dataclass(frozen=True)
class Tool:
    """A tool as the model sees it, with the function behind it; None where this program has none."""

    declaration: ToolParam
    function: Callable[[Mapping[str, object]], str] | None = None


@dataclass(frozen=True)
class JobAgent:
    """Works on tasks with tools, within a limit of turns a task."""

    client: anthropic.Anthropic
    tools: Sequence[Tool]
    turn_limit: int
    instructions: str | None = None

    def work_on(self, task: str) -> Outcome:
        """Take turns until one calls no tool or the limit is reached. Raises CutOffError."""
        conversation: list[MessageParam] = [{"content": task, "role": "user"}]
        turns = 0
        while turns < self.turn_limit:
            reply = self._take_turn(conversation)
            turns += 1
            if ending := _ending_of(reply):
                return Outcome(ending, turns, joined_text(reply))
            conversation.extend(exchange(reply, self._run))
        return Outcome(Ending.OUT_OF_TURNS, turns)

    def _take_turn(self, conversation: Sequence[MessageParam]) -> Message:
        return self.client.messages.create(
            model=MODEL,
            max_tokens=ROOM,
            messages=conversation,
            system=self.instructions or anthropic.omit,
            tools=[tool.declaration for tool in self.tools],
        )

    def _run(self, call: ToolUseBlock) -> str:
        functions = {tool.declaration["name"]: tool.function for tool in self.tools}
        function = functions.get(call.name)
        if function is None:
            raise LookupError("no function stands behind this tool")
        return function(call.input)


def _ending_of(reply: Message) -> Ending | None:
    """What the reply ends the work with; None when it waits for results."""
    match reply.stop_reason:
        case "tool_use":
            return None
        case "max_tokens":
            raise CutOffError(f"a reply did not fit into {ROOM} tokens; none of its calls was run")
        case reason:
            return ENDINGS.get(reason, Ending.UNKNOWN)


TICKETS: Final = {"P-311": "400 posters for the Harbour Choir, on the press, ready on Friday at noon"}


def read_ticket(given: Mapping[str, object]) -> str:
    """What a ticket says, or that it is not on file. Raises ValueError for a number that is no string."""
    number = _string(given, "ticket")
    return TICKETS.get(number, f"{number} is not on file. The order confirmation shows the right number.")


def draft_email(given: Mapping[str, object]) -> str:
    """The draft as the desk will read it. Raises ValueError for a missing part."""
    return f"Waiting for approval, about {_string(given, 'ticket')}: {_string(given, 'body')}"


def _string(given: Mapping[str, object], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str):
        raise ValueError(f"{name} has to be a string")
    return value


TICKET: Final = {"type": "string", "description": "The ticket's number: P, a dash, three digits."}
TOOLS: Final = (
    Tool(
        {
            "name": "read_ticket",
            "description": "What is being printed on a ticket, for whom, and how far it is.",
            "input_schema": {"type": "object", "properties": {"ticket": TICKET}, "required": ["ticket"]},
        },
        read_ticket,
    ),
    Tool(
        {
            "name": "draft_email",
            "description": "Puts an e-mail to the customer of a ticket before the desk, which approves and mails it.",
            "input_schema": {
                "type": "object",
                "properties": {"ticket": TICKET, "body": {"type": "string", "description": "Plain text, no greeting."}},
                "required": ["ticket", "body"],
            },
        },
        draft_email,
    ),
)
INSTRUCTIONS: Final = (
    "You write for the job desk of a print shop. Promise customers nothing that a ticket does not say."
)


def print_shop_desk(client: anthropic.Anthropic) -> JobAgent:
    """The agent of the print shop."""
    return JobAgent(client, TOOLS, turn_limit=5, instructions=INSTRUCTIONS)


def main() -> None:
    """Work on one task; address and key come from the environment."""
    desk = print_shop_desk(anthropic.Anthropic())
    outcome = desk.work_on("The Harbour Choir asks when they can fetch P-311. Prepare an e-mail.")
    print(f"{outcome.ending.name}, turn {outcome.turns}: {outcome.text}")


if __name__ == "__main__":
    main()
