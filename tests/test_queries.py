"""Queries of lists: what they ask for, and what is refused."""

import pytest

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.validation.queries import FilePage, IdPage, read_file_page, read_id_page, read_lifecycles, read_query


def test_a_query_is_read_by_name() -> None:
    query = read_query(b"ids%5B%5D=a&ids[]=b&limit=5&page=&beta=true&x=%C3%A4&y=%FF")

    assert query == {"ids": ["a", "b"], "limit": ["5"], "beta": ["true"], "x": ["ä"], "y": ["\ufffd"]}


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        (b"", IdPage()),
        (b"limit=1", IdPage(1)),
        (b"limit=1000&after_id=a", IdPage(1000, "a")),
        (b"limit=%2B7&before_id=b", IdPage(7, "", "b")),
    ],
)
def test_a_page_by_id_is_read(query: bytes, asked: IdPage) -> None:
    assert read_id_page(read_query(query)) == asked


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (b"limit=0", "limit: Input should be greater than or equal to 1"),
        (b"limit=-1", "limit: Input should be greater than or equal to 1"),
        (b"limit=1001", "limit: Input should be less than or equal to 1000"),
        (b"limit=1.5", "limit: Input should be a valid integer"),
        (b"limit=ten", "limit: Input should be a valid integer"),
        (b"limit=" + b"9" * 40, "limit: Input should be a valid integer"),
        (b"after_id=a&before_id=b", "before_id: cannot be given together with `after_id`"),
        (b"before_id=b&page=page_a", "before_id: cannot be given together with `page`"),
    ],
)
def test_a_bad_page_is_refused(query: bytes, message: str) -> None:
    with pytest.raises(ApiError) as refused:
        read_id_page(read_query(query))

    assert (refused.value.status, refused.value.message) == (400, message)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (b"lifecycle[]=gone", "lifecycle.0: Input should be 'active', 'deprecated' or 'retired'"),
        (b"lifecycle[]=active" + b"&lifecycle[]=active" * 3, "lifecycle: List should have at most 3 items"),
    ],
)
def test_a_bad_lifecycle_is_refused(query: bytes, message: str) -> None:
    with pytest.raises(ApiError) as refused:
        read_lifecycles(read_query(query))

    assert (refused.value.status, refused.value.message) == (400, message)


def test_files_are_asked_for_by_ids_that_are_counted_once() -> None:
    query = b"&".join(b"ids[]=file_%d" % (number % 100) for number in range(300))

    assert read_file_page(read_query(query)).ids == tuple(f"file_{number}" for number in range(100))


def test_files_are_asked_for_by_cursor_and_scope() -> None:
    assert read_file_page(read_query(b"page=page_a&limit=3&scope_id=s")) == FilePage(IdPage(3), "page_a", (), "s")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (b"ids[]=a&limit=3", "ids: cannot be given together with `limit`"),
        (b"ids[]=a&page=page_a", "ids: cannot be given together with `page`"),
        (b"ids[]=a&after_id=b", "ids: cannot be given together with `after_id`"),
        (b"page=page_a&after_id=b", "after_id: cannot be given together with `page`"),
        (b"&".join(b"ids[]=%d" % number for number in range(101)), "ids: List should have at most 100 items"),
    ],
)
def test_a_bad_query_for_files_is_refused(query: bytes, message: str) -> None:
    with pytest.raises(ApiError) as refused:
        read_file_page(read_query(query))

    assert (refused.value.status, refused.value.message) == (400, message)
