"""Scripted errors that a client answers by asking again: how long it is told to wait. Pure."""

from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Final

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.moments import START
from rystic_asgi.script.scripted_error import ScriptedError

AT_ONCE: Final = "1"
"""Milliseconds: the least that the official SDKs take for a time to wait.

Source: anthropic 2.14.0, _base_client.py, _calculate_retry_timeout
"""


def played_error(error: ScriptedError, *, is_real_time: bool) -> ApiError:
    """The error as it is answered: on a virtual clock a client that waits as it is told comes back at once."""
    answered = error.as_api_error()
    if not is_real_time and answered.headers.get("x-should-retry") == "true":
        answered.headers["retry-after-ms"] = AT_ONCE
    return answered


def asked_seconds(headers: Mapping[str, str], time: float | None) -> float | None:
    """How long ``headers`` ask a client to wait, sent at ``time`` of the simulator's clock; None where they do not.

    A date tells nothing where there is no such time: a client on a real clock reads it by its own.

    Source: anthropic 2.14.0, _base_client.py, _parse_retry_after_header
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        seconds = _number(headers.get(name))
        if seconds is not None:
            return seconds * unit
    if "retry-after" not in headers or time is None:
        return None
    try:
        return (parsedate_to_datetime(headers["retry-after"]) - START).total_seconds() - time
    except (ValueError, TypeError):
        return None


def _number(value: str | None) -> float | None:
    try:
        return None if value is None else float(value)
    except ValueError:
        return None
