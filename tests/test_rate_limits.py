"""The rate-limit headers of answers."""

import anthropic
import pytest

from rystic_asgi import Simulator, error
from rystic_asgi.protocol.rate_limits import RATE_LIMITS, RESET
from tests.conftest import ask

NAMES = [
    f"anthropic-ratelimit-{limit.counted}-{part}" for limit in RATE_LIMITS for part in ("limit", "remaining", "reset")
]


@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_tells_that_the_whole_limit_is_left(simulator: Simulator, stream: bool) -> None:
    with simulator.client() as client:
        response = client.messages.with_raw_response.create(**ask(), stream=stream)

    assert [name for name in response.headers if name.startswith("anthropic-ratelimit-")] == NAMES
    assert response.headers["anthropic-ratelimit-requests-limit"] == "4000"
    assert response.headers["anthropic-ratelimit-requests-remaining"] == "4000"
    assert response.headers["anthropic-ratelimit-requests-reset"] == RESET


def test_a_scripted_429_tells_that_nothing_is_left(simulator: Simulator) -> None:
    simulator.load([error(429, headers={"anthropic-ratelimit-tokens-remaining": "7"})])

    with simulator.client(max_retries=0) as client, pytest.raises(anthropic.RateLimitError) as refused:
        client.messages.create(**ask())

    headers = refused.value.response.headers
    assert headers["anthropic-ratelimit-requests-remaining"] == "0"
    assert headers["anthropic-ratelimit-tokens-remaining"] == "7"


def test_another_error_tells_nothing_of_limits(simulator: Simulator) -> None:
    simulator.load([error(529)])

    with simulator.client(max_retries=0) as client, pytest.raises(anthropic.OverloadedError) as refused:
        client.messages.create(**ask())

    assert not [name for name in refused.value.response.headers if name.startswith("anthropic-ratelimit-")]
