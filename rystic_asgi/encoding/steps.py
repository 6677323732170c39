"""What sending a response consists of: bytes, and what happens between them."""

from msgspec import Struct


class Pause(Struct, frozen=True):
    """Time passes."""

    seconds: float


class Hold(Struct, frozen=True):
    """Nothing is sent until somebody releases the stream, the client leaves, or the time is over if there is one."""

    seconds: float | None = None


class Reset(Struct, frozen=True):
    """The connection breaks."""


class Raw(Struct, frozen=True):
    """Bytes that are no event."""

    data: bytes


Step = bytes | Pause | Hold | Reset
"""A step of sending, each ``bytes`` a chunk of its own."""
