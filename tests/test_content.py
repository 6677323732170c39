"""Content blocks as requests hold them, the table of a reply's blocks, and the message on the wire."""

import json
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.protocol.blocks import BLOCKS
from rystic_asgi.protocol.content import ContentBlock
from rystic_asgi.protocol.messages import DeltaUsage, ResponseMessage, Usage

SERVER_CALL: Final = "srvtoolu_01AbC"
CODE_CALLER: Final = {"type": "code_execution_20260120", "tool_id": SERVER_CALL}

BLOCKS_OF_REQUESTS: Final[list[dict[str, Any]]] = [
    {"type": "text", "text": "Hi"},
    {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}},
    {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "a"}, "title": "A"},
    {"type": "search_result", "source": "a", "title": "A", "content": []},
    {"type": "thinking", "thinking": "", "signature": "Eq"},
    {"type": "redacted_thinking", "data": "Eq"},
    {"type": "tool_use", "id": "call_1", "name": "add", "input": {}},
    {"type": "tool_result", "tool_use_id": "call_1"},
    {"type": "server_tool_use", "id": SERVER_CALL, "name": "web_search", "input": {}},
    {"type": "web_search_tool_result", "tool_use_id": SERVER_CALL, "content": []},
    {"type": "web_fetch_tool_result", "tool_use_id": SERVER_CALL, "content": {}},
    {"type": "advisor_tool_result", "tool_use_id": SERVER_CALL, "content": {}},
    {"type": "code_execution_tool_result", "tool_use_id": SERVER_CALL, "content": {}},
    {"type": "bash_code_execution_tool_result", "tool_use_id": SERVER_CALL, "content": {}},
    {"type": "text_editor_code_execution_tool_result", "tool_use_id": SERVER_CALL, "content": {}},
    {"type": "tool_search_tool_result", "tool_use_id": SERVER_CALL, "content": {}},
    {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "add", "input": {}, "server_name": "sums"},
    {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "is_error": False, "content": "2"},
    {"type": "mcp_tool_listing", "mcp_server_name": "sums", "tools": []},
    {"type": "container_upload", "file_id": "file_1"},
    {"type": "compaction", "content": None},
    {"type": "fallback", "from": {"model": "a"}, "to": {"model": "b"}, "trigger": {}},
    {"type": "tool_addition", "tool": {}},
    {"type": "tool_removal", "tool": {}},
]


def read(block: dict[str, Any]) -> ContentBlock:
    found: ContentBlock = msgspec.json.decode(json.dumps(block), type=ContentBlock)
    return found


def sent(found: ContentBlock, block: dict[str, Any]) -> dict[str, Any]:
    """What was read of the keys of ``block``."""
    read_keys = msgspec.to_builtins(found)
    return {key: read_keys[key] for key in block}


def by_type(block: dict[str, Any]) -> str:
    return str(block["type"])


@pytest.mark.parametrize("block", BLOCKS_OF_REQUESTS, ids=by_type)
def test_a_block_is_read_by_its_type(block: dict[str, Any]) -> None:
    found = read(block)

    assert sent(found, block) == block


@pytest.mark.parametrize("block", BLOCKS_OF_REQUESTS, ids=by_type)
def test_a_block_is_closed_to_unknown_keys(block: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError, match="Object contains unknown field `extra`"):
        read({**block, "extra": 1})


@pytest.mark.parametrize(
    "block",
    [
        pytest.param({"type": "text", "text": "Hi", "citations": None}, id="citations"),
        pytest.param({"type": "tool_use", "id": "a", "name": "add", "input": {}, "caller": None}, id="caller"),
        pytest.param({"type": "text", "text": "Hi", "cache_control": None}, id="cache_control"),
        pytest.param({"type": "tool_result", "tool_use_id": "a", "content": None, "is_error": None}, id="result"),
    ],
)
def test_the_nulls_that_clients_send_back_are_read(block: dict[str, Any]) -> None:
    found = read(block)

    assert sent(found, block) == block


@pytest.mark.parametrize(
    "caller",
    [
        {"type": "direct"},
        {"type": "code_execution_20250825", "tool_id": SERVER_CALL},
        {"type": "code_execution_20260120", "tool_id": SERVER_CALL},
    ],
    ids=by_type,
)
def test_each_caller_of_a_reply_is_read_back(caller: dict[str, Any]) -> None:
    found = read({"type": "tool_use", "id": "a", "name": "add", "input": {}, "caller": caller})

    assert msgspec.to_builtins(found)["caller"] == caller


