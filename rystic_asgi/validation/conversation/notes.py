"""What the rules over messages share while they read: what was found, and what each follows.

Faults go into one list instead of out of generators: this runs for each block of a history.
"""

from rystic_asgi.protocol.content import WebSearchToolResultBlock
from rystic_asgi.protocol.models import window_of
from rystic_asgi.protocol.versions import CURRENT
from rystic_asgi.validation.breakpoints import Breakpoints
from rystic_asgi.validation.conversation.answers import Answers
from rystic_asgi.validation.conversation.citing import Citing
from rystic_asgi.validation.conversation.files import Files, KeptFiles
from rystic_asgi.validation.conversation.images import Images
from rystic_asgi.validation.conversation.pairing import Pairing
from rystic_asgi.validation.conversation.pdfs import Pdfs
from rystic_asgi.validation.conversation.server_calls import ServerCalls
from rystic_asgi.validation.declared_tools import DeclaredNames
from rystic_asgi.validation.headers import RequestHeaders
from rystic_asgi.validation.problem import Problem


class Notes:
    """``declared`` are the names of the request's tools, ``model`` is the name of its model.

    ``is_strict`` tells whether its version refuses more blocks; ``searches`` are the search results in it, by path;
    ``files`` finds those that there are.
    """

    __slots__ = (
        "answers",
        "breakpoints",
        "citing",
        "declared",
        "files",
        "headers",
        "images",
        "is_strict",
        "pairing",
        "pdfs",
        "problems",
        "searches",
        "server_calls",
    )

    def __init__(
        self,
        breakpoints: Breakpoints,
        declared: DeclaredNames,
        headers: RequestHeaders,
        model: str,
        files: KeptFiles | None = None,
    ) -> None:
        window = window_of(model, headers.betas)
        self.problems: list[Problem] = []
        self.pairing = Pairing(self.problems)
        self.answers = Answers(self.problems)
        self.server_calls = ServerCalls(self.problems)
        self.images = Images(self.problems, window)
        self.files = Files(self.problems, files)
        self.pdfs = Pdfs(self.problems, window)
        self.citing = Citing(self.problems)
        self.searches: dict[str, WebSearchToolResultBlock] = {}
        self.breakpoints = breakpoints
        self.declared = declared
        self.headers = headers
        self.is_strict = headers.version >= CURRENT

    def read_other_content(self) -> None:
        """The user says something that is no result."""
        if self.pairing.open:
            self.pairing.close()
        if self.server_calls.open:
            self.server_calls.end_turn()

    def report(self, path: str, message: str, rule: str, hint: str = "") -> None:
        """Note a fault."""
        self.problems.append(Problem(path, message, rule, hint))
