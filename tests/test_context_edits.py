"""Context editing: what is cleared, what is told of it, and what a count then holds."""

from collections.abc import Iterator
from typing import Any, Final

import anthropic
import pytest

from rystic_asgi import Simulator, reply
from rystic_asgi.engine.context_edits import CLEARED
from tests.test_played_blocks import dumped

Json = dict[str, Any]

TOOLS: Final = [{"name": name, "input_schema": {"type": "object"}} for name in ("weigh", "search")]
BETAS: Final = ["context-management-2025-06-27"]
RESULT: Final = 50
"""Tokens of a result's text; 2 are left of one that is cleared, its block in any case."""
SAVED: Final = RESULT - len(CLEARED) / 4


def rounds(count: int, name: str = "weigh", start: int = 0, text: str = "r" * 4 * RESULT) -> list[Json]:
    """Calls with their results, a call a turn."""
    messages: list[Json] = []
    for number in range(start, start + count):
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": {"of": "i" * 400}}
        result = {"type": "tool_result", "tool_use_id": call["id"], "content": text}
        messages += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    return messages


def thoughts(*texts: str) -> list[Json]:
    """Turns of the model, each with a thought of 10 tokens and more for its block, each asked for."""
    turns: list[Json] = []
    for text in texts:
        thought = {"type": "thinking", "thinking": text, "signature": "Eq"}
        said = {"type": "text", "text": "Two."}
        turns += [{"role": "user", "content": "Go"}, {"role": "assistant", "content": [thought, said]}]
    return [*turns, {"role": "user", "content": "Go"}]


def tool_uses(**members: Any) -> Json:
    return {"type": "clear_tool_uses_20250919", "trigger": {"type": "tool_uses", "value": 1}, **members}


@pytest.fixture
def client() -> Iterator[anthropic.Anthropic]:
    with Simulator().client(max_retries=0) as client:
        yield client


def asked(messages: list[Json], edits: list[Json], **fields: Any) -> Json:
    management = {"context_management": {"edits": edits}, "betas": BETAS}
    return {"model": "claude-opus-5", "messages": messages, "tools": TOOLS, **management, **fields}


def applied(client: anthropic.Anthropic, messages: list[Json], *edits: Json, **fields: Any) -> list[Json]:
    """What is told of the edits: of a whole reply, of a stream, and in the difference that a count shows."""
    body = asked(messages, list(edits), **fields)
    whole = client.beta.messages.create(**body, max_tokens=99)
    with client.beta.messages.stream(**body, max_tokens=99) as stream:
        parts = stream.get_final_message()
    counted = client.beta.messages.count_tokens(**body)
    assert dumped(whole) | {"id": ""} == dumped(parts) | {"id": ""}
    assert whole.context_management is not None
    assert counted.context_management is not None
    edits_made = [edit.model_dump() for edit in whole.context_management.applied_edits]
    cleared = sum(edit["cleared_input_tokens"] for edit in edits_made)
    assert counted.context_management.original_input_tokens - counted.input_tokens == cleared
    assert whole.usage.input_tokens == counted.input_tokens
    return edits_made


def uses(edits: list[Json]) -> int:
    """How many uses were cleared, each with the tokens of its result."""
    if not edits:
        return 0
    ((count),) = [edit["cleared_tool_uses"] for edit in edits]
    assert abs(edits[0]["cleared_input_tokens"] - count * SAVED) < 1
    return int(count)


@pytest.mark.parametrize(
    ("count", "edit", "cleared"),
    [
        pytest.param(5, tool_uses(), 2, id="all-but-three"),
        pytest.param(5, tool_uses(keep={"type": "tool_uses", "value": 1}), 4, id="all-but-one"),
        pytest.param(5, tool_uses(keep={"type": "tool_uses", "value": 0}), 5, id="all"),
        pytest.param(3, tool_uses(), 0, id="none-too-many"),
        pytest.param(5, tool_uses(trigger={"type": "tool_uses", "value": 5}), 0, id="not-more-than-the-trigger"),
        pytest.param(6, tool_uses(trigger={"type": "tool_uses", "value": 5}), 3, id="more-than-the-trigger"),
        pytest.param(5, tool_uses(trigger={"type": "input_tokens", "value": 100}), 2, id="tokens"),
        pytest.param(5, tool_uses(trigger={"type": "input_tokens", "value": 9000}), 0, id="too-few-tokens"),
        pytest.param(5, {"type": "clear_tool_uses_20250919"}, 0, id="100,000-tokens"),
        pytest.param(5, tool_uses(clear_at_least={"type": "input_tokens", "value": 90}), 2, id="at-least"),
        pytest.param(5, tool_uses(clear_at_least={"type": "input_tokens", "value": 100}), 0, id="less-than-at-least"),
        pytest.param(5, tool_uses(exclude_tools=["weigh"]), 0, id="excluded"),
        pytest.param(5, tool_uses(exclude_tools=["search"]), 2, id="another-excluded"),
    ],
)
def test_the_oldest_results_are_cleared(client: anthropic.Anthropic, count: int, edit: Json, cleared: int) -> None:
    messages = [{"role": "user", "content": "Weigh all"}, *rounds(count)]

    assert uses(applied(client, messages, edit)) == cleared


