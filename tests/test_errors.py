"""The catalogue of errors, the exception that carries one, and the envelope."""

from typing import Any

import pytest

from rystic_asgi.protocol.errors import CATALOGUE, ApiError, error_body, kind_of_status, kind_of_type


@pytest.mark.parametrize(
    ("status", "error_type", "should_retry"),
    [
        (400, "invalid_request_error", False),
        (401, "authentication_error", False),
        (402, "billing_error", False),
        (403, "permission_error", False),
        (404, "not_found_error", False),
        (408, "timeout_error", True),
        (409, "conflict_error", True),
        (413, "request_too_large", False),
        (422, "invalid_request_error", False),
        (429, "rate_limit_error", True),
        (500, "api_error", True),
        (501, "api_error", True),
        (503, "api_error", True),
        (504, "timeout_error", True),
        (529, "overloaded_error", True),
    ],
)
def test_a_status_has_its_type_and_says_whether_to_retry(status: int, error_type: str, should_retry: bool) -> None:
    kind = kind_of_status(status)

    assert (kind.status, kind.type, kind.should_retry) == (status, error_type, should_retry)


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (401, "invalid x-api-key"),
        (403, "Request not allowed"),
        (404, "Not Found"),
        (500, "Internal server error"),
        (529, "Overloaded"),
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
        ("invalid_request_error", 400),
        ("timeout_error", 408),
        ("api_error", 500),
        ("overloaded_error", 529),
        ("conflict_error", 409),
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


@pytest.mark.parametrize(("status", "expected"), [(400, "false"), (429, "true"), (529, "true")])
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
    ],
)
def test_an_error_is_sent_in_the_envelope(error: ApiError, expected: dict[str, Any]) -> None:
    body = error_body(error, "req_1")

    assert body == expected
    assert list(body) == list(expected)
