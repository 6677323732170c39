"""The reply that a request takes: the first one left whose conditions hold. Pure."""

from collections.abc import Mapping
from heapq import nsmallest
from typing import Final

from rystic_asgi.script.asked import Asked
from rystic_asgi.script.conditions import Conditions, hold, why_not
from rystic_asgi.state.journal import Passed
from rystic_asgi.state.session import Session
from rystic_asgi.validation.request import CheckedRequest

MAX_PASSED: Final = 20
"""Of so many replies that were passed over it is told why."""


Match = tuple[int | None, int, tuple[Passed, ...]]
"""The place of the reply that is taken, None where no reply left is for the request; its lane; and the first replies
before it that are not for the request, of each lane its next one."""


def match(session: Session, request: CheckedRequest, headers: Mapping[bytes, bytes]) -> Match:
    """The reply for ``request``. Each set of conditions is looked at once, whatever the length of the script."""
    lanes, taken, done = session.lanes, session.taken, session.done
    if len(lanes) == 1 and not lanes[0].when and (request.is_plain or request.body.compaction is None):
        return None if done else lanes[0].next(taken.get(0, 0)), 0, ()
    asked, found, lane = Asked(request, headers), None, 0
    passed: list[tuple[int, Conditions]] = []
    for index in range(done, len(lanes)):
        if found is not None and lanes[index].positions[0] > found:
            break
        position = lanes[index].next(taken.get(index, 0))
        if position is None or (found is not None and position > found):
            continue
        when = _NO_SUMMARY if asked.is_for_summary and not lanes[index].is_summary else lanes[index].when
        if hold(when, asked):
            found, lane = position, index
        else:
            passed.append((position, when))
    return found, lane, _before(found, passed, asked)


_NO_SUMMARY: Final[Conditions] = (("compaction", False),)
"""What a reply expects that is no summary: the API answers a request for one with nothing else."""


def _before(found: int | None, passed: list[tuple[int, Conditions]], asked: Asked) -> tuple[Passed, ...]:
    earlier = nsmallest(MAX_PASSED, (each for each in passed if found is None or each[0] < found))
    return tuple(Passed(position, why_not(when, asked)) for position, when in earlier)
