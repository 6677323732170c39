"""The rules for images: their type, size and number. Only the beginning of an image is decoded.

Sources: https://platform.claude.com/docs/en/build-with-claude/vision, and for the words of each message
https://github.com/earendil-works/pi/issues/424 and https://github.com/anthropics/claude-code/issues/52220.
"""

import binascii
import re
from typing import Final, NamedTuple

from rystic_asgi.protocol.models import most_images
from rystic_asgi.validation.image_headers import Size, media_type_of, size_of
from rystic_asgi.validation.problem import Problem

MAX_BYTES: Final = 5 * 1024 * 1024
"""The longest image, in characters of base64."""
MANY: Final = 20
MAX_SIDE: Final = 8000
MAX_SIDE_OF_MANY: Final = 2000

_HEAD: Final = 256 * 1024
"""How much of the base64 is decoded at most: a JPEG holds its size behind its metadata."""

_TOO_LARGE: Final = f"image exceeds 5 MB maximum: {{size}} bytes > {MAX_BYTES} bytes"
_OTHER: Final = "The image was specified using the {said} media type, but the image appears to be a {found} image"
_DATA_URL: Final = "it is a data URL; send only what follows its comma"
_BASE64: Final = re.compile(r"[A-Za-z0-9+/]*={0,2}")
_SIDE: Final = "At least one of the image dimensions exceed max allowed size{many}: {limit} pixels"


class _Seen(NamedTuple):
    path: str
    size: Size


class Images:
    """Reads each image of a request; ``window`` is that of its model, if it is known."""

    __slots__ = ("_count", "_most", "_sizes", "problems")

    def __init__(self, problems: list[Problem], window: int | None) -> None:
        self.problems = problems
        self._most = most_images(window)
        self._count = 0
        self._sizes: list[_Seen] = []

    def read(self, media_type: str, data: str, path: str) -> None:
        """An image in base64 whose block is at ``path``."""
        source = f"{path}.image.source.base64"
        if len(data) > MAX_BYTES:
            self._report(source, _TOO_LARGE.format(size=len(data)), "image-size")
        if not data:
            self._report(source, "image cannot be empty", "image-type")
            return
        signs = "".join(data.split())
        if len(signs) % 4 or not _BASE64.fullmatch(signs):
            hint = _DATA_URL if data.startswith("data:") else ""
            self._report(source, "invalid base64 data", "image-type", hint)
            return
        head = binascii.a2b_base64(signs[:64])
        found = media_type_of(head)
        if found is None:
            self._report("", "Could not process image", "image-type", f"{source}.data does not begin as an image does")
        elif found != media_type:
            self._report(source, _OTHER.format(said=media_type, found=found), "image-type")
        size = size_of(head) or size_of(binascii.a2b_base64(signs[:_HEAD]))
        if size is not None:
            self._sizes.append(_Seen(f"{source}.data", size))

    def count(self) -> None:
        """An image, wherever its data are."""
        self._count += 1

    def end(self) -> None:
        """No image is left: how many there are decides how large each may be."""
        if self._count > self._most:
            self._report("messages", f"Too many images: {self._count} > {self._most} maximum", "image-count")
        many = self._count > MANY
        limit = MAX_SIDE_OF_MANY if many else MAX_SIDE
        paths = [seen.path for seen in self._sizes if max(seen.size) > limit]
        if paths:
            message = _SIDE.format(many=" for many-image requests" if many else "", limit=limit)
            details = {"error_code": "image_dimensions_too_large", "max_side_length_pixels": limit, "paths": paths}
            self.problems.append(Problem(paths[0], message, "image-dimensions", details=details))

    def _report(self, path: str, message: str, rule: str, hint: str = "") -> None:
        self.problems.append(Problem(path, message, rule, hint))
