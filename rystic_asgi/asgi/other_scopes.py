"""Scopes that are no request: a lifespan is answered and needed for nothing, a websocket is refused."""

from starlette.types import Receive, Scope, Send


async def answer_other(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a scope that is not HTTP's."""
    if scope["type"] == "lifespan":
        await _answer_lifespan(receive, send)
    else:
        await send({"type": "websocket.close", "code": 1000, "reason": "rystic: no websocket is served"})


async def _answer_lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
