"""The floors: a bare ASGI application and a mock transport that give the simulator's own bytes without work."""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx2
from starlette.types import Receive, Scope, Send

from rystic_asgi.asgi.operations import answer
from rystic_asgi.asgi.responses import Answer
from rystic_asgi.state.memory_store import MemoryStore
from tests.conftest import API_HEADERS, ask


def answer_of(body: dict[str, Any]) -> Answer:
    """What the simulator answers to a body."""
    headers = {name.encode(): value.encode() for name, value in API_HEADERS.items()}
    return answer(MemoryStore(), "POST", "/v1/messages", headers, json.dumps(body).encode())


WHOLE = answer_of(ask())
STREAMED = answer_of(ask(stream=True))


class _Frames(httpx2.AsyncByteStream):
    async def __aiter__(self) -> AsyncIterator[bytes]:
        for frame in STREAMED.chunks:
            yield frame


def mock_handler(request: httpx2.Request) -> httpx2.Response:
    """For ``httpx2.MockTransport``: the same bytes, each frame a chunk."""
    if b'"stream":true' in request.content:
        return httpx2.Response(200, headers=STREAMED.headers, stream=_Frames())
    return httpx2.Response(200, headers=WHOLE.headers, content=WHOLE.chunks[0])


async def bare(scope: Scope, receive: Receive, send: Send) -> None:
    """A bare application: reads the body, sends the same bytes, each frame on its own."""
    if scope["type"] != "http":
        return
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    found = STREAMED if b'"stream":true' in body else WHOLE
    await send({"type": "http.response.start", "status": 200, "headers": found.headers})
    for chunk in found.chunks[:-1]:
        await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": found.chunks[-1]})
