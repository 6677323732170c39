"""Whatever bytes arrive on whatever route: an error of the API, at once, and nothing is changed by it."""

import asyncio
import gzip
import json
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.types import Message

from rystic_asgi import Simulator
from tests.conftest import ask

SECONDS = 5
KNOWN_PATHS = (
    "/v1/messages",
    "/v1/messages/",
    "/v1/messages/count_tokens",
    "/v1/v1/messages",
    "/v1/models",
    "/",
    "",
    "*",
    "/_rystic/replies",
    "/_rystic/state",
    "/_rystic/scenarios/x",
    "/_rystic/requests",
    "/_rystic/",
    "/_rystic",
)
GOOD = json.dumps(ask()).encode()
NAMES = (
    b"x-api-key",
    b"authorization",
    b"anthropic-version",
    b"anthropic-beta",
    b"content-type",
    b"content-length",
    b"content-encoding",
    b"origin",
    b"host",
    b"sec-fetch-site",
    b"cookie",
    b"access-control-request-method",
    b"access-control-request-headers",
    b"anthropic-dangerous-direct-browser-access",
)
VALUES = (b"2023-06-01", b"sk-ant-1", b"Bearer sk-ant-1", b"gzip", b"deflate", b"application/json", b"9" * 30, b"true")
BODIES = (GOOD, GOOD[:-1], b"\xef\xbb\xbf" + GOOD, gzip.compress(GOOD), b"[" * 5_000, b'{"replies": "x"}', b"")

methods = st.sampled_from(("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH")) | st.text(max_size=8)
any_text = st.text(st.characters(), max_size=40)  # lone surrogates too, as from a path that is not UTF-8
paths = st.sampled_from(KNOWN_PATHS) | any_text.map("/".__add__) | any_text
header_lines = st.tuples(
    st.sampled_from(NAMES) | st.binary(max_size=12).map(bytes.lower),
    st.sampled_from(VALUES) | st.binary(max_size=40),
)
parts = st.sampled_from(BODIES) | st.binary(max_size=200)
messages = st.builds(
    lambda chunks, leaves: [
        *({"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks),
        {"type": "http.disconnect"} if leaves else {"type": "http.request"},
    ],
    st.lists(parts, max_size=4),
    st.booleans(),
)
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"api_keys": ["sk-ant-1"], "limits": {"request_bytes": 100}},
    {"cors": True},
    {"cors": ["http://a"], "rules": {"model-capabilities": True}},
)


async def exchange(simulator: Simulator, scope: dict[str, Any], received: list[Message]) -> list[Message]:
    """What is sent for ``received``; after that the client is gone."""
    sent: list[Message] = []
    coming = iter(received)

    async def receive() -> Message:
        return next(coming, {"type": "http.disconnect"})

    async def send(message: Message) -> None:
        sent.append(message)

    async with asyncio.timeout(SECONDS):
        await simulator(scope, receive, send)
    return sent


def scope_of(method: str, path: str, headers: list[tuple[bytes, bytes]], query: bytes = b"") -> dict[str, Any]:
    return {"type": "http", "method": method, "path": path, "headers": headers, "query_string": query}


def whole(sent: list[Message]) -> tuple[int, dict[bytes, bytes], bytes]:
    start, *bodies = sent
    assert start["type"] == "http.response.start"
    assert [message.get("more_body", False) for message in bodies] == [True] * (len(bodies) - 1) + [False]
    return start["status"], dict(start["headers"]), b"".join(message["body"] for message in bodies)


def assert_is_an_envelope(headers: dict[bytes, bytes], body: bytes, status: int) -> None:
    answer = msgspec.json.decode(body)
    assert headers[b"content-type"] == b"application/json"
    assert headers[b"content-length"] == b"%d" % len(body)
    assert isinstance(answer["error"]["message"], str)
    assert isinstance(answer["error"]["type"], str)
    if "request_id" in answer:
        assert answer["request_id"].encode() == headers[b"request-id"]
    else:
        assert status == 413


@pytest.mark.parametrize("given_settings", SETTINGS, ids=["plain", "guarded", "open-to-pages", "listed-pages"])
@given(methods, paths, st.lists(header_lines, max_size=8), messages)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_request_gets_an_error_of_the_api_or_a_reply(
    given_settings: dict[str, Any], method: str, path: str, headers: list[tuple[bytes, bytes]], received: list[Message]
) -> None:
    simulator = Simulator(replies=["One.", "Two."], **given_settings)

    sent = asyncio.run(exchange(simulator, scope_of(method, path, headers), received))

    if path.startswith("/_rystic"):
        assert sent == [] or whole(sent)[0] < 500
        return
    if not sent:
        assert received[-1]["type"] == "http.disconnect"
        return
    status, answered, body = whole(sent)
    assert status in (200, 204) or 400 <= status < 500
    assert simulator.left == (["Two."] if status == 200 else ["One.", "Two."])
    if status >= 400 and method != "HEAD":
        assert_is_an_envelope(answered, body, status)


@given(parts, st.sampled_from([[], [(b"content-encoding", b"gzip")], [(b"content-encoding", b"deflate")]]))
@settings(max_examples=300, deadline=None)
def test_any_body_of_a_known_client_is_a_400_that_takes_nothing_or_a_message(
    body: bytes, encoding: list[tuple[bytes, bytes]]
) -> None:
    simulator = Simulator(replies=["One."])
    headers = [(b"x-api-key", b"k"), (b"anthropic-version", b"2023-06-01"), *encoding]

    sent = asyncio.run(
        exchange(simulator, scope_of("POST", "/v1/messages", headers), [{"type": "http.request", "body": body}])
    )

    status, answered, answer = whole(sent)
    assert (status, simulator.left) in ((200, []), (400, ["One."]))
    if status == 400:
        assert_is_an_envelope(answered, answer, status)
    assert simulator.requests[0].status == status
    assert json.dumps(simulator.requests[0].as_json())


@given(methods, paths.map("/_rystic/".__add__), st.binary(max_size=30), messages)
@settings(max_examples=200, deadline=None)
def test_no_request_to_a_control_route_fails_in_the_simulator(
    method: str, path: str, query: bytes, received: list[Message]
) -> None:
    headers = [(b"content-type", b"application/json")]

    sent = asyncio.run(exchange(Simulator(), scope_of(method, path, headers, query), received))

    assert whole(sent)[0] < 500
