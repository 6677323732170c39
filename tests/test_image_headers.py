"""What the first bytes of an image say."""

import base64
import struct

import pytest

from rystic_asgi.validation.image_headers import media_type_of, size_of


def png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height)


def gif(width: int, height: int) -> bytes:
    return b"GIF89a" + struct.pack("<HH", width, height)


def webp(kind: bytes, rest: bytes) -> bytes:
    return b"RIFF\x00\x00\x00\x00WEBP" + kind + b"\x00\x00\x00\x00" + rest


def lossy(width: int, height: int) -> bytes:
    return webp(b"VP8 ", b"\x00\x00\x00\x9d\x01\x2a" + struct.pack("<HH", width, height))


def lossless(width: int, height: int) -> bytes:
    return webp(b"VP8L", b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14))


def extended(width: int, height: int) -> bytes:
    return webp(b"VP8X", b"\x00" * 4 + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little"))


def jpeg(width: int, height: int, before: bytes = b"") -> bytes:
    return b"\xff\xd8" + before + b"\xff\xc0" + struct.pack(">HBHH", 17, 8, height, width)


SEGMENT = b"\xff\xe0" + struct.pack(">H", 16) + b"\x00" * 14
FILL = b"\xff"


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        pytest.param(png(2400, 100), "image/png", id="png"),
        pytest.param(gif(2400, 100), "image/gif", id="gif"),
        pytest.param(jpeg(2400, 100), "image/jpeg", id="jpeg"),
        pytest.param(jpeg(2400, 100, SEGMENT + SEGMENT), "image/jpeg", id="jpeg-behind-its-metadata"),
        pytest.param(jpeg(2400, 100, SEGMENT + FILL), "image/jpeg", id="jpeg-with-a-fill-byte"),
        pytest.param(lossy(2400, 100), "image/webp", id="webp-lossy"),
        pytest.param(lossless(2400, 100), "image/webp", id="webp-lossless"),
        pytest.param(extended(2400, 100), "image/webp", id="webp-extended"),
    ],
)
def test_type_and_size_are_read(data: bytes, media_type: str) -> None:
    assert media_type_of(data) == media_type
    assert size_of(data) == (2400, 100)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(png(1, 1)[:8], id="png"),
        pytest.param(gif(1, 1)[:9], id="gif"),
        pytest.param(jpeg(1, 1)[:8], id="jpeg"),
        pytest.param(b"\xff\xd8\xff\xe0\xff\xff" + b"\x00" * 20, id="jpeg-with-a-long-segment"),
        pytest.param(b"\xff\xd8\xff\xe0\x00\x02" + b"\x00" * 20, id="jpeg-with-no-marker-behind-its-segment"),
        pytest.param(lossy(1, 1)[:28], id="webp-lossy"),
        pytest.param(lossless(1, 1)[:24], id="webp-lossless"),
        pytest.param(extended(1, 1)[:28], id="webp-extended"),
        pytest.param(webp(b"ABCD", b"\x00" * 20), id="webp-of-another-kind"),
    ],
)
def test_a_cut_off_image_tells_its_type_and_no_size(data: bytes) -> None:
    assert media_type_of(data) is not None
    assert size_of(data) is None


@pytest.mark.parametrize("data", [b"", b"BM\x00\x00", b"<svg/>", b"RIFF\x00\x00\x00\x00WAVE"], ids=repr)
def test_other_data_are_no_image(data: bytes) -> None:
    assert media_type_of(data) is None
    assert size_of(data) is None


def test_a_real_image_is_read() -> None:
    dot = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")

    assert (media_type_of(dot), size_of(dot)) == ("image/gif", (1, 1))
