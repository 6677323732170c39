"""How many pages a PDF has, by the objects in it."""

import time
import zlib

import pytest

from rystic_asgi.validation.pdf_pages import MAX_INFLATED, count_pages
from tests.pdf_samples import object_stream, pdf

PAGE = b"<</Type/Page>>"
TREE = b"2 0 obj<</Type/Pages/Count 9>>endobj "


@pytest.mark.parametrize("pages", [1, 7, 601])
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
def test_pages_are_counted(pages: int, packed: bool) -> None:
    assert count_pages(pdf(pages, packed=packed)) == pages


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
def test_a_page_that_was_written_anew_counts_once(packed: bool) -> None:
    assert count_pages(pdf(5, packed=packed, rewritten=4)) == 5


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b"", 0, id="nothing"),
        pytest.param(b"%PDF-1.4\n%%EOF\n", 0, id="no-objects"),
        pytest.param(b"3 0 obj" + PAGE + b"endobj", 0, id="pages-without-a-tree"),
        pytest.param(TREE, 0, id="a-tree-without-pages"),
        pytest.param(TREE + PAGE + PAGE, 2, id="pages-without-numbers"),
        pytest.param(
            TREE.replace(b"9", b"1") + b"3 0 obj" + PAGE + b"4 0 obj" + PAGE, 1, id="pages-left-out-of-the-tree"
        ),
        pytest.param(TREE + b"3 0 obj<</Type/PageLabel>>", 0, id="another-type"),
        pytest.param(TREE + b"5 0 obj<</Type/ObjStm/First 4>>stream\nxyz\nendstream", 0, id="not-deflated"),
        pytest.param(TREE + b"5 0 obj<</Type/ObjStm/N 1>>stream\nxyz\nendstream", 0, id="without-its-first"),
        pytest.param(TREE + b"5 0 obj<</Type/ObjStm/First 4>>stream\nxyz", 0, id="cut-off"),
        pytest.param(TREE + object_stream({}).replace(b"/First 1", b"/First 0"), 0, id="nothing-in-the-stream"),
    ],
)
def test_of_what_is_left_out_or_broken_only_what_is_sure_counts(data: bytes, expected: int) -> None:
    assert count_pages(data) == expected


def test_a_page_before_the_first_object_of_a_stream_has_no_number() -> None:
    data = zlib.compress(b"3 99 " + PAGE)
    stream = b"5 0 obj<</Type/ObjStm/First 5>>stream\n" + data + b"\nendstream"

    assert count_pages(TREE + stream) == 0


def test_streams_are_inflated_within_a_bound() -> None:
    bomb = object_stream({1: b" " * (MAX_INFLATED + 1)})

    assert len(bomb) < 10_000
    assert count_pages(TREE + bomb + object_stream({3: PAGE})) == 0
    assert count_pages(TREE + object_stream({3: PAGE}) + bomb) == 1


@pytest.mark.parametrize(
    "part",
    [
        pytest.param(b"/Type/Page ", id="pages"),
        pytest.param(b"/ObjStm ", id="streams-without-ends"),
        pytest.param(b"/Type" + b" " * 1000, id="spaces"),
        pytest.param(b"/ObjStm stream endstream ", id="streams-without-firsts"),
        pytest.param(b"/Count 9", id="counts"),
    ],
)
def test_a_hostile_file_is_counted_in_time_that_is_linear(part: bytes) -> None:
    data = part * (8_000_000 // len(part))
    started = time.perf_counter()

    count_pages(data)

    assert time.perf_counter() - started < 2
