"""The body of a batch: cut into requests, and refused in the API's words."""

import json
from typing import Any

import pytest

from rystic_asgi.protocol.batches import MAX_REQUESTS
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.validation.batch_body import batch_spans, check_params, read_batch_request
from rystic_asgi.validation.rules import DEFAULT_OFF
from tests.conftest import WEATHER_TOOL, ask

HEADERS = {b"anthropic-version": b"2023-06-01"}
FALLBACKS = HEADERS | {b"anthropic-beta": b"server-side-fallback-2026-07-01"}
LONG = "a" * 65


def body_of(*requests: Any) -> bytes:
    return json.dumps({"requests": requests}).encode()


def request_of(custom_id: str = "a", **params: Any) -> dict[str, Any]:
    return {"custom_id": custom_id, "params": params}


@pytest.mark.parametrize(
    "params",
    [
        pytest.param({}, id="empty"),
        pytest.param({"text": 'a "quoted" {brace} [bracket] \\'}, id="signs-in-strings"),
        pytest.param({"text": "Zürich 🌍"}, id="unicode"),
        pytest.param({"a": [{"b": [[], {}]}, []], "c": {"d": {"custom_id": "x"}}}, id="nested"),
        pytest.param({"requests": [{"custom_id": "x", "params": {}}]}, id="alike"),
    ],
)
@pytest.mark.parametrize("ensure_ascii", [True, False], ids=["escaped", "as-it-is"])
@pytest.mark.parametrize("indent", [None, 2], ids=["one-line", "indented"])
def test_a_body_is_cut_into_its_requests(params: Any, indent: int | None, ensure_ascii: bool) -> None:
    whole = {"requests": [request_of("a", **params), {"params": params, "custom_id": "b"}]}
    body = json.dumps(whole, indent=indent, ensure_ascii=ensure_ascii).encode()

    read = [read_batch_request(body, span) for span in batch_spans(body)]

    assert [each.custom_id for each in read] == ["a", "b"]
    assert [json.loads(bytes(each.params)) for each in read] == [params, params]


@pytest.mark.parametrize("params", [5, None, "text", [1]], ids=["number", "null", "string", "list"])
def test_what_the_params_are_is_not_asked_yet(params: Any) -> None:
    body = body_of({"custom_id": "a", "params": params})

    assert len(list(batch_spans(body))) == 1


NOT_JSON = "The request body is not valid JSON: unexpected character: "
PATTERN = "String should match pattern '^[a-zA-Z0-9_-]{1,64}$'"
REFUSED: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", NOT_JSON + "line 1 column 1 (char 0)"),
    "no-object": (b"[]", "Input should be an object"),
    "no-requests": (b"{}", "requests: Field required"),
    "requests-no-list": (b'{"requests": {}}', "requests: Input should be a valid array"),
    "unknown-key": (b'{"requests": [], "betas": []}', "betas: Extra inputs are not permitted"),
    "none": (body_of(), "requests: List should have at least 1 item after validation, not 0"),
    "none-but-space": (
        b' { "requests" : [ ] } ',
        "requests: List should have at least 1 item after validation, not 0",
    ),
    "no-item-object": (body_of(5), "requests.0: Input should be an object"),
    "second-item-no-object": (body_of(request_of(), 5), "requests.1: Input should be an object"),
    "no-custom-id": (body_of({"params": {}}), "requests.0.custom_id: Field required"),
    "no-params": (body_of({"custom_id": "a"}), "requests.0.params: Field required"),
    "custom-id-number": (
        body_of({"custom_id": 5, "params": {}}),
        "requests.0.custom_id: Input should be a valid string",
    ),
    "custom-id-empty": (body_of(request_of("")), "requests.0.custom_id: String should have at least 1 character"),
    "custom-id-long": (body_of(request_of(LONG)), "requests.0.custom_id: String should have at most 64 characters"),
    "custom-id-space": (body_of(request_of(), request_of("a b")), f"requests.1.custom_id: {PATTERN}"),
    "custom-id-line": (body_of(request_of("a\n")), f"requests.0.custom_id: {PATTERN}"),
    "unknown-key-of-a-request": (
        body_of({"custom_id": "a", "params": {}, "method": "POST"}),
        "requests.0.method: Extra inputs are not permitted",
    ),
    "twice": (
        body_of(request_of("a"), request_of("b"), request_of("a"), request_of("b")),
        "requests: custom_id's must be unique within a batch. Duplicate custom_id found: a",
    ),
    "field-before-twice": (
        body_of(request_of("a"), request_of("a"), request_of("")),
        "requests.2.custom_id: String should have at least 1 character",
    ),
    "first-of-two-fields": (
        body_of(request_of(""), request_of(LONG)),
        "requests.0.custom_id: String should have at least 1 character",
    ),
    "json-before-field": (
        b'{"requests": [{"custom_id": "", "params": {}}, {"custom_id": "a", "params": {x}}]}',
        NOT_JSON + "line 1 column 78 (char 77)",
    ),
    "open-object": (b'{"requests": [{"custom_id": "a", "params": {}', NOT_JSON + "line 1 column 46 (char 45)"),
    "open-string": (b'{"requests": [{"custom_id": "a', NOT_JSON + "line 1 column 29 (char 28)"),
    "open-list": (b'{"requests": [{"custom_id": "a", "params": {}}', NOT_JSON + "line 1 column 47 (char 46)"),
    "no-comma": (
        b'{"requests": [{"custom_id": "a", "params": {}} {}]}',
        NOT_JSON + "line 1 column 48 (char 47)",
    ),
    "brackets-crossed": (b'{"requests": [{"custom_id": [}]}]}', NOT_JSON + "line 1 column 30 (char 29)"),
    "more-behind": (body_of(request_of()) + b"x", NOT_JSON + "line 1 column 49 (char 48)"),
    "key-twice": (
        b'{"requests": [{"custom_id": "a", "params": {}}], "requests": []}',
        "The request body could not be read.",
    ),
}


