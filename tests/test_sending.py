"""Sending an answer as fast as the server takes it."""

import pytest
from starlette.types import Message

from rystic_asgi.asgi.responses import json_answer, stream_answer
from rystic_asgi.asgi.sending import send_at_once
from rystic_asgi.engine.taking import refuse
from rystic_asgi.state.journal import Received
from rystic_asgi.state.memory_store import MemoryStore

RECEIVED = Received("messages", "POST", "/v1/messages", {}, b"{}")
FRAMES = [b"one", b"two", b"three"]


class Server:
    """Takes so many messages, and has no client then."""

    def __init__(self, most: int = 100) -> None:
        self.most = most
        self.sent: list[Message] = []

    async def send(self, message: Message) -> None:
        if len(self.sent) == self.most:
            raise OSError
        self.sent.append(message)


@pytest.mark.anyio
async def test_each_chunk_of_a_stream_is_sent_on_its_own() -> None:
    store, server = MemoryStore(), Server()
    entry, turn = store.accept(RECEIVED, refuse)

    await send_at_once(store, stream_answer(FRAMES, b"{}", turn, entry), server.send, is_head=False)

    start, *bodies = server.sent
    assert (start["type"], start["status"]) == ("http.response.start", 200)
    assert [(body["body"], body.get("more_body", False)) for body in bodies] == [
        (b"one", True),
        (b"two", True),
        (b"three", False),
    ]
    assert (entry.ending, entry.settled and entry.settled.events) == ("complete", 3)


@pytest.mark.anyio
async def test_a_whole_answer_has_no_events() -> None:
    store, server = MemoryStore(), Server()
    entry, turn = store.accept(RECEIVED, refuse)

    await send_at_once(store, json_answer(b"{}", turn, entry), server.send, is_head=False)

    assert [message.get("body") for message in server.sent] == [None, b"{}"]
    assert (entry.ending, entry.settled and entry.settled.events) == ("complete", None)


@pytest.mark.anyio
async def test_of_an_answer_to_head_only_the_head_is_sent() -> None:
    store, server = MemoryStore(), Server()
    entry, turn = store.accept(RECEIVED, refuse)

    await send_at_once(store, json_answer(b"{}", turn, entry), server.send, is_head=True)

    assert [message.get("body") for message in server.sent] == [None, b""]
    assert dict(server.sent[0]["headers"])[b"content-length"] == b"2"
    assert entry.answer == {}


@pytest.mark.anyio
@pytest.mark.parametrize("taken", range(4))
async def test_where_the_client_left_the_journal_knows_what_was_sent(taken: int) -> None:
    store, server = MemoryStore(), Server(taken)
    entry, turn = store.accept(RECEIVED, refuse)

    with pytest.raises(OSError, match=r"^$"):
        await send_at_once(store, stream_answer(FRAMES, b"{}", turn, entry), server.send, is_head=False)

    assert (entry.ending, entry.settled and entry.settled.events) == ("abandoned", max(0, taken - 1))
    assert store.has_lost
