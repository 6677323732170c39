"""A job desk: a general agent loop that says how it ended, and the desk's own tools."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

import anthropic
from anthropic.types import Message, MessageParam, TextBlock, ToolParam, ToolResultBlockParam, ToolUseBlock

MODEL: Final = "claude-opus-5-5"
MAX_TOKENS: Final = 8192

Handler = Callable[[Mapping[str, object]], str]
"""Runs one tool: from the input that the model chose to the text that it reads."""

Stopped = Literal["done", "step_limit", "refused", "paused", "context_full", "unknown"]

STOPPED: Final[Mapping[str | None, Stopped]] = {
    "end_turn": "done",
    "refusal": "refused",
    "pause_turn": "paused",
    "model_context_window_exceeded": "context_full",
}
"""How a run ends on each stop reason. Source: https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons."""


@dataclass(frozen=True)
class AgentResult:
    """How a run ended: the last reply's text, the number of replies, and why no more were asked for."""

    text: str
    steps: int
    stopped: Stopped


class ReplyCutOffError(RuntimeError):
    """A reply was longer than max_tokens; a call in it may lack the end of its input."""


def run_agent(
    client: anthropic.Anthropic,
    task: str,
    *,
    tools: Iterable[ToolParam],
    handlers: Mapping[str, Handler],
    max_steps: int,
    system: str | None = None,
) -> AgentResult:
    """Work on ``task`` until the model is done or has replied ``max_steps`` times. Raises ReplyCutOffError."""
    messages: list[MessageParam] = [{"role": "user", "content": task}]
    for step in range(1, max_steps + 1):
        reply = client.messages.create(
            model=MODEL, max_tokens=MAX_TOKENS, system=system or anthropic.omit, tools=tools, messages=messages
        )
        if reply.stop_reason == "max_tokens":
            raise ReplyCutOffError(f"reply {step} was cut off after {MAX_TOKENS} tokens; allow more and run again")
        if reply.stop_reason != "tool_use":
            return AgentResult(_text_in(reply), step, STOPPED.get(reply.stop_reason, "unknown"))
        results = [_result(block, handlers) for block in reply.content if isinstance(block, ToolUseBlock)]
        messages.append({"role": "assistant", "content": reply.content})
        messages.append({"role": "user", "content": results})
    return AgentResult("", max_steps, "step_limit")


def _result(call: ToolUseBlock, handlers: Mapping[str, Handler]) -> ToolResultBlockParam:
    result: ToolResultBlockParam = {"type": "tool_result", "tool_use_id": call.id}
    handler = handlers.get(call.name)
    if handler is None:
        return {**result, "content": f"Nothing here can run {call.name}.", "is_error": True}
    try:
        return {**result, "content": handler(call.input)}
    except Exception as error:
        return {**result, "content": f"{call.name} failed: {error}", "is_error": True}


def _text_in(reply: Message) -> str:
    return "".join(block.text for block in reply.content if isinstance(block, TextBlock))


FIND_JOB: Final[ToolParam] = {
    "name": "find_job",
    "description": "The suburb and the date of a job. Call it for each job number that a task mentions.",
    "input_schema": {
        "type": "object",
        "properties": {"number": {"type": "string", "description": "A job number, such as R-208."}},
        "required": ["number"],
    },
}
DRAFT_NOTE: Final[ToolParam] = {
    "name": "draft_note",
    "description": "Keeps a note to the crew as a draft; a person sends it. Call it once the job is found.",
    "input_schema": {
        "type": "object",
        "properties": {"text": {"type": "string", "description": "The note, in a sentence or two."}},
        "required": ["text"],
    },
}

SYSTEM: Final = "You plan the week of a roofing crew. Find a job before you write about it."
MAX_STEPS: Final = 6
JOBS: Final = {"R-208": "Northcote, booked for 3 March"}


def run_job_desk(client: anthropic.Anthropic, task: str) -> AgentResult:
    """Work on ``task`` with the desk's tools, instructions and limit. Raises ReplyCutOffError."""
    return run_agent(
        client,
        task,
        tools=(FIND_JOB, DRAFT_NOTE),
        handlers={"find_job": find_job, "draft_note": draft_note},
        max_steps=MAX_STEPS,
        system=SYSTEM,
    )


def find_job(arguments: Mapping[str, object]) -> str:
    """What is known of a job, or a sentence that says what is missing."""
    number = arguments.get("number")
    if not isinstance(number, str):
        return "A job number is needed, such as R-208."
    return JOBS.get(number, f"There is no job {number}. Ask for the number on the work order.")


def draft_note(arguments: Mapping[str, object]) -> str:
    """The note as it would be sent, or a sentence that says what is missing."""
    text = arguments.get("text")
    return f"Draft kept: {text}" if isinstance(text, str) else "The note needs a text."


def main() -> None:
    """Work on one task; address and key come from the environment."""
    result = run_job_desk(anthropic.Anthropic(), "The slates for R-208 come two days late. Draft a note to the crew.")
    print(f"{result.stopped} after {result.steps} replies: {result.text}")


if __name__ == "__main__":
    main()
