"""Reading a request's body within a bound."""

from typing import Final

from starlette.types import Message, Receive, Send

from rystic_asgi.script.document import MAX_REQUEST_BYTES

MAX_UNREAD: Final = 1024 * 1024 * 1024
"""So much of a body that is too large is read and thrown away, for the client's sake."""


class BodyTooLargeError(Exception):
    """The body is larger than it may be; ``goes_on`` tells whether there is a rest that was not read."""

    def __init__(self, *, goes_on: bool) -> None:
        self.goes_on = goes_on
        super().__init__()


class ClientLeftError(Exception):
    """The client left before its request was whole."""


async def read_body(receive: Receive, limit: int = MAX_REQUEST_BYTES, declared: bytes = b"") -> bytes:
    """The whole body, ``declared`` being its content-length. Raises BodyTooLargeError, ClientLeftError."""
    if (len(declared) >= _DIGITS or limit < MAX_REQUEST_BYTES) and _says_more(declared, limit):
        raise BodyTooLargeError(goes_on=True)
    message = await receive()
    chunk: bytes = message.get("body", b"")
    if message["type"] == "http.request" and not message.get("more_body", False) and len(chunk) <= limit:
        return chunk
    body = bytearray(chunk)
    while message["type"] == "http.request" and message.get("more_body", False) and len(body) <= limit:
        message = await receive()
        body += message.get("body", b"")
    if message["type"] == "http.disconnect":
        raise ClientLeftError
    if len(body) > limit:
        raise BodyTooLargeError(goes_on=message.get("more_body", False))
    return bytes(body)


_DIGITS: Final = len(str(MAX_REQUEST_BYTES))
"""A length of fewer digits is within the usual limit."""


def _says_more(declared: bytes, limit: int) -> bool:
    return declared.isdigit() and int(declared[:19]) > limit


def before_the_rest(send: Send, receive: Receive) -> Send:
    """``send`` that ends a response only when the request has ended too.

    A client hears the answer at once; one that listens only when all is sent hears it as well, as a server that
    closes with a body unread may take the answer from it.
    Source: https://www.rfc-editor.org/rfc/rfc9112#section-9.6
    """

    async def send_before_the_rest(message: Message) -> None:
        if message["type"] == "http.response.body":
            await send({**message, "more_body": True})
            await _discard(receive)
            message = {"type": "http.response.body", "body": b""}
        await send(message)

    return send_before_the_rest


async def _discard(receive: Receive) -> None:
    unread = MAX_UNREAD
    while unread > 0:
        message = await receive()
        if not message.get("more_body", False):
            return
        unread -= len(message["body"]) + 1
