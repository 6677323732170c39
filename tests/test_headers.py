"""The rules for request headers."""

import pytest

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.state.journal import take_secrets
from rystic_asgi.validation.headers import RequestHeaders, check_browser_access, check_credential, check_headers

KEY = {b"x-api-key": b"sk-ant-1"}
VERSION = {b"anthropic-version": b"2023-06-01"}


def check(headers: dict[bytes, bytes]) -> RequestHeaders:
    secrets = take_secrets(headers)
    return check_headers(headers, secrets)


@pytest.mark.parametrize(
    "credential",
    [
        pytest.param({b"x-api-key": b"sk-ant-1"}, id="key"),
        pytest.param({b"authorization": b"Bearer sk-ant-1"}, id="bearer"),
        pytest.param({b"authorization": b"bearer sk-ant-1"}, id="bearer-in-lower-case"),
        pytest.param({b"x-api-key": b"sk-ant-1", b"authorization": b"Basic YTpi"}, id="key-beside-another-scheme"),
        pytest.param({b"x-api-key": b"", b"authorization": b"Bearer sk-ant-1"}, id="bearer-beside-an-empty-key"),
    ],
)
def test_any_key_is_a_credential(credential: dict[bytes, bytes]) -> None:
    read = check({**VERSION, **credential})

    assert read == RequestHeaders("2023-06-01", frozenset())


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({}, id="none"),
        pytest.param({b"x-api-key": b"  "}, id="blank-key"),
        pytest.param({b"authorization": b"Bearer"}, id="bearer-without-token"),
        pytest.param({b"authorization": b"Bearer  "}, id="bearer-with-a-blank-token"),
        pytest.param({b"authorization": b"Basic YTpi"}, id="another-scheme"),
        pytest.param({b"anthropic-version": b"1999-01-01"}, id="and-a-bad-version"),
    ],
)
def test_a_request_without_a_credential_is_refused_first(headers: dict[bytes, bytes]) -> None:
    with pytest.raises(ApiError) as refused:
        check(headers)

    assert (refused.value.status, refused.value.type) == (401, "authentication_error")
    assert refused.value.message == "x-api-key header is required"


@pytest.mark.parametrize("version", ["2023-06-01", "2026-10-21"], ids=["older", "newer"])
def test_both_versions_are_served(version: str) -> None:
    read = check({**KEY, b"anthropic-version": version.encode()})

    assert read.version == version


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        pytest.param({}, "anthropic-version: header is required", id="missing"),
        pytest.param({b"anthropic-version": b" "}, "anthropic-version: header is required", id="blank"),
        pytest.param(
            {b"anthropic-version": b"2024-01-01"},
            "anthropic-version: '2024-01-01' is not a valid version; see "
            "https://platform.claude.com/docs/en/api/versioning",
            id="unknown",
        ),
        pytest.param(
            {b"anthropic-version": b"\xff"},
            "anthropic-version: '\xff' is not a valid version; see https://platform.claude.com/docs/en/api/versioning",
            id="no-text",
        ),
        pytest.param(
            {b"anthropic-version": b"2023-06-01,2023-06-01"},
            "anthropic-version: '2023-06-01,2023-06-01' is not a valid version; see "
            "https://platform.claude.com/docs/en/api/versioning",
            id="repeated",
        ),
    ],
)
def test_a_version_that_is_not_served_is_refused(headers: dict[bytes, bytes], message: str) -> None:
    with pytest.raises(ApiError) as refused:
        check({**KEY, **headers})

    assert (refused.value.status, refused.value.message) == (400, message)


@pytest.mark.parametrize(
    "encoding",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"identity", id="identity"),
        pytest.param(b" Identity ", id="in-another-case"),
    ],
)
def test_a_body_that_is_not_encoded_is_read(encoding: bytes) -> None:
    read = check({**KEY, **VERSION, b"content-encoding": encoding})

    assert read.version == "2023-06-01"


@pytest.mark.parametrize(
    "encoding",
    [
        pytest.param(b"gzip", id="gzip"),
        pytest.param(b"GZIP", id="in-upper-case"),
        pytest.param(b"x-gzip", id="x-gzip"),
        pytest.param(b" deflate ", id="deflate-in-white-space"),
    ],
)
def test_an_encoding_that_is_undone_is_accepted(encoding: bytes) -> None:
    read = check({**KEY, **VERSION, b"content-encoding": encoding})

    assert read.version == "2023-06-01"


