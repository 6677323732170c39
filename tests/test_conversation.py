"""The rules for a conversation's shape: turns, calls and their results, empty content."""

import json
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.breakpoints import Breakpoints
from rystic_asgi.validation.conversation.reading import conversation_problems
from rystic_asgi.validation.declared_tools import DeclaredNames
from rystic_asgi.validation.headers import RequestHeaders
from rystic_asgi.validation.problem import Problem

ASK: Final = {"role": "user", "content": "Weigh parcel 7"}
MISSING: Final = (
    "`tool_use` ids were found without `tool_result` blocks immediately after: {ids}. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
)
UNEXPECTED: Final = (
    "unexpected `tool_use_id` found in `tool_result` blocks: {id}. "
    "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
)


def user(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def assistant(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def system(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "system", "content": list(blocks)}


def text(text: str = "Well") -> dict[str, Any]:
    return {"type": "text", "text": text}


def call(id: str = "a") -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": "weigh", "input": {}}


def result(id: str = "a") -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id, "content": "2 kg"}


IMAGE: Final = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}
SEARCH: Final = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "tides"}}
FETCH: Final = {**SEARCH, "name": "web_fetch"}
FETCHED: Final = {
    "type": "web_fetch_tool_result",
    "tool_use_id": "srvtoolu_1",
    "content": {"type": "web_fetch_tool_result_error", "error_code": "unavailable"},
}
FOUND: Final = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
MCP_CALL: Final = {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "weigh", "input": {}, "server_name": "scales"}
MCP_RESULT: Final = {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "content": "2 kg"}
DOCUMENT: Final = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Hi"}}
CITED: Final = {
    "type": "text",
    "text": "Well",
    "citations": [
        {
            "type": "char_location",
            "cited_text": "a",
            "document_index": 0,
            "document_title": None,
            "start_char_index": 0,
            "end_char_index": 1,
        }
    ],
}
RESULT_OF_A_SEARCH: Final = {"type": "search_result", "source": "a", "title": "a", "content": [CITED]}
SEARCH_RESULT: Final = {
    "type": "search_result",
    "source": "a",
    "title": "a",
    "content": [{"type": "text", "text": "a"}],
}
LISTING: Final = {"type": "mcp_tool_listing", "mcp_server_name": "scales", "tools": []}
ADDITION: Final = {"type": "tool_addition", "tool": {"type": "tool_reference", "name": "weigh"}}
THOUGHT: Final = {"type": "thinking", "thinking": "Hm", "signature": "Eq"}


OFF: Final = {"alternation", "tool-result-split"}
UPLOAD: Final = {"type": "container_upload", "file_id": "file_1"}
BETAS: Final = frozenset(
    {
        "mid-conversation-output-config-2026-07-01",
        "mid-conversation-system-clear-at-2026-08-21",
        "mid-conversation-tool-changes-2026-07-01",
    }
)


def found(*messages: dict[str, Any], version: str = "2026-10-21") -> list[Problem]:
    body = json.dumps({"model": "m", "max_tokens": 5, "messages": messages})
    request = msgspec.json.decode(body, type=MessagesRequest)
    headers = RequestHeaders(version, BETAS)
    return conversation_problems(
        request, Breakpoints(), DeclaredNames(frozenset({"weigh", "web_search"}), True), headers
    )


def problems(*messages: dict[str, Any], version: str = "2026-10-21") -> list[tuple[str, str]]:
    """The faults that are told when all rules are at their defaults, without what we add to the API's words."""
    told = [problem for problem in found(*messages, version=version) if problem.rule not in OFF]
    return [(str(problem._replace(hint="")), problem.rule) for problem in told]


