"""The first fault of a message, or of a block in it, that does not fit: its place and the API's words for it."""

from typing import Any, Final

import pytest

from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.explain import every_problem, first_problem
from tests.block_samples import BLOCK_TAGS, BLOCKS, CITATIONS, PDF, SERVER_CALL

UNREAD_IMAGE: Final = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": None}}
BASE: Final[dict[str, Any]] = {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "Hi"}]}


def fault(**fields: Any) -> str:
    return str(first_problem({**BASE, **fields}, MessagesRequest))


def fault_of_block(block: Any, role: str = "user") -> str:
    return fault(messages=[{"role": role, "content": [block]}])


@pytest.mark.parametrize(
    ("messages", "message"),
    [
        pytest.param({}, "messages: Input should be a valid array", id="no-list"),
        pytest.param([5], "messages.0: Input should be an object", id="no-object"),
        pytest.param([{"content": "Hi"}], "messages.0.role: Field required", id="no-role"),
        pytest.param(
            [{"role": "tool", "content": "Hi"}],
            'messages: Unexpected role "tool". Allowed roles are "user" or "assistant"',
            id="role",
        ),
        pytest.param(
            [{"role": "user", "content": 5}], "messages.0.content: Input should be a valid array", id="content"
        ),
        pytest.param(
            [{"role": "user", "content": None}], "messages.0.content: Input should be a valid array", id="content-null"
        ),
        pytest.param(
            [{"role": "user", "content": "Hi", "name": "a"}],
            "messages.0.name: Extra inputs are not permitted",
            id="unknown-key",
        ),
        pytest.param(
            [{"role": "user", "content": "Hi"}, {"role": "user", "content": ["Hi"]}],
            "messages.1.content.0: Input should be an object",
            id="second-message",
        ),
        pytest.param(
            [{"role": "system", "content": "Hi", "clear_at": "now"}],
            "messages.0.clear_at: Input should be 'next_user_message' or 'never'",
            id="clear_at",
        ),
    ],
)
def test_a_message_that_does_not_fit_is_named_by_its_index(messages: Any, message: str) -> None:
    assert fault(messages=messages) == message


def test_a_request_holds_at_most_100000_messages() -> None:
    messages = [{"role": "user", "content": "Hi"}] * 100_001

    assert fault(messages=messages) == "messages: List should have at most 100000 items"


