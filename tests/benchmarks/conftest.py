"""Pairs of a floor and ours, timed in turn; the ratios of their medians are printed at the end."""

import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest

ROUNDS = 5
_LINES: list[str] = []

Pair = Callable[..., None]
Note = Callable[[str], None]


@pytest.fixture
def note(request: pytest.FixtureRequest) -> Note:
    """Adds a line to the report."""
    return lambda line: _LINES.append(f"{request.node.name}: {line}")


@pytest.fixture
def pair(benchmark: Any, note: Note) -> Pair:
    """Times ``ours`` and its ``floor`` in turn, five times each after a warm-up, and reports the ratio."""

    def run(ours: Callable[[], Any], floor: Callable[[], Any], *, most: float | None = None) -> None:
        floors: list[float] = []

        def time_floor() -> None:
            start = time.perf_counter()
            floor()
            floors.append(time.perf_counter() - start)

        benchmark.pedantic(ours, setup=time_floor, rounds=ROUNDS, warmup_rounds=1)
        own, other = benchmark.stats.stats.median, statistics.median(floors[1:])
        limit = "" if most is None else f", at most {most}"
        note(f"{own * 1e3:.2f} ms against {other * 1e3:.2f} ms: {own / other:.2f}{limit}")

    return run


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _LINES:
        terminalreporter.section("costs")
    for line in _LINES:
        terminalreporter.write_line(line)