def hints(*messages: dict[str, Any]) -> list[str]:
    return [problem.hint for problem in found(*messages) if problem.rule not in OFF]


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param([ASK], id="one-question"),
        pytest.param([ASK, ASK], id="two-user-messages-in-a-row"),
        pytest.param([assistant(text()), ASK], id="assistant-first"),
        pytest.param([ASK, assistant(text())], id="prefill"),
        pytest.param([ASK, assistant(text()), assistant(text()), ASK], id="two-assistant-messages-in-a-row"),
        pytest.param([ASK, assistant(call()), user(result())], id="call-and-result"),
        pytest.param([ASK, assistant(text(), call()), user(result(), text())], id="text-round-the-pair"),
        pytest.param([ASK, assistant(THOUGHT, call()), user(result(), IMAGE)], id="thought-and-image-round-the-pair"),
        pytest.param([ASK, assistant(call("a"), call("b")), user(result("b"), result("a"))], id="results-in-any-order"),
        pytest.param(
            [ASK, assistant(call("a"), call("b")), user(result("a")), user(result("b"))], id="results-in-two-messages"
        ),
        pytest.param(
            [ASK, assistant(call("a")), assistant(call("b")), user(result("a"), result("b"))],
            id="calls-in-two-messages",
        ),
        pytest.param(
            [ASK, assistant(call()), user(result()), assistant(call()), user(result())],
            id="an-id-again-in-another-turn",
        ),
        pytest.param(
            [ASK, assistant(call()), user(result()), system(text()), assistant(text())], id="system-after-results"
        ),
    ],
)
def test_a_conversation_that_the_api_takes_has_no_fault(messages: list[dict[str, Any]]) -> None:
    assert problems(*messages) == []


def test_a_conversation_has_a_message() -> None:
    assert problems() == [("messages: at least one message is required", "empty-content")]


@pytest.mark.parametrize(
    ("messages", "index", "ids"),
    [
        pytest.param([assistant(call()), user(text())], 1, "a", id="after-the-first-message"),
        pytest.param([ASK, assistant(call()), user(text())], 2, "a", id="text-instead"),
        pytest.param([ASK, assistant(call()), ASK], 2, "a", id="plain-text-instead"),
        pytest.param([ASK, assistant(call()), user(IMAGE, result())], 2, "a", id="image-first"),
        pytest.param([ASK, assistant(call()), user(UPLOAD, result())], 2, "a", id="upload-first"),
        pytest.param([ASK, assistant(call("a"), call("b")), user(result("a"))], 2, "b", id="one-of-two"),
        pytest.param([ASK, assistant(call("a"), call("b")), user(text())], 2, "a, b", id="both"),
        pytest.param([ASK, assistant(call())], 2, "a", id="at-the-end"),
        pytest.param([ASK, assistant(call()), system(text()), user(result())], 2, "a", id="system-message-between"),
        pytest.param([ASK, assistant(call()), assistant(text()), ASK], 3, "a", id="after-the-whole-turn"),
        pytest.param(
            [ASK, assistant(call("a"), call("b")), user(result("a"), text(), result("b"))], 2, "b", id="text-between"
        ),
        pytest.param([ASK, assistant(call(), text()), user(result())], 2, "a", id="text-after-the-call"),
        pytest.param(
            [ASK, assistant(call()), assistant(text()), user(result())], 3, "a", id="text-in-the-next-message"
        ),
        pytest.param([ASK, assistant(call()), user(text()), assistant(text())], 2, "a", id="and-a-later-turn"),
        pytest.param(
            [ASK, assistant(call()), {"role": "assistant", "content": "Well"}, user(result())],
            3,
            "a",
            id="plain-text-in-the-next-message",
        ),
    ],
)
def test_a_call_without_its_result_is_refused(messages: list[dict[str, Any]], index: int, ids: str) -> None:
    first = problems(*messages)[0]

    assert first == (f"messages.{index}: {MISSING.format(ids=ids)}", "tool-result-missing")


@pytest.mark.parametrize(
    ("messages", "place", "id"),
    [
        pytest.param([user(result("gone"))], "messages.0.content.0", "gone", id="first-message"),
        pytest.param([ASK, assistant(text()), user(result())], "messages.2.content.0", "a", id="after-a-text"),
        pytest.param(
            [ASK, assistant(call()), user(result(), result("b"))],
            "messages.2.content.1",
            "b",
            id="beside-the-right-one",
        ),
        pytest.param(
            [ASK, assistant(call()), user(result()), assistant(text()), user(result())],
            "messages.4.content.0",
            "a",
            id="two-turns-late",
        ),
    ],
)
def test_a_tool_result_without_its_call_is_refused(messages: list[dict[str, Any]], place: str, id: str) -> None:
    assert problems(*messages) == [(f"{place}: {UNEXPECTED.format(id=id)}", "tool-result-unexpected")]


