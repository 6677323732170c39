"""The simulator's clock: seconds since the baseline, which pass when something says so. Pure."""

from typing import Final

import msgspec

from rystic_asgi.state.session import Session

MAX_ADVANCE: Final = 1_000_000_000
"""Seconds that may pass at once: some thirty years."""


def advance(session: Session, seconds: float, epoch: int | None = None) -> tuple[Session, float]:
    """The session so many seconds later, and what its clock shows; that of another epoch stays as it is."""
    if epoch not in (None, session.epoch):
        return session, session.time
    later = msgspec.structs.replace(session, time=session.time + seconds)
    return later, later.time
