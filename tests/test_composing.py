"""From a turn to the message that answers it."""

import json
from typing import Any, Final

import pytest

from rystic_asgi.engine.composing import compose
from rystic_asgi.engine.taking import Turn
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.ids import make_id
from rystic_asgi.protocol.messages import ResponseMessage, Usage
from rystic_asgi.script.document import DEFAULT_TEXT, Document
from rystic_asgi.script.reply import read_reply
from rystic_asgi.validation.request import CheckedRequest, check_request
from rystic_asgi.validation.rules import DEFAULT_OFF
from rystic_asgi.validation.tool_schemas import input_fault

HEADERS: Final = {b"x-api-key": b"k", b"anthropic-version": b"2023-06-01"}
CITY: Final[dict[str, Any]] = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
WEATHER: Final[dict[str, Any]] = {"name": "get_weather", "input_schema": CITY}
TEXT: Final[dict[str, Any]] = {"type": "text", "text": "Hi"}
CALL: Final[dict[str, Any]] = {"type": "tool_use", "name": "get_weather", "input": {"city": "Paris"}}
DIRECT: Final = {"type": "direct"}


def request(**fields: Any) -> CheckedRequest:
    body = {"model": "claude-sonnet-4-5", "max_tokens": 5, "messages": [{"role": "user", "content": "Hi"}], **fields}
    return check_request(HEADERS, HEADERS, json.dumps(body).encode(), DEFAULT_OFF)


def turn(reply: Any, **first: int) -> Turn:
    return Turn(Document(), 0, first, read_reply(reply, "replies.0"), 2)


def played(*blocks: dict[str, Any], **members: Any) -> ResponseMessage:
    return compose(request(tools=[WEATHER]), turn({"content": list(blocks), **members}))


def refusal(reply: Any, tools: list[Any]) -> str:
    with pytest.raises(ApiError) as refused:
        compose(request(tools=tools), turn(reply))
    assert (refused.value.status, refused.value.type) == (400, "invalid_request_error")
    assert refused.value.headers == {"x-should-retry": "false"}
    return refused.value.message


def test_a_text_is_answered_in_the_shape_of_the_api() -> None:
    message = compose(request(), turn("Hi", message=4))

    assert message == ResponseMessage(
        model="claude-sonnet-4-5-20250929",
        id=make_id("rystic", "message", 4),
        content=[TEXT],
        stop_reason="end_turn",
        usage=Usage(input_tokens=6, output_tokens=4),
    )


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        pytest.param("claude-haiku-4-5", "claude-haiku-4-5-20251001", id="alias"),
        pytest.param("my-model", "my-model", id="unknown"),
    ],
)
def test_the_model_is_the_one_that_was_asked_for(model: str, expected: str) -> None:
    assert compose(request(model=model), turn("Hi")).model == expected


def test_what_a_reply_gives_wins_over_what_is_filled_in() -> None:
    message = played(TEXT, model="other", stop_reason="stop_sequence", stop_sequence="END", usage={"output_tokens": 9})

    assert (message.model, message.stop_reason, message.stop_sequence) == ("other", "stop_sequence", "END")
    assert message.usage.output_tokens == 9


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param([], "end_turn", id="nothing"),
        pytest.param([TEXT], "end_turn", id="text"),
        pytest.param([TEXT, CALL], "tool_use", id="call"),
    ],
)
def test_the_stop_reason_follows_from_the_content(content: list[Any], expected: str) -> None:
    assert played(*content).stop_reason == expected


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        pytest.param({}, None, id="no-refusal"),
        pytest.param(
            {"stop_reason": "refusal"}, {"type": "refusal", "category": None, "explanation": None}, id="refusal"
        ),
        pytest.param(
            {"stop_reason": "refusal", "stop_details": {"type": "refusal", "category": "cyber"}},
            {"type": "refusal", "category": "cyber", "explanation": None},
            id="refusal-with-details",
        ),
        pytest.param({"stop_details": {"type": "other"}}, {"type": "other"}, id="details-alone"),
    ],
)
def test_a_refusal_has_details(members: dict[str, Any], expected: Any) -> None:
    assert played(**members).stop_details == expected


