"""Replies as a script holds them: their shape, and what the API could send."""

from typing import Any, Final

import pytest

from rystic_asgi.protocol.blocks import BLOCKS
from rystic_asgi.script.fault import ScriptError
from rystic_asgi.script.reply import STANDING, Reply, read_replies, read_reply
from rystic_asgi.script.scripted_error import ScriptedError

KINDS = ", ".join(BLOCKS)

REFUSED: Final = {"type": "refusal", "category": None, "explanation": None}
TEXT: Final = {"type": "text", "text": "Hi"}
CALL: Final = {"type": "tool_use", "name": "add"}
MEANT: Final = 'if it is meant, mark the reply with unchecked: ["grammar"]'


def refusal(value: Any) -> str:
    with pytest.raises(ScriptError) as refused:
        read_reply(value, "replies.0")
    return str(refused.value)


def test_a_string_is_a_reply_of_one_text() -> None:
    assert read_reply("Hi", "replies.0") == Reply("Hi", (TEXT,))


def test_a_reply_keeps_what_was_posted() -> None:
    posted = {"content": [TEXT, CALL], "stop_reason": None, "unchecked": ["input"]}

    assert read_reply(posted, "replies.0").posted == posted


def test_every_member_of_a_reply_is_read() -> None:
    reply = read_reply(
        {
            "content": [TEXT],
            "stop_reason": "refusal",
            "stop_sequence": "END",
            "stop_details": {"type": "refusal"},
            "usage": {"output_tokens": 0, "service_tier": "batch", "iterations": []},
            "model": "claude-opus-5",
        },
        "replies.0",
    )

    assert (reply.content, reply.stop_reason, reply.stop_sequence) == ((TEXT,), "refusal", "END")
    assert (reply.stop_details, reply.model) == (REFUSED, "claude-opus-5")
    assert reply.usage == {"output_tokens": 0, "service_tier": "batch", "iterations": []}
    assert reply.error is None


@pytest.mark.parametrize(
    ("content", "ids"),
    [
        pytest.param([TEXT], {}, id="none"),
        pytest.param([CALL, CALL], {"tool_use": 2}, id="two"),
        pytest.param([CALL, {**CALL, "id": "call_1"}], {"tool_use": 1}, id="one-of-them-given"),
        pytest.param([{**CALL, "id": "call_1"}], {}, id="all-given"),
    ],
)
def test_a_reply_counts_the_ids_that_are_left_out(content: list[Any], ids: dict[str, int]) -> None:
    assert read_reply({"content": content}, "replies.0").ids == ids


