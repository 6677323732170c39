"""The official SDK as the judge: tool runner, errors by class, helpers."""

from typing import Any

import anthropic
import pydantic
import pytest
from anthropic import beta_async_tool, beta_tool

from rystic_asgi import Simulator, error, reply, text, tool_use
from rystic_asgi.protocol.errors import CATALOGUE, ErrorKind
from tests.conftest import WEATHER_TOOL, ask

SCRIPT = [
    reply("I look.", tool_use("get_weather", {"city": "Paris"}), tool_use("get_weather", {"city": "Lyon"})),
    text("Sunny in both."),
]
CLASSES: dict[int, str] = {
    400: "BadRequestError",
    401: "AuthenticationError",
    402: "PaymentRequiredError",
    403: "PermissionDeniedError",
    404: "NotFoundError",
    405: "APIStatusError",
    408: "RequestTimeoutError",
    409: "ConflictError",
    412: "PreconditionFailedError",
    413: "ContentTooLargeError",
    422: "UnprocessableEntityError",
    429: "RateLimitError",
    431: "RequestHeaderFieldsTooLargeError",
    499: "ClientClosedRequestError",
    500: "InternalServerError",
    501: "HTTPNotImplementedError",
    503: "ServiceUnavailableError",
    504: "GatewayTimeoutError",
    529: "OverloadedError",
}


@beta_tool
def get_weather(city: str) -> str:
    """What the weather is like.

    Args:
        city: Where.
    """
    return f"Sunny in {city}"


@beta_async_tool
async def get_weather_slowly(city: str) -> str:
    """What the weather is like.

    Args:
        city: Where.
    """
    return f"Sunny in {city}"


def runner_options(tool: Any) -> Any:
    return {**ask(), "tools": [tool]}


def assert_the_loop_ran(simulator: Simulator, final: Any) -> None:
    assert final.content[0].text == "Sunny in both."
    assert simulator.left == []
    results = simulator.messages[-1].body["messages"][-1]["content"]
    assert [block["content"] for block in results] == ["Sunny in Paris", "Sunny in Lyon"]


def test_the_tool_runner_goes_on_without_threads() -> None:
    simulator = Simulator(replies=SCRIPT, threads=False)

    with simulator.client() as client:
        final = client.beta.messages.tool_runner(**runner_options(get_weather)).until_done()

    assert_the_loop_ran(simulator, final)
    refused = simulator.messages[0]
    assert (refused.status, refused.reply) == (400, None)
    assert refused.answer["error"]["details"]["error_code"] == "thread_unsupported_request"


def test_the_streaming_tool_runner_works() -> None:
    simulator = Simulator(replies=SCRIPT)

    with simulator.client() as client:
        messages = [
            stream.get_final_message()
            for stream in client.beta.messages.tool_runner(**runner_options(get_weather), stream=True)
        ]

    assert_the_loop_ran(simulator, messages[-1])


@pytest.mark.anyio
async def test_the_asynchronous_tool_runner_works() -> None:
    simulator = Simulator(replies=SCRIPT)
    tool = get_weather_slowly
    tool_name = reply("I look.", *(tool_use("get_weather_slowly", {"city": city}) for city in ("Paris", "Lyon")))
    simulator.load([tool_name, SCRIPT[1]])

    async with simulator.async_client() as client:
        final = await client.beta.messages.tool_runner(**runner_options(tool)).until_done()

    assert_the_loop_ran(simulator, final)


@pytest.mark.parametrize("kind", [pytest.param(kind, id=str(kind.status)) for kind in CATALOGUE])
def test_every_kind_of_error_can_be_scripted(kind: ErrorKind) -> None:
    simulator = Simulator(replies=[error(kind.status)])

    with simulator.client(max_retries=0) as client, pytest.raises(anthropic.APIStatusError) as caught:
        client.messages.create(**ask())

    assert type(caught.value).__name__ == CLASSES[kind.status]
    assert (caught.value.status_code, caught.value.type) == (kind.status, kind.type)
    assert caught.value.response.headers["x-should-retry"] == str(kind.should_retry).lower()
    assert caught.value.request_id == caught.value.response.headers["request-id"]
    assert simulator.left == []


def test_an_error_scripted_by_type_gets_its_status() -> None:
    simulator = Simulator(replies=[error(type="overloaded_error", message="Too many.")])

    with simulator.client(max_retries=0) as client, pytest.raises(anthropic.APIStatusError) as caught:
        client.messages.create(**ask())

    assert caught.value.status_code == 529
    assert "Too many." in str(caught.value)


