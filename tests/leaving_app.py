"""Served by the tests of clients that leave: a simulator, one behind a middleware, one whose reply is a function."""

from typing import Final

import anyio
from starlette.applications import Starlette
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.routing import Mount

from rystic_asgi import Request, Simulator


async def wait(request: Request) -> str:
    await anyio.sleep_forever()
    raise AssertionError


async def log(request: HttpRequest, call_next: RequestResponseEndpoint) -> Response:
    response = await call_next(request)
    response.headers["x-logged"] = "yes"
    return response


app: Final = Starlette(
    routes=[
        Mount("/function", Simulator(replies=[wait])),
        Mount("/logged", BaseHTTPMiddleware(Simulator(), log)),
        Mount("/", Simulator()),
    ]
)
