"""The API's errors: the catalogue of kinds, the envelope, and the exception that carries one."""

from typing import Any, Final, NamedTuple


class ErrorKind(NamedTuple):
    """One status of the API: what stands in the envelope when nothing else is said."""

    status: int
    type: str
    message: str
    should_retry: bool
    source: str


_ERRORS = "https://platform.claude.com/docs/en/api/errors"
_SDK = "anthropic 2.14.0, _base_client.py: statuses it retries; _exceptions.py: statuses it names"

CATALOGUE: Final[tuple[ErrorKind, ...]] = (
    ErrorKind(400, "invalid_request_error", "Invalid request", False, _ERRORS),
    ErrorKind(401, "authentication_error", "invalid x-api-key", False, _ERRORS),
    ErrorKind(402, "billing_error", "Your credit balance is too low to access the Anthropic API.", False, _ERRORS),
    ErrorKind(403, "permission_error", "Request not allowed", False, _ERRORS),
    ErrorKind(404, "not_found_error", "Not Found", False, _ERRORS),
    ErrorKind(405, "invalid_request_error", "Method Not Allowed", False, "inferred; no capture of a 405 is known"),
    ErrorKind(408, "timeout_error", "Request timed out", True, _SDK),
    ErrorKind(409, "conflict_error", "Conflict", True, _SDK),
    ErrorKind(412, "invalid_request_error", "Precondition failed", False, _SDK),
    ErrorKind(413, "request_too_large", "Request exceeds the maximum size", False, _ERRORS),
    ErrorKind(422, "invalid_request_error", "Unprocessable request", False, _SDK),
    ErrorKind(429, "rate_limit_error", "This request would exceed your organization's rate limit.", True, _ERRORS),
    ErrorKind(431, "invalid_request_error", "Request header fields too large", False, _SDK),
    ErrorKind(499, "invalid_request_error", "Client closed request", False, _SDK),
    ErrorKind(500, "api_error", "Internal server error", True, _ERRORS),
    ErrorKind(501, "api_error", "Not implemented", True, _SDK),
    ErrorKind(503, "api_error", "Service unavailable", True, _SDK),
    ErrorKind(504, "timeout_error", "Request timed out", True, _ERRORS),
    ErrorKind(529, "overloaded_error", "Overloaded", True, _ERRORS),
)

_BY_STATUS: Final = {kind.status: kind for kind in CATALOGUE}
_BY_TYPE: Final = {kind.type: kind for kind in reversed(CATALOGUE)}


def kind_of_status(status: int) -> ErrorKind:
    """The row of ``status``; a status without a row takes after its class, as in the official SDKs."""
    nearest = _BY_STATUS[400 if status < 500 else 500]
    return _BY_STATUS.get(status) or nearest._replace(status=status)


def kind_of_type(error_type: str) -> ErrorKind | None:
    """The first row whose ``error.type`` is ``error_type``."""
    return _BY_TYPE.get(error_type)


class ApiError(Exception):
    """An answer of the API with an error status.

    ``details`` goes into the envelope as it is; ``headers`` are added to the response's own.
    """

    def __init__(
        self,
        message: str | None = None,
        *,
        status: int = 400,
        type: str | None = None,
        details: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        kind = kind_of_status(status)
        self.status = status
        self.type = type or kind.type
        self.message = kind.message if message is None else message
        self.details = details
        self.headers = {"x-should-retry": str(kind.should_retry).lower(), **(headers or {})}
        super().__init__(self.message)


def error_body(error: ApiError, request_id: str) -> dict[str, Any]:
    """The envelope of ``error``; the edge before the API answers a 413 with a thinner one.

    Source: https://platform.claude.com/docs/en/api/errors#error-shapes
    """
    content: dict[str, Any] = {"type": error.type, "message": error.message}
    if error.details is not None:
        content["details"] = error.details
    if error.status == 413:
        return {"error": content}
    return {"type": "error", "error": content, "request_id": request_id}
