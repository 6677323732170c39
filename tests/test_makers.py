"""The makers: each gives the JSON that a script would hold."""

from typing import Any

import pytest

from rystic_asgi.script.makers import as_script, error, reply, text, thinking, tool_use


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        pytest.param(text("Hi"), {"type": "text", "text": "Hi"}, id="text"),
        pytest.param(tool_use("add"), {"type": "tool_use", "name": "add"}, id="call"),
        pytest.param(tool_use("add", {}), {"type": "tool_use", "name": "add", "input": {}}, id="call-with-empty-input"),
        pytest.param(
            tool_use("add", {"a": 1}, id="call_1"),
            {"type": "tool_use", "name": "add", "id": "call_1", "input": {"a": 1}},
            id="call-with-all",
        ),
        pytest.param(thinking("Hm"), {"type": "thinking", "thinking": "Hm"}, id="thinking"),
        pytest.param(
            thinking("Hm", signature="Eq"),
            {"type": "thinking", "thinking": "Hm", "signature": "Eq"},
            id="signed-thinking",
        ),
        pytest.param(reply(), {"content": []}, id="empty-reply"),
        pytest.param(
            reply("Hi", tool_use("add"), stop_reason="max_tokens"),
            {
                "content": [{"type": "text", "text": "Hi"}, {"type": "tool_use", "name": "add"}],
                "stop_reason": "max_tokens",
            },
            id="reply",
        ),
        pytest.param(error(529), {"error": {"status": 529}}, id="error"),
        pytest.param(
            error(429, headers={"retry-after": "2"}),
            {"error": {"status": 429, "headers": {"retry-after": "2"}}},
            id="error-with-headers",
        ),
        pytest.param(error(type="api_error"), {"error": {"type": "api_error"}}, id="error-by-type"),
    ],
)
def test_a_maker_gives_what_a_script_holds(made: dict[str, Any], expected: dict[str, Any]) -> None:
    assert made == expected


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        pytest.param(text("Hi"), {"content": [{"type": "text", "text": "Hi"}]}, id="block"),
        pytest.param(reply("Hi"), {"content": [{"type": "text", "text": "Hi"}]}, id="reply"),
        pytest.param(error(529), {"error": {"status": 529}}, id="error"),
        pytest.param("Hi", "Hi", id="string"),
        pytest.param(5, 5, id="nonsense-is-left-to-the-reader"),
    ],
)
def test_a_block_on_its_own_becomes_a_reply(item: Any, expected: Any) -> None:
    assert as_script(iter([item])) == [expected]
