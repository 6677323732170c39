"""Prompt caching, counted in whole conversations by the official clients."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import anthropic
import anyio
import pytest
from anthropic.types import RawMessageStartEvent
from anthropic.types.beta import BetaMessage

from rystic_asgi import Request, Simulator, reply
from rystic_asgi.protocol.prompt_cache import LIFETIMES

Json = dict[str, Any]

MARK: Final[Json] = {"cache_control": {"type": "ephemeral"}}
HOUR: Final[Json] = {"cache_control": {"type": "ephemeral", "ttl": "1h"}}
TOOL: Final[Json] = {"name": "weigh", "description": "w" * 2048, "input_schema": {"type": "object"}}
TEXT: Final = "Be brief. " * 240
"""603 tokens: 600 for its characters, 3 for the block."""


def system(text: str = TEXT, mark: Json = MARK) -> list[Json]:
    return [{"type": "text", "text": text, **mark}]


def user(*content: Any) -> Json:
    return {"role": "user", "content": content[0] if isinstance(content[0], str) else [*content]}


def block(text: str, mark: Json | None = None) -> Json:
    return {"type": "text", "text": text, **(mark or {})}


QUESTION: Final[Json] = {"model": "claude-opus-5", "max_tokens": 99, "messages": [user("Weigh 7")]}


class Asking:
    """An official client, and what it is told of the cache."""

    def __init__(self, simulator: Simulator, client: anthropic.Anthropic) -> None:
        self.simulator, self.client = simulator, client

    def create(self, **fields: Any) -> BetaMessage:
        """The answer to a request."""
        message: BetaMessage = self.client.beta.messages.create(**QUESTION | fields)
        return message

    def message(self, *, stream: bool = False, **fields: Any) -> BetaMessage:
        """The answer to a request, whose count is what is used."""
        asked = QUESTION | fields
        counted = {key: value for key, value in asked.items() if key not in ("max_tokens", "metadata")}
        tokens = self.client.beta.messages.count_tokens(**counted).input_tokens
        message: BetaMessage
        if stream:
            with self.client.beta.messages.stream(**asked) as events:
                message = events.get_final_message()
        else:
            message = self.create(**fields)
        usage = message.usage
        assert tokens == sum(map(int, (usage.input_tokens, *cached(message)[:2])))
        return message

    def ask(self, **fields: Any) -> tuple[int, int]:
        """The tokens that are written and read."""
        return cached(self.message(**fields))[:2]

    def wait(self, seconds: float) -> None:
        self.simulator.advance_clock(seconds)


def cached(message: BetaMessage) -> tuple[int, int, int, int]:
    """What was written and read, and what was written for five minutes and for an hour."""
    usage, creation = message.usage, message.usage.cache_creation
    assert creation is not None
    written, read = usage.cache_creation_input_tokens, usage.cache_read_input_tokens
    assert written is not None
    assert read is not None
    return written, read, creation.ephemeral_5m_input_tokens, creation.ephemeral_1h_input_tokens


@pytest.fixture
def asking() -> Iterator[Asking]:
    simulator = Simulator()
    with simulator.client(max_retries=0) as client:
        yield Asking(simulator, client)


def test_a_second_request_reads_what_the_first_one_wrote(asking: Asking) -> None:
    first, second = (asking.message(system=system()) for _ in range(2))

    assert (first.usage.input_tokens, *cached(first)) == (7, 603, 0, 603, 0)
    assert (second.usage.input_tokens, *cached(second)) == (7, 0, 603, 0, 0)


@pytest.mark.parametrize(
    ("model", "tokens", "written"),
    [
        pytest.param("claude-opus-5", 511, 0, id="just-too-short"),
        pytest.param("claude-opus-5", 512, 512, id="just-long-enough"),
        pytest.param("claude-haiku-4-5-20251001", 4095, 0, id="too-short-for-haiku"),
        pytest.param("claude-haiku-4-5", 4096, 4096, id="long-enough-for-haiku"),
        pytest.param("my-model", 1023, 0, id="too-short-for-any"),
        pytest.param("my-model", 1024, 1024, id="long-enough-for-any"),
    ],
)
def test_a_short_prompt_is_not_cached(asking: Asking, model: str, tokens: int, written: int) -> None:
    text = "m" * (4 * (tokens - 3))

    assert [asking.ask(model=model, system=system(text)) for _ in range(2)] == [(written, 0), (0, written)]


def lines(count: int, *marked: int) -> list[Json]:
    """So many blocks of 53 tokens, some with a mark."""
    return [block(f"{number:04}" + "l" * 196, MARK if number in marked else None) for number in range(1, count + 1)]


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        pytest.param(lines(29, 29), (19 * 53, 10 * 53), id="within-20-places"),
        pytest.param(lines(30, 30), (30 * 53, 0), id="beyond-them"),
        pytest.param(lines(30, 10, 30), (20 * 53, 10 * 53), id="a-second-mark-where-it-was"),
        pytest.param(lines(48, 29, 48), (38 * 53, 10 * 53), id="a-second-mark-that-looks-further"),
    ],
)
def test_an_entry_is_looked_for_at_20_places(asking: Asking, later: list[Json], expected: tuple[int, int]) -> None:
    assert asking.ask(messages=[user(*lines(10, 10))]) == (530, 0)

    assert asking.ask(messages=[user(*later)]) == expected


def calls(count: int) -> list[Json]:
    """A turn that calls a tool so many times at once, and its results."""
    uses = [{"type": "tool_use", "id": f"toolu_{number}", "name": "weigh", "input": {}} for number in range(count)]
    results = [{"type": "tool_result", "tool_use_id": use["id"], "content": "2"} for use in uses]
    return [{"role": "assistant", "content": uses}, user(*results)]


def test_calls_at_once_are_one_place_and_so_are_their_results(asking: Asking) -> None:
    question, automatic = user(*lines(10, 10)), {"tools": [TOOL], **MARK}
    first = asking.ask(messages=[question], tools=[TOOL])

    written, read = asking.ask(messages=[question, *calls(30)], **automatic)

    assert first == (530 + 531, 0)
    assert (read, written > 0) == (530 + 531, True)


def test_an_entry_lasts_five_minutes_from_its_last_use(asking: Asking) -> None:
    told = []
    for seconds in (0, 299, 299, 300):
        asking.wait(seconds)
        told.append(asking.ask(system=system()))

    assert told == [(603, 0), (0, 603), (0, 603), (603, 0)]


def test_an_entry_of_an_hour_lasts_an_hour(asking: Asking) -> None:
    told = []
    for seconds in (0, 3599, 3600):
        asking.wait(seconds)
        told.append(cached(asking.message(system=system(mark=HOUR))))

    assert told == [(603, 0, 0, 603), (0, 603, 0, 0), (603, 0, 0, 603)]


def test_what_is_written_is_split_by_lifetime(asking: Asking) -> None:
    """The tools are read, the system prompt is written for an hour, the messages for five minutes."""
    asking.message(tools=[{**TOOL, **HOUR}])

    both = asking.message(tools=[{**TOOL, **HOUR}], system=system(mark=HOUR), messages=[user(*lines(2, 2))])

    assert cached(both) == (603 + 106, 531, 106, 603)


def test_an_entry_that_is_used_keeps_its_lifetime(asking: Asking) -> None:
    asking.ask(system=system(mark=HOUR))
    asking.ask(system=system())
    asking.wait(LIFETIMES["5m"])

    assert asking.ask(system=system()) == (0, 603)


CACHED: Final[Json] = {"tools": [{**TOOL, **MARK}], "system": system(), "messages": [user(*lines(3, 3))]}
TOOLS, SYSTEM, ALL = 531, 531 + 603, 531 + 603 + 159
SEARCH: Final[Json] = {"type": "web_search_20250305", "name": "web_search"}
IMAGE: Final[Json] = {"type": "image", "source": {"type": "url", "url": "https://example.com/1.png"}}
DOCUMENT: Final[Json] = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "a"}}
FORMAT: Final[Json] = {
    "type": "json_schema",
    "schema": {"type": "object", "properties": {}, "additionalProperties": False},
}


@pytest.mark.parametrize(
    ("changed", "read"),
    [
        pytest.param({}, ALL, id="nothing"),
        pytest.param({"model": "claude-opus-5-5"}, 0, id="model"),
        pytest.param({"tools": [{**TOOL, "description": "x" * 2048, **MARK}]}, 0, id="tools"),
        pytest.param({"tools": [{**TOOL, "name": "z"}, {**TOOL, **MARK}]}, 0, id="a-tool-before"),
        pytest.param({"system": system("Be long. " * 300)}, TOOLS, id="system"),
        pytest.param({"tools": [*CACHED["tools"], SEARCH]}, TOOLS, id="web-search"),
        pytest.param({"messages": [user(DOCUMENT | {"citations": {"enabled": True}})]}, TOOLS, id="citations"),
        pytest.param({"messages": [user(DOCUMENT)]}, SYSTEM, id="no-citations"),
        pytest.param({"speed": "fast", "betas": ["fast-mode-2026-02-01"]}, TOOLS, id="speed"),
        pytest.param({"output_config": {"format": FORMAT}}, TOOLS, id="format"),
        pytest.param({"messages": [user(block("Early"), *lines(3, 3))]}, SYSTEM, id="an-early-message"),
        pytest.param({"messages": [user(*lines(3, 3), IMAGE)]}, SYSTEM, id="images"),
        pytest.param({"tool_choice": {"type": "any"}}, SYSTEM, id="tool-choice"),
        pytest.param({"tool_choice": {"type": "auto", "disable_parallel_tool_use": True}}, SYSTEM, id="one-at-a-time"),
        pytest.param({"tool_choice": {"type": "auto"}}, ALL, id="the-usual-tool-choice"),
        pytest.param(
            {"thinking": {"type": "enabled", "budget_tokens": 1024}, "max_tokens": 2000}, SYSTEM, id="thinking"
        ),
        pytest.param({"thinking": {"type": "adaptive"}}, SYSTEM, id="adaptive"),
        pytest.param({"output_config": {"effort": "low"}}, SYSTEM, id="effort"),
        pytest.param({"output_config": {"effort": "high"}}, ALL, id="the-usual-effort"),
        pytest.param({"max_tokens": 7, "metadata": {"user_id": "u"}}, ALL, id="what-is-not-read"),
        pytest.param({"tools": [*CACHED["tools"], {**TOOL, "name": "z", "defer_loading": True}]}, ALL, id="deferred"),
    ],
)
def test_what_changes_loses_the_cache_from_there_on(asking: Asking, changed: Json, read: int) -> None:
    assert asking.ask(**CACHED) == (ALL, 0)

    assert asking.ask(**CACHED | changed)[1] == read


@pytest.mark.parametrize(("model", "read"), [("claude-opus-4-8", 1293), ("claude-opus-5", SYSTEM)])
def test_a_model_that_does_not_think_unasked_is_the_same_told_not_to(asking: Asking, model: str, read: int) -> None:
    asking.ask(**CACHED, model=model)

    assert asking.ask(**CACHED, model=model, thinking={"type": "disabled"})[1] == read


def test_the_automatic_mark_moves_with_the_conversation(asking: Asking) -> None:
    """What comes after the last block are the 3 tokens of the whole."""
    first = asking.message(messages=[user(TEXT)], **MARK)
    turns = [user(TEXT), {"role": "assistant", "content": first.content}, user("And 8?")]

    second = asking.message(messages=turns, **MARK)

    assert (first.usage.input_tokens, *cached(first)[:2]) == (3, 603, 0)
    reply_tokens = len(first.content[0].text) if first.content[0].type == "text" else 0
    grown = (2400 + reply_tokens + 6) // 4 + 9 - 603
    assert (second.usage.input_tokens, *cached(second)[:2]) == (3, grown, 603)


def test_the_automatic_mark_passes_over_what_cannot_be_marked(asking: Asking) -> None:
    thought = {"type": "thinking", "thinking": "Hm", "signature": "Eq"}
    turns = [user(TEXT), {"role": "assistant", "content": [thought]}]

    assert asking.ask(messages=turns, **MARK) == (603, 0)
    assert asking.ask(messages=[{"role": "assistant", "content": [thought]}], system=TEXT, **MARK) == (603, 0)
    assert asking.ask(messages=[{"role": "assistant", "content": [thought]}], **MARK) == (0, 0)


def test_a_conversation_grows_turn_by_turn(asking: Asking) -> None:
    """Each turn reads what the last one wrote, and writes what is new."""
    messages: list[Json] = []
    told = []
    for number in range(4):
        messages.append(user(block(f"{number}" + "t" * 2399)))
        last = {**messages[-1], "content": [{**messages[-1]["content"][0], **MARK}]}
        told.append(asking.ask(messages=[*messages[:-1], last]))
        messages.append({"role": "assistant", "content": "s" * 400})

    assert told == [(603, 0), (706, 603), (706, 1309), (706, 2015)]


def test_a_text_is_the_same_as_a_string_and_as_a_block(asking: Asking) -> None:
    asking.ask(messages=[user(TEXT), {"role": "assistant", "content": "Two"}, user(block("And 8?", MARK))])

    turns = [user(block(TEXT)), {"role": "assistant", "content": [block("Two")]}, user("And 8?")]
    assert asking.ask(messages=turns, **MARK) == (0, 611)


def test_a_mark_in_a_result_is_one_on_it(asking: Asking) -> None:
    use, result = calls(1)
    marked = [block("a" * 2400, MARK), block("b")]
    bare = [block("a" * 2400), block("b")]
    first = asking.ask(messages=[user("Go"), use, user({**result["content"][0], "content": marked})], tools=[TOOL])

    turns = [user("Go"), use, user({**result["content"][0], "content": bare})]
    assert first[0] > 603
    assert asking.ask(messages=turns, tools=[TOOL], **MARK) == (0, first[0])


def test_a_stream_begins_with_the_counts_of_the_cache(asking: Asking) -> None:
    asking.ask(system=system())
    whole = asking.message(system=system())

    asked: Any = {**QUESTION, "system": system(), "stream": True}
    with asking.client.messages.create(**asked) as stream:
        start = next(iter(stream))

    assert isinstance(start, RawMessageStartEvent)
    assert start.message.usage.cache_read_input_tokens == 603
    assert start.message.usage.input_tokens == 7
    assert asking.message(stream=True, system=system()).usage == whole.usage


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param({"output_tokens": 5}, (7, 603, 0), id="something-else"),
        pytest.param({"cache_read_input_tokens": 9}, (7, 603, 9), id="what-was-read"),
        pytest.param({"input_tokens": 1, "cache_creation_input_tokens": 2}, (1, 2, 0), id="what-was-written"),
    ],
)
def test_what_a_script_gives_wins(given: Json, expected: Sequence[int]) -> None:
    simulator = Simulator(replies=[reply("Two.", usage=given)])
    with simulator.client() as client:
        usage = Asking(simulator, client).create(system=system()).usage

    assert (usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens) == expected
    assert usage.cache_creation is not None
    assert usage.cache_creation.ephemeral_5m_input_tokens == expected[1]


def test_a_reset_forgets_what_was_cached(asking: Asking) -> None:
    first = asking.ask(system=system())
    asking.simulator.reset()

    assert asking.ask(system=system()) == first == (603, 0)


def test_nothing_is_cached_of_a_request_from_before_a_reset() -> None:
    simulator = Simulator()

    def forget(request: Request) -> str:
        simulator.reset()
        return "Two."

    simulator.load([reply(forget, when={"max_tokens": 5})])
    with simulator.client() as client:
        asking = Asking(simulator, client)

        assert [asking.ask(system=system(), max_tokens=count) for count in (5, 6, 6)] == [(603, 0), (603, 0), (0, 603)]


@pytest.mark.anyio
async def test_requests_at_once_write_the_same_entry() -> None:
    simulator = Simulator()
    async with simulator.async_client() as client:
        asked: Any = QUESTION | {"system": system()}
        first = await client.beta.messages.create(**asked)
        found: list[BetaMessage] = []

        async def ask() -> None:
            found.append(await client.beta.messages.create(**asked))

        async with anyio.create_task_group() as tasks:
            for _ in range(5):
                tasks.start_soon(ask)

    assert cached(first)[:2] == (603, 0)
    assert [cached(message)[:2] for message in found] == [(0, 603)] * 5


def test_nothing_is_cached_of_a_request_that_failed() -> None:
    simulator = Simulator(replies=[{"error": {"status": 529}}])
    with simulator.client(max_retries=0) as client:
        asking = Asking(simulator, client)
        with pytest.raises(anthropic.APIStatusError):
            asking.ask(system=system())

        assert asking.ask(system=system()) == (603, 0)


def test_advice_is_read_without_the_cache_of_the_model_that_asked(asking: Asking) -> None:
    advice = [
        block("I ask."),
        {"type": "server_tool_use", "name": "advisor"},
        {"type": "advisor_tool_result", "content": {"type": "advisor_result", "text": "Go on"}},
        block("I do."),
    ]
    asking.simulator.load([reply(*advice)])
    usage = asking.create(
        system=system(),
        tools=[{"type": "advisor_20260301", "name": "advisor", "model": "claude-opus-5-5"}],
        betas=["advisor-tool-2026-03-01"],
    ).usage

    first, other, second = usage.iterations or []
    written = usage.cache_creation_input_tokens
    assert (first.cache_creation_input_tokens, first.cache_read_input_tokens) == (written, 0)
    assert (other.cache_creation_input_tokens, other.cache_read_input_tokens) == (0, 0)
    assert (second.cache_creation_input_tokens, second.cache_read_input_tokens) == (0, written)
    assert usage.cache_read_input_tokens == written
