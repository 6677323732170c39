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
    chunks: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientLeftError
        chunk = message.get("body", b"")
        more = message.get("more_body", False)
        chunks.append(chunk)
        size += len(chunk)
        if size > MAX_BODY_BYTES:
            raise BodyTooLargeError
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)