def test_a_call_is_filled_in_in_the_order_of_the_api() -> None:
    (block,) = played(CALL).content

    assert block == {**CALL, "id": make_id("rystic", "tool_use", 0), "caller": DIRECT}
    assert list(block) == ["type", "id", "name", "input", "caller"]


def test_what_a_call_gives_is_kept() -> None:
    caller = {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}

    (block,) = played({**CALL, "caller": caller, "id": "call_1"}).content

    assert block == {**CALL, "id": "call_1", "caller": caller}
    assert list(block) == ["type", "id", "name", "input", "caller"]


def test_ids_of_calls_go_on_from_the_turns_first() -> None:
    message = compose(request(tools=[WEATHER]), turn({"content": [CALL, {**CALL, "id": "call_1"}, CALL]}, tool_use=7))

    ids = [block["id"] for block in message.content]
    assert ids == [make_id("rystic", "tool_use", 7), "call_1", make_id("rystic", "tool_use", 8)]


def test_ids_depend_on_the_seed() -> None:
    reply = read_reply("Hi", "replies.0")

    one, other = (compose(request(), Turn(Document(seed=seed), 0, {}, reply, 0)) for seed in ("1", "2"))

    assert one.id != other.id


def test_a_thought_is_signed_in_the_same_way_every_time() -> None:
    thought = {"type": "thinking", "thinking": "Hm"}

    (block,), (again,) = played(thought).content, played(thought).content

    assert block == again
    assert list(block) == ["type", "thinking", "signature"]
    assert (block["thinking"], block["signature"][:2], len(block["signature"])) == ("Hm", "Eq", 64)


def test_another_thought_has_another_signature() -> None:
    one, other = played(*({"type": "thinking", "thinking": thought} for thought in ("Hm", "Oh"))).content

    assert one["signature"] != other["signature"]


def test_a_signature_that_is_given_is_kept() -> None:
    thought = {"type": "thinking", "thinking": "", "signature": "abc"}

    assert played(thought).content == [thought]


def test_a_redacted_thought_goes_out_as_it_is() -> None:
    thought = {"type": "redacted_thinking", "data": "abc"}

    assert played(thought).content == [thought]


def test_the_keys_of_a_text_go_out_in_the_order_of_the_api() -> None:
    (block,) = played({"text": "Hi", "type": "text"}).content

    assert list(block) == ["type", "text"]


def test_a_call_without_input_gets_one_that_its_schema_accepts() -> None:
    (block,) = played({"type": "tool_use", "name": "get_weather"}).content

    assert input_fault(CITY, block["input"]) is None
    assert list(block) == ["type", "id", "name", "input", "caller"]


def test_a_call_of_an_undeclared_tool_without_input_gets_an_empty_one() -> None:
    (block,) = played({"type": "tool_use", "name": "sub"}, unchecked=["tool"]).content

    assert block["input"] == {}


@pytest.mark.parametrize(
    ("tools", "declared"),
    [pytest.param([], "none", id="no-tools"), pytest.param([WEATHER], "get_weather", id="another-tool")],
)
def test_a_call_of_a_tool_that_is_not_declared_is_refused(tools: list[Any], declared: str) -> None:
    message = refusal({"content": [TEXT, {"type": "tool_use", "name": "sub", "input": {}}]}, tools)

    assert message == (
        "rystic: reply 2 of the script calls the tool 'sub', which the request does not declare "
        f"(declared: {declared}). "
        'The reply counts as taken; if it is meant, mark it with unchecked: ["tool"]'
    )


def test_a_call_of_a_tool_that_is_not_declared_is_played_where_it_is_meant() -> None:
    (block,) = played({"type": "tool_use", "name": "sub", "input": {"a": 1}}, unchecked=["tool"]).content

    assert (block["name"], block["input"]) == ("sub", {"a": 1})