@pytest.mark.parametrize(
    "encoding",
    [
        pytest.param(b"br", id="brotli"),
        pytest.param(b"gzip, gzip", id="twice"),
        pytest.param(b"identity, gzip", id="two"),
        pytest.param(b"zstd", id="zstd"),
        pytest.param(b"\xff", id="no-text"),
    ],
)
def test_another_encoding_is_refused(encoding: bytes) -> None:
    with pytest.raises(ApiError) as refused:
        check({**KEY, **VERSION, b"content-encoding": encoding})

    assert (refused.value.status, refused.value.details) == (
        400,
        {"error_code": "request_body_encoding_unsupported"},
    )
    assert refused.value.message == (
        "content-encoding: the request body's encoding is not supported rystic: gzip, x-gzip, deflate are"
    )


@pytest.mark.parametrize(
    ("header", "betas"),
    [
        pytest.param(b"", set(), id="none"),
        pytest.param(b"compact-2026-01-12", {"compact-2026-01-12"}, id="one"),
        pytest.param(b"a-1, b-2 ,a-1,", {"a-1", "b-2"}, id="repeated"),
    ],
)
def test_betas_are_read_from_a_list(header: bytes, betas: set[str]) -> None:
    read = check({**KEY, **VERSION, b"anthropic-beta": header})

    assert read.betas == betas


def test_a_header_that_holds_commas_alone_is_no_key() -> None:
    with pytest.raises(ApiError, match=r"^x-api-key header is required$"):
        check({**VERSION, b"x-api-key": b",, "})


@pytest.mark.parametrize(
    "credential",
    [
        pytest.param({b"x-api-key": b"sk-ant-1"}, id="key"),
        pytest.param({b"x-api-key": b" sk-ant-2 "}, id="key-in-white-space"),
        pytest.param({b"authorization": b"Bearer  sk-ant-1"}, id="bearer"),
        pytest.param({b"x-api-key": b"sk-ant-1", b"authorization": b"Bearer other"}, id="key-beside-another-bearer"),
        pytest.param({b"x-api-key": b"", b"authorization": b"Bearer sk-ant-1"}, id="bearer-beside-an-empty-key"),
        pytest.param({}, id="none-which-is-another-fault"),
    ],
)
def test_a_credential_among_the_keys_is_let_in(credential: dict[bytes, bytes]) -> None:
    check_credential(credential, ("sk-ant-1", "sk-ant-2"))


@pytest.mark.parametrize(
    ("credential", "message"),
    [
        pytest.param({b"x-api-key": b"other"}, "invalid x-api-key", id="key"),
        pytest.param({b"x-api-key": b"\xff"}, "invalid x-api-key", id="key-that-is-no-text"),
        pytest.param({b"x-api-key": b"sk-ant-1,sk-ant-1"}, "invalid x-api-key", id="key-twice"),
        pytest.param({b"authorization": b"Bearer other"}, "Invalid bearer token", id="bearer"),
        pytest.param(
            {b"x-api-key": b"other", b"authorization": b"Bearer sk-ant-1"},
            "invalid x-api-key",
            id="key-before-a-good-bearer",
        ),
    ],
)
def test_a_credential_that_is_none_of_the_keys_is_refused(credential: dict[bytes, bytes], message: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_credential(credential, ("sk-ant-1",))

    assert (refused.value.status, refused.value.type) == (401, "authentication_error")
    assert refused.value.message == f"{message} rystic: only the keys that api_keys lists are let in"


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({}, id="no-page"),
        pytest.param({b"origin": b"null", b"anthropic-dangerous-direct-browser-access": b"True"}, id="asked-for"),
    ],
)
def test_a_page_that_asks_for_browser_access_is_let_in(headers: dict[bytes, bytes]) -> None:
    check_browser_access(headers)


@pytest.mark.parametrize(
    "access",
    [
        pytest.param({}, id="silent"),
        pytest.param({b"anthropic-dangerous-direct-browser-access": b"false"}, id="denied"),
    ],
)
def test_a_page_that_does_not_ask_for_browser_access_is_refused(access: dict[bytes, bytes]) -> None:
    with pytest.raises(ApiError) as refused:
        check_browser_access({b"origin": b"http://a", **access})

    assert (refused.value.status, refused.value.message) == (
        401,
        "CORS requests must set 'anthropic-dangerous-direct-browser-access' header",
    )
