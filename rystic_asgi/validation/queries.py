"""The query of a request for a list: how much of it, and from where.

Sources: anthropic 2.14.0, types/model_list_params.py, types/file_list_params.py and, for the cursors by id that older
clients send for files, https://platform.claude.com/docs/en/api/python/beta/files/list. What is not known is ignored:
older clients add ``beta=true`` to any path. The words of the faults are inferred from those of bodies.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import parse_qsl

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.model_info import LIFECYCLES
from rystic_asgi.validation.integers import read_integer

DEFAULT_LIMIT: Final = 20
MAX_LIMIT: Final = 1_000
MAX_IDS: Final = 100

Query = Mapping[str, list[str]]
"""Values by name, none of them blank; an array's name has no brackets."""

_CURSORS: Final = ("page", "after_id", "before_id")


class IdPage(NamedTuple):
    """Up to ``limit`` items after or before the one with an id; from the first one on where both are empty."""

    limit: int = DEFAULT_LIMIT
    after_id: str = ""
    before_id: str = ""


class FilePage(NamedTuple):
    """Which files: those with one of ``ids``, else those from a cursor on; of one scope, or of none."""

    by_id: IdPage
    page: str = ""
    ids: tuple[str, ...] = ()
    scope_id: str = ""


def read_query(raw: bytes) -> Query:
    """The values of a query string."""
    query: dict[str, list[str]] = {}
    for name, value in parse_qsl(raw.decode("latin-1"), errors="replace"):
        query.setdefault(name.removesuffix("[]"), []).append(value)
    return query


def read_id_page(query: Query) -> IdPage:
    """The page that a query asks for by ids. Raises ApiError 400."""
    _check_cursors(query)
    return IdPage(_limit(query), _last(query, "after_id"), _last(query, "before_id"))


def read_lifecycles(query: Query) -> frozenset[str]:
    """The stages that models are listed of; retired ones when asked for alone. Raises ApiError 400."""
    asked = query.get("lifecycle", ())
    for index, stage in enumerate(asked):
        if stage not in LIFECYCLES:
            raise ApiError(f"lifecycle.{index}: Input should be 'active', 'deprecated' or 'retired'")
    if len(asked) > len(LIFECYCLES):
        raise ApiError(f"lifecycle: List should have at most {len(LIFECYCLES)} items")
    return frozenset(asked or ("active", "deprecated"))


def read_file_page(query: Query) -> FilePage:
    """The files that a query asks for. Raises ApiError 400."""
    ids = tuple(dict.fromkeys(query.get("ids", ())))
    if len(ids) > MAX_IDS:
        raise ApiError(f"ids: List should have at most {MAX_IDS} items")
    beside = [name for name in ("limit", *_CURSORS) if name in query]
    if ids and beside:
        raise ApiError(f"ids: cannot be given together with `{beside[0]}`")
    return FilePage(read_id_page(query), _last(query, "page"), ids, _last(query, "scope_id"))


def invalid_cursor(name: str, value: str) -> ApiError:
    """The error of a cursor that leads nowhere."""
    return ApiError(f"{name}: Invalid cursor rystic: nothing is listed under {value[:80]!r}")


def _check_cursors(query: Query) -> None:
    given = [name for name in _CURSORS if name in query]
    if len(given) > 1:
        raise ApiError(f"{given[1]}: cannot be given together with `{given[0]}`")


def _limit(query: Query) -> int:
    text = _last(query, "limit")
    return read_integer(text, "limit", 1, MAX_LIMIT) if text else DEFAULT_LIMIT


def _last(query: Query, name: str) -> str:
    return query.get(name, [""])[-1]
