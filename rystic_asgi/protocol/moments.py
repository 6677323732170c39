"""Moments as the API writes them: RFC 3339, in UTC."""

from datetime import UTC, datetime, timedelta
from typing import Final

START: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""What the simulator's clock shows at a baseline: the same in every run."""


def moment(seconds: float) -> str:
    """The moment so many seconds after a baseline, in microseconds where it is no whole second.

    >>> moment(90)
    '2026-01-01T00:01:30Z'
    """
    return (START + timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")
