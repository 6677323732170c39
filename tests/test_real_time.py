"""Real time, told in parts."""

import time
from concurrent.futures import ThreadPoolExecutor

from rystic_asgi.asgi.real_time import RealTime


def test_what_passed_is_told_once() -> None:
    start = time.monotonic()
    real_time = RealTime()

    told = [real_time.passed() for _ in range(3)]

    assert min(told) >= 0
    assert sum(told) <= time.monotonic() - start


def test_nothing_is_missed_or_told_twice_between_threads() -> None:
    start = time.monotonic()
    real_time = RealTime()
    made = time.monotonic()

    with ThreadPoolExecutor(8) as threads:
        told = list(threads.map(lambda _: real_time.passed(), range(500)))
    last = time.monotonic()
    told.append(real_time.passed())

    assert last - made <= sum(told) <= time.monotonic() - start
