"""A page of a list, cut where a request asks for it. Pure."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from rystic_asgi.validation.queries import IdPage, invalid_cursor

Item = TypeVar("Item")

Cut = tuple[Sequence[Item], bool]
"""The items of a page, and whether there are more the way that it goes."""


def page_by_id(items: Sequence[Item], id_of: Callable[[Item], str], asked: IdPage) -> Cut[Item]:
    """The page after or before an id, in the order of ``items``. Raises ApiError 400 for an id that none has."""
    if asked.before_id:
        end = _place(items, id_of, "before_id", asked.before_id)
        start = max(0, end - asked.limit)
        return items[start:end], start > 0
    start = _place(items, id_of, "after_id", asked.after_id) + 1 if asked.after_id else 0
    return items[start : start + asked.limit], len(items) > start + asked.limit


def page_body(data: Sequence[Any], ids: Sequence[str], *, has_more: bool) -> dict[str, Any]:
    """A page as the API sends it; ``ids`` are those of ``data``."""
    return {
        "data": data,
        "first_id": ids[0] if ids else None,
        "has_more": has_more,
        "last_id": ids[-1] if ids else None,
    }


def _place(items: Sequence[Item], id_of: Callable[[Item], str], name: str, wanted: str) -> int:
    place = next((place for place, item in enumerate(items) if id_of(item) == wanted), None)
    if place is None:
        raise invalid_cursor(name, wanted)
    return place