@pytest.mark.parametrize(
    ("input", "place"),
    [pytest.param({}, "input", id="at-the-root"), pytest.param({"city": 5}, "input.city", id="inside")],
)
def test_a_call_that_its_schema_refuses_is_refused_with_the_place(input: Any, place: str) -> None:
    fault = input_fault(CITY, input)

    message = refusal({"content": [{**CALL, "input": input}]}, [WEATHER])

    assert fault is not None
    assert message == (
        "rystic: reply 2 of the script calls 'get_weather' with an input that its input_schema refuses at "
        f"{place}: {fault.message}. "
        'The reply counts as taken; if it is meant, mark it with unchecked: ["input"]'
    )


def test_a_call_that_its_schema_refuses_is_played_where_it_is_meant() -> None:
    (block,) = played({**CALL, "input": {"city": 5}}, unchecked=["input"]).content

    assert block["input"] == {"city": 5}


def test_a_schema_that_cannot_judge_an_input_is_told() -> None:
    schema = {"type": "object", "properties": {"city": {"$ref": "https://example.com/city"}}}

    message = refusal({"content": [CALL]}, [{"name": "get_weather", "input_schema": schema}])

    assert message.startswith(
        "rystic: reply 2 of the script calls 'get_weather', whose input_schema: The schema can't be used: "
    )


def test_a_schema_that_no_input_meets_is_told() -> None:
    schema = {"type": "object", "properties": {"city": False}, "required": ["city"]}

    message = refusal(
        {"content": [{"type": "tool_use", "name": "get_weather"}]}, [{"name": "get_weather", "input_schema": schema}]
    )

    assert message.startswith(
        "rystic: reply 2 of the script calls 'get_weather' without an input, and none that its input_schema "
        "accepts was found: "
    )
    assert message.endswith(". Give the call an input")


def test_a_scripted_error_is_raised_as_it_stands() -> None:
    reply = {"error": {"status": 429, "message": "Later.", "details": {"a": 1}, "headers": {"retry-after": "2"}}}

    with pytest.raises(ApiError) as raised:
        compose(request(), turn(reply))

    assert (raised.value.status, raised.value.type) == (429, "rate_limit_error")
    assert (raised.value.message, raised.value.details) == ("Later.", {"a": 1})
    assert raised.value.headers == {"x-should-retry": "true", "retry-after": "2", "retry-after-ms": "1"}


def test_without_a_reply_left_the_default_text_is_answered() -> None:
    message = compose(request(), Turn(Document(), 0, {}))

    assert (message.content, message.stop_reason) == ([{"type": "text", "text": DEFAULT_TEXT}], "end_turn")


def test_the_default_text_may_be_replaced() -> None:
    message = compose(request(), Turn(Document(default_reply="Done."), 0, {}))

    assert message.content == [{"type": "text", "text": "Done."}]


def test_without_a_reply_left_a_forced_call_is_made_up() -> None:
    message = compose(request(tools=[WEATHER], tool_choice={"type": "any"}), Turn(Document(), 0, {"tool_use": 3}))

    (block,) = message.content
    assert (block["name"], block["id"]) == ("get_weather", make_id("rystic", "tool_use", 3))
    assert input_fault(CITY, block["input"]) is None
    assert message.stop_reason == "tool_use"


def test_a_forced_call_that_cannot_be_made_up_is_told() -> None:
    schema = {"type": "object", "properties": {"city": False}, "required": ["city"]}
    asked = request(tools=[{"name": "get_weather", "input_schema": schema}], tool_choice={"type": "any"})

    with pytest.raises(ApiError) as refused:
        compose(asked, Turn(Document(), 0, {}))

    assert refused.value.message.startswith("rystic: the default reply calls 'get_weather' without an input, ")


def test_without_a_reply_left_a_strict_script_is_an_error() -> None:
    document = Document(replies=(read_reply("Hi", "replies.0"),), on_empty="error")

    with pytest.raises(ApiError) as refused:
        compose(request(), Turn(document, 1, {}))

    assert refused.value.status == 400
    assert refused.value.message == (
        "rystic: no reply is left of the script's 1, and on_empty is 'error'; "
        "add a reply, or find out why the loop asked once more"
    )
