"""A request as a function in a script sees it."""

from functools import cached_property
from typing import Any

from rystic_asgi.state.journal import Received


class Request:
    """The request for a message that a function in a script answers: its JSON, checked and copied.

    ``number`` counts requests from 0 since the baseline, as in the journal.
    """

    def __init__(self, number: int, received: Received) -> None:
        self._received = received
        self._number = number

    def __repr__(self) -> str:
        return f"<Request {self._number}: {self.model}, {len(self.messages)} messages>"

    @property
    def number(self) -> int:
        """Its number in the journal."""
        return self._number

    @cached_property
    def body(self) -> dict[str, Any]:
        """The whole body."""
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

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The conversation, oldest first."""
        messages: list[dict[str, Any]] = self.body["messages"]
        return messages

    @property
    def system(self) -> Any:
        """The system prompt as it was sent, a string or a list of blocks; None without one."""
        return self.body.get("system")

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The declared tools."""
        return self.body.get("tools") or []
