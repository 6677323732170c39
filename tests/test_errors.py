"""The catalogue of errors, the exception that carries one, and the envelope."""

from typing import Any

import anthropic
import httpx2
import pytest
from anthropic._error_classes import make_status_error

from rystic_asgi.protocol.errors import (
    CATALOGUE,
    ERROR_CODES,
    ApiError,
    ErrorCode,
    error_body,
    find_error_code,
    kind_of_status,
    kind_of_type,
)


@pytest.mark.parametrize(
    ("status", "error_type", "should_retry"),
    [
        pytest.param(400, "invalid_request_error", False, id="400"),
        pytest.param(401, "authentication_error", False, id="401"),
        pytest.param(402, "billing_error", False, id="402"),
        pytest.param(403, "permission_error", False, id="403"),
        pytest.param(404, "not_found_error", False, id="404"),
        pytest.param(408, "timeout_error", True, id="408"),
        pytest.param(409, "conflict_error", True, id="409"),
        pytest.param(413, "request_too_large", False, id="413"),
        pytest.param(422, "invalid_request_error", False, id="422"),
        pytest.param(429, "rate_limit_error", True, id="429"),
        pytest.param(500, "api_error", True, id="500"),
        pytest.param(501, "api_error", True, id="501"),
        pytest.param(503, "api_error", True, id="503"),
        pytest.param(504, "timeout_error", True, id="504"),
        pytest.param(529, "overloaded_error", True, id="529"),
    ],
)
def test_a_status_has_its_type_and_says_whether_to_retry(status: int, error_type: str, should_retry: bool) -> None:
    kind = kind_of_status(status)

    assert (kind.status, kind.type, kind.should_retry) == (status, error_type, should_retry)


@pytest.mark.parametrize(
    ("status", "message"),
    [
        pytest.param(401, "invalid x-api-key", id="401"),
        pytest.param(403, "Request not allowed", id="403"),
        pytest.param(404, "Not Found", id="404"),
        pytest.param(500, "Internal server error", id="500"),
        pytest.param(529, "Overloaded", id="529"),
    ],
)
def test_a_status_has_the_message_that_the_api_sends(status: int, message: str) -> None:
    error = ApiError(status=status)

    assert error.message == message


@pytest.mark.parametrize(
    ("status", "like"),
    [pytest.param(418, 400, id="client-error"), pytest.param(520, 500, id="server-error")],
)
def test_a_status_without_a_row_takes_after_its_class(status: int, like: int) -> None:
    kind = kind_of_status(status)

    assert kind == kind_of_status(like)._replace(status=status)


def test_no_status_stands_twice() -> None:
    statuses = [kind.status for kind in CATALOGUE]

    assert len(set(statuses)) == len(statuses)


@pytest.mark.parametrize(
    ("error_type", "status"),
    [
        pytest.param("invalid_request_error", 400, id="invalid_request_error"),
        pytest.param("timeout_error", 408, id="timeout_error"),
        pytest.param("api_error", 500, id="api_error"),
        pytest.param("overloaded_error", 529, id="overloaded_error"),
        pytest.param("conflict_error", 409, id="conflict_error"),
    ],
)
def test_a_type_leads_to_its_first_status(error_type: str, status: int) -> None:
    kind = kind_of_type(error_type)

    assert kind is not None
    assert kind.status == status


def test_an_unknown_type_has_no_row() -> None:
    assert kind_of_type("teapot_error") is None


def test_an_error_of_which_only_the_message_is_given_is_a_400() -> None:
    error = ApiError("model: Field required")

    assert (error.status, error.type, error.details) == (400, "invalid_request_error", None)
    assert str(error) == "model: Field required"


def test_what_an_error_is_given_wins_over_the_catalogue() -> None:
    error = ApiError("Later.", status=429, type="my_error", details={"a": 1}, headers={"retry-after": "2"})

    assert (error.message, error.type, error.details) == ("Later.", "my_error", {"a": 1})
    assert error.headers == {"x-should-retry": "true", "retry-after": "2"}


def test_an_empty_message_is_kept() -> None:
    error = ApiError("", status=529)

    assert error.message == ""


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        pytest.param(400, "false", id="400"),
        pytest.param(429, "true", id="429"),
        pytest.param(529, "true", id="529"),
    ],
)
def test_an_error_tells_clients_whether_to_retry(status: int, expected: str) -> None:
    error = ApiError(status=status)

    assert error.headers == {"x-should-retry": expected}


