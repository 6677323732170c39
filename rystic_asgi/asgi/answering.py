"""Requests for a message, and for a count of its tokens: no await, all state through the store."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from rystic_asgi.asgi.opening import MARK, opened
from rystic_asgi.asgi.prompts import keep, read
from rystic_asgi.asgi.responses import Answer, error_answer, json_answer, stream_answer
from rystic_asgi.asgi.shaped_answers import shaped_json, shaped_stream
from rystic_asgi.encoding.frames import encode_json, frames
from rystic_asgi.engine.composing import compose
from rystic_asgi.engine.default_reply import default_ids
from rystic_asgi.engine.functions import read_given
from rystic_asgi.engine.reading import count_tokens
from rystic_asgi.engine.retrying import asked_seconds
from rystic_asgi.engine.streaming import shape_of
from rystic_asgi.engine.taking import Turn, accept, draw, refuse, replay, warm
from rystic_asgi.engine.threads import answered, claim, claimed
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.messages import ResponseMessage
from rystic_asgi.script.stream_shape import USUAL
from rystic_asgi.state.journal import Entry, Received
from rystic_asgi.state.store import Store
from rystic_asgi.validation.conversation.passback import memory_keys, memory_of
from rystic_asgi.validation.conversation.searches import search_memories
from rystic_asgi.validation.request import CheckedRequest, check_count_tokens, check_request

Secrets = Mapping[bytes, bytes]
"""Headers that the journal masks, as they were."""
RETRY_COUNT: Final = b"x-stainless-retry-count"
"""The header in which official clients say how often they asked before.

Source: anthropic 2.14.0, _base_client.py, _build_headers
"""
MAX_AT_ONCE: Final = 32 * 1024
"""A message of more bytes is streamed event by event, each made when it is sent."""


class FunctionAsked(Exception):  # noqa: N818  # nothing went wrong
    """No answer yet: a function gives the reply. The shell calls it, and what it gave goes to ``answer_given``."""

    def __init__(self, request: CheckedRequest, turn: Turn, entry: Entry, function: Callable[[Any], Any]) -> None:
        self.request = request
        self.turn = turn
        self.entry = entry
        self.function = function
        super().__init__()


def answer_messages(store: Store, received: Received, secrets: Secrets) -> Answer:
    """The answer to a request for a message. Raises FunctionAsked."""
    session, headers = store.session(), received.raw_headers
    baseline = session.baseline
    try:
        if b"content-encoding" in headers or received.raw_body >= MARK or baseline.api_keys or baseline.cors:
            received = opened(received, secrets, baseline)
        request = check_request(headers, secrets, received.raw_body, session.off, store.recall, store.get, session.time)
        if request.before is not None:
            claim(store.take, store.put, request.before)
    except ApiError as error:
        return answer_refused(store, received, error)
    lost = _lost(store, received) if store.has_lost or RETRY_COUNT in headers else None
    if lost is not None:
        entry, turn = store.accept(received, replay, lost)
    elif request.is_plain or request.body.max_tokens:
        entry, turn = store.accept(received, accept, request, headers, default_ids(request))
    else:
        entry, turn = store.accept(received, warm)
    if request.before is not None:
        store.pend(entry, claimed(request.before, turn))
    if turn.reply is not None and turn.reply.function is not None:
        raise FunctionAsked(request, turn, entry, turn.reply.function)
    return _message_answer(store, request, turn, entry)


def _lost(store: Store, received: Received) -> Turn | None:
    """What an equal request was answered with, where its client did not see that."""
    is_retry = received.raw_headers.get(RETRY_COUNT, b"0") != b"0"
    return store.take_back(received, is_retry=is_retry) if is_retry or store.has_lost else None


def answer_given(store: Store, asked: FunctionAsked, given: Any) -> Answer:
    """The answer of a turn whose function gave ``given``."""
    try:
        reply = read_given(asked.turn, given)
    except ApiError as error:
        return answer_failed(asked, error)
    turn = store.advance(draw, asked.turn, reply)
    store.go_on(asked.entry, turn)
    return _message_answer(store, asked.request, turn, asked.entry)


def answer_failed(asked: FunctionAsked, error: ApiError) -> Answer:
    """The answer of a turn whose function gave nothing."""
    return error_answer(error, asked.turn, asked.entry)


def answer_count(store: Store, received: Received, secrets: Secrets) -> Answer:
    """The answer to a request for a count of tokens."""
    session = store.session()
    try:
        received = opened(received, secrets, session.baseline)
        request = check_count_tokens(
            received.raw_headers, secrets, received.raw_body, session.off, store.recall, store.get, session.time
        )
    except ApiError as error:
        return answer_refused(store, received, error)
    entry, turn = store.accept(received, refuse)
    return json_answer(encode_json(count_tokens(request.body)), turn, entry)


def answer_refused(store: Store, received: Received, error: ApiError, *, is_known: bool = True) -> Answer:
    """The answer to a request that takes nothing and changes nothing."""
    entry, turn = store.accept(received, refuse)
    return error_answer(error, turn, entry, is_known=is_known)


def _message_answer(store: Store, request: CheckedRequest, turn: Turn, entry: Entry) -> Answer:
    try:
        message = compose(request, turn) if request.is_plain else _read_and_compose(store, request, turn, entry)
    except ApiError as error:
        return _failed_answer(error, turn, entry)
    if turn.reply is not None:
        _remember(store, entry, message)
    if request.body.thread is not None:
        store.pend(entry, answered(entry.received.body, request.before, turn, message))
    body, shape = encode_json(message), shape_of(turn)
    if request.body.stream is True:
        if shape is not None or len(body) > MAX_AT_ONCE:
            return shaped_stream(message, body, shape or USUAL, turn, entry)
        return stream_answer(frames(message), body, turn, entry)
    return json_answer(body, turn, entry) if shape is None else shaped_json(message, body, shape, turn, entry)


def _failed_answer(error: ApiError, turn: Turn, entry: Entry) -> Answer:
    answer = error_answer(error, turn, entry)
    if turn.reply is None or turn.reply.error is None:
        return answer
    fault = {"kind": "status", "status": error.status}
    time = None if turn.baseline.is_real_time else turn.time
    asked = asked_seconds(turn.reply.error.headers, time)
    return msgspec.structs.replace(answer, faults=(fault,), retry_after_s=asked)


def _read_and_compose(store: Store, request: CheckedRequest, turn: Turn, entry: Entry) -> ResponseMessage:
    """The message of a turn, its prompt read with the cache; what is to be kept of it is, as the reply begins."""
    reading = read(store, request, turn, entry)
    message = compose(request, turn, reading)
    keep(store, entry, reading, message.id)
    return message


def _remember(store: Store, entry: Entry, message: ResponseMessage) -> None:
    for key, memory in search_memories(message.content):
        store.remember(entry, (key,), memory)
    keys = memory_keys(message.content)
    if keys:
        store.remember(entry, keys, memory_of(message.model, message.content))
