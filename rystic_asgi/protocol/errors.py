"""The API's errors: the catalogue of kinds, the envelope, and the exception that carries one."""

from collections.abc import Mapping
from types import MappingProxyType
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


_NOTHING_MORE: Final[Mapping[str, Any]] = MappingProxyType({})
_CODES = "anthropic 2.14.0, _error_classes.py"
_DETAILS = "anthropic 2.14.0, types: the code's error details"


class ErrorCode(NamedTuple):
    """A value of ``details.error_code``: the status it comes with, and samples of what else stands in ``details``."""

    status: int
    code: str
    source: str = _CODES
    details: Mapping[str, Any] = _NOTHING_MORE


ERROR_CODES: Final[tuple[ErrorCode, ...]] = (
    ErrorCode(400, "available_tools_limit_exceeded"),
    ErrorCode(400, "claude_code_key_creator_not_member"),
    ErrorCode(400, "claude_code_version_too_old"),
    ErrorCode(400, "cmek_key_disabled"),
    ErrorCode(400, "cmek_key_network_blocked"),
    ErrorCode(400, "compaction_block_ambiguous"),
    ErrorCode(400, "compaction_block_misplaced"),
    ErrorCode(400, "compaction_content_mismatch"),
    ErrorCode(400, "compaction_incomplete_turn"),
    ErrorCode(400, "compaction_nothing_to_summarize"),
    ErrorCode(400, "compaction_signature_invalid"),
    ErrorCode(400, "compaction_too_many_tool_references"),
    ErrorCode(400, "compaction_tool_changes_mismatch"),
    ErrorCode(400, "file_not_downloadable"),
    ErrorCode(
        400,
        "image_dimensions_too_large",
        _DETAILS,
        MappingProxyType({"max_side_length_pixels": 8000, "paths": ["messages.0.content.0"]}),
    ),
    ErrorCode(
        400,
        "organization_on_hold",
        _DETAILS,
        MappingProxyType({"appeal_url": "https://claude.ai/appeals"}),
    ),
    ErrorCode(400, "organization_type_not_supported"),
    ErrorCode(400, "request_body_encoding_invalid"),
    ErrorCode(400, "request_body_encoding_unsupported"),
    ErrorCode(400, "storage_quota_exceeded"),
    ErrorCode(400, "thread_already_continued"),
    ErrorCode(400, "thread_continue_in_flight"),
    ErrorCode(400, "thread_fingerprint_mismatch"),
    ErrorCode(400, "thread_unsupported_request", _DETAILS, MappingProxyType({"unsupported": ["thinking"]})),
    ErrorCode(400, "tool_name_conflict"),
    ErrorCode(400, "tool_reference_unresolved"),
    ErrorCode(400, "user_profile_not_found"),
    ErrorCode(400, "user_profile_required"),
    ErrorCode(400, "workspace_human_review_disabled"),
    ErrorCode(402, "linked_organization_billing_unavailable"),
    ErrorCode(402, "linked_organization_spend_limit_reached"),
    ErrorCode(403, "sandbox_egress_restricted"),
    ErrorCode(403, "user_profile_billing_not_authorized"),
    ErrorCode(403, "user_profile_not_billable"),
    ErrorCode(404, "file_expired"),
    ErrorCode(404, "thread_not_found"),
    ErrorCode(409, "skill_read_blocked_undecryptable"),
    ErrorCode(413, "request_body_too_large_after_decoding"),
    ErrorCode(429, "contract_spend_limit_reached"),
    ErrorCode(429, "enforced_spend_limit_reached"),
    ErrorCode(429, "ramp_limit_exceeded"),
    ErrorCode(503, "cmek_context_unavailable"),
    ErrorCode(503, "cmek_key_unreachable"),
    ErrorCode(529, "compaction_unavailable"),
)

_BY_CODE: Final = {row.code: row for row in ERROR_CODES}


def find_error_code(code: object) -> ErrorCode | None:
    """The row of ``details.error_code``; clients take any other for its status alone."""
    return _BY_CODE.get(code) if isinstance(code, str) else None


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
    """The envelope of ``error``; the edge before the API answers a 413 with a thinner one, which has no details.

    Source: https://platform.claude.com/docs/en/api/errors#error-shapes
    """
    content: dict[str, Any] = {"type": error.type, "message": error.message}
    if error.details is not None:
        content["details"] = error.details
    elif error.status == 413:
        return {"error": content}
    return {"type": "error", "error": content, "request_id": request_id}