@pytest.mark.parametrize(
    ("clear_tool_inputs", "of"),
    [(True, 2), (["weigh"], 2), (["search"], 0), (False, 0), (None, 0)],
    ids=["all", "of-a-tool", "of-another", "none", "null"],
)
def test_the_inputs_of_calls_may_be_cleared_as_well(
    client: anthropic.Anthropic, clear_tool_inputs: Any, of: int
) -> None:
    messages = [{"role": "user", "content": "Weigh all"}, *rounds(5)]

    (edit,) = applied(client, messages, tool_uses(clear_tool_inputs=clear_tool_inputs))

    assert edit["cleared_tool_uses"] == 2
    assert abs(edit["cleared_input_tokens"] - 2 * SAVED - of * len('"of":"' + "i" * 400 + '"') / 4) < 1


def test_a_result_of_the_server_is_one_as_well(client: anthropic.Anthropic) -> None:
    call = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
    found = {"type": "web_search_result", "title": "T" * 400, "url": "https://example.com", "encrypted_content": "Eq"}
    result = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [found]}
    turns: list[Json] = [{"role": "user", "content": "Go"}, {"role": "assistant", "content": [call, result]}]
    turns += [{"role": "user", "content": "On"}, *rounds(4)]
    tools = [*TOOLS, {"type": "web_search_20250305", "name": "web_search"}]

    (edit,) = applied(client, turns, tool_uses(keep={"type": "tool_uses", "value": 4}), tools=tools)

    assert (edit["cleared_tool_uses"], edit["cleared_input_tokens"] > 100) == (1, True)


def test_a_short_result_stays_as_it_is(client: anthropic.Anthropic) -> None:
    messages = [{"role": "user", "content": "Weigh all"}, *rounds(5, text="2")]

    (edit,) = applied(client, messages, tool_uses())

    assert edit == {"type": "clear_tool_uses_20250919", "cleared_tool_uses": 2, "cleared_input_tokens": 0}


THOUGHTS: Final = ("a" * 40, "b" * 40, "c" * 40)
CLEAR: Final = "clear_thinking_20251015"


@pytest.mark.parametrize(
    ("model", "edit", "turns"),
    [
        pytest.param("claude-opus-5", {"keep": {"type": "thinking_turns", "value": 1}}, 2, id="last-turn"),
        pytest.param("claude-opus-5", {"keep": {"type": "thinking_turns", "value": 3}}, 0, id="as-many-as-there-are"),
        pytest.param("claude-opus-5", {"keep": "all"}, 0, id="all"),
        pytest.param("claude-opus-5", {"keep": {"type": "all"}}, 0, id="all-of-them"),
        pytest.param("claude-opus-5", {}, 0, id="what-the-model-keeps"),
        pytest.param("claude-haiku-4-5", {}, 2, id="what-haiku-keeps"),
        pytest.param("claude-haiku-4-5", {"keep": "all"}, 0, id="all-of-haiku"),
    ],
)
def test_the_oldest_thinking_is_cleared(client: anthropic.Anthropic, model: str, edit: Json, turns: int) -> None:
    made = applied(client, thoughts(*THOUGHTS), {"type": CLEAR, **edit}, model=model)

    assert [one["cleared_thinking_turns"] for one in made] == [turns] * bool(turns)


def test_the_thoughts_of_a_turn_that_calls_are_of_one_turn(client: anthropic.Anthropic) -> None:
    first, second = rounds(2)[::2]
    thought = {"type": "thinking", "thinking": "Hm", "signature": "Eq"}
    first["content"].insert(0, thought)
    second["content"].insert(0, thought)
    messages = [{"role": "user", "content": "Go"}, first, rounds(2)[1], second, rounds(2)[3]]

    assert applied(client, messages, {"type": CLEAR, "keep": {"type": "thinking_turns", "value": 1}}) == []


def test_both_are_told_in_their_order(client: anthropic.Anthropic) -> None:
    messages = [*thoughts(*THOUGHTS)[:-1], {"role": "user", "content": "Weigh"}, *rounds(5)]
    first = {"type": CLEAR, "keep": {"type": "thinking_turns", "value": 1}}

    made = applied(client, messages, first, tool_uses(), tool_uses(keep={"type": "tool_uses", "value": 0}))

    assert [(edit["type"], edit.get("cleared_tool_uses")) for edit in made] == [
        (CLEAR, None),
        ("clear_tool_uses_20250919", 2),
    ]


def test_what_a_script_gives_of_edits_wins() -> None:
    given = {"applied_edits": [{"type": CLEAR, "cleared_thinking_turns": 9, "cleared_input_tokens": 1}]}
    with Simulator(replies=[reply("Two.", context_management=given)]).client() as client:
        body = asked([{"role": "user", "content": "Weigh"}, *rounds(5)], [tool_uses()], max_tokens=9)
        management = client.beta.messages.create(**body).context_management

    assert management is not None
    assert management.model_dump() == given


def test_clearing_loses_the_cache_from_there_on_until_it_is_written_again(client: anthropic.Anthropic) -> None:
    messages = [{"role": "user", "content": "Weigh " * 700}, *rounds(5)]
    mark = {"cache_control": {"type": "ephemeral"}, "max_tokens": 9}
    plain = client.beta.messages.create(**asked(messages, [], **mark)).usage

    edited, again = (client.beta.messages.create(**asked(messages, [tool_uses()], **mark)).usage for _ in range(2))

    written = edited.cache_creation_input_tokens or 0
    assert (plain.cache_creation_input_tokens or 0) > written > 1000
    assert (edited.cache_read_input_tokens, again.cache_read_input_tokens) == (0, written)