@pytest.mark.parametrize(
    ("block", "message"),
    [
        pytest.param({}, "messages.0.content.0.type: Field required", id="no-type"),
        pytest.param(5, "messages.0.content.0: Input should be an object", id="no-object"),
        pytest.param(
            {"type": "tool"},
            "messages.0.content.0: Input tag 'tool' found using 'type' does not match any of the expected tags: "
            + BLOCK_TAGS,
            id="tag",
        ),
        pytest.param(
            {"type": 5},
            "messages.0.content.0: Input tag '5' found using 'type' does not match any of the expected tags: "
            + BLOCK_TAGS,
            id="tag-is-no-text",
        ),
        pytest.param(
            {"type": []},
            "messages.0.content.0: Input tag 'array' found using 'type' does not match any of the expected tags: "
            + BLOCK_TAGS,
            id="tag-is-a-list",
        ),
        pytest.param({"type": "text"}, "messages.0.content.0.text.text: Field required", id="no-text"),
        pytest.param(
            {"type": "text", "text": "a", "id": "b"},
            "messages.0.content.0.text.id: Extra inputs are not permitted",
            id="unknown-key",
        ),
        pytest.param(
            {"type": "tool_use", "id": "a b", "name": "add", "input": {}},
            "messages.0.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
            id="call-id",
        ),
        pytest.param(
            {"type": "tool_use", "id": "a", "name": "n" * 201, "input": {}},
            "messages.0.content.0.tool_use.name: String should have at most 200 characters",
            id="call-name",
        ),
        pytest.param(
            {"type": "tool_use", "id": "a", "name": "add", "input": "{}"},
            "messages.0.content.0.tool_use.input: Input should be an object",
            id="call-input",
        ),
        pytest.param(
            {"type": "server_tool_use", "id": "toolu_1", "name": "web_search", "input": {}},
            "messages.0.content.0.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
            id="server-call-id",
        ),
        pytest.param(
            {"type": "tool_result", "tool_use_id": "a", "is_error": "no"},
            "messages.0.content.0.tool_result.is_error: Input should be a valid boolean",
            id="is_error",
        ),
        pytest.param(
            {"type": "tool_result", "tool_use_id": "a", "content": [{"type": "text"}]},
            "messages.0.content.0.tool_result.content.0.text.text: Field required",
            id="block-in-a-result",
        ),
        pytest.param(
            {"type": "tool_result", "tool_use_id": "a", "content": {}},
            "messages.0.content.0.tool_result.content: Input should be a valid array",
            id="result-content",
        ),
        pytest.param(
            {"type": "text", "text": "a", "cache_control": {"type": "ephemeral", "scope": "global"}},
            "messages.0.content.0.text.cache_control.ephemeral.scope: Extra inputs are not permitted",
            id="cache_control",
        ),
        pytest.param(
            {"type": "text", "text": "a", "cache_control": {"type": "lasting"}},
            "messages.0.content.0.text.cache_control: Input tag 'lasting' found using 'type' does not match any of the "
            "expected tags: 'ephemeral'",
            id="cache_control-tag",
        ),
        pytest.param(
            {"type": "fallback", "to": {}}, "messages.0.content.0.fallback.from: Field required", id="renamed-field"
        ),
        pytest.param(
            {"type": "thinking", "thinking": "hm"},
            "messages.0.content.0.thinking.signature: Field required",
            id="no-signature",
        ),
        pytest.param(
            {"type": "tool_use", "id": "a", "name": "add", "input": {}, "index": 1},
            "messages.0.content.0.tool_use.index: Extra inputs are not permitted",
            id="left-from-a-stream",
        ),
        pytest.param(
            {"type": "image", "source": {"type": "base64", "media_type": "image/bmp", "data": "a"}},
            "messages.0.content.0.image.source.base64.media_type: "
            "Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
            id="media_type",
        ),
        pytest.param(
            {"type": "image", "source": {"type": "path"}},
            "messages.0.content.0.image.source: Input tag 'path' found using 'type' does not match any of the "
            "expected tags: 'base64', 'url', 'file'",
            id="image-source",
        ),
        pytest.param(
            {"type": "tool_result", "tool_use_id": "a", "content": [{"type": "text", "text": "a"}, UNREAD_IMAGE]},
            "messages.0.content.0.tool_result.content.1.image.source.base64.data: Input should be a valid string",
            id="image-in-a-result",
        ),
        pytest.param(
            {"type": "document", "source": {"type": "content", "content": [UNREAD_IMAGE]}},
            "messages.0.content.0.document.source.content.content.0.image.source.base64.data: "
            "Input should be a valid string",
            id="image-in-a-document",
        ),
        pytest.param(
            {"type": "text", "text": "a", "citations": [{**CITATIONS[0], "start_char_index": -1}]},
            "messages.0.content.0.text.citations.0.char_location.start_char_index: "
            "Input should be greater than or equal to 0",
            id="citation",
        ),
        pytest.param(
            {"type": "search_result", "source": "a", "title": "A", "content": [{"text": "a"}]},
            "messages.0.content.0.search_result.content.0.type: Field required",
            id="search-result-text-without-type",
        ),
        pytest.param(
            {"type": "search_result", "source": "a", "title": "A", "content": [{"type": "image", "text": "a"}]},
            "messages.0.content.0.search_result.content.0.type: Input should be 'text'",
            id="search-result-image",
        ),
        pytest.param(
            {"type": "web_search_tool_result", "tool_use_id": SERVER_CALL, "content": "a"},
            "messages.0.content.0.web_search_tool_result.content: Input should be a valid array",
            id="web-search-content",
        ),
        pytest.param(
            {"type": "web_search_tool_result", "tool_use_id": SERVER_CALL, "content": [{"type": "web_search_result"}]},
            "messages.0.content.0.web_search_tool_result.content.0.encrypted_content: Field required",
            id="web-search-result",
        ),
        pytest.param(
            {
                "type": "web_search_tool_result",
                "tool_use_id": SERVER_CALL,
                "content": {"type": "web_search_tool_result_error", "error_code": "tired"},
            },
            "messages.0.content.0.web_search_tool_result.content.error_code: Input should be 'invalid_tool_input', "
            "'unavailable', 'max_uses_exceeded', 'too_many_requests', 'query_too_long' or 'request_too_large'",
            id="web-search-error",
        ),
        pytest.param(
            {"type": "web_fetch_tool_result", "tool_use_id": SERVER_CALL, "content": {"type": "web_fetch_result"}},
            "messages.0.content.0.web_fetch_tool_result.content.web_fetch_result.content: Field required",
            id="web-fetch-result",
        ),
        pytest.param(
            {
                "type": "tool_result",
                "tool_use_id": "a",
                "content": [{"type": "browser_state", "tabs": [], "state_changes": []}],
            },
            "messages.0.content.0.tool_result.content.0.browser_state.state_changes: List should have at least 1 item",
            id="no-changes",
        ),
        pytest.param(
            {"type": "document", "source": PDF, "title": ""},
            "messages.0.content.0.document.title: String should have at least 1 character",
            id="title",
        ),
    ],
)
def test_a_block_that_does_not_fit_is_named_with_its_type(block: Any, message: str) -> None:
    assert fault_of_block(block) == message


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_a_block_that_fits_has_no_fault(block: Any) -> None:
    value = {**BASE, "messages": [{"role": "user", "content": [block]}]}

    assert list(every_problem(value, MessagesRequest)) == []
