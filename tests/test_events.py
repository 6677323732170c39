"""The events of a streamed message."""

import json
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.protocol.messages import ResponseMessage, Usage
from tests.conftest import stream_events

TEXT: Final[dict[str, Any]] = {"type": "text", "text": "Hello"}
THOUGHT: Final[dict[str, Any]] = {"type": "thinking", "thinking": "Hm", "signature": "Eq"}
REDACTED: Final[dict[str, Any]] = {"type": "redacted_thinking", "data": "Eq"}
CALL: Final[dict[str, Any]] = {
    "type": "tool_use",
    "id": "toolu_1",
    "name": "add",
    "input": {"a": 1},
    "caller": {"type": "direct"},
}
CITED: Final[dict[str, Any]] = {
    "type": "text",
    "text": "Hi",
    "citations": [{"type": "char_location"}, {"type": "page_location"}],
}
COMPACTED: Final[dict[str, Any]] = {"type": "compaction", "content": "So far", "encrypted_content": "Eq"}
SIGNED: Final[dict[str, Any]] = {**COMPACTED, "signature": "Eq"}
FOUND: Final[dict[str, Any]] = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}


def message(*blocks: dict[str, Any], **members: Any) -> ResponseMessage:
    usage = Usage(input_tokens=5, output_tokens=9)
    filled = {"model": "m", "id": "msg_1", "stop_reason": "end_turn", "usage": usage, **members}
    return ResponseMessage(content=list(blocks), **filled)


def events(*blocks: dict[str, Any], **members: Any) -> list[dict[str, Any]]:
    """The events as a client reads them."""
    return [json.loads(msgspec.json.encode(event)) for event in stream_events(message(*blocks, **members))]


def deltas(block: dict[str, Any]) -> list[dict[str, Any]]:
    return [event["delta"] for event in events(block) if event["type"] == "content_block_delta"]


def start(block: dict[str, Any]) -> dict[str, Any]:
    started: dict[str, Any] = events(block)[1]["content_block"]
    return started


def test_a_text_is_streamed_in_the_order_of_the_api() -> None:
    kinds = [event["type"] for event in events(TEXT)]

    assert kinds == [
        "message_start",
        "content_block_start",
        "ping",
        "content_block_delta",
        "content_block_delta",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]


def test_a_message_without_blocks_is_streamed_without_a_ping() -> None:
    assert [event["type"] for event in events()] == ["message_start", "message_delta", "message_stop"]


def test_blocks_follow_each_other_by_index() -> None:
    of_blocks = [event for event in events(TEXT, REDACTED) if "index" in event]

    places = [(event["index"], event["type"].removeprefix("content_block_")) for event in of_blocks]

    assert places == [
        (0, "start"),
        (0, "delta"),
        (0, "delta"),
        (0, "delta"),
        (0, "stop"),
        (1, "start"),
        (1, "stop"),
    ]


def test_the_ping_comes_once() -> None:
    assert [index for index, event in enumerate(events(TEXT, TEXT)) if event == {"type": "ping"}] == [2]


def test_the_message_starts_empty_with_its_input_counted() -> None:
    usage = Usage(
        input_tokens=5,
        cache_read_input_tokens=3,
        output_tokens=9,
        output_tokens_details={"thinking_tokens": 2},
        server_tool_use={"web_search_requests": 1},
        iterations=[{"type": "message"}],
        speed="fast",
    )

    first = events(TEXT, stop_reason="stop_sequence", stop_sequence="END", stop_details={"a": 1}, usage=usage)[0]

    assert first == {
        "type": "message_start",
        "message": {
            "model": "m",
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "stop_details": None,
            "usage": {
                "input_tokens": 5,
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 3,
                "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0},
                "output_tokens": 1,
                "service_tier": "standard",
                "inference_geo": "global",
                "speed": "fast",
            },
        },
    }


def test_the_output_counted_at_the_start_is_never_more_than_at_the_end() -> None:
    first = events(usage=Usage(input_tokens=5, output_tokens=0))[0]

    assert first["message"]["usage"]["output_tokens"] == 0


