"""Breaking a connection so that its client sees a reset, under any server that runs in this process."""

import ctypes
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from starlette.types import Scope

_DESCRIPTORS: Final = "/dev/fd"
_AT_ONCE: Final = struct.pack("ii", 1, 0)
"""Lingering for no time: what is closed so is reset. Source: https://man7.org/linux/man-pages/man7/socket.7.html"""
_NOWHERE: Final = struct.pack("H14x", socket.AF_UNSPEC)
"""Connected to it, a connection is dissolved, which TCP does by a reset.

Source: https://man7.org/linux/man-pages/man2/connect.2.html
"""


def reset_connection(scope: Scope) -> bool:
    """Reset the connection of ``scope``; its server finds it broken, or closes it as one that the client has left.

    ASGI has no word for it, so that the server's socket is looked up by the client's address. False where there is
    none, as in-process or behind a proxy.
    """
    client = scope.get("client")
    if not client or not os.path.isdir(_DESCRIPTORS):
        return False
    for descriptor in map(int, os.listdir(_DESCRIPTORS)):
        with _as_socket(descriptor) as found:
            if found is not None and _peer(found)[:2] == tuple(client)[:2]:
                _reset(found)
                return True
    return False


def _reset(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).connect(connection.fileno(), _NOWHERE, len(_NOWHERE))
    with suppress(OSError):  # where that was not enough, the server is told to close it
        connection.shutdown(socket.SHUT_RD)


@contextmanager
def _as_socket(descriptor: int) -> Iterator[socket.socket | None]:
    """The socket of a descriptor, which stays the server's."""
    try:
        found = socket.socket(fileno=descriptor)
    except OSError:
        yield None
        return
    try:
        yield found
    finally:
        found.detach()


def _peer(connected: socket.socket) -> Any:
    try:
        return connected.getpeername()
    except OSError:
        return ()
