"""Counting the tokens of a prompt, over HTTP and by the official client."""

import gzip
import json
from typing import Any

import httpx2
import pytest

from rystic_asgi import Simulator
from tests.conftest import WEATHER_TOOL, Connect, ask

PATH = "/v1/messages/count_tokens"


def prompt(text: str = "Weather in Paris?", **members: Any) -> dict[str, Any]:
    body = ask(text, **members)
    del body["max_tokens"]
    return body


def test_a_count_is_what_a_message_then_uses(http: httpx2.Client) -> None:
    members: dict[str, Any] = {"system": "Be brief.", "tools": [WEATHER_TOOL]}

    counted = http.post(PATH, json=prompt(**members))
    message = http.post("/v1/messages", json=ask(**members))

    assert counted.status_code == 200
    assert counted.json() == {"input_tokens": message.json()["usage"]["input_tokens"]}
    assert counted.headers["request-id"] != message.headers["request-id"]
    assert counted.headers["anthropic-workspace-id"] == message.headers["anthropic-workspace-id"]
    assert counted.headers["content-type"] == "application/json"


def test_a_count_takes_nothing_of_the_script(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load(["One."])
    before = http.post("/v1/messages", json=ask()).json()
    simulator.reset()

    http.post(PATH, json=prompt())
    after = http.post("/v1/messages", json=ask()).json()

    assert after == before
    assert [entry.operation for entry in simulator.requests] == ["count_tokens", "messages"]
    assert (len(simulator.messages), simulator.requests[0].reply) == (1, None)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        pytest.param({**prompt(), "messages": []}, "messages: at least one message is required", id="a-rule"),
        pytest.param({"messages": prompt()["messages"]}, "model: Field required", id="a-field"),
        pytest.param(
            {**prompt(), "max_tokens": 5}, "max_tokens: Extra inputs are not permitted", id="a-field-too-many"
        ),
    ],
)
def test_a_prompt_that_would_be_refused_is_not_counted(http: httpx2.Client, body: object, message: str) -> None:
    response = http.post(PATH, json=body)

    assert response.status_code == 400
    assert response.json()["error"] == {"type": "invalid_request_error", "message": message}


def test_a_count_needs_a_known_key_and_undoes_encodings(connect: Connect) -> None:
    http = connect(Simulator(api_keys=["sk-ant-1"]))
    body = gzip.compress(json.dumps(prompt()).encode())

    refused = http.post(PATH, json=prompt())
    counted = http.post(PATH, content=body, headers={"x-api-key": "sk-ant-1", "content-encoding": "gzip"})

    assert refused.status_code == 401
    assert refused.json()["error"]["message"] == (
        "invalid x-api-key rystic: only the keys that api_keys lists are let in"
    )
    assert counted.status_code == 200


def test_official_clients_count(simulator: Simulator) -> None:
    with simulator.client() as client:
        plain = client.messages.count_tokens(**prompt())
        managed = client.beta.messages.count_tokens(
            **prompt(),
            context_management={"edits": [{"type": "clear_tool_uses_20250919"}]},
            betas=["context-management-2025-06-27"],
        )

    assert plain.input_tokens == managed.input_tokens > 0
    assert managed.context_management is not None
    assert managed.context_management.original_input_tokens == managed.input_tokens
