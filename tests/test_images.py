"""The rules for images in a request."""

import base64
from typing import Any

import pytest

from rystic_asgi.validation.conversation.images import Images
from rystic_asgi.validation.problem import Problem
from tests.test_image_headers import jpeg, png

AT = "messages.0.content.0"


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def problems(*images: tuple[str, str], more: int = 0, window: int | None = None) -> list[Problem]:
    found: list[Problem] = []
    reading = Images(found, window)
    for index, (media_type, data) in enumerate(images):
        reading.count()
        reading.read(media_type, data, f"messages.0.content.{index}")
    for _ in range(more):
        reading.count()
    reading.end()
    return found


@pytest.mark.parametrize(
    ("media_type", "data"),
    [
        pytest.param("image/png", encoded(png(8000, 8000)), id="as-large-as-may-be"),
        pytest.param("image/png", "iVBORw0KGgo=", id="no-more-than-its-signature"),
        pytest.param("image/png", "\n".join((encoded(png(5, 5))[:20], encoded(png(5, 5))[20:])), id="in-lines"),
        pytest.param("image/jpeg", encoded(jpeg(10, 10, b"\xff\xe1\xff\xfd" + b"\x00" * 65531)), id="long-metadata"),
    ],
)
def test_an_image_that_the_api_takes_has_no_fault(media_type: str, data: str) -> None:
    assert problems((media_type, data)) == []


@pytest.mark.parametrize(
    ("media_type", "data", "message", "rule"),
    [
        pytest.param(
            "image/png",
            encoded(jpeg(5, 5)),
            f"{AT}.image.source.base64: The image was specified using the image/png media type, "
            "but the image appears to be a image/jpeg image",
            "image-type",
            id="another-type",
        ),
        pytest.param("image/png", "", f"{AT}.image.source.base64: image cannot be empty", "image-type", id="empty"),
        pytest.param(
            "image/png",
            encoded(b"BM, a bitmap"),
            f"Could not process image rystic: {AT}.image.source.base64.data does not begin as an image does",
            "image-type",
            id="no-image",
        ),
        pytest.param(
            "image/png",
            "no base64!",
            f"{AT}.image.source.base64: invalid base64 data",
            "image-type",
            id="no-base64",
        ),
        pytest.param(
            "image/png",
            encoded(png(5, 5))[:-1],
            f"{AT}.image.source.base64: invalid base64 data",
            "image-type",
            id="base64-cut-off",
        ),
        pytest.param(
            "image/png",
            f"data:image/png;base64,{encoded(png(5, 5))}",
            f"{AT}.image.source.base64: invalid base64 data rystic: it is a data URL; send only what follows its comma",
            "image-type",
            id="data-url",
        ),
        pytest.param(
            "image/png",
            encoded(png(5, 5).ljust(5 * 1024 * 1024 // 4 * 3 + 1)),
            f"{AT}.image.source.base64: image exceeds 5 MB maximum: 5242884 bytes > 5242880 bytes",
            "image-size",
            id="too-many-bytes",
        ),
        pytest.param(
            "image/png",
            encoded(png(8001, 5)),
            f"{AT}.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels",
            "image-dimensions",
            id="too-wide",
        ),
        pytest.param(
            "image/jpeg",
            encoded(jpeg(10, 9000, b"\xff\xe1\xff\xfd" + b"\x00" * 65531)),
            f"{AT}.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels",
            "image-dimensions",
            id="too-high-behind-its-metadata",
        ),
    ],
)
def test_an_image_that_the_api_does_not_take_is_refused(media_type: str, data: str, message: str, rule: str) -> None:
    assert [(str(problem), problem.rule) for problem in problems((media_type, data))] == [(message, rule)]


def test_among_many_an_image_is_smaller() -> None:
    wide: Any = ("image/png", encoded(png(2400, 100)))

    (problem,) = problems(wide, wide, more=19)

    assert str(problem) == (
        f"{AT}.image.source.base64.data: At least one of the image dimensions exceed max allowed size "
        "for many-image requests: 2000 pixels"
    )
    assert problem.details == {
        "error_code": "image_dimensions_too_large",
        "max_side_length_pixels": 2000,
        "paths": [f"messages.0.content.{index}.image.source.base64.data" for index in (0, 1)],
    }


def test_twenty_images_are_not_many() -> None:
    assert problems(("image/png", encoded(png(2400, 100))), more=19) == []


def test_a_request_has_at_most_600_images() -> None:
    assert problems(more=600) == []
    assert [str(problem) for problem in problems(more=601)] == ["messages: Too many images: 601 > 600 maximum"]


def test_a_request_with_a_small_window_has_at_most_100_images() -> None:
    assert problems(more=100, window=200_000) == []
    (problem,) = problems(more=101, window=200_000)
    assert str(problem) == "messages: Too many images: 101 > 100 maximum"
