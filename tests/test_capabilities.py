"""The rules that depend on what a model can do."""

import json
from typing import Any, Final

import msgspec
import pytest

from rystic_asgi.protocol.models import MODELS
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.capabilities import capability_problems

ASK: Final = {"role": "user", "content": "Hi"}
PREFILL: Final = {"role": "assistant", "content": "1."}
SYSTEM: Final = {"role": "system", "content": "Be brief"}
SEARCH: Final = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
FOUND: Final = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
ADAPTIVE: Final = {"type": "adaptive"}
ENABLED: Final = {"type": "enabled", "budget_tokens": 1024}
DISABLED: Final = {"type": "disabled"}


def problems(model: str, *messages: dict[str, Any], **fields: Any) -> list[tuple[str, str]]:
    body = {"model": model, "max_tokens": 2048, "messages": messages or [ASK], **fields}
    request = msgspec.json.decode(json.dumps(body), type=MessagesRequest)
    return [(str(problem), problem.rule) for problem in capability_problems(request)]


@pytest.mark.parametrize("model", [row.alias for row in MODELS])
def test_every_model_takes_a_plain_question(model: str) -> None:
    assert problems(model) == []


@pytest.mark.parametrize(
    ("model", "messages", "fields"),
    [
        pytest.param("claude-opus-5", [], {"max_tokens": 128_000}, id="all-its-tokens"),
        pytest.param("claude-sonnet-4-5", [], {"temperature": 1.0, "top_k": 5}, id="temperature"),
        pytest.param("claude-opus-4-6", [], {"output_config": {"effort": "max"}}, id="effort"),
        pytest.param("claude-opus-4-6", [], {"output_config": {}}, id="no-effort"),
        pytest.param("claude-sonnet-4-5", [], {"thinking": ENABLED}, id="enabled"),
        pytest.param("claude-opus-5", [], {"thinking": ADAPTIVE}, id="adaptive"),
        pytest.param("claude-opus-5", [], {"thinking": DISABLED}, id="disabled"),
        pytest.param(
            "claude-opus-5", [], {"thinking": DISABLED, "output_config": {"effort": "high"}}, id="disabled-at-high"
        ),
        pytest.param("claude-opus-5", [], {"tool_choice": {"type": "any"}}, id="forced-choice"),
        pytest.param("claude-opus-5", [ASK, SYSTEM], {}, id="system-role"),
        pytest.param("claude-haiku-5-5", [ASK, SYSTEM], {}, id="system-role-not-known"),
        pytest.param("claude-sonnet-4-5", [ASK, PREFILL], {}, id="prefill"),
        pytest.param("claude-opus-5", [ASK, {"role": "assistant", "content": [SEARCH]}], {}, id="paused-turn"),
        pytest.param("claude-opus-5", [ASK, PREFILL, ASK], {}, id="no-prefill"),
    ],
)
def test_a_model_can_do_this(model: str, messages: list[dict[str, Any]], fields: dict[str, Any]) -> None:
    assert problems(model, *messages, **fields) == []


NO_PREFILL: Final = (
    "This model does not support assistant message prefill. The conversation must end with a user message."
)
NOT_DISABLED: Final = (
    '"thinking.type.disabled" is not supported for this model. Thinking defaults to adaptive mode when not specified; '
    'use "thinking.type.enabled" with "budget_tokens" for extended thinking.'
)


@pytest.mark.parametrize(
    ("model", "messages", "fields", "message", "rule"),
    [
        pytest.param(
            "gpt-1",
            [],
            {},
            "model: gpt-1 rystic: the rule unknown-model refuses names that the table of models does not hold",
            "unknown-model",
            id="unknown-model",
        ),
        pytest.param(
            "claude-opus-5",
            [],
            {"max_tokens": 128_001},
            "max_tokens: 128001 > 128000, which is the maximum allowed number of output tokens for claude-opus-5",
            "max-tokens-of-model",
            id="max_tokens",
        ),
        pytest.param(
            "claude-opus-5",
            [],
            {"temperature": 1.0},
            "`temperature` is deprecated for this model.",
            "sampling-parameters",
            id="temperature",
        ),
        pytest.param(
            "claude-sonnet-4-5",
            [],
            {"temperature": 1.0, "top_p": 1.0},
            "`temperature` and `top_p` cannot both be specified for this model. Please use only one.",
            "sampling-parameters",
            id="temperature-and-top_p",
        ),
        pytest.param(
            "claude-opus-4-6",
            [],
            {"output_config": {"effort": "xhigh"}},
            "This model does not support effort level 'xhigh'. Supported levels: high, low, max, medium.",
            "effort-levels",
            id="effort-level",
        ),
        pytest.param(
            "claude-sonnet-4-5",
            [],
            {"output_config": {"effort": "low"}},
            "This model does not support the effort parameter.",
            "effort-levels",
            id="no-effort",
        ),
        pytest.param(
            "claude-opus-4-7",
            [],
            {"thinking": ENABLED},
            '"thinking.type.enabled" is not supported for this model. '
            'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
            "thinking-types",
            id="enabled",
        ),
        pytest.param("claude-fable-5", [], {"thinking": DISABLED}, NOT_DISABLED, "thinking-types", id="disabled"),
        pytest.param(
            "claude-opus-5",
            [],
            {"thinking": DISABLED, "output_config": {"effort": "xhigh"}},
            NOT_DISABLED,
            "thinking-types",
            id="disabled-at-xhigh",
        ),
        pytest.param(
            "claude-sonnet-4-5",
            [],
            {"thinking": ADAPTIVE},
            "adaptive thinking is not supported on this model",
            "thinking-types",
            id="adaptive",
        ),
        pytest.param(
            "claude-opus-5-5",
            [],
            {"tool_choice": {"type": "any"}},
            'tool_choice: type "tool" and "any" are not supported for this model.',
            "forced-tool-choice",
            id="forced-choice",
        ),
        pytest.param(
            "claude-sonnet-5",
            [ASK, SYSTEM],
            {},
            "role 'system' is not supported on this model",
            "system-role",
            id="system-role",
        ),
        pytest.param("claude-opus-4-6", [ASK, PREFILL], {}, NO_PREFILL, "prefill", id="prefill"),
        pytest.param(
            "claude-opus-4-6",
            [ASK, {"role": "assistant", "content": [SEARCH, FOUND]}],
            {},
            NO_PREFILL,
            "prefill",
            id="prefill-behind-a-search",
        ),
    ],
)
def test_a_model_cannot_do_that(
    model: str, messages: list[dict[str, Any]], fields: dict[str, Any], message: str, rule: str
) -> None:
    assert problems(model, *messages, **fields) == [(message, rule)]
