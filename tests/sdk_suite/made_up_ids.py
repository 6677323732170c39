"""The ids that the SDK's tests make up, put right: each is replaced by that of a thing made for the request."""

from collections.abc import Awaitable, Callable
from typing import Final

import anthropic
import httpx2
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from starlette.types import ASGIApp, Receive, Scope, Send

MODEL: Final = "claude-opus-5-5"
ASKED: Final[MessageCreateParamsNonStreaming] = {
    "model": MODEL,
    "max_tokens": 64,
    "messages": [{"role": "user", "content": "Hello, world"}],
}


class MadeUpIds:
    """Middleware that lets the ids of the suite stand for things of the simulator below it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = await self._put_right(scope)
        await self._app(scope, receive, send)

    async def _put_right(self, scope: Scope) -> Scope:
        path: str = scope["path"]
        for made_up in MAKERS.keys() & path.split("/"):
            path = path.replace(made_up, await self._make(made_up, scope["method"]))
        return {**scope, "path": path, "raw_path": path.encode()}

    async def _make(self, made_up: str, method: str) -> str:
        http = httpx2.AsyncClient(transport=httpx2.ASGITransport(app=self._app))
        async with anthropic.AsyncAnthropic(base_url="http://rystic.test", api_key="k", http_client=http) as client:
            return await MAKERS[made_up](client, method)


async def _batch(client: anthropic.AsyncAnthropic, method: str) -> str:
    """A batch: still going on, so that it can be canceled, or at its end, so that it can be deleted."""
    batch = await client.messages.batches.create(requests=[{"custom_id": "one", "params": ASKED}])
    while method == "DELETE" and batch.processing_status != "ended":
        batch = await client.messages.batches.retrieve(batch.id)
    return batch.id


async def _file(client: anthropic.AsyncAnthropic, method: str) -> str:
    return (await client.files.upload(file=b"Example data")).id


async def _model(client: anthropic.AsyncAnthropic, method: str) -> str:
    return MODEL


MAKERS: Final[dict[str, Callable[[anthropic.AsyncAnthropic, str], Awaitable[str]]]] = {
    "file_id": _file,
    "message_batch_id": _batch,
    "model_id": _model,
}
"""By the id that the suite makes up: what it stands for, given the method of the request that names it."""
