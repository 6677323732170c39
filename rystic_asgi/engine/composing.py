"""From a turn to the message that answers it."""

from typing import Any

from rystic_asgi.engine.compacting import check_summary
from rystic_asgi.engine.cutting import Ended, cut_off
from rystic_asgi.engine.default_reply import default_reply
from rystic_asgi.engine.filling import Filling
from rystic_asgi.engine.matching import MAX_PASSED
from rystic_asgi.engine.members import other_members, stop_sequence
from rystic_asgi.engine.output_format import check_texts, output_schema
from rystic_asgi.engine.reading import Reading, read_prompt
from rystic_asgi.engine.retrying import played_error
from rystic_asgi.engine.taking import Turn
from rystic_asgi.engine.usage import make_usage, warming_usage
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.ids import make_id
from rystic_asgi.protocol.messages import ResponseMessage, Usage
from rystic_asgi.protocol.models import resolve_model
from rystic_asgi.script.reply import Reply
from rystic_asgi.validation.request import CheckedRequest


def compose(request: CheckedRequest, turn: Turn, reading: Reading | None = None) -> ResponseMessage:
    """The message of a turn; ``reading`` tells how its prompt was read, else it was without a cache.

    Raises ApiError: the one that is scripted, or one of ours where the reply does not fit the request.
    """
    reply = _reply_of(request, turn)
    if not request.is_plain or reply.is_filled_in or reply.members or turn.baseline.is_cut:
        if reading is None and not request.is_plain:
            reading = read_prompt(request.body)
        return _compose_filled(Filling(request, turn, reply), reading)
    return ResponseMessage(
        model=reply.model or resolve_model(request.body.model),
        id=make_id(turn.baseline.seed, "message", turn.first.get("message", 0)),
        content=list(reply.content),
        stop_reason=reply.stop_reason,
        stop_sequence=reply.stop_sequence,
        stop_details=reply.stop_details,
        usage=make_usage(request.body, reply.content, reply.usage),
    )


def _compose_filled(filling: Filling, reading: Reading | None) -> ResponseMessage:
    request, turn, reply = filling.request, filling.turn, filling.reply
    ended = Ended(_content_of(filling), reply.stop_reason, stop_sequence(filling))
    if turn.baseline.is_cut and request.body.max_tokens:
        ended = cut_off(request.body, ended)
    return ResponseMessage(
        model=reply.model or filling.fallback or resolve_model(request.body.model),
        id=make_id(turn.baseline.seed, "message", turn.first.get("message", 0)),
        content=ended.content,
        stop_reason=ended.stop_reason,
        stop_sequence=ended.stop_sequence,
        stop_details=reply.stop_details,
        usage=_usage(filling, ended, reading),
        **other_members(filling, reading),
    )


def _usage(filling: Filling, ended: Ended, reading: Reading | None) -> Usage:
    body, scripted = filling.request.body, filling.reply.usage
    if reading is not None and not body.max_tokens:
        return warming_usage(body, reading)
    return make_usage(body, ended.content, scripted, limit=ended.output_tokens, reading=reading)


def _reply_of(request: CheckedRequest, turn: Turn) -> Reply:
    reply, baseline = turn.reply, turn.baseline
    if reply is not None:
        if reply.error is not None:
            raise played_error(reply.error, is_real_time=baseline.is_real_time)
        return reply
    if baseline.on_empty == "error":
        raise _nothing_for(turn)
    return default_reply(request, baseline.default_reply)


def _nothing_for(turn: Turn) -> ApiError:
    if not turn.passed:
        return ApiError(
            f"rystic: no reply is left of the script's {len(turn.baseline.replies)}, and on_empty is 'error'; "
            "add a reply, or find out why the loop asked once more"
        )
    reasons = "; ".join(f"reply {reply} is not ({because})" for reply, because in turn.passed)
    more = "; and so on" if len(turn.passed) == MAX_PASSED else ""
    return ApiError(
        f"rystic: no reply left in the script is for request {turn.request}, and on_empty is 'error': {reasons}{more}. "
        "Change what the loop sends or what these replies expect, or add a reply"
    )


def _content_of(filling: Filling) -> list[dict[str, Any]]:
    reply, place = filling.reply, filling.turn.place
    content = filling.content() if reply.is_filled_in else list(reply.content)
    if filling.request.is_plain:
        return content
    if "grammar" not in reply.unchecked:
        check_summary(filling.request.body, content, place)
    schema = output_schema(filling.request.body)
    if schema is not None and reply.stop_reason == "end_turn" and "format" not in reply.unchecked:
        check_texts(content, schema, place)
    return content
