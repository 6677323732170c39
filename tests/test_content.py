"""Content blocks as requests hold them, the table of a reply's blocks, and the message on the wire."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from rystic_asgi.protocol.blocks import BLOCKS as BLOCKS_OF_REPLIES
from rystic_asgi.protocol.content import ContentBlock
from rystic_asgi.protocol.messages import DeltaUsage, ResponseMessage, Usage
from rystic_asgi.protocol.shapes import Missing
from tests.block_samples import BLOCKS, CITATIONS, PDF, PNG, SERVER_CALL

Json = dict[str, Any]


def read(block: Json) -> ContentBlock:
    found: ContentBlock = msgspec.json.decode(json.dumps(block), type=ContentBlock)
    return found


def sent(found: Any, block: Any) -> Any:
    """What was read of the keys of ``block``."""
    if isinstance(block, dict):
        return {key: sent(found[key], value) for key, value in block.items()}
    if isinstance(block, list):
        return [sent(*pair) for pair in zip(found, block, strict=True)]
    return found


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_a_block_is_read_by_its_type(block: Json) -> None:
    found = msgspec.to_builtins(read(block))

    assert sent(found, block) == block


FREE = ("input", "trigger", "input_schema", "definition")


def closed_objects(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of the objects in ``value`` that are closed."""
    if isinstance(value, dict):
        yield path
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        if key not in FREE:
            yield from closed_objects(member, (*path, key))


CLOSED_OBJECTS = [
    pytest.param(block, path, id=".".join(map(str, (name, *path))))
    for name, block in BLOCKS.items()
    for path in closed_objects(block)
]


@pytest.mark.parametrize(("block", "path"), CLOSED_OBJECTS)
def test_no_object_of_a_block_takes_another_key(block: Json, path: tuple[str | int, ...]) -> None:
    block = json.loads(json.dumps(block))
    place = block
    for key in path:
        place = place[key]  # type: ignore[index]  # a path of this very value
    place["extra"] = 1

    with pytest.raises(msgspec.ValidationError, match="Object contains unknown field `extra`"):
        read(block)


@pytest.mark.parametrize(
    "block",
    [
        pytest.param({"type": "text", "text": "Hi", "citations": None}, id="citations"),
        pytest.param({"type": "tool_use", "id": "a", "name": "add", "input": {}, "caller": None}, id="caller"),
        pytest.param({"type": "text", "text": "Hi", "cache_control": None}, id="cache_control"),
        pytest.param({"type": "tool_result", "tool_use_id": "a", "toolset_name": None}, id="toolset_name"),
    ],
)
def test_the_nulls_that_clients_send_back_are_read(block: Json) -> None:
    found = msgspec.to_builtins(read(block))

    assert sent(found, block) == block


@pytest.mark.parametrize("id", ["toolu_01A", "call_1", "abc123", "-"])
def test_a_client_may_name_its_calls_as_it_likes(id: str) -> None:
    found = read({"type": "tool_use", "id": id, "name": "add", "input": {}})

    assert msgspec.to_builtins(found)["id"] == id


def cited(kind: int, **changes: Any) -> Json:
    return {"type": "text", "text": "a", "citations": [{**CITATIONS[kind], **changes}]}


def result(**content: Any) -> Json:
    return {"type": "tool_result", "tool_use_id": "a", "content": [content]}


@pytest.mark.parametrize(
    "block",
    [
        pytest.param({"type": "document", "source": PDF, "title": "t" * 500}, id="title"),
        pytest.param(result(type="tool_reference", tool_name="n" * 256), id="reference"),
        pytest.param(result(type="browser_state", tabs=[]), id="no-tabs"),
        pytest.param(cited(0, document_title="t" * 255), id="cited-title"),
        pytest.param(cited(3, title="t" * 512, url="u" * 2048), id="cited-page"),
    ],
)
def test_a_block_at_its_bounds_is_read(block: Json) -> None:
    found = msgspec.to_builtins(read(block))

    assert sent(found, block) == block


