"""The members of a message beside its content, whole and streamed."""

from typing import Any, Final

import pytest

from rystic_asgi import Simulator, reply
from rystic_asgi.protocol.ids import make_id
from rystic_asgi.protocol.message_shapes import EXPIRES_AT
from tests.reply_samples import CONTENTS, TEXT, call
from tests.test_played_blocks import ask, dumped, plain, streamed, wire

EDITS: Final = {
    "context_management": {"edits": [{"type": "clear_tool_uses_20250919"}]},
    "betas": ["context-management-2025-06-27"],
}
CODE: Final = reply(*CONTENTS["code"])
CLEARED: Final = {"type": "clear_tool_uses_20250919", "cleared_tool_uses": 2, "cleared_input_tokens": 900}
SKILL: Final = {"type": "anthropic", "skill_id": "xlsx"}


def test_a_message_has_its_members_in_the_order_of_the_api() -> None:
    message = wire(
        {**CODE, "diagnostics": {}, "input_transformations": []}, **EDITS, diagnostics={"previous_message_id": None}
    )

    assert list(message) == [
        *("model", "id", "type", "role", "content", "stop_reason", "stop_sequence", "stop_details", "usage"),
        *("context_management", "container", "diagnostics", "input_transformations"),
    ]


def test_a_plain_message_has_none_of_the_others() -> None:
    assert list(wire("Hi"))[-1] == "usage"


@pytest.mark.parametrize(
    ("scripted", "fields", "expected"),
    [
        pytest.param(
            CODE,
            {},
            {"container": {"id": make_id("rystic", "container", 0), "expires_at": EXPIRES_AT, "skills": None}},
            id="container",
        ),
        pytest.param(
            CODE,
            {"container": "container_1"},
            {"container": {"id": "container_1", "expires_at": EXPIRES_AT, "skills": None}},
            id="container-of-the-request",
        ),
        pytest.param(
            CODE,
            {"container": {"id": "container_1", "skills": [SKILL, {**SKILL, "version": "2"}]}},
            {
                "container": {
                    "id": "container_1",
                    "expires_at": EXPIRES_AT,
                    "skills": [{**SKILL, "version": "latest"}, {**SKILL, "version": "2"}],
                }
            },
            id="skills-of-the-request",
        ),
        pytest.param(
            reply(TEXT, container={"id": "container_2", "expires_at": "2026-01-01T00:00:00Z", "skills": [SKILL]}),
            {},
            {
                "container": {
                    "id": "container_2",
                    "expires_at": "2026-01-01T00:00:00Z",
                    "skills": [{**SKILL, "version": "latest"}],
                }
            },
            id="container-given",
        ),
        pytest.param("Hi", EDITS, {"context_management": {"applied_edits": []}}, id="edits-asked-for"),
        pytest.param("Hi", {"context_management": {}, "betas": EDITS["betas"]}, {}, id="no-edits-asked-for"),
        pytest.param(
            reply(TEXT, context_management={"applied_edits": [CLEARED]}),
            EDITS,
            {"context_management": {"applied_edits": [CLEARED]}},
            id="edits-given",
        ),
        pytest.param("Hi", {"diagnostics": {"previous_message_id": None}}, {"diagnostics": None}, id="diagnostics"),
        pytest.param(
            reply(TEXT, diagnostics={"cache_miss_reason": {"type": "unavailable"}}),
            {},
            {"diagnostics": {"cache_miss_reason": {"type": "unavailable"}}},
            id="diagnostics-given",
        ),
        pytest.param(
            reply(
                TEXT,
                input_transformations=[
                    {"type": "thinking_dropped", "path": "messages.1", "reason": "model_binding_mismatch"}
                ],
            ),
            {},
            {
                "input_transformations": [
                    {"type": "thinking_dropped", "path": "messages.1", "reason": "model_binding_mismatch"}
                ]
            },
            id="transformations-given",
        ),
    ],
)
def test_a_member_comes_where_it_applies(scripted: Any, fields: dict[str, Any], expected: dict[str, Any]) -> None:
    names = ("container", "context_management", "diagnostics", "input_transformations")

    message = wire(scripted, **fields)

    assert {name: message[name] for name in names if name in message} == expected
    assert dumped(plain(scripted, **fields)) == dumped(streamed(scripted, **fields))


