"""The reply when the script has none left: the choice of tools decides it."""

import json
from typing import Any, Final

import pytest

from rystic_asgi.engine.default_reply import default_ids, default_reply
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.script.reply import Reply
from rystic_asgi.validation.request import CheckedRequest, check_request
from rystic_asgi.validation.rules import DEFAULT_OFF

HEADERS: Final = {b"x-api-key": b"k", b"anthropic-version": b"2023-06-01"}
ADD: Final = {"name": "add", "input_schema": {"type": "object"}}
SUB: Final = {"name": "sub", "input_schema": {"type": "object"}}
SEARCH: Final = {"type": "web_search_20250305", "name": "web_search"}


def request(**fields: Any) -> CheckedRequest:
    body = {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "Hi"}], **fields}
    return check_request(HEADERS, HEADERS, json.dumps(body).encode(), DEFAULT_OFF)


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({}, id="no-tools"),
        pytest.param({"tools": [ADD]}, id="no-choice"),
        pytest.param({"tools": [ADD], "tool_choice": {"type": "auto"}}, id="auto"),
        pytest.param({"tools": [ADD], "tool_choice": {"type": "none"}}, id="none"),
    ],
)
def test_where_no_call_is_forced_it_is_a_text(fields: dict[str, Any]) -> None:
    asked = request(**fields)

    assert default_reply(asked, "Done.") == Reply("Done.", ({"type": "text", "text": "Done."},))
    assert default_ids(asked) == {}


@pytest.mark.parametrize(
    ("tools", "choice", "name"),
    [
        pytest.param([ADD, SUB], {"type": "any"}, "add", id="any"),
        pytest.param([SEARCH, SUB], {"type": "any"}, "sub", id="any-that-the-client-runs"),
        pytest.param([ADD, SUB], {"type": "tool", "name": "sub"}, "sub", id="tool"),
    ],
)
def test_a_forced_call_is_played(tools: list[Any], choice: dict[str, Any], name: str) -> None:
    asked = request(tools=tools, tool_choice=choice)

    assert default_reply(asked, "Done.").content == ({"type": "tool_use", "name": name},)
    assert default_ids(asked) == {"tool_use": 1}


@pytest.mark.parametrize(
    ("tools", "choice"),
    [
        pytest.param([SEARCH], {"type": "any"}, id="any"),
        pytest.param([ADD, SEARCH], {"type": "tool", "name": "web_search"}, id="tool"),
    ],
)
def test_a_call_that_the_client_cannot_run_is_not_made_up(tools: list[Any], choice: dict[str, Any]) -> None:
    asked = request(tools=tools, tool_choice=choice)

    with pytest.raises(ApiError) as refused:
        default_reply(asked, "Done.")

    assert refused.value.status == 400
    assert refused.value.message == (
        "rystic: no reply is left and tool_choice forces a call, but the client runs none of the tools it allows; "
        "script a reply for this request"
    )
