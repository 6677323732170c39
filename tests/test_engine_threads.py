"""Who may go on with a thread, where several ask at once."""

import pytest

from rystic_asgi.engine.threads import claim
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.state.memory_store import MemoryStore
from rystic_asgi.validation.held_threads import CONTINUED, END, OPEN, Conversation, Fixed

BEFORE = Conversation("msg_1", (), [], Fixed(), OPEN)


def test_an_open_response_is_taken() -> None:
    store = MemoryStore()
    store.put(END, "msg_1", OPEN)

    claim(store.take, store.put, BEFORE)

    assert store.get(END, "msg_1") is None


@pytest.mark.parametrize(
    ("end", "code"),
    [
        pytest.param(None, "thread_continue_in_flight", id="in-flight"),
        pytest.param(CONTINUED, "thread_already_continued", id="continued"),
    ],
)
def test_a_response_that_another_was_quicker_to_continue_stays_as_it_is(end: bytes | None, code: str) -> None:
    store = MemoryStore()
    if end is not None:
        store.put(END, "msg_1", end)

    with pytest.raises(ApiError) as refused:
        claim(store.take, store.put, BEFORE)

    assert (refused.value.status, refused.value.details) == (400, {"error_code": code})
    assert store.get(END, "msg_1") == end


def test_a_response_that_may_be_continued_again_is_not_taken() -> None:
    store = MemoryStore()
    store.put(END, "msg_1", CONTINUED)

    claim(store.take, store.put, BEFORE._replace(end=CONTINUED))

    assert store.get(END, "msg_1") == CONTINUED