@pytest.mark.parametrize(
    ("scripted", "fields", "expected"),
    [
        pytest.param({"stop_sequence": "END"}, {}, ("stop_sequence", "END"), id="given"),
        pytest.param(
            {"stop_reason": "stop_sequence"},
            {"stop_sequences": ["STOP", "END"]},
            ("stop_sequence", "STOP"),
            id="asked-for",
        ),
        pytest.param({"stop_reason": "stop_sequence"}, {}, ("stop_sequence", None), id="none"),
        pytest.param({}, {"stop_sequences": ["STOP"]}, ("end_turn", None), id="not-reached"),
    ],
)
def test_a_stop_sequence_is_told(scripted: dict[str, Any], fields: dict[str, Any], expected: Any) -> None:
    message = wire(reply(TEXT, **scripted), **fields)

    assert (message["stop_reason"], message["stop_sequence"]) == expected


def test_a_refusal_tells_its_category_whole_and_streamed() -> None:
    scripted = reply(
        "Half a", stop_details={"category": "cyber", "explanation": "No.", "recommended_model": "claude-haiku-4-5"}
    )

    message, parts = plain(scripted), streamed(scripted)

    assert message.stop_reason == "refusal"
    assert dumped(message) == dumped(parts)
    assert wire(scripted)["stop_details"] == {
        "type": "refusal",
        "category": "cyber",
        "explanation": "No.",
        "recommended_model": "claude-haiku-4-5",
    }


@pytest.mark.parametrize("stop_reason", ["tool_use", "model_context_window_exceeded", "tired"])
@pytest.mark.parametrize("content", [[], [TEXT]], ids=["empty", "text"])
def test_any_stop_reason_is_played(content: list[Any], stop_reason: str) -> None:
    """The API has sent ``tool_use`` without a call. https://github.com/earendil-works/pi/issues/9681"""
    simulator = Simulator(replies=[reply(*content, stop_reason=stop_reason)])
    with simulator.client() as client:
        whole = client.beta.messages.create(**ask())
        simulator.reset()
        with client.beta.messages.stream(**ask()) as stream:
            parts = stream.get_final_message()

    assert (whole.stop_reason, len(whole.content)) == (stop_reason, len(content))
    assert dumped(whole) == dumped(parts)


@pytest.mark.parametrize("how", ["whole", "streamed"])
@pytest.mark.parametrize("kind", ["tool_use", "server_tool_use", "mcp_tool_use"])
def test_a_call_may_be_cut_off(kind: str, how: str) -> None:
    """What can be read of it is there. https://github.com/ducks/claux/issues/14"""
    written = '{"parcel":"7","to":{"city":"Ro'
    block = {
        "tool_use": {"type": "tool_use", "name": "add", "partial_json": written},
        "server_tool_use": call("web_search", partial_json=written),
        "mcp_tool_use": {"type": "mcp_tool_use", "name": "add", "server_name": "s", "partial_json": written},
    }[kind]

    message = {"whole": plain, "streamed": streamed}[how](reply(block))

    assert message.stop_reason == "max_tokens"
    assert message.model_dump()["content"][0]["input"] == {"parcel": "7", "to": {}}


def test_a_call_that_is_cut_off_is_streamed_as_far_as_it_was_written() -> None:
    simulator = Simulator(replies=[reply({"type": "tool_use", "name": "add", "partial_json": '{"parcel":"7'})])
    with simulator.client() as client, client.beta.messages.create(**ask(), stream=True) as stream:
        pieces = [
            event.delta.partial_json
            for event in stream
            if event.type == "content_block_delta" and event.delta.type == "input_json_delta"
        ]

    assert pieces[0] == ""
    assert len(pieces) > 2
    assert "".join(pieces) == '{"parcel":"7'


def test_a_call_that_was_no_json_has_no_input() -> None:
    scripted = reply({"type": "tool_use", "name": "add", "partial_json": "parcel"}, unchecked=["grammar"])

    assert wire(scripted)["content"][0]["input"] == {}
    with pytest.raises(ValueError, match="Unable to parse tool parameter JSON"):
        streamed(scripted)
