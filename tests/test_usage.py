"""Usage: an estimate that depends on the request and the reply alone."""

import json
from typing import Any

import msgspec
import pytest

from rystic_asgi.engine.usage import make_usage, output_tokens
from rystic_asgi.protocol.messages import CacheCreation, Usage
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.prompt_tokens import input_tokens

TEXT = {"type": "text", "text": "eight si"}


def request(**fields: Any) -> MessagesRequest:
    body = {"model": "m", "max_tokens": 5, "messages": [], **fields}
    return msgspec.json.decode(json.dumps(body), type=MessagesRequest)


def user(content: Any) -> dict[str, Any]:
    return {"role": "user", "content": content}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        pytest.param({}, 3, id="nothing"),
        pytest.param({"messages": [user("eight si")]}, 2 + 6, id="text"),
        pytest.param({"messages": [user([TEXT])]}, 2 + 6, id="text-block-counts-as-its-text"),
        pytest.param({"messages": [user([TEXT, TEXT])]}, 4 + 9, id="two-blocks"),
        pytest.param({"system": "eight si"}, 2 + 6, id="system"),
        pytest.param({"system": [TEXT]}, 2 + 6, id="system-block"),
        pytest.param({"messages": [{"role": "system"}]}, 3, id="no-content"),
        pytest.param(
            {"messages": [user([{"type": "tool_result", "tool_use_id": "a", "content": "eight si"}])]},
            2 + 6,
            id="result",
        ),
    ],
)
def test_four_characters_are_a_token_and_each_block_three(fields: dict[str, Any], expected: int) -> None:
    assert input_tokens(request(**fields)) == expected


@pytest.mark.parametrize(
    ("less", "more"),
    [
        pytest.param({"messages": [user("Hi")]}, {"messages": [user("Hi"), user("Hi")]}, id="message"),
        pytest.param({}, {"tools": [{"name": "add", "input_schema": {}}]}, id="tool"),
        pytest.param(
            {"messages": [user([{"type": "tool_result", "tool_use_id": "a"}])]},
            {"messages": [user([{"type": "tool_result", "tool_use_id": "a", "content": [TEXT]}])]},
            id="block-in-a-result",
        ),
        pytest.param(
            {"messages": [user([{"type": "image", "source": {"type": "file", "file_id": "a"}}])]},
            {"messages": [user([{"type": "image", "source": {"type": "file", "file_id": "a" * 40}}])]},
            id="image",
        ),
    ],
)
def test_a_request_that_holds_more_counts_more(less: dict[str, Any], more: dict[str, Any]) -> None:
    assert input_tokens(request(**less)) < input_tokens(request(**more))


def test_a_reply_counts_at_least_one_token() -> None:
    assert output_tokens([]) == 1


def test_a_longer_reply_counts_more() -> None:
    assert output_tokens([TEXT]) < output_tokens([TEXT, TEXT])


def test_without_a_script_usage_is_computed() -> None:
    asked = request(messages=[user("eight si")])

    assert make_usage(asked, [], {}) == Usage(input_tokens=8, output_tokens=1)


@pytest.mark.parametrize("scripted", [{}, {"output_tokens": 1}], ids=["computed", "scripted"])
def test_the_speed_is_told_only_where_it_was_asked_for(scripted: dict[str, int]) -> None:
    fast, plain = make_usage(request(speed="fast"), [], scripted), make_usage(request(), [], scripted)

    assert fast.speed == "fast"
    assert plain.speed is msgspec.UNSET


def test_what_a_script_gives_replaces_what_is_computed() -> None:
    usage = make_usage(
        request(), [], {"output_tokens": 0, "service_tier": "batch", "server_tool_use": {"web_search_requests": 1}}
    )

    assert (usage.input_tokens, usage.output_tokens) == (3, 0)
    assert (usage.service_tier, usage.server_tool_use) == ("batch", {"web_search_requests": 1})


def test_what_was_written_to_the_cache_is_split_by_lifetime() -> None:
    usage = make_usage(request(), [], {"cache_creation_input_tokens": 9})

    assert usage.cache_creation == CacheCreation(ephemeral_5m_input_tokens=9)


def test_a_split_that_is_given_is_kept() -> None:
    split = {"ephemeral_5m_input_tokens": 4, "ephemeral_1h_input_tokens": 5}

    usage = make_usage(request(), [], {"cache_creation_input_tokens": 9, "cache_creation": split})

    assert usage.cache_creation == split
