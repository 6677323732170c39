"""Every block of a reply, as clients get it: plain, streamed and scripted are the same; and it may go back."""

from typing import Any, Final

import anthropic
import pytest
from anthropic.types.beta import BetaMessage

from rystic_asgi import Simulator
from rystic_asgi.protocol.blocks import BLOCKS
from rystic_asgi.script.reply import read_reply
from tests.reply_samples import CONTENTS

ADD: Final[dict[str, Any]] = {"name": "add", "input_schema": {"type": "object"}}
ASKED: Final[list[Any]] = [{"role": "user", "content": "Go on"}]
SERVER_SIDE: Final[list[dict[str, Any]]] = [
    {"type": "web_search_20260209", "name": "web_search"},
    {"type": "code_execution_20260120", "name": "code_execution"},
]


def ask(messages: list[Any] = ASKED, **fields: Any) -> dict[str, Any]:
    return {"model": "claude-opus-5", "max_tokens": 999, "messages": messages, "tools": [ADD, *SERVER_SIDE], **fields}


def plain(reply: Any, **fields: Any) -> BetaMessage:
    simulator = Simulator(replies=[reply])
    with simulator.client(max_retries=0, _strict_response_validation=True) as client:
        message: BetaMessage = client.beta.messages.create(**ask(**fields))
    return message


def streamed(reply: Any, **fields: Any) -> BetaMessage:
    simulator = Simulator(replies=[reply])
    client = simulator.client(max_retries=0, _strict_response_validation=True)
    with client, client.beta.messages.stream(**ask(**fields)) as stream:
        return stream.get_final_message()


def wire(reply: Any, **fields: Any) -> dict[str, Any]:
    """The message as its bytes have it."""
    simulator = Simulator(replies=[reply])
    with simulator.client(max_retries=0) as client:
        client.beta.messages.create(**ask(**fields))
    answer: dict[str, Any] = simulator.messages[0].answer
    return answer


def dumped(message: BetaMessage) -> dict[str, Any]:
    return message.model_dump(mode="json", by_alias=True, exclude_none=True)


def given(scripted: Any, sent: Any) -> Any:
    """What was sent of what a script gives; an empty list of citations is not sent."""
    if isinstance(scripted, dict):
        return {key: given(value, sent.get(key, [])) for key, value in scripted.items()}
    if isinstance(scripted, list):
        return [given(*pair) for pair in zip(scripted, sent, strict=True)]
    return sent


@pytest.mark.parametrize("name", CONTENTS)
def test_plain_and_streamed_and_scripted_are_the_same(name: str) -> None:
    reply = {"content": CONTENTS[name]}

    whole, parts = plain(reply), streamed(reply)

    assert dumped(whole) == dumped(parts)
    assert given(CONTENTS[name], wire(reply)["content"]) == CONTENTS[name]


@pytest.mark.parametrize("name", CONTENTS)
def test_the_same_reply_is_played_in_every_run(name: str) -> None:
    reply = {"content": CONTENTS[name]}

    assert wire(reply) == wire(reply)


@pytest.mark.parametrize("name", CONTENTS)
def test_what_does_not_apply_is_absent_and_not_null(name: str) -> None:
    for block in wire({"content": CONTENTS[name]})["content"]:
        assert block.get("caller", {}) is not None
        assert block.get("citations", [1]) not in (None, [])
        assert "partial_json" not in block


BETAS = ["advisor-tool-2026-03-01"]
"""Without it no advice comes, and none goes back."""


@pytest.mark.parametrize("name", [name for name in CONTENTS if name != "empty-text"])
def test_a_reply_may_go_back_as_it_came(name: str) -> None:
    simulator = Simulator(replies=[{"content": CONTENTS[name]}, "Done"], rules={"prefill": False})
    with simulator.client(max_retries=0) as client:
        first = client.beta.messages.create(**ask(), betas=BETAS)
        results = [
            {"type": "tool_result", "tool_use_id": block.id} for block in first.content if block.type == "tool_use"
        ]
        more = [{"role": "user", "content": results or "And then?"}] if first.stop_reason != "pause_turn" else []
        turn: list[Any] = [{"role": "assistant", "content": first.content}] if first.content else []
        container = {"container": first.container.id} if first.container else {}
        second = client.beta.messages.create(**ask([*ASKED, *turn, *more], **container), betas=BETAS)

    assert second.content[0].type == "text"


def test_an_empty_text_that_goes_back_is_refused() -> None:
    """The API has sent one. https://github.com/anthropics/anthropic-sdk-python/issues/461"""
    call = {"type": "tool_use", "name": "add", "id": "call_1", "input": {}}
    simulator = Simulator(replies=[{"content": [{"type": "text", "text": ""}, call]}])
    with simulator.client(max_retries=0) as client:
        first = client.beta.messages.create(**ask())
        answer: list[Any] = [{"type": "tool_result", "tool_use_id": "call_1", "content": "2"}]
        turns: list[Any] = [{"role": "assistant", "content": first.content}, {"role": "user", "content": answer}]
        with pytest.raises(anthropic.BadRequestError) as refused:
            client.beta.messages.create(**ask([*ASKED, *turns]))

    assert (
        simulator.messages[1].answer["error"]["message"].startswith("messages: text content blocks must be non-empty")
    )
    assert refused.value.type == "invalid_request_error"


def test_every_block_is_tried() -> None:
    assert {block["type"] for content in CONTENTS.values() for block in content} == BLOCKS.keys()


@pytest.mark.parametrize("name", CONTENTS)
def test_a_reply_reads_back_as_it_was_sent(name: str) -> None:
    """What was played, its nulls included, is a script as well."""
    sent = wire({"content": CONTENTS[name]})["content"]

    assert wire({"content": sent})["content"] == sent
    assert read_reply({"content": sent}, "replies.0").content == tuple(sent)