def test_a_second_result_for_a_call_is_refused() -> None:
    told = problems(ASK, assistant(call()), user(result(), result()))

    assert told == [
        (
            "messages.2.content.1: each tool_use must have a single result. "
            "Found multiple `tool_result` blocks with id: a",
            "tool-result-repeated",
        )
    ]


def test_two_calls_of_a_turn_with_one_id_are_refused_at_the_second() -> None:
    told = problems(ASK, assistant(call(), call()), user(result()))

    assert told == [("messages.1.content.1: `tool_use` ids must be unique", "tool-use-ids")]


@pytest.mark.parametrize(
    ("messages", "name", "place"),
    [
        pytest.param([ASK, user(text(), call())], "tool_use", "assistant", id="call-of-a-user"),
        pytest.param([ASK, user(text(), THOUGHT)], "thinking", "assistant", id="thinking-of-a-user"),
        pytest.param([ASK, user(text(), SEARCH)], "server_tool_use", "assistant", id="server-call-of-a-user"),
        pytest.param([ASK, user(text(), FOUND)], "web_search_tool_result", "assistant", id="server-result-of-a-user"),
        pytest.param([ASK, assistant(text(), result())], "tool_result", "user", id="result-of-the-assistant"),
        pytest.param(
            [ASK, assistant(text(), {**RESULT_OF_A_SEARCH, "content": [text()]})],
            "search_result",
            "user",
            id="search-result-of-the-assistant",
        ),
        pytest.param([ASK, user(text(), LISTING)], "mcp_tool_listing", "assistant", id="listing-of-a-user"),
        pytest.param([ASK, user(text(), ADDITION)], "tool_addition", "system", id="addition-of-a-user"),
        pytest.param([ASK, assistant(text(), ADDITION)], "tool_addition", "system", id="addition-of-the-assistant"),
    ],
)
def test_blocks_stand_in_the_messages_of_their_role(messages: list[dict[str, Any]], name: str, place: str) -> None:
    message = f"messages.1: `{name}` blocks can only be in `{place}` messages"

    assert problems(*messages) == [(message, "blocks-per-role")]
    assert hints(*messages) == ["the block is messages.1.content.1"]


@pytest.mark.parametrize(
    ("messages", "message"),
    [
        pytest.param([user()], "messages.0: user messages must have non-empty content", id="user-list"),
        pytest.param(
            [{"role": "user", "content": ""}], "messages.0: user messages must have non-empty content", id="user-text"
        ),
        pytest.param(
            [ASK, user(), assistant(text())], "messages.1: user messages must have non-empty content", id="user-between"
        ),
        pytest.param(
            [ASK, assistant(), ASK],
            "messages.1: all messages must have non-empty content except for the optional final assistant message",
            id="assistant-list",
        ),
        pytest.param(
            [ASK, {"role": "assistant", "content": ""}, ASK],
            "messages.1: all messages must have non-empty content except for the optional final assistant message",
            id="assistant-text",
        ),
        pytest.param([{"role": "user"}], "messages.0.content: Field required", id="user-without-content"),
        pytest.param(
            [ASK, {"role": "assistant"}], "messages.1.content: Field required", id="final-assistant-without-content"
        ),
    ],
)
def test_a_message_without_content_is_refused(messages: list[dict[str, Any]], message: str) -> None:
    assert problems(*messages) == [(message, "empty-content")]


@pytest.mark.parametrize("content", ["", []], ids=repr)
def test_the_final_assistant_message_may_be_empty(content: Any) -> None:
    assert problems(ASK, {"role": "assistant", "content": content}) == []


