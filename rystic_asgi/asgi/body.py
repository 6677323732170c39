"""Reading a request's body within a bound."""

from typing import Final

from starlette.types import Receive

MAX_BODY_BYTES: Final = 32 * 1024 * 1024
"""Source: https://platform.claude.com/docs/en/api/errors#request-size-limits"""


class BodyTooLargeError(Exception):
    """The body is larger than ``MAX_BODY_BYTES``; the rest of it was not read."""


class ClientLeftError(Exception):
    """The client left before its request was whole."""


async def read_body(receive: Receive) -> bytes:
    """The whole body. Raises BodyTooLargeError, ClientLeftError."""
    message = await receive()
    chunk: bytes = message.get("body", b"")
    if message["type"] == "http.request" and not message.get("more_body", False) and len(chunk) <= MAX_BODY_BYTES:
        return chunk
    chunks, size = [chunk], len(chunk)
    while message["type"] == "http.request" and message.get("more_body", False) and size <= MAX_BODY_BYTES:
        message = await receive()
        chunks.append(message.get("body", b""))
        size += len(chunks[-1])
    if message["type"] == "http.disconnect":
        raise ClientLeftError
    if size > MAX_BODY_BYTES:
        raise BodyTooLargeError
    return b"".join(chunks)
