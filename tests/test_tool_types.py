"""The table of the types of tools."""

from typing import get_args

import pytest
from anthropic.types import ToolUnionParam
from anthropic.types.beta import BetaToolUnionParam
from typing_extensions import get_type_hints

from rystic_asgi.engine.synthesis import make_input
from rystic_asgi.protocol.tool_types import TOOL_TYPES, ToolType, is_offered, offered_tags, tool_type
from rystic_asgi.validation.headers import RequestHeaders
from rystic_asgi.validation.tool_schemas import input_fault, schema_fault

CLIENT_TYPES = [row for row in TOOL_TYPES if row.client_runs and row.tag != "custom"]


def tags_of(union: object) -> set[str]:
    """Every ``type`` that the SDK knows for a union of tools, custom ones apart."""
    hints = [get_type_hints(member)["type"] for member in get_args(union)]
    return {tag for hint in hints for tag in get_args(hint) if isinstance(tag, str)}


def test_the_table_has_every_type_that_the_sdk_knows() -> None:
    known = {row.tag for row in TOOL_TYPES}

    assert known - {"custom"} == tags_of(BetaToolUnionParam)


def test_the_types_that_need_no_beta_are_those_of_the_sdk_s_plain_endpoint() -> None:
    assert set(offered_tags([])) - {"custom"} == tags_of(ToolUnionParam)


def test_the_types_stand_in_the_order_of_the_api_s_list() -> None:
    tags = [row.tag for row in TOOL_TYPES]

    assert tags == sorted(tags)


@pytest.mark.parametrize("row", [row for row in TOOL_TYPES if row.tag != "custom"], ids=lambda row: str(row.tag))
def test_a_type_goes_by_the_tag_of_its_struct(row: ToolType) -> None:
    assert row.definition.__struct_config__.tag == row.tag


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        pytest.param(None, "custom", id="none"),
        pytest.param("custom", "custom", id="custom"),
        pytest.param("bash_20250124", "bash_20250124", id="defined"),
    ],
)
def test_a_type_is_found_by_its_tag(tag: object, found: str) -> None:
    row = tool_type(tag)

    assert row is not None
    assert row.tag == found


@pytest.mark.parametrize("tag", ["", "oracle_20300101", "bash_", 5, [], {}, True], ids=repr)
def test_what_is_no_type_is_not_found(tag: object) -> None:
    assert tool_type(tag) is None


def brought_by(*betas: str) -> frozenset[str]:
    return RequestHeaders("2026-10-21", frozenset(betas)).brought


@pytest.mark.parametrize(
    ("tag", "beta"),
    [
        ("advisor_20260301", "advisor-tool-2026-03-01"),
        ("bash_20241022", "computer-use-2024-10-22"),
        ("computer_20250124", "computer-use-2025-01-24"),
        ("computer_20251124", "computer-use-2025-11-24"),
        ("mcp_toolset", "mcp-client-2026-09-15"),
        ("text_editor_20241022", "computer-use-2024-10-22"),
    ],
)
def test_a_beta_brings_its_types(tag: str, beta: str) -> None:
    row = tool_type(tag)

    assert row is not None
    assert is_offered(row, brought_by(beta))
    assert not is_offered(row, brought_by("claude-code-20250219"))


def test_any_version_of_its_beta_brings_a_type() -> None:
    assert "computer_20251124" in offered_tags(brought_by("claude-code-20250219", "computer-use-2024-10-22"))


def test_without_betas_to_go_by_every_type_is_offered() -> None:
    assert offered_tags(None) == [row.tag for row in TOOL_TYPES]


@pytest.mark.parametrize("row", TOOL_TYPES, ids=lambda row: str(row.tag))
def test_the_schema_of_a_type_is_a_json_schema(row: ToolType) -> None:
    assert schema_fault(row.input_schema) is None


@pytest.mark.parametrize("row", CLIENT_TYPES, ids=lambda row: row.tag)
def test_an_input_can_be_made_for_each_tool_that_the_client_runs(row: ToolType) -> None:
    assert input_fault(row.input_schema, make_input(row.input_schema)) is None


@pytest.mark.parametrize(
    ("tag", "call"),
    [
        ("bash_20250124", {"command": "ls"}),
        ("bash_20250124", {"restart": True}),
        ("text_editor_20250124", {"command": "undo_edit", "path": "/a"}),
        ("text_editor_20250728", {"command": "view", "path": "/a", "view_range": [1, 2]}),
        ("text_editor_20250728", {"command": "insert", "path": "/a", "insert_line": 1, "insert_text": "b"}),
        ("memory_20250818", {"command": "rename", "old_path": "/memories/a", "new_path": "/memories/b"}),
        ("memory_20250818", {"command": "delete", "path": "/memories/a"}),
        ("computer_20241022", {"action": "screenshot"}),
        ("computer_20250124", {"action": "scroll", "coordinate": [1, 2], "scroll_direction": "down"}),
        ("computer_20251124", {"action": "zoom", "region": [0, 0, 5, 5]}),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(map(str, value.values()))[:24],
)
def test_a_documented_call_meets_the_schema_of_its_type(tag: str, call: dict[str, object]) -> None:
    row = tool_type(tag)

    assert row is not None
    assert input_fault(row.input_schema, call) is None


@pytest.mark.parametrize(
    ("tag", "call"),
    [
        ("bash_20250124", {}),
        ("text_editor_20250728", {"command": "undo_edit", "path": "/a"}),
        ("memory_20250818", {"command": "rename", "old_path": "/memories/a"}),
        ("computer_20241022", {"action": "scroll"}),
        ("computer_20250124", {"action": "zoom"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(map(str, value.values()))[:24],
)
def test_a_call_that_the_type_does_not_know_is_refused_by_its_schema(tag: str, call: dict[str, object]) -> None:
    row = tool_type(tag)

    assert row is not None
    assert input_fault(row.input_schema, call) is not None