@pytest.mark.parametrize(
    "content",
    [
        pytest.param([], id="no-block"),
        pytest.param([{"type": "text", "text": ""}], id="empty-text"),
        pytest.param([{"type": "thinking", "thinking": "Hm"}, TEXT, CALL], id="thinking-text-call"),
        pytest.param([{"type": "thinking", "thinking": "", "signature": "Eq"}], id="thinking-kept-back"),
        pytest.param([{"type": "redacted_thinking", "data": "Eq"}], id="redacted-thinking"),
        pytest.param([CALL, {"type": "thinking", "thinking": "Hm"}, CALL], id="thinking-between-calls"),
        pytest.param([{**CALL, "id": "a", "input": {}, "caller": {"type": "direct"}}], id="call-with-all"),
        pytest.param([TEXT, TEXT], id="two-texts"),
    ],
)
def test_content_that_the_api_could_send_is_read(content: list[Any]) -> None:
    assert read_reply({"content": content}, "replies.0").content == tuple(content)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(5, "rystic: replies.0: an object or a string expected, found an integer 5", id="no-reply"),
        pytest.param(
            {},
            "rystic: replies.0: content or error expected; for a reply without any block write content: []",
            id="empty-object",
        ),
        pytest.param(
            {"contents": []},
            "rystic: replies.0.contents: unknown key; did you mean 'content'? known: content, stop_reason, "
            "stop_sequence, stop_details, usage, model, error, unchecked, container, context_management, diagnostics, "
            "input_transformations, when, times, stream",
            id="unknown-key",
        ),
        pytest.param(
            {"content": "Hi"}, "rystic: replies.0.content: a list expected, found a string 'Hi'", id="content-no-list"
        ),
        pytest.param(
            {"content": ["Hi"]},
            "rystic: replies.0.content.0: an object expected, found a string 'Hi'",
            id="block-no-object",
        ),
        pytest.param(
            {"content": [{"text": "Hi"}]},
            f"rystic: replies.0.content.0.type: one of {KINDS} expected, found null",
            id="block-without-type",
        ),
        pytest.param(
            {"content": [{"type": ["text"]}]},
            f"rystic: replies.0.content.0.type: one of {KINDS} expected, found a list ['text']",
            id="type-no-string",
        ),
        pytest.param(
            {"content": [TEXT, {"type": "image"}]},
            f"rystic: replies.0.content.1.type: one of {KINDS} expected, found a string 'image'",
            id="unknown-type",
        ),
        pytest.param(
            {"content": [{"type": "text"}]},
            "rystic: replies.0.content.0.text: missing; a text block needs it",
            id="block-without-its-key",
        ),
        pytest.param(
            {"content": [{**TEXT, "txt": ""}]},
            "rystic: replies.0.content.0.txt: unknown key; did you mean 'text'? known: type, text, citations",
            id="unknown-key-of-a-block",
        ),
        pytest.param(
            {"content": [{**CALL, "input": "{}"}]},
            "rystic: replies.0.content.0.input: an object expected, found a string '{}'",
            id="input-no-object",
        ),
        pytest.param(
            {"content": [], "stop_reason": 5},
            "rystic: replies.0.stop_reason: a string expected, found an integer 5",
            id="stop_reason",
        ),
        pytest.param(
            {"content": [], "stop_details": "a"},
            "rystic: replies.0.stop_details: an object expected, found a string 'a'",
            id="stop_details",
        ),
        pytest.param(
            {"content": [], "usage": []}, "rystic: replies.0.usage: an object expected, found a list []", id="usage"
        ),
        pytest.param(
            {"content": [], "usage": {"output_token": 1}},
            "rystic: replies.0.usage.output_token: unknown key; did you mean 'output_tokens'? known: input_tokens, "
            "output_tokens, cache_creation_input_tokens, cache_read_input_tokens, cache_creation, "
            "output_tokens_details, server_tool_use, service_tier, inference_geo, speed, iterations, "
            "fallback_credit",
            id="unknown-count",
        ),
        pytest.param(
            {"content": [], "usage": {"output_tokens": -1}},
            "rystic: replies.0.usage.output_tokens: a count of tokens is never negative, found -1",
            id="negative-count",
        ),
        pytest.param(
            {"content": [], "usage": {"output_tokens": True}},
            "rystic: replies.0.usage.output_tokens: an integer expected, found a boolean True",
            id="count-no-integer",
        ),
    ],
)
def test_a_reply_out_of_shape_is_refused_with_the_place(value: Any, text: str) -> None:
    assert refusal(value) == text


@pytest.mark.parametrize("key", ["stop_reason", "stop_sequence", "stop_details", "usage", "model"])
def test_a_member_that_is_null_counts_as_left_out(key: str) -> None:
    reply = read_reply({"content": [], key: None}, "replies.0")

    assert reply == Reply({"content": [], key: None})


@pytest.mark.parametrize(
    ("unchecked", "expected"),
    [
        pytest.param(True, {"input", "tool", "grammar", "format"}, id="all"),
        pytest.param(False, set(), id="none"),
        pytest.param([], set(), id="empty-list"),
        pytest.param(["input", "tool"], {"input", "tool"}, id="some"),
    ],
)
def test_what_is_left_unchecked_is_read(unchecked: Any, expected: set[str]) -> None:
    assert read_reply({"content": [], "unchecked": unchecked}, "replies.0").unchecked == expected


@pytest.mark.parametrize(
    ("unchecked", "text"),
    [
        pytest.param(
            "input", "rystic: replies.0.unchecked: a list or a boolean expected, found a string 'input'", id="string"
        ),
        pytest.param(
            ["inputs"],
            "rystic: replies.0.unchecked: true or a list of input, tool, grammar, format expected, "
            "found a string 'inputs'",
            id="unknown-name",
        ),
        pytest.param(
            [["input"]],
            "rystic: replies.0.unchecked: true or a list of input, tool, grammar, format expected, "
            "found a list ['input']",
            id="list-in-a-list",
        ),
    ],
)
def test_a_check_that_does_not_exist_cannot_be_left_out(unchecked: Any, text: str) -> None:
    assert refusal({"content": [], "unchecked": unchecked}) == text


UNLIKELY: Final = [
    pytest.param(
        [CALL, TEXT],
        f"rystic: replies.0.content.1: the API sends no text after a call in one reply; {MEANT}",
        id="text-after-a-call",
    ),
    pytest.param(
        [{**CALL, "name": "add two"}],
        "rystic: replies.0.content.0.name: 1 to 128 letters, digits, - and _ expected, "
        f"found a string 'add two'; {MEANT}",
        id="name",
    ),
    pytest.param(
        [{**CALL, "id": "a.b"}],
        f"rystic: replies.0.content.0.id: letters, digits, - and _ expected, found a string 'a.b'; {MEANT}",
        id="id",
    ),
    pytest.param(
        [{**CALL, "id": "a"}, {**CALL, "id": "a"}],
        f"rystic: replies.0.content.1.id: 'a' stands twice in one reply; {MEANT}",
        id="id-twice",
    ),
]


