"""The rules across the parameters of a request."""

import json
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.declared_tools import DeclaredNames
from rystic_asgi.validation.headers import RequestHeaders
from rystic_asgi.validation.parameters import parameter_problems

BUDGET: Final = {"type": "enabled", "budget_tokens": 2048}
ADD: Final = {"name": "add", "input_schema": {"type": "object"}}
BASE: Final = {"model": "m", "max_tokens": 4096, "messages": [{"role": "user", "content": "Hi"}]}
FORMAT: Final = {"type": "json_schema", "schema": {"type": "object", "additionalProperties": False}}
OPEN: Final = {"type": "json_schema", "schema": {"type": "object"}}
NOT_CLOSED: Final = "For 'object' type, additionalProperties must be explicitly set to false"


ASK: Final = {"role": "user", "content": "Weigh all"}
DIRECT: Final = {"type": "tool_use", "id": "a", "name": "weigh", "input": {}, "caller": {"type": "direct"}}
OF_CODE: Final = {**DIRECT, "caller": {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}}
ANSWER: Final = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}
CALLED_BY_CODE: Final = [ASK, {"role": "assistant", "content": [OF_CODE]}, ANSWER]


def problems(*betas: str, declared: tuple[str, ...] = (), **fields: Any) -> list[tuple[str, str]]:
    request = msgspec.json.decode(json.dumps({**BASE, **fields}), type=MessagesRequest)
    found = parameter_problems(
        request, RequestHeaders("2026-10-21", frozenset(betas)), DeclaredNames(frozenset(declared), True)
    )
    return [(str(problem), problem.rule) for problem in found]


@pytest.mark.parametrize(
    ("betas", "declared", "fields"),
    [
        pytest.param((), (), {"thinking": BUDGET}, id="budget-below-max_tokens"),
        pytest.param(
            ("interleaved-thinking-2025-05-14",),
            ("add",),
            {"thinking": BUDGET, "max_tokens": 2048, "tools": [ADD]},
            id="budget-of-interleaved-thinking",
        ),
        pytest.param(
            (), ("add",), {"thinking": BUDGET, "tools": [ADD], "tool_choice": {"type": "auto"}}, id="free-choice"
        ),
        pytest.param((), (), {"max_tokens": 0}, id="pre-warm"),
        pytest.param(
            (), (), {"max_tokens": 0, "stream": False, "output_config": {"effort": "low"}}, id="pre-warm-plain"
        ),
        pytest.param((), (), {"stop_sequences": ["END", " END"]}, id="stop-sequences"),
        pytest.param((), (), {"stop_sequences": []}, id="no-stop-sequence"),
        pytest.param((), (), {"output_config": {"format": FORMAT}}, id="closed-format"),
        pytest.param((), (), {"output_format": FORMAT}, id="closed-older-format"),
        pytest.param((), ("code_execution",), {"container": "container_1"}, id="container"),
        pytest.param(
            (), ("code_execution",), {"container": "container_1", "messages": CALLED_BY_CODE}, id="call-of-code"
        ),
        pytest.param((), (), {"messages": [ASK, {"role": "assistant", "content": [DIRECT]}, ANSWER]}, id="direct-call"),
        pytest.param(
            (),
            (),
            {"context_management": {"edits": [{"type": "clear_thinking_20251015"}, {"type": "compact_20260112"}]}},
            id="thinking-cleared-first",
        ),
        pytest.param(
            (),
            (),
            {
                "context_management": {
                    "edits": [{"type": "compact_20260112", "trigger": {"type": "input_tokens", "value": 50_000}}]
                }
            },
            id="compaction",
        ),
        pytest.param((), (), {"context_management": {}}, id="no-edits"),
    ],
)
def test_parameters_that_the_api_takes_have_no_fault(
    betas: tuple[str, ...], declared: tuple[str, ...], fields: dict[str, Any]
) -> None:
    assert problems(*betas, declared=declared, **fields) == []


@pytest.mark.parametrize(
    ("fields", "message", "rule"),
    [
        pytest.param(
            {"thinking": BUDGET, "max_tokens": 2048},
            "`max_tokens` must be greater than `thinking.budget_tokens`",
            "thinking-budget",
            id="budget",
        ),
        pytest.param(
            {"thinking": BUDGET, "tools": [ADD], "tool_choice": {"type": "any"}},
            "Thinking may not be enabled when tool_choice forces tool use.",
            "thinking-tool-choice",
            id="forced-choice",
        ),
        pytest.param(
            {"max_tokens": 0, "stream": True},
            "max_tokens: 0 is not supported together with stream",
            "max-tokens-zero",
            id="pre-warm-streamed",
        ),
        pytest.param(
            {"max_tokens": 0, "tool_choice": {"type": "any"}},
            "max_tokens: 0 is not supported together with a forced tool_choice",
            "max-tokens-zero",
            id="pre-warm-forced",
        ),
        pytest.param(
            {"max_tokens": 0, "output_config": {"format": FORMAT}},
            "max_tokens: 0 is not supported together with output_config.format",
            "max-tokens-zero",
            id="pre-warm-formatted",
        ),
        pytest.param(
            {"stop_sequences": ["END", " \n"]},
            "stop_sequences: each stop sequence must contain non-whitespace",
            "stop-sequences",
            id="blank-stop-sequence",
        ),
        pytest.param(
            {"stop_sequences": [""]},
            "stop_sequences: each stop sequence must contain non-whitespace",
            "stop-sequences",
            id="empty-stop-sequence",
        ),
        pytest.param(
            {"output_config": {"format": OPEN}},
            f"output_config.format.schema: {NOT_CLOSED} rystic: it is at the root",
            "strict-schema",
            id="open-format",
        ),
        pytest.param(
            {"output_format": OPEN},
            f"output_format.schema: {NOT_CLOSED} rystic: it is at the root",
            "strict-schema",
            id="open-older-format",
        ),
        pytest.param(
            {"container": "container_1"},
            "container: Container identifier can only be provided when using the code execution tool",
            "container",
            id="container",
        ),
        pytest.param(
            {"messages": CALLED_BY_CODE},
            "container_id is required when there are pending tool uses generated by code execution with tools.",
            "container",
            id="call-of-code-without-its-container",
        ),
        pytest.param(
            {"context_management": {"edits": [{"type": "compact_20260112"}, {"type": "clear_thinking_20251015"}]}},
            "context_management: `clear_thinking_20251015` must be the first strategy in `context_management.edits` "
            "when provided",
            "context-management",
            id="thinking-cleared-second",
        ),
        pytest.param(
            {
                "context_management": {
                    "edits": [{"type": "compact_20260112", "trigger": {"type": "input_tokens", "value": 49_999}}]
                }
            },
            "context_management.edits.0.compact_20260112: trigger.value must be at least 50000",
            "context-management",
            id="compaction-too-early",
        ),
    ],
)
def test_parameters_that_contradict_each_other_are_refused(fields: dict[str, Any], message: str, rule: str) -> None:
    assert problems(**fields) == [(message, rule)]


def test_a_pre_warm_with_thinking_is_refused() -> None:
    assert ("max_tokens: 0 is not supported together with thinking", "max-tokens-zero") in problems(
        max_tokens=0, thinking=BUDGET
    )
