"""Moments as the API writes them."""

import pytest

from rystic_asgi.protocol.moments import moment


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (0, "2026-01-01T00:00:00Z"),
        (90, "2026-01-01T00:01:30Z"),
        (0.5, "2026-01-01T00:00:00.500000Z"),
        (86_400 * 365, "2027-01-01T00:00:00Z"),
    ],
)
def test_a_moment_is_written_in_utc(seconds: float, written: str) -> None:
    assert moment(seconds) == written