def test_a_header_given_wins_over_the_catalogue() -> None:
    error = ApiError(status=529, headers={"x-should-retry": "false"})

    assert error.headers == {"x-should-retry": "false"}


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        pytest.param(
            ApiError("messages: Field required"),
            {
                "type": "error",
                "error": {"type": "invalid_request_error", "message": "messages: Field required"},
                "request_id": "req_1",
            },
            id="plain",
        ),
        pytest.param(
            ApiError("thread: gone", status=404, details={"error_code": "thread_not_found"}),
            {
                "type": "error",
                "error": {
                    "type": "not_found_error",
                    "message": "thread: gone",
                    "details": {"error_code": "thread_not_found"},
                },
                "request_id": "req_1",
            },
            id="with-details",
        ),
        pytest.param(
            ApiError(status=413),
            {"error": {"type": "request_too_large", "message": "Request exceeds the maximum size"}},
            id="from-the-edge",
        ),
        pytest.param(
            ApiError(status=413, details={"error_code": "request_body_too_large_after_decoding"}),
            {
                "type": "error",
                "error": {
                    "type": "request_too_large",
                    "message": "Request exceeds the maximum size",
                    "details": {"error_code": "request_body_too_large_after_decoding"},
                },
                "request_id": "req_1",
            },
            id="too-large-behind-the-edge",
        ),
    ],
)
def test_an_error_is_sent_in_the_envelope(error: ApiError, expected: dict[str, Any]) -> None:
    body = error_body(error, "req_1")

    assert body == expected
    assert list(body) == list(expected)


STATUS_CLASSES = [
    (400, "BadRequestError"),
    (401, "AuthenticationError"),
    (402, "PaymentRequiredError"),
    (403, "PermissionDeniedError"),
    (404, "NotFoundError"),
    (405, "APIStatusError"),
    (408, "RequestTimeoutError"),
    (409, "ConflictError"),
    (412, "PreconditionFailedError"),
    (413, "ContentTooLargeError"),
    (422, "UnprocessableEntityError"),
    (429, "RateLimitError"),
    (431, "RequestHeaderFieldsTooLargeError"),
    (499, "ClientClosedRequestError"),
    (500, "InternalServerError"),
    (501, "HTTPNotImplementedError"),
    (503, "ServiceUnavailableError"),
    (504, "GatewayTimeoutError"),
    (529, "OverloadedError"),
]


def raised_by_the_sdk(error: ApiError) -> anthropic.APIStatusError:
    response = httpx2.Response(error.status, request=httpx2.Request("POST", "http://rystic.test/v1/messages"))
    return make_status_error(error.message, body=error_body(error, "req_1"), response=response)


@pytest.mark.parametrize(("status", "name"), STATUS_CLASSES, ids=[name for _, name in STATUS_CLASSES])
def test_the_official_client_raises_the_class_of_a_status(status: int, name: str) -> None:
    raised = raised_by_the_sdk(ApiError(status=status))

    assert type(raised).__name__ == name
    assert raised.type == kind_of_status(status).type


def test_each_status_of_the_catalogue_has_its_class() -> None:
    assert [kind.status for kind in CATALOGUE] == [status for status, _ in STATUS_CLASSES]


@pytest.mark.parametrize("row", ERROR_CODES, ids=lambda row: row.code)
def test_the_official_client_raises_the_class_of_a_code(row: ErrorCode) -> None:
    raised = raised_by_the_sdk(ApiError(status=row.status, details={"error_code": row.code, **row.details}))

    name = type(raised).__name__.removesuffix("Error").lower()
    assert name == row.code.replace("_", "")
    assert raised.error_code == row.code
    assert raised.details is not None
    assert raised.details.to_dict() == {"error_code": row.code, **row.details}


@pytest.mark.parametrize("row", ERROR_CODES, ids=lambda row: row.code)
def test_what_the_client_demands_beside_a_code_is_given(row: ErrorCode) -> None:
    raised = raised_by_the_sdk(ApiError(status=row.status, details={"error_code": row.code, **row.details}))

    details: Any = type(raised.details)
    assert set(details.model_fields) - {"error_code"} == set(row.details)


def test_no_code_stands_twice() -> None:
    codes = [row.code for row in ERROR_CODES]

    assert len(set(codes)) == len(codes)


def test_a_code_leads_to_its_row() -> None:
    assert find_error_code("thread_not_found") == ErrorCode(404, "thread_not_found")


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("teapot", id="unknown"),
        pytest.param(5, id="number"),
        pytest.param(None, id="null"),
        pytest.param(["thread_not_found"], id="list"),
    ],
)
def test_what_is_no_code_of_the_table_has_no_row(code: object) -> None:
    assert find_error_code(code) is None


def test_the_client_falls_back_to_the_status_for_an_unknown_code() -> None:
    raised = raised_by_the_sdk(ApiError(status=400, details={"error_code": "brand_new"}))

    assert type(raised) is anthropic.BadRequestError
    assert raised.error_code == "brand_new"
