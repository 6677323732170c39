"""The rules for cache breakpoints, in the order in which a prompt is cached: tools, system, messages, the whole.

Source: https://platform.claude.com/docs/en/build-with-claude/prompt-caching
"""

from collections.abc import Iterator
from typing import Final

from rystic_asgi.protocol.content import CacheControl
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.problem import Problem

MAX_BREAKPOINTS: Final = 4
_SHOWN: Final = 20

_ORDER: Final = (
    "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. "
    "Note that blocks are processed in the following order: `tools`, `system`, `messages`."
)
_TOO_MANY: Final = f"A maximum of {MAX_BREAKPOINTS} blocks with cache_control may be provided. Found {{found}}."


class Breakpoints:
    """Counts breakpoints as they come; one without ``ttl`` lasts five minutes."""

    __slots__ = ("_late", "_places", "_short")

    def __init__(self) -> None:
        self._places: list[str] = []
        self._short = ""
        self._late: list[Problem] = []

    def mark(self, place: str, control: CacheControl) -> None:
        """A breakpoint at ``place``."""
        self._places.append(place or "the top level")
        if control.ttl != "1h":
            self._short = self._short or place or "the top level"
        elif self._short:
            path = f"{place}.cache_control.ttl".lstrip(".")
            self._late.append(
                Problem(path, _ORDER, "cache-order", f"the breakpoint at {self._short} lasts five minutes")
            )

    @property
    def found(self) -> int:
        """How many were marked."""
        return len(self._places)

    def problems(self, automatic: CacheControl | None) -> list[Problem]:
        """The faults of all that were marked; ``automatic`` is the request's own, which the API sets at the end."""
        if automatic is not None:
            self.mark("", automatic)
        if len(self._places) <= MAX_BREAKPOINTS:
            return self._late
        message = _TOO_MANY.format(found=len(self._places))
        return [Problem("", message, "cache-breakpoints", f"they are at {_listed(self._places)}"), *self._late]


def automatic_problems(request: MessagesRequest, automatic: CacheControl) -> Iterator[Problem]:
    """The automatic breakpoint falls on the last block: one that is there already has to last as long."""
    number = len(request.messages) - 1
    blocks = request.messages[number].blocks if request.messages else ()
    control = getattr(blocks[-1], "cache_control", None) if blocks else None
    if control is not None and (control.ttl or "5m") != (automatic.ttl or "5m"):
        place = f"messages.{number}.content.{len(blocks) - 1}"
        yield Problem("cache_control.ttl", _DIFFERENT, "cache-automatic", f"the block is {place}")


_DIFFERENT: Final = "the last block has a cache_control with a different ttl"


def _listed(places: list[str]) -> str:
    shown = ", ".join(places[:_SHOWN])
    return shown if len(places) <= _SHOWN else f"{shown} and {len(places) - _SHOWN} more places"
