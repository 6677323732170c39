"""Sending an answer as fast as the server takes it."""

from starlette.types import Send

from rystic_asgi.asgi.responses import Answer
from rystic_asgi.encoding.frames import encode_json
from rystic_asgi.state.journal import Ending
from rystic_asgi.state.store import Store


async def send_at_once(store: Store, answer: Answer, send: Send, *, is_head: bool) -> None:
    """Send the whole answer, or its head alone; in the end, or where the client left, the journal knows."""
    chunks = [b""] if is_head else answer.chunks
    how, sent = "abandoned", 0
    try:
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        for chunk in chunks[:-1]:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
            sent += 1
        await send({"type": "http.response.body", "body": chunks[-1]})
        how, sent = "complete", sent + 1
    finally:
        events = sent if answer.is_stream else None
        ending = Ending(answer.status, answer.whole, how, events, 0.0, answer.faults, answer.retry_after_s)
        store.settle(answer.entry, ending)


async def send_refusal(send: Send, message: str) -> None:
    """Send a 400 of ours in the API's envelope, to a request that reached no script."""
    body = encode_json({"type": "error", "error": {"type": "invalid_request_error", "message": message}})
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"x-should-retry", b"false"),
    ]
    await send({"type": "http.response.start", "status": 400, "headers": headers})
    await send({"type": "http.response.body", "body": body})
