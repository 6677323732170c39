"""What recorded clients send has no fault."""

import json
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.protocol.betas import KNOWN_BETAS
from rystic_asgi.protocol.requests import CountTokensRequest, MessagesRequest
from rystic_asgi.validation.explain import every_problem
from rystic_asgi.validation.extra_inputs import extra_input_problems, message_extra_problems
from rystic_asgi.validation.headers import RequestHeaders

Json = dict[str, Any]

OLD: Final = "2023-06-01"
NEW: Final = "2026-10-21"
CACHE: Final = {"type": "ephemeral"}
SCHEMA: Final = {"type": "object", "properties": {"city": {"type": "string"}}}
FORMAT: Final = {"type": "json_schema", "schema": {**SCHEMA, "additionalProperties": False}}
TOOL: Final = {"name": "get_weather", "description": "d", "input_schema": SCHEMA}
TEXT: Final = {"type": "text", "text": "Hi"}
USER: Final = {"role": "user", "content": "Weather in Paris?"}
CALL: Final = {"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {"city": "Paris"}}
RESULT: Final = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "Sunny"}


def ask(*more: Json, **fields: Any) -> Json:
    return {"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [USER, *more], **fields}


def loop(call: Json = CALL, result: Json = RESULT, **fields: Any) -> Json:
    asked = {"role": "assistant", "content": [call]}
    return ask(asked, {"role": "user", "content": [result]}, **fields)


CLAUDE_CODE: Final = (
    "claude-code-20250219,interleaved-thinking-2025-05-14,thinking-token-count-2026-05-13,"
    "context-management-2025-06-27,prompt-caching-scope-2026-01-05,mid-conversation-system-2026-04-07,effort-2025-11-24"
)
NEWER_CLAUDE_CODE: Final = (
    f"{CLAUDE_CODE},per-turn-control-2026-07-01,mid-conversation-tool-changes-2026-07-01,advanced-tool-use-2025-11-20"
)

REQUESTS: Final[dict[str, tuple[str, str, Json]]] = {
    "thread-create": (NEW, "message-threads-2026-08-12", ask(thread={"type": "create"}, tools=[TOOL])),
    "thread-continue": (
        NEW,
        "message-threads-2026-08-12",
        {
            "model": "m",
            "max_tokens": 9,
            "messages": [{"role": "user", "content": [RESULT]}],
            "thread": {"type": "continue", "previous_message_id": "msg_1"},
        },
    ),
    "thread-after-a-pause": (
        NEW,
        "message-threads-2026-08-12",
        {
            "model": "m",
            "max_tokens": 9,
            "messages": [],
            "thread": {"type": "continue", "previous_message_id": "msg_1"},
        },
    ),
    "sdk-parse": (NEW, "", ask(output_config={"format": FORMAT})),
    "sdk-system-message": (NEW, "", ask({"role": "system", "content": [{"type": "text", "text": "Be brief"}]})),
    "sdk-result-without-content": (NEW, "", loop(result={"type": "tool_result", "tool_use_id": "toolu_1"})),
    "sdk-0.96-nulls": (
        OLD,
        "",
        ask(
            {
                "role": "assistant",
                "content": [{**TEXT, "citations": None}, {**CALL, "caller": None}],
            }
        ),
    ),
    "sdk-0.75-parse": (OLD, "structured-outputs-2025-11-13", ask(output_format=FORMAT)),
    "typescript-1.14": (NEW, "", ask(tools=[{**TOOL, "type": "custom"}], stream=False)),
    "langchain": (
        NEW,
        "",
        loop(result={**RESULT, "is_error": False}, cache_control={**CACHE, "ttl": "5m"}, max_tokens=128_000),
    ),
    "pydantic-ai": (
        NEW,
        "",
        loop(result={**RESULT, "is_error": False, "content": [{"type": "text", "text": "a"}]}, stream=True),
    ),
    "litellm": (
        OLD,
        "structured-outputs-2025-11-13",
        ask(output_format=FORMAT, tools=[{**TOOL, "type": "custom"}], messages=[{**USER, "content": [TEXT]}]),
    ),
    "ai-sdk": (
        OLD,
        "structured-outputs-2025-11-13",
        ask(tools=[{**TOOL, "eager_input_streaming": True, "input_schema": {**SCHEMA, "$schema": "s"}}]),
    ),
    "llm": (NEW, "", ask(stream=True, max_tokens=64_000)),
    "llm-1.17": (OLD, "", ask(stream=True, temperature=1.0)),
    "llama-index": (
        OLD,
        "structured-outputs-2025-09-17,structured-outputs-2025-11-13",
        ask(system="", temperature=0.1),
    ),
    "crewai": (
        OLD,
        "",
        ask(
            system=[{"type": "text", "text": "a", "cache_control": CACHE}],
            tools=[{**TOOL, "strict": True, "input_schema": FORMAT["schema"]}],
        ),
    ),
    "ag2": (NEW, "", loop(result={**RESULT, "cache_control": CACHE})),
    "inspect_ai": (
        NEW,
        "",
        loop(call={**CALL, "cache_control": CACHE}, tools=[{**TOOL, "cache_control": CACHE}], cache_control=CACHE),
    ),
    "autogen": (OLD, "", loop(tools=[TOOL], tool_choice={"type": "none"})),
    "strands": (OLD, "", ask(tools=[])),
    "haystack": (NEW, "", ask(tools=[], system=[], stream=False)),
    "instructor": (
        OLD,
        "",
        ask(tools=[TOOL], tool_choice={"type": "tool", "name": "get_weather", "disable_parallel_tool_use": True}),
    ),
    "claude-code": (
        OLD,
        CLAUDE_CODE,
        ask(
            {"role": "system", "content": "reminder"},
            context_management={"edits": [{"type": "clear_thinking_20251015", "keep": "all"}]},
            metadata={"user_id": '{"session":"a"}'},
            output_config={"effort": "high"},
            system=[{"type": "text", "text": "a", "cache_control": {**CACHE, "ttl": "1h"}}],
            thinking={"type": "adaptive"},
            stream=True,
            tools=[TOOL],
        ),
    ),
    "claude-code-2.1.332": (
        OLD,
        NEWER_CLAUDE_CODE,
        ask(thinking={"type": "adaptive", "display": "omitted"}, tools=[{**TOOL, "defer_loading": True}]),
    ),
    "pages-curl": (OLD, "", loop(call={**CALL, "id": "abc123"}, result={**RESULT, "tool_use_id": "abc123"})),
}
"""By client: version, betas, body."""


@pytest.mark.parametrize("client", REQUESTS)
def test_a_request_of_a_client_has_no_fault(client: str) -> None:
    version, betas, body = REQUESTS[client]
    headers = RequestHeaders(version, frozenset(filter(None, betas.split(","))))

    request = msgspec.json.decode(json.dumps(body), type=MessagesRequest)

    assert list(every_problem(body, MessagesRequest, headers)) == []
    assert list(extra_input_problems(request, headers)) == []
    assert [
        fault for at, message in enumerate(request.messages) for fault in message_extra_problems(message, at, headers)
    ] == []


@pytest.mark.parametrize("client", REQUESTS)
def test_the_betas_of_a_client_are_known(client: str) -> None:
    betas = set(filter(None, REQUESTS[client][1].split(",")))

    assert betas - KNOWN_BETAS == set()


@pytest.mark.parametrize("client", ["crewai", "sdk-parse", "claude-code"])
def test_the_same_prompt_can_be_counted(client: str) -> None:
    version, betas, body = REQUESTS[client]
    headers = RequestHeaders(version, frozenset([*betas.split(","), "token-counting-2024-11-01"]))
    counted = {key: value for key, value in body.items() if key in CountTokensRequest.__struct_fields__}

    request = msgspec.json.decode(json.dumps(counted), type=CountTokensRequest)

    assert list(every_problem(counted, CountTokensRequest, headers)) == []
    assert list(extra_input_problems(request.as_messages_request(), headers)) == []