@pytest.mark.parametrize(("body", "message"), REFUSED.values(), ids=REFUSED)
def test_a_body_with_a_fault_is_refused(body: bytes, message: str) -> None:
    with pytest.raises(ApiError) as refused:
        list(batch_spans(body))

    assert (refused.value.status, str(refused.value)) == (400, message)


def test_a_batch_has_at_most_100000_requests() -> None:
    requests = [b'{"custom_id":"%d","params":{}}' % number for number in range(MAX_REQUESTS + 1)]

    most = list(batch_spans(b'{"requests":[' + b",".join(requests[:-1]) + b"]}"))

    assert len(most) == 100_000
    with pytest.raises(ApiError) as refused:
        list(batch_spans(b'{"requests":[' + b",".join(requests) + b"]}"))
    assert str(refused.value) == "requests: List should have at most 100000 items after validation, not 100001"


@pytest.mark.parametrize(
    ("params", "message"),
    [
        pytest.param(ask(stream=True), "`stream=True` is not supported in the Message Batches API", id="stream"),
        pytest.param(
            ask(stream=True, tools=[WEATHER_TOOL]),
            "`stream=True` is not supported in the Message Batches API",
            id="stream-with-tools",
        ),
        pytest.param(ask(max_tokens=0), "max_tokens: must be greater than or equal to 1", id="max-tokens"),
        pytest.param(ask(speed="standard"), "`speed` is not supported in the Message Batches API", id="speed"),
        pytest.param(
            ask(fallbacks=[{"model": "claude-opus-5"}]),
            "`fallbacks` is not supported in the Message Batches API",
            id="fallbacks",
        ),
        pytest.param(ask(max_tokens="many"), "max_tokens: Input should be a valid integer", id="any-fault"),
        pytest.param({}, "model: Field required", id="empty"),
        pytest.param(5, "Input should be an object", id="no-object"),
    ],
)
def test_params_that_cannot_be_answered_are_refused(params: Any, message: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_params(FALLBACKS, json.dumps(params).encode(), DEFAULT_OFF)

    assert (refused.value.status, str(refused.value)) == (400, message)


@pytest.mark.parametrize(
    "params",
    [
        pytest.param(ask(stream=False), id="no-stream"),
        pytest.param(ask(speed=None, tools=[WEATHER_TOOL]), id="null"),
    ],
)
def test_params_that_say_what_holds_anyway_are_taken(params: Any) -> None:
    assert check_params(HEADERS, json.dumps(params).encode(), DEFAULT_OFF).body.max_tokens == 64


def test_a_thread_is_refused_in_a_batch_also_where_messages_take_one() -> None:
    params = json.dumps(ask(thread={"type": "create"})).encode()
    headers = HEADERS | {b"anthropic-beta": b"message-threads-2026-08-12"}

    with pytest.raises(ApiError) as refused:
        check_params(headers, params, DEFAULT_OFF | {"thread"})

    assert str(refused.value) == "`thread` is not supported in the Message Batches API"
