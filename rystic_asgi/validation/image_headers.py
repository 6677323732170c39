"""What the first bytes of an image say: its media type, and its size in pixels.

Sources: https://www.w3.org/TR/png-3/#11IHDR, https://www.w3.org/Graphics/GIF/spec-gif89a.txt,
https://www.w3.org/Graphics/JPEG/itu-t81.pdf (B.2.2) and https://datatracker.ietf.org/doc/html/rfc9649.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

Size = tuple[int, int]


class ImageFormat(NamedTuple):
    """A format: how its data begin, where its name stands in them, and how its size is read."""

    media_type: str
    begins: bytes
    goes_on: bytes
    goes_on_at: int
    size: Callable[[bytes], Size | None]


def media_type_of(data: bytes) -> str | None:
    """The media type that the data are of; None where they are of none that the API takes."""
    found = _format_of(data)
    return None if found is None else found.media_type


def size_of(data: bytes) -> Size | None:
    """Width and height in pixels; None where the beginning in ``data`` does not tell."""
    found = _format_of(data)
    return None if found is None else found.size(data)


def _format_of(data: bytes) -> ImageFormat | None:
    return next((row for row in IMAGE_FORMATS if _is_of(row, data)), None)


def _is_of(row: ImageFormat, data: bytes) -> bool:
    return data.startswith(row.begins) and data.startswith(row.goes_on, row.goes_on_at)


def _big_endian_pair(data: bytes, at: int) -> Size | None:
    part = data[at : at + 8]
    return (int.from_bytes(part[:4]), int.from_bytes(part[4:])) if len(part) == 8 else None


def _little_endian_pair(data: bytes, at: int, width: int, bits: int, add: int = 0) -> Size | None:
    part = data[at : at + 2 * width]
    if len(part) < 2 * width:
        return None
    mask = (1 << bits) - 1
    first, second = (int.from_bytes(part[start : start + width], "little") & mask for start in (0, width))
    return first + add, second + add


def _png(data: bytes) -> Size | None:
    return _big_endian_pair(data, 16)


def _gif(data: bytes) -> Size | None:
    return _little_endian_pair(data, 6, 2, 16)


def _webp(data: bytes) -> Size | None:
    kind = data[12:16]
    if kind == b"VP8 ":
        return _little_endian_pair(data, 26, 2, 14)
    if kind == b"VP8X":
        return _little_endian_pair(data, 24, 3, 24, add=1)
    packed = int.from_bytes(data[21:25], "little")
    return ((packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1) if kind == b"VP8L" and len(data) >= 25 else None


def _jpeg(data: bytes) -> Size | None:
    """The size stands in the start of a frame; the segments before it are stepped over."""
    at = 2
    while len(part := data[at : at + 9]) == 9 and part[0] == 0xFF:
        marker = part[1]
        if marker in _FRAMES:
            return int.from_bytes(part[7:9]), int.from_bytes(part[5:7])
        at += 1 if marker == 0xFF else 2 + max(2, int.from_bytes(part[2:4]))
    return None


_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}

IMAGE_FORMATS: Final[tuple[ImageFormat, ...]] = (
    ImageFormat("image/png", b"\x89PNG\r\n\x1a\n", b"", 0, _png),
    ImageFormat("image/jpeg", b"\xff\xd8\xff", b"", 0, _jpeg),
    ImageFormat("image/gif", b"GIF8", b"", 0, _gif),
    ImageFormat("image/webp", b"RIFF", b"WEBP", 8, _webp),
)
"""Source of the list: https://platform.claude.com/docs/en/build-with-claude/vision"""
