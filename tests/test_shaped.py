"""Values of a script against the shapes of the protocol: the place of what is wrong, and what is kept."""

from typing import Any, Final

import pytest

from rystic_asgi.script.fault import ScriptError
from rystic_asgi.script.reply import read_reply
from tests.reply_samples import SEARCHED, TEXT, call, failed, result

MEANT: Final = 'if it is meant, mark the reply with unchecked: ["grammar"]'
SEARCH: Final = call("web_search")
PLACE: Final = "rystic: replies.0.content.1"


def refusal(content: list[Any], **members: Any) -> str:
    with pytest.raises(ScriptError) as refused:
        read_reply({"content": content, **members}, "replies.0")
    return str(refused.value)


@pytest.mark.parametrize(
    ("block", "text"),
    [
        pytest.param(
            result("web_search", [{"title": "a"}]),
            ".content.0.url: missing; a web_search_result block needs it",
            id="missing",
        ),
        pytest.param(
            result("web_search", [{"title": "a", "url": 5}]),
            ".content.0.url: a string expected, found an integer 5",
            id="no-string",
        ),
        pytest.param(
            result("web_search", [{"title": "a", "url": "u", "page": 1}]),
            ".content.0.page: unknown key; did you mean 'page_age'? "
            "known: type, title, url, encrypted_content, page_age",
            id="unknown-key",
        ),
        pytest.param(
            result("web_search", [{"type": "web_result", "title": "a", "url": "u"}]),
            ".content.0.type: web_search_result expected, found a string 'web_result'",
            id="another-type",
        ),
        pytest.param(
            result("web_search", "none"), ".content: a list or an object expected, found a string 'none'", id="either"
        ),
        pytest.param(
            failed("web_search", "broken"),
            ".content.error_code: one of invalid_tool_input, unavailable, too_many_requests, max_uses_exceeded, "
            f"query_too_long, request_too_large expected, found a string 'broken'; {MEANT}",
            id="error-code",
        ),
        pytest.param(
            result("web_fetch", {"type": "document"}),
            ".content.type: one of web_fetch_result, web_fetch_tool_result_error expected, found a string 'document'",
            id="one-of",
        ),
        pytest.param(
            {"type": "web_search_tool_result"},
            ".content: missing; a web_search_tool_result block needs it",
            id="content",
        ),
        pytest.param(
            {**TEXT, "citations": [{"type": "char_location", "cited_text": "a", "start_char_index": "0"}]},
            ".citations.0.start_char_index: an integer expected, found a string '0'",
            id="citation",
        ),
        pytest.param(
            {"type": "fallback", "from": {}}, ".from.model: missing; the object needs it", id="object-without-a-type"
        ),
        pytest.param(
            call("web_serach"),
            ".name: one of web_search, web_fetch, code_execution, bash_code_execution, text_editor_code_execution, "
            "tool_search_tool_regex, tool_search_tool_bm25, advisor expected, found a string 'web_serach'; " + MEANT,
            id="server-tool",
        ),
        pytest.param(
            call("web_search", caller={"type": "me"}),
            ".caller.type: one of direct, code_execution_20250825, code_execution_20260120 expected, "
            "found a string 'me'",
            id="caller",
        ),
        pytest.param(
            {"type": "tool_use", "name": "add", "input": {}, "partial_json": "{"},
            ".partial_json: the input is cut off or it is not: give partial_json or input",
            id="input-twice",
        ),
    ],
)
def test_a_wrong_shape_is_told_with_its_place(block: Any, text: str) -> None:
    assert refusal([SEARCH, block]) == PLACE + text


@pytest.mark.parametrize(
    ("members", "text"),
    [
        pytest.param(
            {"container": {"expires": "soon"}},
            "container.expires: unknown key; did you mean 'expires_at'? known: id, expires_at, skills",
            id="container",
        ),
        pytest.param(
            {"context_management": {"applied_edits": [{"type": "clear_tool_uses_20250919", "cleared_tool_uses": 1}]}},
            "context_management.applied_edits.0.cleared_input_tokens: missing; "
            "a clear_tool_uses_20250919 block needs it",
            id="context_management",
        ),
        pytest.param(
            {"diagnostics": {"cache_miss_reason": "none"}},
            "diagnostics.cache_miss_reason: an object or null expected, found a string 'none'",
            id="diagnostics",
        ),
        pytest.param(
            {"input_transformations": {}},
            "input_transformations: a list expected, found an object {}",
            id="input_transformations",
        ),
        pytest.param(
            {"stop_details": {"category": "weather"}},
            "stop_details.category: one of cyber, bio, frontier_llm, reasoning_extraction, general_harms expected, "
            f"found a string 'weather'; {MEANT}",
            id="stop_details",
        ),
    ],
)
def test_a_member_of_a_wrong_shape_is_told_with_its_place(members: Any, text: str) -> None:
    assert refusal([], **members) == f"rystic: replies.0.{text}"


def test_a_word_that_the_api_does_not_send_is_read_where_it_is_meant() -> None:
    content = [call("web_serach"), failed("web_search", "broken")]

    reply = read_reply({"content": content, "unchecked": ["grammar"]}, "replies.0")

    assert reply.content == tuple(content)


@pytest.mark.parametrize(
    ("block", "read"),
    [
        pytest.param({**TEXT, "citations": None}, TEXT, id="null"),
        pytest.param({**TEXT, "citations": []}, TEXT, id="empty-list"),
        pytest.param(
            {"type": "tool_use", "name": "add", "caller": None}, {"type": "tool_use", "name": "add"}, id="caller"
        ),
        pytest.param(
            {"type": "compaction", "content": None}, {"type": "compaction", "content": None}, id="null-that-counts"
        ),
    ],
)
def test_a_null_counts_as_left_out_where_the_api_sends_none(block: Any, read: Any) -> None:
    assert read_reply({"content": [block]}, "replies.0").content == (read,)


def test_the_type_of_an_item_may_be_left_out_where_it_is_clear() -> None:
    (_, block) = read_reply({"content": [SEARCH, SEARCHED]}, "replies.0").content

    assert block["content"] == [{"type": "web_search_result", "title": "Tides", "url": "https://example.com"}]
