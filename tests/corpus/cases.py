"""The cases as the files hold them."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

CORPUS: Final = Path(__file__).parent
FOLDERS: Final = ("rejected", "accepted")


class Case(NamedTuple):
    """A case by its folder and name; ``data`` has the keys that README.md lists."""

    folder: str
    name: str
    data: dict[str, Any]

    @property
    def prefix(self) -> str:
        """What the name says of the rule."""
        return self.name.partition("--")[0]

    @property
    def path(self) -> str:
        """Where the request goes."""
        return str(self.data.get("path", "/v1/messages"))

    @property
    def body(self) -> bytes:
        """The request's body."""
        return body_of(self.data)


def body_of(data: dict[str, Any]) -> bytes:
    """The bytes that ``body``, ``body_text`` or ``body_base64`` stand for."""
    if "body" in data:
        return json.dumps(data["body"]).encode()
    return base64.b64decode(data.get("body_base64", "")) or data.get("body_text", "").encode()


def read_cases(folder: str) -> Iterator[Case]:
    """The cases of a folder, by name."""
    for file in sorted((CORPUS / folder).glob("*.json")):
        yield Case(folder, file.stem, json.loads(file.read_text(encoding="utf-8")))
