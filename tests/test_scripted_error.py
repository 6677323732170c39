"""Errors that a script gives by a code of the API."""

from typing import Any

import anthropic
import pytest

from rystic_asgi import Simulator
from rystic_asgi.protocol.errors import ERROR_CODES, ErrorCode
from rystic_asgi.script.fault import ScriptError
from rystic_asgi.script.scripted_error import ScriptedError, read_error
from tests.conftest import ask


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(
            {"details": {"error_code": "thread_not_found"}},
            ScriptedError(404, "not_found_error", "Not Found", {"error_code": "thread_not_found"}, {}),
            id="code-alone",
        ),
        pytest.param(
            {"status": 400, "details": {"error_code": "image_dimensions_too_large"}},
            ScriptedError(
                400,
                "invalid_request_error",
                "Invalid request",
                {
                    "error_code": "image_dimensions_too_large",
                    "max_side_length_pixels": 8000,
                    "paths": ["messages.0.content.0"],
                },
                {},
            ),
            id="details-filled-in",
        ),
        pytest.param(
            {"details": {"paths": ["messages.2.content.1"], "error_code": "image_dimensions_too_large", "more": None}},
            ScriptedError(
                400,
                "invalid_request_error",
                "Invalid request",
                {
                    "paths": ["messages.2.content.1"],
                    "error_code": "image_dimensions_too_large",
                    "more": None,
                    "max_side_length_pixels": 8000,
                },
                {},
            ),
            id="details-given-win",
        ),
        pytest.param(
            {"type": "api_error", "details": {"error_code": "cmek_key_unreachable"}},
            ScriptedError(503, "api_error", "Service unavailable", {"error_code": "cmek_key_unreachable"}, {}),
            id="code-tells-more-than-type",
        ),
        pytest.param(
            {"status": 500, "details": {"error_code": "thread_not_found"}},
            ScriptedError(500, "api_error", "Internal server error", {"error_code": "thread_not_found"}, {}),
            id="another-status-than-the-codes",
        ),
        pytest.param(
            {"status": 400, "details": {"error_code": "brand_new"}},
            ScriptedError(400, "invalid_request_error", "Invalid request", {"error_code": "brand_new"}, {}),
            id="unknown-code",
        ),
        pytest.param(
            {"status": 400, "details": {}},
            ScriptedError(400, "invalid_request_error", "Invalid request", {}, {}),
            id="no-code",
        ),
    ],
)
def test_an_error_is_completed_from_its_code(value: dict[str, Any], expected: ScriptedError) -> None:
    assert read_error(value, "error") == expected


@pytest.mark.parametrize(
    ("value", "message"),
    [
        pytest.param(
            {"details": {"error_code": "brand_new"}},
            "rystic: error.details.error_code: no status is known for 'brand_new'; give status as well",
            id="unknown-code",
        ),
        pytest.param({"details": {"a": 1}}, "rystic: error: status or type expected", id="no-code"),
        pytest.param(
            {"type": "teapot_error", "details": {"error_code": "brand_new"}},
            "rystic: error.type: no status is known for 'teapot_error'; give status as well",
            id="unknown-type-and-code",
        ),
    ],
)
def test_an_error_of_no_known_status_is_refused(value: dict[str, Any], message: str) -> None:
    with pytest.raises(ScriptError) as refused:
        read_error(value, "error")

    assert str(refused.value) == message


@pytest.mark.parametrize("row", ERROR_CODES, ids=lambda row: row.code)
def test_a_code_alone_reaches_the_official_client(row: ErrorCode) -> None:
    simulator = Simulator(replies=[{"error": {"details": {"error_code": row.code}}}])

    with simulator.client(max_retries=0) as client, pytest.raises(anthropic.APIStatusError) as caught:
        client.messages.create(**ask())

    assert (caught.value.status_code, caught.value.error_code) == (row.status, row.code)
    assert caught.value.request_id is not None
    assert caught.value.workspace_id == "wrkspc_01" + "1" * 22
    assert "retry-after" not in caught.value.response.headers