@pytest.mark.parametrize(("content", "text"), UNLIKELY)
def test_content_that_the_api_could_not_send_is_refused(content: list[Any], text: str) -> None:
    assert refusal({"content": content}) == text


@pytest.mark.parametrize(("content", "text"), UNLIKELY)
def test_content_that_the_api_could_not_send_is_read_where_it_is_meant(content: list[Any], text: str) -> None:
    reply = read_reply({"content": content, "unchecked": ["grammar"]}, "replies.0")

    assert reply.content == tuple(content)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        pytest.param({"status": 529}, ScriptedError(529, "overloaded_error", "Overloaded", None, {}), id="status"),
        pytest.param(
            {"type": "api_error"}, ScriptedError(500, "api_error", "Internal server error", None, {}), id="type"
        ),
        pytest.param(
            {
                "status": 418,
                "type": "teapot_error",
                "message": "",
                "details": {"a": 1},
                "headers": {"Retry-After": "2"},
            },
            ScriptedError(418, "teapot_error", "", {"a": 1}, {"retry-after": "2"}),
            id="all",
        ),
        pytest.param({"status": 599}, ScriptedError(599, "api_error", "Internal server error", None, {}), id="last"),
        pytest.param(
            {"status": 500, "headers": {"x-note": "a\tcaf\xe9 ~", "x-empty": ""}},
            ScriptedError(500, "api_error", "Internal server error", None, {"x-note": "a\tcaf\xe9 ~", "x-empty": ""}),
            id="header-value",
        ),
    ],
)
def test_an_error_takes_what_is_left_out_from_the_catalogue(error: Any, expected: ScriptedError) -> None:
    reply = read_reply({"error": error}, "replies.0")

    assert reply == Reply({"error": error}, error=expected)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(
            {"error": {"status": 529}, "content": []},
            "rystic: replies.0: a reply with an error holds nothing else but when and times",
            id="beside-content",
        ),
        pytest.param(
            {"error": 529}, "rystic: replies.0.error: an object expected, found an integer 529", id="no-object"
        ),
        pytest.param({"error": {}}, "rystic: replies.0.error: status or type expected", id="nothing"),
        pytest.param(
            {"error": {"staus": 529}},
            "rystic: replies.0.error.staus: unknown key; did you mean 'status'? "
            "known: status, type, message, details, headers",
            id="unknown-key",
        ),
        pytest.param(
            {"error": {"status": "529"}},
            "rystic: replies.0.error.status: an integer expected, found a string '529'",
            id="status-no-integer",
        ),
        pytest.param(
            {"error": {"status": 200}},
            "rystic: replies.0.error.status: a status from 400 to 599 expected, found 200",
            id="no-error-status",
        ),
        pytest.param(
            {"error": {"status": 600}},
            "rystic: replies.0.error.status: a status from 400 to 599 expected, found 600",
            id="status-too-high",
        ),
        pytest.param(
            {"error": {"type": "teapot_error"}},
            "rystic: replies.0.error.type: no status is known for 'teapot_error'; give status as well",
            id="unknown-type",
        ),
        pytest.param(
            {"error": {"status": 429, "headers": {"retry-after": 2}}},
            "rystic: replies.0.error.headers.retry-after: a string expected, found an integer 2",
            id="header-no-string",
        ),
        pytest.param(
            {"error": {"status": 429, "headers": {"retry after": "2"}}},
            "rystic: replies.0.error.headers.retry after: not a name and value that an HTTP header can carry",
            id="header-name",
        ),
        pytest.param(
            {"error": {"status": 429, "headers": {"Content-Length": "2"}}},
            "rystic: replies.0.error.headers.Content-Length: the server sets this header; it cannot be scripted",
            id="header-of-the-server",
        ),
        pytest.param(
            {"error": {"status": 429, "headers": {"Retry-After": "2", "retry-after": "3"}}},
            "rystic: replies.0.error.headers.retry-after: the header stands twice, as names differ in more than case",
            id="header-twice",
        ),
        pytest.param(
            {"error": {"status": 429, "headers": {"retry-after": " 2"}}},
            "rystic: replies.0.error.headers.retry-after: not a name and value that an HTTP header can carry",
            id="header-value-in-blanks",
        ),
        pytest.param(
            {"error": {"status": 429, "headers": {"retry-after": "2\n"}}},
            "rystic: replies.0.error.headers.retry-after: not a name and value that an HTTP header can carry",
            id="header-value",
        ),
    ],
)
def test_an_error_out_of_shape_is_refused_with_the_place(value: Any, text: str) -> None:
    assert refusal(value) == text


