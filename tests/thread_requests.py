"""Requests of message threads, as clients write them."""

from typing import Any, Final

from rystic_asgi import Simulator, reply, tool_use

BETA: Final = "message-threads-2026-08-12"
CREATE: Final[dict[str, Any]] = {"thread": {"type": "create"}}
HEADERS: Final = {"anthropic-beta": BETA, "anthropic-version": "2026-10-21"}
CALLS: Final = reply("I look.", tool_use("get_weather", {"city": "Paris"}), tool_use("get_weather", {"city": "Lyon"}))
ROUNDS: Final = [CALLS, tool_use("get_weather", {"city": "Metz"}), "Sunny everywhere."]


def after(response: str, *messages: dict[str, Any], **members: Any) -> dict[str, Any]:
    """The body of a continuation."""
    thread = {"type": "continue", "previous_message_id": response}
    return {"model": "claude-haiku-4-5", "max_tokens": 64, "messages": list(messages), "thread": thread, **members}


def said(words: str) -> Any:
    """A message of the user."""
    return {"role": "user", "content": words}


def result_of(answer: dict[str, Any]) -> Any:
    """What a client says to ``answer``: the results of its calls, or a text where it has none."""
    calls = [block["id"] for block in answer["content"] if block["type"] == "tool_use"]
    if not calls:
        return said("And then?")
    return {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": call, "content": "ok"} for call in calls],
    }


def shown(simulator: Simulator) -> list[tuple[str | None, int, int | None]]:
    """Of each request for a message: its thread, how many messages it sent, and the status of its answer."""
    return [
        ((entry.body.get("thread") or {}).get("type"), len(entry.body["messages"]), entry.status)
        for entry in simulator.messages
    ]
