"""Cache diagnostics: what changed since an earlier request, asked for by the official clients."""

from collections.abc import Iterator
from typing import Any, Final

import anthropic
import pytest
from anthropic.types.beta import BetaMessage

from rystic_asgi import Simulator, reply
from rystic_asgi.engine.prompt import Prompt
from tests.test_usage import request

Json = dict[str, Any]

TOOL: Final[Json] = {"name": "weigh", "input_schema": {"type": "object"}}
USER: Final[Json] = {"role": "user", "content": "Weigh 7"}
MODEL: Final[Json] = {"role": "assistant", "content": "Two."}
NEXT: Final[Json] = {"role": "user", "content": "And 8?"}
ASKED: Final[Json] = {
    "model": "claude-opus-5",
    "tools": [TOOL],
    "system": "Be brief.",
    "messages": [USER, MODEL, NEXT],
}
WHOLE: Final = Prompt(request(**ASKED)).tokens
BEFORE_SYSTEM: Final = Prompt(request(tools=[TOOL])).lead_tokens
BEFORE_MESSAGES: Final = Prompt(request(tools=[TOOL], system="Be brief.")).lead_tokens


@pytest.fixture
def client() -> Iterator[anthropic.Anthropic]:
    with Simulator().client(max_retries=0) as client:
        yield client


def ask(client: anthropic.Anthropic, previous: str | None, **fields: Any) -> BetaMessage:
    asked: Any = {**ASKED, "max_tokens": 2000, "diagnostics": {"previous_message_id": previous}, **fields}
    message: BetaMessage = client.beta.messages.create(**asked)
    return message


def told(message: BetaMessage) -> Json | None:
    return None if message.diagnostics is None else message.diagnostics.model_dump()


@pytest.mark.parametrize(
    ("changed", "kind", "missed"),
    [
        pytest.param({"model": "claude-opus-5-5"}, "model_changed", WHOLE, id="model"),
        pytest.param({"speed": "fast", "betas": ["fast-mode-2026-02-01"]}, "model_changed", WHOLE, id="speed"),
        pytest.param({"tools": [{**TOOL, "description": "d"}]}, "tools_changed", WHOLE, id="tools"),
        pytest.param({"tools": []}, "tools_changed", WHOLE, id="no-tools"),
        pytest.param({"system": "Be long."}, "system_changed", WHOLE - BEFORE_SYSTEM, id="system"),
        pytest.param({"tools": [], "system": "Be long."}, "tools_changed", WHOLE, id="tools-and-system"),
        pytest.param({"messages": [NEXT]}, "messages_changed", WHOLE - BEFORE_MESSAGES, id="the-first-message"),
        pytest.param(
            {"messages": [USER, NEXT]},
            "messages_changed",
            WHOLE - Prompt(request(**ASKED | {"messages": [USER]})).tokens + 3,
            id="a-message-left-out",
        ),
        pytest.param(
            {"messages": [USER]},
            "messages_changed",
            WHOLE - Prompt(request(**ASKED | {"messages": [USER]})).tokens + 3,
            id="fewer-messages",
        ),
    ],
)
def test_the_first_change_is_told(client: anthropic.Anthropic, changed: Json, kind: str, missed: int) -> None:
    first = ask(client, None)

    message = ask(client, first.id, **changed)

    assert told(message) == {"cache_miss_reason": {"type": kind, "cache_missed_input_tokens": missed}}


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"tool_choice": {"type": "none"}}, id="tool-choice"),
        pytest.param({"thinking": {"type": "enabled", "budget_tokens": 1024}}, id="thinking"),
        pytest.param({"output_config": {"effort": "low"}}, id="effort"),
        pytest.param({"betas": ["interleaved-thinking-2025-05-14"]}, id="betas"),
        pytest.param(
            {"context_management": {"edits": []}, "betas": ["context-management-2025-06-27"]}, id="context-management"
        ),
    ],
)
def test_of_other_changes_nothing_is_known(client: anthropic.Anthropic, changed: Json) -> None:
    first = ask(client, None)

    assert told(ask(client, first.id, **changed)) == {"cache_miss_reason": {"type": "unavailable"}}


MARKED: Final[Json] = {**NEXT, "content": [{"type": "text", "text": "And 8?", "cache_control": {"type": "ephemeral"}}]}


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"messages": [USER, MODEL, NEXT, MODEL, NEXT]}, id="more-messages"),
        pytest.param({"messages": [USER, MODEL, MARKED]}, id="a-mark"),
        pytest.param({"system": [{"type": "text", "text": "Be brief."}]}, id="a-block-for-a-string"),
        pytest.param({"max_tokens": 9, "metadata": {"user_id": "u"}}, id="what-is-not-read"),
    ],
)
def test_a_request_that_only_grew_has_no_diagnosis(client: anthropic.Anthropic, changed: Json) -> None:
    first = ask(client, None)

    assert (told(first), told(ask(client, first.id, **changed))) == (None, None)


@pytest.mark.parametrize("previous", [{}, {"diagnostics": {"previous_message_id": None}}], ids=["not-asked", "reset"])
def test_of_a_message_that_is_not_known_nothing_is_told(previous: Json) -> None:
    simulator = Simulator()
    with simulator.client() as client:
        asked: Any = {**ASKED, "max_tokens": 9, **previous}
        first = client.beta.messages.create(**asked)
        if previous:
            simulator.reset()

        message = ask(client, first.id)

    assert told(message) == {"cache_miss_reason": {"type": "previous_message_not_found"}}


def test_a_stream_begins_with_the_diagnosis(client: anthropic.Anthropic) -> None:
    first = ask(client, None)
    asked: Any = {**ASKED, "system": "Be long.", "max_tokens": 9, "diagnostics": {"previous_message_id": first.id}}

    with client.beta.messages.create(**asked, stream=True) as stream:
        start: Any = next(iter(stream))

    assert start.message.diagnostics == ask(client, first.id, system="Be long.").diagnostics


def test_a_diagnosis_that_a_script_gives_wins() -> None:
    with Simulator(replies=[reply("Two.", diagnostics={"cache_miss_reason": {"type": "unavailable"}})]).client() as one:
        assert told(ask(one, "msg_1")) == {"cache_miss_reason": {"type": "unavailable"}}


def test_a_tool_that_is_deferred_is_no_change(client: anthropic.Anthropic) -> None:
    first = ask(client, None)

    assert told(ask(client, first.id, tools=[TOOL, {**TOOL, "name": "z", "defer_loading": True}])) is None
