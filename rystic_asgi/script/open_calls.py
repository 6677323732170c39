"""The calls of tools that the API runs, of one turn, that wait for their results."""

from collections.abc import Collection
from typing import Any, NamedTuple


class OpenCall(NamedTuple):
    """A call: its id, by what its result is found (its tool's name, or ``mcp_tool_use``), and who called."""

    id: str
    name: str
    caller: dict[str, Any] | None = None


class OpenCalls:
    """Calls in the order in which they were made, without those that have their result."""

    def __init__(self) -> None:
        self._calls: list[OpenCall] = []

    def __bool__(self) -> bool:
        return bool(self._calls)

    def add(self, call: OpenCall) -> None:
        """A call is made."""
        self._calls.append(call)

    def find(self, names: Collection[str]) -> OpenCall | None:
        """The first call by one of these names."""
        return next((call for call in self._calls if call.name in names), None)

    def answer(self, names: Collection[str], call_id: str | None) -> OpenCall | None:
        """A result has come: the call with this id, or the first by one of these names, which waits no more."""
        by_id = (call for call in self._calls if call.id == call_id)
        call = self.find(names) if call_id is None else next(by_id, None)
        if call is not None:
            self._calls.remove(call)
        return call
