"""How many pages a PDF has, by the objects in it: counted in one pass, no page is read.

Source: ISO 32000-1, 7.5.7 (object streams), 7.7.3 (the tree of pages): https://pdfa.org/resource/iso-32000-pdf/
"""

import re
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

_PAGE: Final = re.compile(rb"/Type\s*/Page(?![A-Za-z])")
_COUNT: Final = re.compile(rb"/Count\s+(\d{1,9})")
_FIRST: Final = re.compile(rb"/First\s+(\d{1,9})")
_NUMBER: Final = re.compile(rb"(\d{1,10})\s+\d{1,5}\s+$")

MAX_OBJECTS: Final = 20_000
"""Of more pages, counts or object streams than these no more are looked at."""
MAX_INFLATED: Final = 4 * 1024 * 1024
"""Of the object streams no more bytes are inflated, all together."""
_DICTIONARY: Final = 4 * 1024
"""How far the beginning of an object is sought from what stands in it."""


def count_pages(data: bytes) -> int:
    """The pages of the PDF; 0 where its objects do not tell, as in an encrypted one.

    An object that was written anew keeps its number and counts once; no tree of pages counts fewer than there are.
    """
    pages: set[object] = set()
    most = 0
    for source, numbers in _sources(data):
        pages.update(numbers)
        most = max(most, _most_counted(source))
    return min(len(pages), most)


def _sources(data: bytes) -> Iterator[tuple[bytes, set[object]]]:
    """The file and each object stream, with the numbers of the page objects in it."""
    yield data, {_number_before(data, at) for at in _places(_PAGE, data)}
    for stream, first in _object_streams(data):
        yield stream, _numbers_within(stream, first)


def _places(pattern: re.Pattern[bytes], data: bytes) -> Iterator[int]:
    for _, found in zip(range(MAX_OBJECTS), pattern.finditer(data), strict=False):
        yield found.start()


def _most_counted(data: bytes) -> int:
    counts = zip(range(MAX_OBJECTS), _COUNT.finditer(data), strict=False)
    return max((int(found[1]) for _, found in counts), default=0)


def _number_before(data: bytes, at: int) -> object:
    """The number of the object that is open at ``at``; where none is found, the place stands for it."""
    begins = data.rfind(b"obj", max(0, at - _DICTIONARY), at)
    number = _NUMBER.search(data[max(0, begins - 20) : begins]) if begins > 0 else None
    return ("place", at) if number is None else int(number[1])


def _numbers_within(stream: bytes, first: int) -> set[object]:
    """An object stream begins with the number and the place of each object in it."""
    header = [int(word) for word in stream[:first].split() if word.isdigit()]
    numbers, places = header[::2], header[1::2]
    found = (bisect_right(places, at) - 1 for at in _places(_PAGE, stream[first:]))
    return {numbers[index] for index in found if index >= 0}


def _object_streams(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Each object stream, inflated, with the place of its first object; what cannot be inflated is left out."""
    left, ends = MAX_INFLATED, 0
    for _ in range(MAX_OBJECTS):
        at = data.find(b"/ObjStm", ends)
        begins, ends = data.find(b"stream", at), data.find(b"endstream", at)
        if at < 0 or ends < 0 or left <= 0:
            return
        opens = data.rfind(b"obj", max(0, at - _DICTIONARY), at)
        first = _FIRST.search(data, opens if opens >= 0 else at, begins)
        if first is not None:
            stream = _inflated(data[begins + len(b"stream") : ends].lstrip(b"\r\n"), left)
            left -= len(stream)
            yield stream, int(first[1])


def _inflated(data: bytes, most: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(data, most)
    except zlib.error:
        return b""