@pytest.mark.parametrize(
    ("messages", "message"),
    [
        pytest.param([user(text(""))], "messages: text content blocks must be non-empty", id="user"),
        pytest.param(
            [ASK, assistant(text(""), call()), user(result())],
            "messages: text content blocks must be non-empty",
            id="assistant",
        ),
        pytest.param(
            [user(text(" \n\t"))], "messages: text content blocks must contain non-whitespace text", id="user-blank"
        ),
        pytest.param(
            [{"role": "user", "content": " "}],
            "messages: text content blocks must contain non-whitespace text",
            id="blank-content",
        ),
        pytest.param(
            [ASK, assistant(text(" ")), ASK],
            "messages: text content blocks must contain non-whitespace text",
            id="assistant-blank",
        ),
    ],
)
def test_a_text_block_without_text_is_refused(messages: list[dict[str, Any]], message: str) -> None:
    assert problems(*messages) == [(message, "empty-text")]


@pytest.mark.parametrize(
    ("messages", "hint"),
    [
        pytest.param(
            [ASK, assistant(call()), user(text(), result())],
            "a result of a is in messages.2.content.1, but results stand first in the next turn",
            id="result-not-first",
        ),
        pytest.param(
            [ASK, assistant(call(), text()), user(result())],
            "messages.1 goes on after its calls; calls end a turn",
            id="text-after-the-call",
        ),
        pytest.param(
            [ASK, assistant(call()), ASK],
            "no result of a follows; the calls are in messages.1",
            id="no-result",
        ),
        pytest.param([user(result("z"))], "no call z is in the request", id="no-call"),
        pytest.param(
            [user(result()), assistant(call()), user(result())], "the call a comes only in messages.1", id="call-later"
        ),
        pytest.param(
            [ASK, assistant(call("a")), assistant(call("b")), ASK],
            "no result of a, b follows; the calls are in messages.1 and messages.2",
            id="calls-in-two-messages",
        ),
        pytest.param(
            [ASK, assistant(call()), user(result("z"))],
            "messages.2.content.0 answers z, which no call of messages.1 has",
            id="another-id",
        ),
        pytest.param(
            [ASK, assistant(call()), system(text()), user(result())],
            "messages.2 of role system stands between the calls of messages.1 and their results",
            id="system-message-between",
        ),
        pytest.param(
            [ASK, assistant(call(), THOUGHT), user(result())],
            "messages.1 goes on after its calls; calls end a turn",
            id="thinking-after-the-call",
        ),
        pytest.param(
            [ASK, assistant(call()), user(result()), assistant(text()), user(result())],
            "the call a is in messages.1, which is not the turn before",
            id="call-of-an-earlier-turn",
        ),
        pytest.param(
            [ASK, assistant(call(), call()), user(result())],
            "the id stands twice in the turn; the call before has it as well",
            id="call-twice",
        ),
        pytest.param([user(text(""))], "the block is messages.0.content.0.text", id="empty-text"),
    ],
)
def test_the_simulator_tells_what_it_knows_beyond_the_words_of_the_api(
    messages: list[dict[str, Any]], hint: str
) -> None:
    assert hint in hints(*messages)


def test_a_clone_may_ask_that_roles_alternate() -> None:
    told = [str(problem) for problem in found(ASK, ASK) if problem.rule == "alternation"]

    assert told == [
        'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row'
    ]


def test_a_clone_may_ask_for_all_results_in_one_message() -> None:
    messages = [ASK, assistant(call("a"), call("b")), user(result("a")), user(result("b"))]

    told = [str(problem) for problem in found(*messages) if problem.rule == "tool-result-split"]

    assert told == [
        f"messages.2: {MISSING.format(ids='b')} rystic: the results of one turn are in messages.2 and messages.3; "
        "send them in one message"
    ]


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param([ASK, assistant(SEARCH, FOUND, text()), ASK], id="call-and-result"),
        pytest.param([ASK, assistant(text(), SEARCH)], id="to-be-resumed"),
        pytest.param([ASK, assistant(SEARCH), assistant(FOUND, text()), ASK], id="resumed"),
        pytest.param(
            [ASK, assistant(SEARCH, call()), user(result()), assistant(FOUND, text()), ASK],
            id="a-client-call-answered-between",
        ),
        pytest.param([ASK, assistant(SEARCH, call()), user(result())], id="a-client-call-answered"),
        pytest.param([ASK, assistant(MCP_CALL, MCP_RESULT, text()), ASK], id="mcp"),
        pytest.param([ASK, assistant(MCP_CALL), ASK], id="mcp-without-result"),
    ],
)
def test_calls_of_server_tools_that_the_api_takes_have_no_fault(messages: list[dict[str, Any]]) -> None:
    assert problems(*messages) == []


