"""The simulator's clock: seconds since the baseline, which pass when something says so. Pure."""

import msgspec

from rystic_asgi.state.session import Session


def advance(session: Session, seconds: float) -> tuple[Session, float]:
    """The session so many seconds later, and what its clock shows."""
    later = msgspec.structs.replace(session, time=session.time + seconds)
    return later, later.time
