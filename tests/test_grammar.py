"""What the API could not have sent, and that it is played where it is meant."""

from typing import Any, Final

import pytest

from rystic_asgi.script.fault import MEANT, ScriptError
from rystic_asgi.script.reply import read_reply
from tests.reply_samples import CONTENTS, MCP_CALL, SEARCHED, TEXT, THOUGHT, call

CALL: Final = {"type": "tool_use", "name": "add"}
CUT: Final = {**CALL, "partial_json": '{"parcel":"7'}
SEARCH: Final = call("web_search")
_LATE: Final = (
    "the API sends this result after a call of {} in the same reply, or first in the reply that goes on after one"
)

UNLIKELY: Final = [
    pytest.param(
        {"content": [SEARCH, SEARCHED, CALL, TEXT]},
        "content.3",
        "the API sends no text after a call in one reply",
        id="text-after-a-call",
    ),
    pytest.param({"content": [TEXT, SEARCHED]}, "content.1", _LATE.format("web_search"), id="result-without-its-call"),
    pytest.param(
        {"content": [call("web_fetch"), SEARCHED]}, "content.1", _LATE.format("web_search"), id="result-of-another-tool"
    ),
    pytest.param({"content": [SEARCH, SEARCHED, SEARCHED]}, "content.2", _LATE.format("web_search"), id="result-twice"),
    pytest.param(
        {"content": [SEARCH, {**SEARCHED, "tool_use_id": "srvtoolu_1"}]},
        "content.1",
        _LATE.format("web_search"),
        id="result-of-another-call",
    ),
    pytest.param(
        {"content": [call("tool_search_tool_regex"), {"type": "mcp_tool_result"}]},
        "content.1",
        _LATE.format("mcp_tool_use"),
        id="mcp-result",
    ),
    pytest.param(
        {"content": [TEXT, THOUGHT]},
        "content.1",
        "the API sends thinking first or between tools, not after a text",
        id="thinking-after-a-text",
    ),
    pytest.param(
        {"content": [TEXT, {"type": "compaction", "content": "a"}]},
        "content.1",
        "the API sends a compaction first in a reply",
        id="compaction-later",
    ),
    pytest.param(
        {"content": [{**SEARCH, "id": "call_1"}]},
        "content.0.id",
        "srvtoolu_ and then letters, digits and _ expected, found a string 'call_1'",
        id="server-id",
    ),
    pytest.param(
        {"content": [{**MCP_CALL, "id": "a"}, {**MCP_CALL, "id": "a"}]},
        "content.1.id",
        "'a' stands twice in one reply",
        id="mcp-id-twice",
    ),
    pytest.param(
        {"content": [CUT], "stop_reason": "tool_use"},
        "content.0.partial_json",
        "a call is cut off by stop_reason max_tokens or model_context_window_exceeded or refusal, "
        "found a string 'tool_use'",
        id="cut-by-nothing",
    ),
    pytest.param(
        {"content": [CUT, CALL]},
        "content.0.partial_json",
        "nothing comes after a call that is cut off",
        id="cut-before-the-end",
    ),
    pytest.param(
        {"content": [{**CUT, "partial_json": "parcel"}]},
        "content.0.partial_json",
        "the beginning of a JSON object expected, found a string 'parcel'",
        id="no-json",
    ),
]


@pytest.mark.parametrize(("reply", "path", "message"), UNLIKELY)
def test_what_the_api_could_not_send_is_refused(reply: dict[str, Any], path: str, message: str) -> None:
    with pytest.raises(ScriptError) as refused:
        read_reply(reply, "replies.0")

    assert str(refused.value) == f"rystic: replies.0.{path}: {message}; {MEANT}"


@pytest.mark.parametrize(("reply", "path", "message"), UNLIKELY)
def test_it_is_read_where_it_is_meant(reply: dict[str, Any], path: str, message: str) -> None:
    read = read_reply({**reply, "unchecked": ["grammar"]}, "replies.0")

    assert [block["type"] for block in read.content] == [block["type"] for block in reply["content"]]


@pytest.mark.parametrize("name", CONTENTS)
def test_what_the_api_could_send_is_read(name: str) -> None:
    assert len(read_reply({"content": CONTENTS[name]}, "replies.0").content) == len(CONTENTS[name])


@pytest.mark.parametrize(
    ("content", "members", "expected"),
    [
        pytest.param([TEXT, SEARCH], {}, "pause_turn", id="open-call"),
        pytest.param([MCP_CALL], {}, "pause_turn", id="open-mcp-call"),
        pytest.param([SEARCH, CALL], {}, "tool_use", id="both-sides"),
        pytest.param([SEARCH, SEARCHED], {}, "end_turn", id="nothing-open"),
        pytest.param([{"type": "compaction", "content": "a"}], {}, "compaction", id="compaction"),
        pytest.param([{"type": "compaction", "content": "a"}, TEXT], {}, "end_turn", id="compaction-and-more"),
        pytest.param([CUT], {}, "max_tokens", id="cut"),
        pytest.param([], {"stop_details": {"category": "bio"}}, "refusal", id="details-of-a-refusal"),
        pytest.param([TEXT], {"stop_details": {"type": "other"}}, "end_turn", id="other-details"),
        pytest.param([TEXT], {"stop_sequence": "END"}, "stop_sequence", id="sequence"),
        pytest.param([], {"stop_reason": "tool_use"}, "tool_use", id="no-call-at-all"),
        pytest.param([CALL], {"stop_reason": "end_turn"}, "end_turn", id="given"),
        pytest.param([TEXT], {"stop_reason": "tired"}, "tired", id="unknown"),
    ],
)
def test_the_stop_reason_follows_from_the_reply(content: list[Any], members: dict[str, Any], expected: str) -> None:
    assert read_reply({"content": content, **members}, "replies.0").stop_reason == expected


@pytest.mark.parametrize(
    ("content", "members", "counted"),
    [
        pytest.param([call("bash_code_execution")], {}, True, id="code"),
        pytest.param(CONTENTS["code"][1:], {}, True, id="result-of-code"),
        pytest.param([{**CALL, "caller": {"type": "code_execution_20260120"}}], {}, True, id="called-by-code"),
        pytest.param([{"type": "container_upload", "file_id": "file_1"}], {}, True, id="file"),
        pytest.param([TEXT], {"container": {}}, True, id="given-without-id"),
        pytest.param([call("code_execution")], {"container": {"id": "container_1"}}, False, id="given"),
        pytest.param([SEARCH, SEARCHED], {}, False, id="no-code"),
    ],
)
def test_a_container_is_counted_where_code_runs(content: list[Any], members: dict[str, Any], counted: bool) -> None:
    assert ("container" in read_reply({"content": content, **members}, "replies.0").ids) == counted
