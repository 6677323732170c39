"""What of a request the model reads: what a summary replaces, and thinking of earlier turns."""

from collections.abc import Iterator
from typing import Any, Final

import anthropic
import pytest

from rystic_asgi import Simulator

Json = dict[str, Any]

EARLIER: Final[Json] = {"role": "user", "content": "Weigh everything" * 100}
NEXT: Final[Json] = {"role": "user", "content": "And 8?"}
SUMMARY: Final[Json] = {"type": "compaction", "content": "All is weighed."}
THOUGHT: Final[Json] = {"type": "thinking", "thinking": "Hm" * 100, "signature": "Eq"}
SAID: Final[Json] = {"type": "text", "text": "Two."}
CALL: Final[Json] = {"type": "tool_use", "id": "toolu_a", "name": "weigh", "input": {}}
RESULT: Final[Json] = {"type": "tool_result", "tool_use_id": "toolu_a", "content": "2"}
TOOL: Final[Json] = {"name": "weigh", "input_schema": {"type": "object"}}


def model(*blocks: Json) -> Json:
    return {"role": "assistant", "content": list(blocks)}


def user(*blocks: Json) -> Json:
    return {"role": "user", "content": list(blocks)}


@pytest.fixture
def client() -> Iterator[anthropic.Anthropic]:
    with Simulator().client(max_retries=0) as client:
        yield client


def count(client: anthropic.Anthropic, *messages: Json, name: str = "claude-opus-5") -> int:
    """What a count says, which is what a message uses."""
    asked: Any = {"model": name, "messages": messages, "tools": [TOOL]}
    tokens = client.beta.messages.count_tokens(**asked).input_tokens
    assert client.beta.messages.create(**asked, max_tokens=9).usage.input_tokens == tokens
    return tokens


@pytest.mark.parametrize(
    ("messages", "alike"),
    [
        pytest.param([EARLIER, model(SUMMARY, SAID), NEXT], [model(SUMMARY, SAID), NEXT], id="before-a-summary"),
        pytest.param([EARLIER, model(SAID, SUMMARY), NEXT], [model(SUMMARY), NEXT], id="in-its-message"),
        pytest.param(
            [model(SUMMARY), EARLIER, model(SUMMARY, SAID), NEXT], [model(SUMMARY, SAID), NEXT], id="the-last-of-two"
        ),
    ],
)
def test_what_stands_before_a_summary_is_not_read(
    client: anthropic.Anthropic, messages: list[Json], alike: list[Json]
) -> None:
    assert count(client, *messages) == count(client, *alike)


def test_a_summary_that_failed_replaces_nothing(client: anthropic.Anthropic) -> None:
    failed = {**SUMMARY, "content": None}

    assert count(client, EARLIER, model(failed, SAID), NEXT) > count(client, EARLIER, model(SAID), NEXT)


def test_the_cache_of_a_summary_is_the_same_with_and_without_what_it_replaces(client: anthropic.Anthropic) -> None:
    asked: Any = {"model": "claude-opus-5", "max_tokens": 9, "cache_control": {"type": "ephemeral"}}
    turn = [model({**SUMMARY, "content": "s" * 4000}), NEXT]
    client.beta.messages.create(**asked | {"messages": [EARLIER, *turn]})

    usage = client.beta.messages.create(**asked | {"messages": turn}).usage

    assert (usage.cache_creation_input_tokens, (usage.cache_read_input_tokens or 0) > 1000) == (0, True)


@pytest.mark.parametrize(
    ("messages", "alike"),
    [
        pytest.param([NEXT, model(THOUGHT, SAID), NEXT], [NEXT, model(SAID), NEXT], id="of-an-earlier-turn"),
        pytest.param(
            [NEXT, model(THOUGHT, CALL), user(RESULT)], [NEXT, model(THOUGHT, CALL), user(RESULT)], id="of-this-turn"
        ),
        pytest.param(
            [NEXT, model(THOUGHT, CALL), user(RESULT, SAID)],
            [NEXT, model(CALL), user(RESULT, SAID)],
            id="before-more-than-results",
        ),
    ],
)
def test_some_models_are_not_shown_the_thinking_of_earlier_turns(
    client: anthropic.Anthropic, messages: list[Json], alike: list[Json]
) -> None:
    assert count(client, *messages, name="claude-haiku-4-5") == count(client, *alike, name="claude-haiku-4-5")


def test_other_models_are_shown_all_thinking(client: anthropic.Anthropic) -> None:
    assert count(client, NEXT, model(THOUGHT, SAID), NEXT) > 50 + count(client, NEXT, model(SAID), NEXT)