@pytest.mark.parametrize(
    ("messages", "message"),
    [
        pytest.param(
            [ASK, assistant(SEARCH), ASK],
            "messages.1: `web_search` tool use with id `srvtoolu_1` was found without a corresponding "
            "`web_search_tool_result` block",
            id="user-text-before-the-result",
        ),
        pytest.param(
            [ASK, assistant(SEARCH, call()), user(result(), text())],
            "messages.1: `web_search` tool use with id `srvtoolu_1` was found without a corresponding "
            "`web_search_tool_result` block",
            id="text-beside-the-results",
        ),
        pytest.param(
            [ASK, assistant({**SEARCH, "name": "web_fetch"})],
            "messages.1: `web_fetch` tool use with id `srvtoolu_1` was found without a corresponding "
            "`web_fetch_tool_result` block, but no `web_fetch` tool was provided",
            id="resumed-without-the-tool",
        ),
        pytest.param(
            [ASK, assistant({**SEARCH, "name": "bash_code_execution"})],
            "messages.1: `code_execution` tool use with id `srvtoolu_1` was found without a corresponding "
            "`code_execution_tool_result` block, but no `code_execution` tool was provided",
            id="resumed-without-the-tool-by-another-name",
        ),
        pytest.param(
            [ASK, assistant(FOUND, text()), ASK],
            "messages.1.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. "
            "Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it.",
            id="result-without-its-call",
        ),
        pytest.param(
            [ASK, assistant(SEARCH, FOUND, FOUND), ASK],
            "messages.1.content.2: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. "
            "Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it.",
            id="result-twice",
        ),
        pytest.param(
            [ASK, assistant(FETCH, FOUND, FETCHED), ASK],
            "messages.1.content.1: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. "
            "Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it.",
            id="result-of-another-kind",
        ),
        pytest.param(
            [ASK, assistant(MCP_RESULT, text()), ASK],
            "messages.1.content.0: unexpected `tool_use_id` found in `mcp_tool_result` blocks: mcptoolu_1. "
            "Each `mcp_tool_result` block must have a corresponding `mcp_tool_use` block before it.",
            id="mcp-result-without-its-call",
        ),
    ],
)
def test_a_server_tool_without_its_other_half_is_refused(messages: list[dict[str, Any]], message: str) -> None:
    assert problems(*messages) == [(message, "server-tool-results")]


SYSTEM_FIRST: Final = (
    "use the top-level 'system' parameter for the initial system prompt; "
    "the directive-only form (content: [] with output_config) is accepted at any position"
)
FOLLOWS: Final = "role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result"
PRECEDES: Final = (
    "role 'system' must precede an 'assistant' message or end the array; "
    "the directive-only form (content: [] with output_config) is accepted at any position"
)
DIRECTIVE: Final = {"role": "system", "content": [], "output_config": {"effort": "low"}}


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param([ASK, system(text())], id="at-the-end"),
        pytest.param([ASK, system(text()), system(text()), assistant(text())], id="two-in-a-row"),
        pytest.param([ASK, {"role": "system", "content": "Be brief"}, assistant(text())], id="as-a-string"),
        pytest.param([ASK, assistant(SEARCH, FOUND), system(text())], id="after-a-server-result"),
        pytest.param([DIRECTIVE, ASK], id="directive-first"),
    ],
)
def test_system_messages_may_stand_here(messages: list[dict[str, Any]]) -> None:
    assert problems(*messages) == []


