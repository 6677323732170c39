"""Sessions: many tests at once on one simulator, each with a script, a journal and ids of its own."""

import re
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Final, Generic, TypeVar

from rystic_asgi.protocol.ids import base58
from rystic_asgi.validation.headers import read_credential

HEADER: Final = b"x-rystic-session"
KEY_PREFIX: Final = "sk-ant-rystic-"
"""An API key that names a session begins so."""
_KEY_PREFIX: Final = KEY_PREFIX.encode()
MAX_SESSIONS: Final = 1_000
"""Of more sessions than these none begins until another ends."""

_NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_PATH: Final = re.compile(r"(/_rystic/sessions/([A-Za-z0-9._-]{1,64}))(/.+)", re.DOTALL)

Held = TypeVar("Held")


class SessionError(ValueError):
    """A session that cannot be; the message begins with ``rystic:``."""


class Sessions(Generic[Held]):
    """The sessions by name, each made when it is first asked for."""

    def __init__(self, make: Callable[[], Held]) -> None:
        self._make = make
        self._lock = Lock()
        self._held: dict[str, Held] = {}

    def get(self, name: str) -> Held:
        """The session of this name. Raises SessionError."""
        with self._lock:
            held = self._held.get(name)
            if held is None:
                self._check(name)
                held = self._held[name] = self._make()
            return held

    def end(self, name: str) -> Held | None:
        """Forget a session and return it, None where there is none of this name."""
        with self._lock:
            return self._held.pop(name, None)

    def names(self) -> list[str]:
        """The names, in the order in which the sessions began."""
        with self._lock:
            return list(self._held)

    def _check(self, name: str) -> None:
        if not _NAME.fullmatch(name):
            found = f"found {name[:80]!r}"
            raise SessionError(f"rystic: a session's name is 1 to 64 of letters, digits, '.', '_' and '-', {found}")
        if len(self._held) >= MAX_SESSIONS:
            raise SessionError(
                f"rystic: {MAX_SESSIONS} sessions are open; end one with DELETE /_rystic/sessions/{{name}}"
            )


def named_in_path(path: str) -> tuple[str, str, str] | None:
    """The prefix, the name and the rest of a path below a session; None for any other."""
    match = _PATH.fullmatch(path)
    return None if match is None else (match[1], match[2], match[3])


def named_in_headers(headers: Mapping[bytes, bytes], *, per_key: bool) -> str | None:
    """The session that a header names, else a key; ``per_key`` gives each key one, whose name hides the key."""
    if HEADER in headers:
        return headers[HEADER].decode("latin-1")
    credential = read_credential(headers)
    if credential.startswith(KEY_PREFIX):
        return credential.removeprefix(KEY_PREFIX)
    return f"key-{base58(credential, 16)}" if per_key and credential else None


def names_session(headers: Mapping[bytes, bytes]) -> bool:
    """Whether a key may name a session: the quick way out of a question that each request is asked."""
    return _KEY_PREFIX in headers.get(b"x-api-key", b"") or _KEY_PREFIX in headers.get(b"authorization", b"")
