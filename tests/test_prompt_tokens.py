"""The size of a prompt: its tokens, estimated, and the window that holds them or does not."""

import json
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.prompt_tokens import BYTES_A_TOKEN, MAX_BASE64, SMALLEST_BODY, input_tokens, prompt_problems

TEXT: Final = {"type": "text", "text": "eight si"}
HALF: Final = "tide" * 100_000


def body(**fields: Any) -> str:
    return json.dumps({"model": "m", "max_tokens": 5, "messages": [], **fields})


def request(**fields: Any) -> MessagesRequest:
    return msgspec.json.decode(body(**fields), type=MessagesRequest)


def user(content: Any) -> dict[str, Any]:
    return {"role": "user", "content": content}


def image(characters: int) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "A" * characters}}


def document(source: dict[str, Any]) -> dict[str, Any]:
    return {"type": "document", "source": source}


def pdf(characters: int) -> dict[str, Any]:
    return document({"type": "base64", "media_type": "application/pdf", "data": "A" * characters})


def result(*content: dict[str, Any]) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": "a", "content": list(content)}


def fetched(content: dict[str, Any]) -> dict[str, Any]:
    return {"type": "web_fetch_tool_result", "tool_use_id": "srvtoolu_1", "content": content}


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


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(image, id="image"),
        pytest.param(pdf, id="pdf"),
        pytest.param(lambda size: document({"type": "content", "content": [TEXT, image(size)]}), id="in-a-document"),
        pytest.param(lambda size: result(image(size), TEXT), id="in-a-result"),
        pytest.param(
            lambda size: fetched({"type": "web_fetch_result", "url": "u", "content": pdf(size)}), id="fetched"
        ),
    ],
)
def test_base64_counts_no_more_than_a_large_image(block: Any) -> None:
    small, large, huge = (
        input_tokens(request(messages=[user([block(size)])]))
        for size in (MAX_BASE64 - 400, MAX_BASE64, 10 * MAX_BASE64)
    )

    assert (large - small, huge - large) == (100, 0)


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(document({"type": "text", "media_type": "text/plain", "data": "A" * 40_000}), id="plain-text"),
        pytest.param(document({"type": "content", "content": "A" * 40_000}), id="content"),
    ],
)
def test_text_of_documents_counts_in_full(block: dict[str, Any]) -> None:
    assert input_tokens(request(messages=[user([block])])) > 10_000


@pytest.mark.parametrize(
    ("model", "fields", "message"),
    [
        pytest.param(
            "claude-haiku-4-5",
            {"messages": [user(HALF), user(HALF)]},
            "prompt is too long: 200009 tokens > 200000 maximum "
            "rystic: tokens are estimated here, at four characters each",
            id="small-window",
        ),
        pytest.param(
            "claude-opus-5",
            {"messages": [user(HALF * 10)]},
            "prompt is too long: 1000006 tokens > 1000000 maximum "
            "rystic: tokens are estimated here, at four characters each",
            id="large-window",
        ),
    ],
)
def test_a_prompt_longer_than_the_window_is_refused(model: str, fields: dict[str, Any], message: str) -> None:
    (problem,) = prompt_problems(request(model=model, **fields), (), None)

    assert (str(problem), problem.rule) == (message, "prompt-too-long")


@pytest.mark.parametrize(
    ("model", "fields", "betas"),
    [
        pytest.param("my-model", {}, (), id="unknown-model"),
        pytest.param("claude-sonnet-4-5", {}, ("context-1m-2025-08-07",), id="window-made-large"),
        pytest.param("claude-haiku-4-5", {"context_management": {"edits": []}}, (), id="edited"),
        pytest.param("claude-opus-5", {"max_tokens": 1_000_000}, (), id="the-reply-ends-at-the-window"),
    ],
)
def test_a_prompt_that_may_fit_is_accepted(model: str, fields: dict[str, Any], betas: tuple[str, ...]) -> None:
    assert list(prompt_problems(request(model=model, messages=[user(HALF * 3)], **fields), betas, None)) == []


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param([user("a")] * 1000, id="messages"),
        pytest.param([user([{"type": "tool_use", "id": "a", "name": "b", "input": {}}] * 1000)], id="calls"),
        pytest.param([user([result()] * 1000)], id="results"),
        pytest.param([user([image(4)] * 1000)], id="images"),
    ],
)
def test_no_token_is_estimated_for_fewer_bytes(messages: list[dict[str, Any]]) -> None:
    written = json.dumps(messages, separators=(",", ":"))

    assert SMALLEST_BODY == 200_000 * BYTES_A_TOKEN
    assert input_tokens(request(messages=messages)) * BYTES_A_TOKEN < len(written)


def test_a_body_that_cannot_hold_so_many_tokens_is_not_estimated() -> None:
    asked = request(model="claude-haiku-4-5", messages=[user("a" * 1_000_000)])

    assert list(prompt_problems(asked, (), 300_000)) == []
    assert len(list(prompt_problems(asked, (), 300_001))) == 1