@pytest.mark.parametrize(
    ("messages", "number", "message"),
    [
        pytest.param([system(text()), ASK], 0, SYSTEM_FIRST, id="first"),
        pytest.param([ASK, assistant(text()), system(text()), assistant(text())], 2, FOLLOWS, id="after-a-text"),
        pytest.param(
            [ASK, {"role": "assistant", "content": "Hi"}, system(text())], 2, FOLLOWS, id="after-a-plain-text"
        ),
        pytest.param([ASK, system(text()), ASK], 1, PRECEDES, id="before-a-user"),
        pytest.param([ASK, system(text()), system(text()), ASK], 2, PRECEDES, id="last-of-two-before-a-user"),
        pytest.param([ASK, system()], 1, "system content must contain at least one block", id="empty"),
        pytest.param(
            [ASK, {"role": "system"}], 1, "system content must contain at least one block", id="without-content"
        ),
        pytest.param(
            [ASK, {"role": "system", "content": ""}], 1, "system content must contain at least one block", id="no-text"
        ),
        pytest.param(
            [ASK, system(text(" "))], 1, "system text blocks must contain non-whitespace text", id="blank-block"
        ),
        pytest.param(
            [ASK, {"role": "system", "content": " "}],
            1,
            "system text blocks must contain non-whitespace text",
            id="blank-text",
        ),
        pytest.param(
            [ASK, system(text(), IMAGE)],
            1,
            "role 'system' supports text, tool_addition and tool_removal blocks only",
            id="image",
        ),
    ],
)
def test_system_messages_may_not_stand_there(messages: list[dict[str, Any]], number: int, message: str) -> None:
    assert problems(*messages) == [(f"messages.{number}: {message}", "system-messages")]


def references(name: str) -> list[dict[str, Any]]:
    search = {**SEARCH, "name": "tool_search_tool_bm25"}
    listed = {
        "type": "tool_search_tool_search_result",
        "tool_references": [{"type": "tool_reference", "tool_name": name}],
    }
    return [ASK, assistant(search, {**FOUND, "type": "tool_search_tool_result", "content": listed}, text()), ASK]


def test_two_calls_of_server_tools_have_different_ids() -> None:
    told = problems(ASK, assistant(SEARCH, FOUND, SEARCH, FOUND, text()), ASK)

    assert told == [("messages.1.content.2: `server_tool_use` ids must be unique", "tool-use-ids")]


@pytest.mark.parametrize("kind", ["tool_addition", "tool_removal"])
def test_a_change_of_tools_names_tools_of_the_request(kind: str) -> None:
    change = {"type": kind, "tool": {"type": "tool_reference", "name": "sell"}}

    (problem,) = found(ASK, system(change))

    assert str(problem) == "Tool reference 'sell' not found in available tools rystic: it is in messages.1.content.0"
    assert problem.details == {"error_code": "tool_reference_unresolved"}
    assert problems(ASK, system({**change, "tool": {"type": "tool_reference", "name": "weigh"}})) == []


def test_an_empty_directive_is_no_directive() -> None:
    assert problems(ASK, {**DIRECTIVE, "output_config": {}}) == [
        ("messages.1: system content must contain at least one block", "system-messages")
    ]


def test_a_search_refers_to_tools_of_the_request() -> None:
    (problem,) = found(*references("sell"))

    assert str(problem) == (
        "Tool reference 'sell' not found in available tools rystic: it is in "
        "messages.1.content.1.tool_search_tool_result.content.tool_references.0"
    )
    assert problems(*references("weigh")) == []


def test_a_reference_may_be_to_a_tool_of_a_toolset() -> None:
    body = json.dumps({"model": "m", "max_tokens": 5, "messages": references("sell")})
    request = msgspec.json.decode(body, type=MessagesRequest)

    assert (
        conversation_problems(request, Breakpoints(), DeclaredNames(frozenset(), False), RequestHeaders("", BETAS))
        == []
    )


def test_a_search_may_have_failed() -> None:
    search = {**SEARCH, "name": "tool_search_tool_bm25"}
    failed = {"type": "tool_search_tool_result_error", "error_code": "unavailable", "error_message": None}
    result = {**FOUND, "type": "tool_search_tool_result", "content": failed}

    assert problems(ASK, assistant(search, result, text()), ASK) == []