@pytest.mark.parametrize(
    "block",
    [
        pytest.param({"type": "tool_use", "id": "a.b", "name": "add", "input": {}}, id="sign-in-an-id"),
        pytest.param({"type": "tool_use", "id": "a\n", "name": "add", "input": {}}, id="line-end-after-an-id"),
        pytest.param({"type": "tool_use", "id": "", "name": "add", "input": {}}, id="empty-id"),
        pytest.param({"type": "tool_use", "id": "a", "name": "", "input": {}}, id="empty-name"),
        pytest.param({"type": "tool_use", "id": "a", "name": "n" * 201, "input": {}}, id="long-name"),
        pytest.param({"type": "tool_use", "id": "a", "name": "add", "input": "{}"}, id="input-as-text"),
        pytest.param({"type": "tool_use", "id": "a", "name": "add", "input": []}, id="input-as-list"),
        pytest.param({"type": "tool_use", "id": "a", "name": "add", "input": None}, id="input-null"),
        pytest.param({"type": "server_tool_use", "id": "toolu_1", "name": "web_search", "input": {}}, id="server-id"),
        pytest.param({"type": "server_tool_use", "id": SERVER_CALL, "name": "add", "input": {}}, id="server-tool"),
        pytest.param({"type": "document", "source": PDF, "title": ""}, id="empty-title"),
        pytest.param({"type": "document", "source": PDF, "title": "t" * 501}, id="long-title"),
        pytest.param({"type": "document", "source": PDF, "context": ""}, id="empty-context"),
        pytest.param({"type": "document", "source": PDF, "citations": {"enabled": None}}, id="citations-unsaid"),
        pytest.param({"type": "document", "source": PNG}, id="image-in-a-document"),
        pytest.param({"type": "image", "source": PDF}, id="document-in-an-image"),
        pytest.param(
            {"type": "search_result", "source": "s", "title": "A", "content": [], "citations": None},
            id="search-result-citations-null",
        ),
        pytest.param({"type": "tool_result", "tool_use_id": "a", "content": None}, id="result-null"),
        pytest.param({"type": "tool_result", "tool_use_id": "a", "is_error": None}, id="is-error-null"),
        pytest.param({"type": "mcp_tool_result", "tool_use_id": "a", "content": None}, id="mcp-result-null"),
        pytest.param({"type": "image", "source": {**PNG, "media_type": "image/bmp"}}, id="media-type"),
        pytest.param({"type": "compaction", "content": ""}, id="empty-summary"),
        pytest.param({"type": "fallback", "from": {}, "to": {"model": "b"}}, id="fallback-from-nothing"),
        pytest.param({"type": "text", "text": "a", "cache_control": {"type": "ephemeral", "ttl": "2h"}}, id="ttl"),
        pytest.param({"type": "text", "text": "a", "cache_control": {"type": "ephemeral", "ttl": None}}, id="ttl-null"),
        pytest.param({"type": "text", "text": "a", "cache_control": {}}, id="cache-without-type"),
        pytest.param({"type": "text", "text": "a", "citations": [{"type": "rumour"}]}, id="citation"),
        pytest.param(cited(0, start_char_index=-1), id="cited-before-the-start"),
        pytest.param(cited(0, document_title=""), id="cited-without-title"),
        pytest.param(cited(1, start_page_number=0), id="cited-page"),
        pytest.param(cited(3, url=""), id="cited-nowhere"),
        pytest.param(
            {"type": "thinking", "thinking": "a", "signature": "b", "cache_control": None}, id="cached-thought"
        ),
        pytest.param(result(type="tool_reference", tool_name="a b"), id="reference"),
        pytest.param(result(type="thinking", thinking="a", signature="b"), id="thought-in-a-result"),
        pytest.param(result(type="browser_state", tabs=[], state_changes=[]), id="no-changes"),
        pytest.param(
            {"type": "web_search_tool_result", "tool_use_id": SERVER_CALL, "content": "a"}, id="search-result-as-text"
        ),
        pytest.param(
            {
                "type": "tool_removal",
                "tool": {"type": "tool_definition", "definition": {"name": "add", "input_schema": {}}},
            },
            id="removed-by-definition",
        ),
    ],
)
def test_a_block_out_of_its_bounds_is_not_read(block: Json) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(block)


def fields_of(tag: str) -> set[str]:
    """The members of a block as they are sent."""
    return {field.name for field in BLOCKS_OF_REPLIES[tag].shape.fields if field.default is not Missing.UNSENT}


@pytest.mark.parametrize("tag", BLOCKS_OF_REPLIES)
def test_a_block_of_a_reply_may_come_back_as_input(tag: str) -> None:
    samples = [block for block in BLOCKS.values() if block["type"] == tag]

    found = [msgspec.to_builtins(read(block)) for block in samples]

    assert found
    assert fields_of(tag) <= {key for block in found for key in block}


@pytest.mark.parametrize("tag", BLOCKS_OF_REPLIES)
def test_what_is_streamed_is_a_key_of_the_block(tag: str) -> None:
    row = BLOCKS_OF_REPLIES[tag]

    assert {key for delta in row.deltas for key in (delta.key, *delta.beside)} <= fields_of(tag)


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
