"""The shapes of the API's ids, and ids that are the same in every run."""

from functools import lru_cache
from hashlib import shake_128
from typing import Final, NamedTuple


class IdShape(NamedTuple):
    """An id is ``prefix`` and then ``signs`` base58 signs."""

    prefix: str
    signs: int
    source: str


_CAPTURES = "traffic recorded in https://github.com/pydantic/pydantic-ai, tests/models/cassettes"

ID_SHAPES: Final[dict[str, IdShape]] = {
    "request": IdShape("req_011C", 20, "https://platform.claude.com/docs/en/api/errors#request-id"),
    "message": IdShape("msg_01", 22, "https://platform.claude.com/docs/en/api/messages"),
    "message_batch": IdShape("msgbatch_01", 22, "https://platform.claude.com/docs/en/api/creating-message-batches"),
    "tool_use": IdShape("toolu_01", 22, _CAPTURES),
    "server_tool_use": IdShape("srvtoolu_01", 22, _CAPTURES),
    "mcp_tool_use": IdShape("mcptoolu_01", 22, _CAPTURES),
    "container": IdShape("container_011C", 20, _CAPTURES),
    "file": IdShape("file_011C", 20, "https://platform.claude.com/docs/en/build-with-claude/files"),
}

_BASE58: Final = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_SIGN_OF_BYTE: Final = bytes(_BASE58[byte % 58] for byte in range(256))
_PAGE: Final = 64
"""Ids are made by the page: one digest gives the signs of 64 ids."""


def make_id(seed: str, kind: str, ordinal: int) -> str:
    """The id of the ``ordinal``-th thing of its kind: equal arguments give an equal id on every machine."""
    return _page(seed, kind, ordinal // _PAGE)[ordinal % _PAGE]


@lru_cache(maxsize=64)
def _page(seed: str, kind: str, number: int) -> list[str]:
    prefix, count, _ = ID_SHAPES[kind]
    signs = base58(f"{seed}:{kind}:{number}", count * _PAGE)
    return [prefix + signs[start : start + count] for start in range(0, count * _PAGE, count)]


def base58(text: str, length: int) -> str:
    """``length`` base58 signs that depend on ``text`` alone."""
    return shake_128(text.encode()).digest(length).translate(_SIGN_OF_BYTE).decode("ascii")
