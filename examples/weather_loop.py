"""A streaming agent loop with two tools: text is printed as it arrives, the answer on the last line."""

from collections.abc import Callable, Mapping
from typing import Final

import anthropic
from anthropic.types import Message, MessageParam, ToolParam, ToolUseBlock
from turns import exchange, joined_text

MODEL: Final = "claude-haiku-5-5"
MAX_TOKENS: Final = 1024
MAX_ROUNDS: Final = 8

GET_WEATHER: Final[ToolParam] = {
    "name": "get_weather",
    "description": "The weather in a city right now.",
    "input_schema": {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "A city's name, such as Paris."}},
        "required": ["city"],
    },
}
SEARCH_HELP: Final[ToolParam] = {
    "name": "search_help",
    "description": "Titles of help pages about a topic.",
    "input_schema": {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "What the page should be about."},
            "limit": {"type": "integer", "description": "The most titles to return; 3 when left out."},
        },
        "required": ["query"],
    },
}
TOOLS: Final = (GET_WEATHER, SEARCH_HELP)

FORECASTS: Final = {"Lyon": "24 degrees, light wind", "Paris": "19 degrees, showers"}
HELP_PAGES: Final = ("Change an order", "Cancel an order", "Return a parcel")


def get_weather(arguments: Mapping[str, object]) -> str:
    """The forecast of a city. Raises LookupError for a city without one."""
    city = str(arguments["city"])
    if city not in FORECASTS:
        raise LookupError(f"there is no forecast for {city!r}, only for {', '.join(FORECASTS)}")
    return FORECASTS[city]


def search_help(arguments: Mapping[str, object]) -> str:
    """The titles that share most words with the query, best first. Raises ValueError for a limit that is no number."""
    limit = arguments.get("limit", 3)
    if not isinstance(limit, int):
        raise ValueError(f"limit has to be a whole number, not {limit!r}")
    words = set(str(arguments["query"]).lower().split())
    shared = {title: len(words.intersection(title.lower().split())) for title in HELP_PAGES}
    best_first = sorted(filter(shared.__getitem__, HELP_PAGES), key=shared.__getitem__, reverse=True)
    return "\n".join(best_first[:limit]) or "No page matches."


FUNCTIONS: Final[Mapping[str, Callable[[Mapping[str, object]], str]]] = {
    "get_weather": get_weather,
    "search_help": search_help,
}


def run(client: anthropic.Anthropic, question: str) -> str:
    """The model's answer, after every tool call it made on the way. Raises RuntimeError when none comes."""
    conversation: list[MessageParam] = [{"content": question, "role": "user"}]
    reply = _stream_reply(client, conversation)
    rounds = 0
    while reply.stop_reason == "tool_use" and rounds < MAX_ROUNDS:
        conversation.extend(exchange(reply, _run_tool))
        reply = _stream_reply(client, conversation)
        rounds += 1
    if reply.stop_reason != "end_turn":
        raise RuntimeError(f"no answer: the reply after {rounds} rounds of calls ended with {reply.stop_reason}")
    return joined_text(reply)


def _stream_reply(client: anthropic.Anthropic, conversation: list[MessageParam]) -> Message:
    with client.messages.stream(model=MODEL, max_tokens=MAX_TOKENS, tools=TOOLS, messages=conversation) as stream:
        for piece in stream.text_stream:
            print(piece, end="", flush=True)
        reply = stream.get_final_message()
    if joined_text(reply):
        print()
    return reply


def _run_tool(call: ToolUseBlock) -> str:
    if call.name not in FUNCTIONS:
        raise LookupError("there is no such tool")
    return FUNCTIONS[call.name](call.input)


def main() -> None:
    """Ask one question; address and key come from the environment."""
    answer = run(anthropic.Anthropic(), "What is the weather in Paris and in Lyon, and how do I change an order?")
    print(f"Answer: {answer}")


if __name__ == "__main__":
    main()
