"""The rules for files that a message names: they are there, and of a type that the block can hold.

Source: https://platform.claude.com/docs/en/build-with-claude/files. That of a file whose type is not in the table
nothing is said is a choice: which other types are read as text is not known.
"""

from collections.abc import Callable
from typing import Final

from rystic_asgi.protocol.files import EXPIRED, EXPIRED_DETAILS, FILE, MISSING, read_stored
from rystic_asgi.validation.problem import Problem

TYPES_OF_BLOCKS: Final[dict[str, tuple[str, ...]]] = {
    "document": ("application/pdf", "text/plain"),
    "image": ("image/jpeg", "image/png", "image/gif", "image/webp"),
}
_PLACED: Final = frozenset[str]().union(*TYPES_OF_BLOCKS.values())
_MISFIT: Final = "the file is of type {mime_type}, which is not supported in `{block}` blocks"


KeptFiles = tuple[Callable[[str, str], bytes | None], float]
"""What finds a record by kind and key, and the time now."""


class Files:
    """Reads each file that a message names; without ``kept`` any file is there."""

    __slots__ = ("_kept", "problems")

    def __init__(self, problems: list[Problem], kept: KeptFiles | None) -> None:
        self.problems = problems
        self._kept = kept

    def read(self, file_id: str, path: str, block: str) -> None:
        """A file that a block of this type names at ``path``."""
        if self._kept is None:
            return
        find, time = self._kept
        value = find(FILE, file_id)
        file, hint = value and read_stored(value), f"{path}.file_id names it"
        if not file:
            self.problems.append(Problem("", MISSING.format(file_id), "file-exists", hint))
        elif file.is_expired(time):
            self.problems.append(Problem("", EXPIRED.format(file_id), "file-exists", hint, EXPIRED_DETAILS))
        else:
            self._check_type(file.mime_type.partition(";")[0].strip().lower(), path, block)

    def _check_type(self, mime_type: str, path: str, block: str) -> None:
        if mime_type in _PLACED and mime_type not in TYPES_OF_BLOCKS.get(block, _PLACED):
            self.problems.append(Problem(path, _MISFIT.format(mime_type=mime_type, block=block), "file-type"))
