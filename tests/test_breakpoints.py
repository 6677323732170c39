"""The rules for cache breakpoints."""

import pytest

from rystic_asgi.protocol.content import CacheControl
from rystic_asgi.validation.breakpoints import Breakpoints

SHORT, LONG = CacheControl("ephemeral"), CacheControl("ephemeral", "1h")
ORDER = (
    "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. "
    "Note that blocks are processed in the following order: `tools`, `system`, `messages`."
)


def problems(*marks: tuple[str, CacheControl], automatic: CacheControl | None = None) -> list[tuple[str, str]]:
    breakpoints = Breakpoints()
    for place, control in marks:
        breakpoints.mark(place, control)
    return [(str(problem), problem.rule) for problem in breakpoints.problems(automatic)]


@pytest.mark.parametrize(
    ("marks", "automatic"),
    [
        pytest.param([], None, id="none"),
        pytest.param([("tools.0", SHORT)] * 4, None, id="four"),
        pytest.param([("tools.0", SHORT)] * 3, SHORT, id="three-and-the-automatic-one"),
        pytest.param([("tools.0", LONG), ("system.0", SHORT)], SHORT, id="an-hour-first"),
        pytest.param([("tools.0", LONG), ("system.0", CacheControl("ephemeral", "5m"))], None, id="five-minutes-said"),
    ],
)
def test_breakpoints_that_the_api_takes_have_no_fault(
    marks: list[tuple[str, CacheControl]], automatic: CacheControl | None
) -> None:
    assert problems(*marks, automatic=automatic) == []


def test_a_fifth_breakpoint_is_refused() -> None:
    assert problems(*[(f"tools.{index}", SHORT) for index in range(5)]) == [
        (
            "A maximum of 4 blocks with cache_control may be provided. Found 5. "
            "rystic: they are at tools.0, tools.1, tools.2, tools.3, tools.4",
            "cache-breakpoints",
        )
    ]


def test_of_many_breakpoints_some_are_named() -> None:
    ((message, _),) = problems(*[("system.0", SHORT)] * 25)

    assert message.endswith(", system.0 and 5 more places")
    assert message.count("system.0") == 20


def test_the_automatic_breakpoint_counts() -> None:
    ((message, _),) = problems(*[("system.0", SHORT)] * 4, automatic=SHORT)

    assert message.endswith("Found 5. rystic: they are at system.0, system.0, system.0, system.0, the top level")


@pytest.mark.parametrize(
    ("marks", "automatic", "path"),
    [
        pytest.param([("system.0", SHORT), ("messages.0.content.1", LONG)], None, "messages.0.content.1.", id="blocks"),
        pytest.param([("system.0", SHORT)], LONG, "", id="the-automatic-one"),
    ],
)
def test_an_hour_after_five_minutes_is_refused(
    marks: list[tuple[str, CacheControl]], automatic: CacheControl | None, path: str
) -> None:
    assert problems(*marks, automatic=automatic) == [
        (f"{path}cache_control.ttl: {ORDER} rystic: the breakpoint at system.0 lasts five minutes", "cache-order")
    ]
