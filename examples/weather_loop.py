"""A streaming agent loop with two tools: text is printed as it arrives, the answer on the last line."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import anthropic
from anthropic.types import Message, MessageParam, TextBlock, ToolParam, ToolResultBlockParam, ToolUseBlock

MODEL: Final = "claude-haiku-5-5"
MAX_TOKENS: Final = 1024
MAX_REPLIES: Final = 10

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


HANDLERS: Final[Mapping[str, Callable[[Mapping[str, object]], str]]] = {
    "get_weather": get_weather,
    "search_help": search_help,
}


def run(client: anthropic.Anthropic, question: str) -> str:
    """The model's answer, after every tool call it made on the way. Raises RuntimeError when none comes."""
    messages: list[MessageParam] = [{"role": "user", "content": question}]
    for _ in range(MAX_REPLIES):
        reply = _stream_reply(client, messages)
        messages.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason == "end_turn":
            return _text_in(reply)
        if reply.stop_reason != "tool_use":
            raise RuntimeError(f"the reply ended with {reply.stop_reason}, without an answer")
        messages.append({"role": "user", "content": list(_results(reply))})
    raise RuntimeError(f"no answer after {MAX_REPLIES} replies")


def _stream_reply(client: anthropic.Anthropic, messages: list[MessageParam]) -> Message:
    with client.messages.stream(model=MODEL, max_tokens=MAX_TOKENS, tools=TOOLS, messages=messages) as stream:
        for piece in stream.text_stream:
            print(piece, end="", flush=True)
        reply = stream.get_final_message()
    if _text_in(reply):
        print()
    return reply


def _results(reply: Message) -> Iterator[ToolResultBlockParam]:
    for block in reply.content:
        if isinstance(block, ToolUseBlock):
            yield _result(block)


def _result(call: ToolUseBlock) -> ToolResultBlockParam:
    result: ToolResultBlockParam = {"type": "tool_result", "tool_use_id": call.id}
    handler = HANDLERS.get(call.name)
    if handler is None:
        return {**result, "content": f"There is no tool {call.name}.", "is_error": True}
    try:
        return {**result, "content": handler(call.input)}
    except (LookupError, ValueError) as error:
        return {**result, "content": f"{call.name} failed: {error}", "is_error": True}


def _text_in(reply: Message) -> str:
    return "".join(block.text for block in reply.content if isinstance(block, TextBlock))


def main() -> None:
    """Ask one question; address and key come from the environment."""
    answer = run(anthropic.Anthropic(), "What is the weather in Paris and in Lyon, and how do I change an order?")
    print(f"Answer: {answer}")


if __name__ == "__main__":
    main()
