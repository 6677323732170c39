"""What declarations of the API's own tools may hold: every key that the SDK knows, and bounds."""

import json
from typing import Any, get_args

import msgspec
import pytest
from anthropic.types.beta import BetaToolUnionParam
from typing_extensions import get_type_hints

from rystic_asgi.protocol.tool_types import TOOL_TYPES, tool_type
from tests.tool_samples import LEAST, least, most

TAGS = sorted(LEAST)
ONLY_IN_THE_DOCS = {tag: {"allowed_callers"} for tag in ("browser_toolset_20260801", "computer_toolset_20260801")}
"""Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference#client-toolsets"""


def decode(tool: dict[str, Any]) -> Any:
    row = tool_type(tool["type"])
    assert row is not None
    return msgspec.json.decode(json.dumps(tool), type=row.definition)


def sdk_keys() -> dict[str, set[str]]:
    """The keys of each type in the SDK's own description."""
    hints = [get_type_hints(member) for member in get_args(BetaToolUnionParam)]
    return {tag: set(keys) for keys in hints for tag in literals(keys["type"])}


def literals(hint: Any) -> list[str]:
    return [hint] if isinstance(hint, str) else [tag for inner in get_args(hint) for tag in literals(inner)]


def test_there_is_a_sample_of_each_type() -> None:
    assert [row.tag for row in TOOL_TYPES] == TAGS


@pytest.mark.parametrize("tag", TAGS)
def test_a_tool_needs_no_more_than_the_least(tag: str) -> None:
    for key in LEAST[tag]:
        with pytest.raises(msgspec.ValidationError, match=f"missing required field `{key}`"):
            decode({name: value for name, value in least(tag).items() if name != key})
    assert decode(least(tag))


@pytest.mark.parametrize("tag", TAGS)
def test_a_tool_takes_every_key_that_the_sdk_knows(tag: str) -> None:
    tool = most(tag)

    assert set(tool) == sdk_keys()[tag] | ONLY_IN_THE_DOCS.get(tag, set())
    assert decode(tool)


@pytest.mark.parametrize("tag", TAGS)
def test_a_tool_takes_no_other_key(tag: str) -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `extra`"):
        decode(least(tag, extra=1))


@pytest.mark.parametrize("tag", [tag for tag in TAGS if "defer_loading" in most(tag)])
@pytest.mark.parametrize("key", ["defer_loading", "strict", "allowed_callers"])
def test_what_may_be_left_out_may_not_be_null(tag: str, key: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode(least(tag, **{key: None}))
