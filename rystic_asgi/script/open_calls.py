"""The calls of tools that the API runs, of one turn, that wait for their results."""

from collections.abc import Collection
from typing import Any, NamedTuple


class OpenCall(NamedTuple):
    """A call: its id, by what its result is found (its tool's name, or ``mcp_tool_use``), and who called."""

    id: str
    name: str
    caller: dict[str, Any] | None = None


class OpenCalls:
    """Calls by name, in the order in which they were made, without those that have their result."""

    def __init__(self) -> None:
        self._by_name: dict[str, dict[str, OpenCall]] = {}
        self._names: dict[str, str] = {}

    def add(self, call: OpenCall) -> None:
        """A call is made."""
        self._by_name.setdefault(call.name, {})[call.id] = call
        self._names[call.id] = call.name

    def find(self, names: Collection[str]) -> OpenCall | None:
        """The first call by the first of these names that was called."""
        called = (call for name in names for call in self._by_name.get(name, {}).values())
        return next(called, None)

    def answer(self, names: Collection[str], call_id: str | None) -> OpenCall | None:
        """A result has come: the call with this id, or the first by one of these names, which waits no more."""
        if call_id is None:
            call = self.find(names)
            call_id = None if call is None else call.id
        name = self._names.pop(call_id or "", None)
        return None if name is None else self._by_name[name].pop(str(call_id))
