"""Integers that a query or a form holds as text."""

import re
from typing import Final

from rystic_asgi.protocol.errors import ApiError

_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,18}")


def read_integer(text: str, name: str, least: int, most: int) -> int:
    """The integer within its bounds. Raises ApiError 400, in the words that the API has for bodies."""
    if not _INTEGER.fullmatch(text):
        raise ApiError(f"{name}: Input should be a valid integer")
    number = int(text)
    if number < least:
        raise ApiError(f"{name}: Input should be greater than or equal to {least}")
    if number > most:
        raise ApiError(f"{name}: Input should be less than or equal to {most}")
    return number