@pytest.mark.parametrize("id", ["toolu_01A", "call_1", "abc123", "-"])
def test_a_client_may_name_its_calls_as_it_likes(id: str) -> None:
    found = read({"type": "tool_use", "id": id, "name": "add", "input": {}})

    assert msgspec.to_builtins(found)["id"] == id


@pytest.mark.parametrize(
    "block",
    [
        pytest.param({"type": "tool_use", "id": "a.b", "name": "add", "input": {}}, id="sign-in-an-id"),
        pytest.param({"type": "tool_use", "id": "a\n", "name": "add", "input": {}}, id="line-end-after-an-id"),
        pytest.param({"type": "tool_use", "id": "", "name": "add", "input": {}}, id="empty-id"),
        pytest.param({"type": "tool_use", "id": "a", "name": "", "input": {}}, id="empty-name"),
        pytest.param({"type": "tool_use", "id": "a", "name": "n" * 201, "input": {}}, id="long-name"),
        pytest.param({"type": "tool_use", "id": "a", "name": "add", "input": "{}"}, id="input-as-text"),
        pytest.param({"type": "server_tool_use", "id": "toolu_1", "name": "web_search", "input": {}}, id="server-id"),
        pytest.param({"type": "document", "source": {}, "title": ""}, id="empty-title"),
        pytest.param({"type": "document", "source": {}, "title": "t" * 501}, id="long-title"),
        pytest.param({"type": "document", "source": {}, "context": ""}, id="empty-context"),
        pytest.param({"type": "text", "text": "a", "cache_control": {"type": "ephemeral", "ttl": "2h"}}, id="ttl"),
        pytest.param(
            {"type": "thinking", "thinking": "a", "signature": "b", "cache_control": None}, id="cached-thought"
        ),
        pytest.param(
            {"type": "tool_result", "tool_use_id": "a", "content": [{"type": "tool_reference", "tool_name": "a b"}]},
            id="reference",
        ),
        pytest.param(
            {"type": "tool_result", "tool_use_id": "a", "content": [{"type": "thinking", "thinking": "a"}]},
            id="thought-in-a-result",
        ),
    ],
)
def test_a_block_out_of_its_bounds_is_not_read(block: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(block)


@pytest.mark.parametrize(
    "block",
    [
        {"type": "text", "text": "a"},
        {"type": "image", "source": {}},
        {"type": "search_result", "source": "a", "title": "A", "content": []},
        {"type": "document", "source": {}},
        {"type": "tool_reference", "tool_name": "n" * 256},
        {"type": "browser_state", "tabs": []},
    ],
    ids=by_type,
)
def test_a_result_may_hold_the_block(block: dict[str, Any]) -> None:
    found = read({"type": "tool_result", "tool_use_id": "a", "content": [block]})

    content = msgspec.to_builtins(found)["content"][0]
    assert {key: content[key] for key in block} == block


@pytest.mark.parametrize("tag", BLOCKS)
def test_a_block_of_a_reply_may_come_back_as_input(tag: str) -> None:
    row = BLOCKS[tag]
    samples: dict[type, Any] = {str: "a", dict: {}}
    block = {key: samples[kind] for key, kind in (row.required | row.optional).items()}

    found = read({"type": tag, **block, **row.filled})

    assert msgspec.to_builtins(found)["type"] == tag


@pytest.mark.parametrize("tag", BLOCKS)
def test_what_is_streamed_or_filled_in_is_a_key_of_the_block(tag: str) -> None:
    row = BLOCKS[tag]

    assert {delta.key for delta in row.deltas} | row.filled.keys() <= row.required.keys() | row.optional.keys()


def test_a_message_goes_over_the_wire_in_the_order_of_the_api() -> None:
    usage = Usage(input_tokens=1, output_tokens=2)
    message = ResponseMessage(model="m", id="msg_1", content=[], stop_reason="end_turn", usage=usage)

    assert msgspec.json.encode(message).decode() == (
        '{"model":"m","id":"msg_1","type":"message","role":"assistant","content":[],"stop_reason":"end_turn",'
        '"stop_sequence":null,"stop_details":null,"usage":{"input_tokens":1,"cache_creation_input_tokens":0,'
        '"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},'
        '"output_tokens":2,"service_tier":"standard","inference_geo":"global"}}'
    )


def test_a_count_that_does_not_apply_is_absent_and_not_null() -> None:
    usage = DeltaUsage(1, 2, 3, 4)

    assert msgspec.json.encode(usage).decode() == (
        '{"input_tokens":1,"cache_creation_input_tokens":2,"cache_read_input_tokens":3,"output_tokens":4}'
    )