@pytest.mark.parametrize("directive", [{"output_config": {"effort": "low"}}, {"clear_at": "never"}], ids=str)
def test_only_a_system_message_directs(directive: dict[str, Any]) -> None:
    (name,) = directive

    assert problems({**ASK, **directive}) == [
        (f"messages.0: {name} is only permitted on role 'system' messages", "system-messages")
    ]


def inner(*blocks: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**result(), "content": list(blocks), **more}


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(inner(text(), is_error=True), id="text-of-an-error"),
        pytest.param(inner(IMAGE, is_error=False), id="image-of-no-error"),
        pytest.param({**result(), "content": "", "is_error": True}, id="nothing"),
        pytest.param({"type": "tool_result", "tool_use_id": "a", "is_error": True}, id="no-content"),
        pytest.param(inner({"type": "tool_reference", "tool_name": "weigh"}), id="reference-to-a-tool"),
    ],
)
def test_a_result_may_hold_this(content: dict[str, Any]) -> None:
    assert problems(ASK, assistant(call()), user(content)) == []


@pytest.mark.parametrize(
    ("content", "message", "rule"),
    [
        pytest.param(
            inner(text(), IMAGE, is_error=True),
            'messages.2.content.0.tool_result: all content must be type "text" if "is_error" is true',
            "tool-result-errors",
            id="image-of-an-error",
        ),
        pytest.param(inner(text("")), "messages: text content blocks must be non-empty", "empty-text", id="empty-text"),
        pytest.param(
            inner({"type": "tool_reference", "tool_name": "sell"}),
            "Tool reference 'sell' not found in available tools",
            "tool-search",
            id="reference-to-no-tool",
        ),
    ],
)
def test_a_result_may_not_hold_that(content: dict[str, Any], message: str, rule: str) -> None:
    assert problems(ASK, assistant(call()), user(content)) == [(message, rule)]


@pytest.mark.parametrize(
    ("messages", "message", "rule"),
    [
        pytest.param(
            [ASK, assistant(DOCUMENT)],
            "messages.1: `document` blocks can only be in `user` messages",
            "assistant-documents",
            id="document-of-the-assistant",
        ),
        pytest.param(
            [user(CITED)],
            "messages.0.content.0.text.citations: citations are not permitted in `user` messages",
            "user-citations",
            id="citations-of-a-user",
        ),
        pytest.param(
            [user(RESULT_OF_A_SEARCH)],
            "messages.0.content.0.search_result.content.0.citations: citations are not permitted in `user` messages",
            "user-citations",
            id="citations-in-a-search-result",
        ),
        pytest.param(
            [ASK, assistant(call()), user(inner(RESULT_OF_A_SEARCH))],
            "messages.2.content.0.tool_result.content.0.search_result.content.0.citations: "
            "citations are not permitted in `user` messages",
            "user-citations",
            id="citations-in-a-result",
        ),
    ],
)
def test_the_newer_version_refuses_what_the_older_one_takes(
    messages: list[dict[str, Any]], message: str, rule: str
) -> None:
    assert problems(*messages) == [(message, rule)]
    assert problems(*messages, version="2023-06-01") == []


@pytest.mark.parametrize(
    "final",
    [
        pytest.param({"role": "assistant", "content": "The colour is "}, id="string"),
        pytest.param(assistant(text("The colour is\n")), id="block"),
    ],
)
def test_a_final_assistant_message_does_not_end_in_white_space(final: dict[str, Any]) -> None:
    trailing = "messages: final assistant content cannot end with trailing whitespace"

    assert problems(ASK, final) == [(trailing, "trailing-whitespace")]
    assert problems(ASK, final, ASK) == []


def test_an_empty_text_is_no_cache_breakpoint() -> None:
    told = problems(user({**text(""), "cache_control": {"type": "ephemeral"}}))

    assert told == [
        ("messages.0.content.0.text: cache_control cannot be set for empty text blocks", "cache-control-text"),
        ("messages: text content blocks must be non-empty", "empty-text"),
    ]
