"""What the rules over messages share while they read: what was found, and what each follows.

Faults go into one list instead of out of generators: this runs for each block of a history.
"""

from rystic_asgi.validation.breakpoints import Breakpoints
from rystic_asgi.validation.conversation.images import Images
from rystic_asgi.validation.conversation.pairing import Pairing
from rystic_asgi.validation.conversation.server_calls import ServerCalls
from rystic_asgi.validation.declared_tools import DeclaredNames
from rystic_asgi.validation.problem import Problem


class Notes:
    """``declared`` are the names of the request's tools; ``is_strict`` whether its version refuses more blocks."""

    __slots__ = ("breakpoints", "declared", "images", "is_strict", "pairing", "problems", "server_calls")

    def __init__(self, breakpoints: Breakpoints, declared: DeclaredNames, *, is_strict: bool) -> None:
        self.problems: list[Problem] = []
        self.pairing = Pairing(self.problems)
        self.server_calls = ServerCalls(self.problems)
        self.images = Images(self.problems)
        self.breakpoints = breakpoints
        self.declared = declared
        self.is_strict = is_strict

    def read_other_content(self) -> None:
        """The user says something that is no result."""
        if self.pairing.open:
            self.pairing.close()
        if self.server_calls.open:
            self.server_calls.end_turn()

    def report(self, path: str, message: str, rule: str, hint: str = "") -> None:
        """Note a fault."""
        self.problems.append(Problem(path, message, rule, hint))