def test_the_message_ends_with_its_stop_reason_and_totals() -> None:
    usage = Usage(
        input_tokens=5,
        cache_creation_input_tokens=2,
        output_tokens=9,
        output_tokens_details={"thinking_tokens": 2},
        server_tool_use={"web_search_requests": 1},
        iterations=[{"type": "message"}],
    )

    last, stop = events(stop_reason="stop_sequence", stop_sequence="END", stop_details={"a": 1}, usage=usage)[-2:]

    assert last == {
        "type": "message_delta",
        "delta": {"stop_reason": "stop_sequence", "stop_sequence": "END", "stop_details": {"a": 1}},
        "usage": {
            "input_tokens": 5,
            "cache_creation_input_tokens": 2,
            "cache_read_input_tokens": 0,
            "output_tokens": 9,
            "output_tokens_details": {"thinking_tokens": 2},
            "server_tool_use": {"web_search_requests": 1},
            "iterations": [{"type": "message"}],
        },
    }
    assert stop == {"type": "message_stop"}


def test_totals_that_do_not_apply_are_absent() -> None:
    last = events()[-2]

    assert list(last["usage"]) == [
        "input_tokens",
        "cache_creation_input_tokens",
        "cache_read_input_tokens",
        "output_tokens",
    ]


def test_a_compaction_starts_with_nothing_that_its_delta_brings() -> None:
    assert start(COMPACTED) == {"type": "compaction", "content": None}


def test_a_container_and_applied_edits_come_at_the_end() -> None:
    members = {"container": {"id": "container_1"}, "context_management": {"applied_edits": []}}

    first, *_, last, _ = events(TEXT, **members)

    assert last["delta"]["container"] == {"id": "container_1"}
    assert list(last) == ["type", "delta", "usage", "context_management"]
    assert not members.keys() & first["message"].keys()


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        pytest.param(TEXT, {"type": "text", "text": ""}, id="text"),
        pytest.param(THOUGHT, {"type": "thinking", "thinking": "", "signature": ""}, id="thinking"),
        pytest.param(CALL, {**CALL, "input": {}}, id="tool_use"),
        pytest.param(REDACTED, REDACTED, id="redacted_thinking"),
        pytest.param(CITED, {**CITED, "text": "", "citations": []}, id="cited-text"),
        pytest.param(FOUND, FOUND, id="result"),
        pytest.param(SIGNED, SIGNED, id="compaction-that-is-signed"),
    ],
)
def test_a_block_starts_emptied_of_what_its_deltas_bring(block: dict[str, Any], expected: dict[str, Any]) -> None:
    started = start(block)

    assert started == expected
    assert list(started) == list(block)


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        pytest.param(
            TEXT,
            [
                {"type": "text_delta", "text": "H"},
                {"type": "text_delta", "text": "el"},
                {"type": "text_delta", "text": "lo"},
            ],
            id="text",
        ),
        pytest.param({**TEXT, "text": ""}, [], id="empty-text"),
        pytest.param(
            THOUGHT,
            [
                {"type": "thinking_delta", "thinking": "H"},
                {"type": "thinking_delta", "thinking": "m"},
                {"type": "signature_delta", "signature": "Eq"},
            ],
            id="thinking",
        ),
        pytest.param(
            {**THOUGHT, "thinking": ""}, [{"type": "signature_delta", "signature": "Eq"}], id="thinking-kept-back"
        ),
        pytest.param(REDACTED, [], id="redacted_thinking"),
        pytest.param(
            CALL,
            [
                {"type": "input_json_delta", "partial_json": ""},
                {"type": "input_json_delta", "partial_json": '{"'},
                {"type": "input_json_delta", "partial_json": 'a"'},
                {"type": "input_json_delta", "partial_json": ":1}"},
            ],
            id="tool_use",
        ),
        pytest.param(
            {**CALL, "input": {}}, [{"type": "input_json_delta", "partial_json": ""}], id="call-with-no-input"
        ),
        pytest.param(
            CITED,
            [
                {"type": "citations_delta", "citation": {"type": "char_location"}},
                {"type": "citations_delta", "citation": {"type": "page_location"}},
                {"type": "text_delta", "text": "H"},
                {"type": "text_delta", "text": "i"},
            ],
            id="cited-text",
        ),
        pytest.param(
            COMPACTED,
            [{"type": "compaction_delta", "content": "So far", "encrypted_content": "Eq"}],
            id="compaction",
        ),
        pytest.param(
            {"type": "compaction", "content": None},
            [{"type": "compaction_delta", "content": None}],
            id="compaction-that-failed",
        ),
        pytest.param(SIGNED, [], id="compaction-that-is-signed"),
        pytest.param(FOUND, [], id="result"),
    ],
)
def test_a_block_travels_in_its_deltas(block: dict[str, Any], expected: list[dict[str, Any]]) -> None:
    assert deltas(block) == expected
