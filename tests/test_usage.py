"""Usage: an estimate that depends on the request and the reply alone."""

import json
from typing import Any

import msgspec
import pytest

from rystic_asgi.engine.usage import make_usage, output_tokens
from rystic_asgi.protocol.messages import CacheCreation, Usage
from rystic_asgi.protocol.requests import MessagesRequest

TEXT = {"type": "text", "text": "eight si"}


def request(**fields: Any) -> MessagesRequest:
    body = {"model": "m", "max_tokens": 5, "messages": [], **fields}
    return msgspec.json.decode(json.dumps(body), type=MessagesRequest)


def user(content: Any) -> dict[str, Any]:
    return {"role": "user", "content": content}


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
