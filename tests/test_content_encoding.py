"""Request bodies that travel compressed."""

import gzip
import zlib

import pytest

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.validation.content_encoding import decode_body

BODY = b'{"model": "m", "messages": []}' * 20


def raw_deflate(body: bytes) -> bytes:
    writer = zlib.compressobj(wbits=-15)
    return writer.compress(body) + writer.flush()


@pytest.mark.parametrize(
    ("encoding", "encoded"),
    [
        pytest.param("gzip", gzip.compress(BODY), id="gzip"),
        pytest.param("x-gzip", gzip.compress(BODY, mtime=0), id="x-gzip"),
        pytest.param("deflate", zlib.compress(BODY), id="deflate"),
        pytest.param("deflate", raw_deflate(BODY), id="deflate-without-its-header"),
    ],
)
def test_a_compressed_body_is_read(encoding: str, encoded: bytes) -> None:
    assert decode_body(encoded, encoding, len(BODY)) == BODY


@pytest.mark.parametrize(
    ("encoding", "encoded"),
    [
        pytest.param("gzip", BODY, id="plain"),
        pytest.param("gzip", b"", id="empty"),
        pytest.param("deflate", b"", id="empty-deflate"),
        pytest.param("deflate", BODY, id="plain-deflate"),
        pytest.param("gzip", zlib.compress(BODY), id="another-encoding"),
        pytest.param("gzip", gzip.compress(BODY)[:-1], id="cut-off"),
        pytest.param("gzip", gzip.compress(BODY) + b"x", id="followed-by-more"),
        pytest.param("gzip", gzip.compress(BODY)[:-8] + bytes(8), id="wrong-checksum"),
    ],
)
def test_a_body_that_its_encoding_did_not_make_is_refused(encoding: str, encoded: bytes) -> None:
    with pytest.raises(ApiError) as refused:
        decode_body(encoded, encoding, 10_000)

    assert (refused.value.status, refused.value.details) == (400, {"error_code": "request_body_encoding_invalid"})
    assert refused.value.message == "content-encoding: the request body is not valid for its encoding"


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_a_body_that_grows_beyond_the_limit_is_not_inflated_to_its_end(encoding: str) -> None:
    bomb = (gzip.compress if encoding == "gzip" else zlib.compress)(bytes(50_000_000))

    with pytest.raises(ApiError) as refused:
        decode_body(bomb, encoding, 1_000)

    assert (refused.value.status, refused.value.type) == (413, "request_too_large")
    assert refused.value.details == {"error_code": "request_body_too_large_after_decoding"}
