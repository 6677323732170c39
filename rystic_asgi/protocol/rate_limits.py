"""The headers that tell a client how much of its rate limit is left.

A simulator has no limit to tell of: the values are those of a key that was not used for a while, the same in every run.
Source of the names: https://platform.claude.com/docs/en/api/rate-limits#response-headers
"""

from typing import Final, NamedTuple


class RateLimit(NamedTuple):
    """What is counted, and how much of it a minute may hold."""

    counted: str
    a_minute: int


RATE_LIMITS: Final[tuple[RateLimit, ...]] = (
    RateLimit("requests", 4_000),
    RateLimit("input-tokens", 2_000_000),
    RateLimit("output-tokens", 400_000),
    RateLimit("tokens", 2_400_000),
)

RESET: Final = "2026-01-01T00:00:00Z"
"""The moment from which the whole limit is there again: RFC 3339, in seconds."""


def rate_limit_headers(*, exhausted: bool) -> tuple[tuple[bytes, bytes], ...]:
    """The whole family: with everything left, or with nothing left as beside a 429."""
    headers: list[tuple[bytes, bytes]] = []
    for limit in RATE_LIMITS:
        prefix = f"anthropic-ratelimit-{limit.counted}-"
        remaining = 0 if exhausted else limit.a_minute
        for name, value in (("limit", limit.a_minute), ("remaining", remaining), ("reset", RESET)):
            headers.append(((prefix + name).encode(), str(value).encode()))
    return tuple(headers)
