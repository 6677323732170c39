"""PDFs with pages and nothing on them, as writers of PDFs lay them out."""

import zlib
from collections.abc import Iterable


def pdf(pages: int, *, packed: bool = False, rewritten: int = 0) -> bytes:
    """A PDF of so many pages; ``packed`` into an object stream, the first ``rewritten`` of them written twice."""
    kids = b" ".join(b"%d 0 R" % number for number in _numbers(pages))
    tree = b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, pages)
    objects = {1: b"<</Type/Catalog/Pages 2 0 R>>", 2: tree}
    objects |= dict.fromkeys(_numbers(pages), b"<</Type /Page/Parent 2 0 R>>")
    body = object_stream(objects) if packed else b"".join(map(_written, objects, objects.values()))
    again = b"".join(_written(number, objects[number]) for number in _numbers(rewritten))
    return b"%PDF-1.7\n" + body + again + b"trailer<</Root 1 0 R>>\n%%EOF\n"


def object_stream(objects: dict[int, bytes]) -> bytes:
    """An object stream that holds ``objects`` by their numbers."""
    places, at = [], 0
    for number, content in objects.items():
        places.append(b"%d %d" % (number, at))
        at += len(content) + 1
    header = b" ".join(places) + b"\n"
    data = zlib.compress(header + b" ".join(objects.values()))
    about = b"<</Type/ObjStm/N %d/First %d/Length %d/Filter/FlateDecode>>" % (len(objects), len(header), len(data))
    return b"9000 0 obj\n" + about + b"stream\r\n" + data + b"\nendstream\nendobj\n"


def _numbers(pages: int) -> Iterable[int]:
    return range(3, 3 + pages)


def _written(number: int, content: bytes) -> bytes:
    return b"%d 0 obj\n%s\nendobj\n" % (number, content)