def test_a_retry_takes_the_reply_after_the_scripted_error() -> None:
    simulator = Simulator(replies=[error(529, headers={"retry-after-ms": "1"}), "Now."])

    with simulator.client() as client:
        message = client.messages.create(**ask())

    assert message.content[0].type == "text"
    assert [entry.headers["x-stainless-retry-count"] for entry in simulator.requests] == ["0", "1"]


@pytest.mark.parametrize(
    ("choice", "content"),
    [
        pytest.param({"type": "tool", "name": "get_weather"}, "tool_use", id="tool"),
        pytest.param({"type": "any"}, "tool_use", id="any"),
        pytest.param({"type": "auto"}, "text", id="auto"),
        pytest.param({"type": "none"}, "text", id="none"),
        pytest.param(anthropic.omit, "text", id="absent"),
    ],
)
def test_the_choice_of_tool_decides_the_default_reply(choice: Any, content: str) -> None:
    with Simulator().client() as client:
        message = client.messages.create(**ask(), tools=[WEATHER_TOOL], tool_choice=choice)  # type: ignore[list-item]

    assert [block.type for block in message.content] == [content]
    assert message.stop_reason == ("tool_use" if content == "tool_use" else "end_turn")


def test_the_raw_stream_has_the_apis_events_in_order() -> None:
    simulator = Simulator(replies=[SCRIPT[0]])

    with simulator.client() as client:
        with client.messages.create(**ask(tools=[WEATHER_TOOL]), stream=True) as stream:
            events = [event.to_dict() for event in stream]
        raw = [line for line in _stream_lines(simulator, client) if line.startswith("event: ")]

    kinds = [str(event["type"]) for event in events]
    assert kinds[0] == "message_start"
    assert kinds[-2:] == ["message_delta", "message_stop"]
    assert raw[:3] == ["event: message_start", "event: content_block_start", "event: ping"]


def _stream_lines(simulator: Simulator, client: anthropic.Anthropic) -> list[str]:
    simulator.reset()
    with client.messages.with_streaming_response.create(**ask(tools=[WEATHER_TOOL]), stream=True) as response:
        return list(response.iter_lines())


class Forecast(pydantic.BaseModel):
    """What a structured answer holds."""

    city: str
    degrees: int


def test_a_structured_answer_is_parsed() -> None:
    simulator = Simulator(replies=['{"city": "Paris", "degrees": 21}'])

    with simulator.client() as client:
        scripted = client.messages.parse(**ask(), output_format=Forecast).parsed_output
        made = client.messages.parse(**ask(), output_format=Forecast).parsed_output

    assert scripted == Forecast(city="Paris", degrees=21)
    assert isinstance(made, Forecast)


@pytest.mark.parametrize(
    ("text_given", "fault"),
    [
        pytest.param("Sunny.", "it is not JSON", id="no-json"),
        pytest.param('{"city": "Paris"}', "at the root: 'degrees' is a required property", id="member"),
        pytest.param('{"city": 1, "degrees": 2}', "at city: 1 is not of type 'string'", id="type"),
    ],
)
def test_a_text_that_does_not_fit_the_format_is_refused(text_given: str, fault: str) -> None:
    simulator = Simulator(replies=[text_given])

    with simulator.client() as client, pytest.raises(anthropic.BadRequestError) as caught:
        client.messages.parse(**ask(), output_format=Forecast)

    assert caught.value.api_message == (
        f"rystic: reply 0 of the script has a text that output_config.format refuses: {fault}. "
        'The reply counts as taken; if it is meant, mark it with unchecked: ["format"]'
    )


@pytest.mark.parametrize(
    "members",
    [
        pytest.param({"unchecked": ["format"]}, id="unchecked"),
        pytest.param({"stop_reason": "max_tokens"}, id="cut-off"),
        pytest.param({"stop_reason": "refusal"}, id="refused"),
    ],
)
def test_a_text_that_may_break_the_format_is_played(members: dict[str, Any]) -> None:
    simulator = Simulator(replies=[reply("Sunny", **members)])
    schema = {"type": "object", "properties": {"a": {}}, "required": ["a"], "additionalProperties": False}
    config: Any = {"format": {"type": "json_schema", "schema": schema}}

    with simulator.client() as client:
        message = client.messages.create(**ask(), output_config=config)

    assert [block.type for block in message.content] == ["text"]


@pytest.mark.parametrize("script", [["{}"], []], ids=["scripted", "made"])
def test_a_format_that_nothing_fits_is_told(script: list[str]) -> None:
    config: Any = {"format": {"type": "json_schema", "schema": {"$ref": "https://example.com/schema"}}}

    simulator = Simulator(replies=script, rules={"strict-schema": False})

    with simulator.client() as client, pytest.raises(anthropic.BadRequestError) as caught:
        client.messages.create(**ask(), output_config=config)

    assert "https://example.com/schema" in str(caught.value)
