"""A request as a function in a script sees it."""

from functools import cached_property
from typing import Any

from rystic_asgi.state.journal import Received
from rystic_asgi.validation.held_threads import Conversation


class Request:
    """The request for a message that a function in a script answers: its JSON, checked and copied.

    ``number`` counts requests from 0 since the baseline, as in the journal. Of a request that continues a message
    thread, ``messages``, ``system`` and ``tools`` are those of the whole thread, and ``body`` is what was sent.
    """

    def __init__(self, number: int, received: Received, before: Conversation | None = None) -> None:
        self._received = received
        self._number = number
        self._before = before

    def __repr__(self) -> str:
        return f"<Request {self._number}: {self.model}, {len(self.messages)} messages>"

    @property
    def number(self) -> int:
        """Its number in the journal."""
        return self._number

    @cached_property
    def body(self) -> dict[str, Any]:
        """The whole body, as it was sent."""
        body: dict[str, Any] = self._received.body
        return body

    @property
    def headers(self) -> dict[str, str]:
        """Its headers, names in lower case, secrets masked."""
        return self._received.headers

    @property
    def model(self) -> str:
        """The model as it was asked for."""
        return str(self.body["model"])

    @cached_property
    def messages(self) -> list[dict[str, Any]]:
        """The conversation, oldest first."""
        messages: list[dict[str, Any]] = self.body["messages"]
        return messages if self._before is None else [*self._before.as_json(), *messages]

    @property
    def system(self) -> Any:
        """The system prompt as it was sent, a string or a list of blocks; None without one."""
        return self._prompt.get("system")

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The declared tools."""
        return self._prompt.get("tools") or []

    @cached_property
    def _prompt(self) -> dict[str, Any]:
        return self.body if self._before is None else self._before.fixed_as_json()