def test_replies_are_read_in_order() -> None:
    replies = read_replies(["a", {"content": []}], "replies")

    assert [reply.posted for reply in replies] == ["a", {"content": []}]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param({}, "rystic: replies: a list expected, found an object {}", id="no-list"),
        pytest.param(
            ["a", 5], "rystic: replies.1: an object or a string expected, found an integer 5", id="second-reply"
        ),
    ],
)
def test_replies_that_cannot_be_played_are_refused(value: Any, text: str) -> None:
    with pytest.raises(ScriptError) as refused:
        read_replies(value, "replies")

    assert str(refused.value) == text


@pytest.mark.parametrize(
    ("usage", "text"),
    [
        pytest.param(
            {"cache_creation": {"ephemeral_5m_input_tokens": "9"}},
            "rystic: replies.0.usage.cache_creation.ephemeral_5m_input_tokens: an integer expected, found a string '9'",
            id="no-number",
        ),
        pytest.param(
            {"server_tool_use": {"web_search_requests": -1}},
            "rystic: replies.0.usage.server_tool_use.web_search_requests: "
            "a count of tokens is never negative, found -1",
            id="negative",
        ),
    ],
)
def test_a_count_inside_usage_is_a_number_of_tokens(usage: Any, text: str) -> None:
    with pytest.raises(ScriptError) as refused:
        read_reply({"content": [], "usage": usage}, "replies.0")

    assert str(refused.value) == text


def test_a_block_on_its_own_is_told_how_to_become_a_reply() -> None:
    with pytest.raises(ScriptError) as refused:
        read_reply({"type": "text", "text": "Hi"}, "replies.0")

    assert str(refused.value) == (
        'rystic: replies.0: a block on its own is no reply; write {"content": [...]} round it'
    )


def test_a_script_nested_without_end_is_refused() -> None:
    value: Any = {}
    for _ in range(300):
        value = {"a": [value]}

    with pytest.raises(ScriptError) as refused:
        read_replies([{"content": [{"type": "tool_use", "name": "add", "input": value}]}], "replies")

    assert str(refused.value) == "rystic: replies: nested deeper than 200"


def test_a_reply_is_for_any_request_and_taken_once_unless_it_says_more() -> None:
    reply = read_reply({"content": [TEXT], "when": None, "times": None}, "replies.0")

    assert (reply.when, reply.times) == ((), 1)


@pytest.mark.parametrize("value", [{"content": [TEXT]}, {"error": {"status": 529}}], ids=["message", "error"])
def test_a_reply_says_when_it_is_taken_and_how_often(value: dict[str, Any]) -> None:
    posted = {**value, "when": {"model": "m"}, "times": 3}

    reply = read_reply(posted, "replies.0")

    assert (reply.posted, reply.when, reply.times) == (posted, (("model", ("m",)),), 3)


def test_a_standing_reply_may_be_taken_any_number_of_times() -> None:
    assert read_reply({"content": [TEXT], "times": "any"}, "replies.0").times == STANDING
    assert read_reply({"content": [TEXT], "times": 10**30}, "replies.0").times == STANDING - 1


@pytest.mark.parametrize("times", [0, -1, "all", True, 1.5])
def test_other_times_are_refused(times: Any) -> None:
    with pytest.raises(ScriptError, match=r"^rystic: replies\.0\.times: "):
        read_reply({"content": [TEXT], "times": times}, "replies.0")


def answer(request: Any) -> str:
    return "Hi"


class Answering:
    def __call__(self, request: Any) -> str:
        return "Hi"


@pytest.mark.parametrize(
    ("function", "name"), [(answer, "answer"), (Answering(), "Answering")], ids=["function", "object"]
)
def test_a_function_is_shown_by_its_name(function: Any, name: str) -> None:
    reply = read_reply({"function": function, "times": "any"}, "replies.0")

    assert (reply.posted, reply.times) == ({"function": name, "times": "any"}, STANDING)
    assert reply.function is function


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(
            {"function": "answer"},
            "rystic: replies.0.function: a function of Python expected, found a string 'answer'",
            id="by-name",
        ),
        pytest.param(
            {"function": answer, "content": []},
            "rystic: replies.0: a reply with a function holds nothing else but when and times",
            id="beside-content",
        ),
    ],
)
def test_a_function_out_of_shape_is_refused(value: Any, text: str) -> None:
    with pytest.raises(ScriptError) as refused:
        read_reply(value, "replies.0")

    assert str(refused.value) == text
