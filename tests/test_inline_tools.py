"""Tools that a system message adds by their definition."""

import json
from typing import Any, Final

import pytest

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.validation.request import CheckedRequest, check_request
from rystic_asgi.validation.rules import DEFAULT_OFF

CHANGES: Final = "mid-conversation-tool-changes-2026-07-01"
INLINE: Final = f"{CHANGES},inline-tools-2026-09-15"
ASK: Final = {"role": "user", "content": "Weigh 7"}
WEIGH: Final = {"name": "weigh", "input_schema": {"type": "object"}}
CALL: Final = {"type": "tool_use", "id": "a", "name": "weigh", "input": {}}
REFERENCE: Final = {
    "type": "tool_result",
    "tool_use_id": "a",
    "content": [{"type": "tool_reference", "tool_name": "weigh"}],
}


def added(definition: dict[str, Any]) -> dict[str, Any]:
    tool = {"type": "tool_definition", "definition": definition}
    return {"role": "system", "content": [{"type": "tool_addition", "tool": tool}]}


def checked(*messages: dict[str, Any], betas: str = INLINE) -> CheckedRequest:
    headers = {b"x-api-key": b"k", b"anthropic-version": b"2026-10-21", b"anthropic-beta": betas.encode()}
    body = json.dumps({"model": "m", "max_tokens": 5, "messages": messages})
    return check_request(headers, headers, body.encode(), DEFAULT_OFF)


def test_a_tool_that_a_system_message_defines_is_declared() -> None:
    request = checked(ASK, added(WEIGH))

    assert [tool.name for tool in request.tools] == ["weigh"]


def test_a_tool_that_is_added_by_its_name_is_declared_elsewhere() -> None:
    change = {"type": "tool_removal", "tool": {"type": "tool_reference", "name": "weigh"}}

    request = checked(ASK, added(WEIGH), {"role": "system", "content": [change]})

    assert [tool.name for tool in request.tools] == ["weigh"]


def test_an_added_tool_may_be_referred_to() -> None:
    request = checked(
        ASK, added(WEIGH), {"role": "assistant", "content": [CALL]}, {"role": "user", "content": [REFERENCE]}
    )

    assert [tool.name for tool in request.tools] == ["weigh"]


@pytest.mark.parametrize(
    ("definition", "betas", "message"),
    [
        pytest.param(
            {},
            INLINE,
            "messages.1.content.0.tool_addition.tool.tool_definition.definition: "
            "Input does not match the expected shape.",
            id="no-tool",
        ),
        pytest.param(WEIGH, CHANGES, "messages.1.content.0.tool_addition.tool: Input tag", id="without-its-beta"),
    ],
)
def test_a_definition_is_a_tool_and_needs_its_beta(definition: dict[str, Any], betas: str, message: str) -> None:
    with pytest.raises(ApiError) as refused:
        checked(ASK, added(definition), betas=betas)

    assert refused.value.message.startswith(message)
