"""Prefixes of a prompt: keys that come of what is before them, however it is read."""

from typing import Any, Final

import pytest

from rystic_asgi.engine.prefixes import Mark, marks_of
from rystic_asgi.engine.prompt import Prompt
from rystic_asgi.protocol.prompt_cache import POSITIONS
from tests.test_usage import request

Json = dict[str, Any]

MARK: Final[Json] = {"cache_control": {"type": "ephemeral"}}


def text(number: int, **members: Any) -> Json:
    return {"type": "text", "text": f"Line {number}", **members}


def messages(count: int) -> list[Json]:
    """Messages of one and of two blocks, of strings and of a directive alone."""
    made: list[Json] = []
    for number in range(count):
        role = "user" if number % 2 == 0 else "assistant"
        content: Any = f"Line {number}" if number % 7 == 3 else [text(number), text(-number)][: 1 + number % 2]
        made.append({"role": role, "content": content})
        if number % 11 == 5:
            made.append({"role": "system", "output_config": {"effort": "low"}})
    return made


def marks(count: int, **members: Any) -> list[Mark]:
    return marks_of(Prompt(request(**{"messages": messages(count), "system": "Be brief.", **MARK, **members})))


def test_a_prefix_has_one_key_whatever_is_looked_for_after_it() -> None:
    (last,) = marks(30)
    (later,) = marks(36)

    assert len(last.window) == len(later.window) == POSITIONS
    assert last.window[0] in later.window
    assert len({prefix.key for prefix in last.window}) == POSITIONS


def test_a_prefix_read_at_once_has_the_key_of_one_read_by_block() -> None:
    """The second mark looks at its own 20 places; what is before them is read at once."""
    (near,) = marks(9)
    (far,) = marks(60)
    first, second = marks(60, messages=[*messages(9)[:9], marked(messages(9)[9]), *messages(60)[10:]])

    assert near.window[0] not in far.window
    assert second.window == far.window
    assert first.ttl == second.ttl == "5m"


def test_messages_of_blocks_are_read_in_one_go_with_the_same_keys() -> None:
    made = [{"role": "user" if number % 2 else "assistant", "content": [text(number)]} for number in range(60)]
    (near,), (far,) = (marks(0, messages=made[:count]) for count in (9, 60))

    first, second = marks(0, messages=[*made[:8], marked(made[8]), *made[9:]])

    assert (first.window, second.window) == (near.window, far.window)


def marked(message: Json) -> Json:
    *most, last = message["content"]
    return {**message, "content": [*most, {**last, **MARK}]}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param([text(1), text(2)], [text(12)], id="borders-of-blocks"),
        pytest.param([text(1), text(2)], [text(2), text(1)], id="order"),
        pytest.param([text(1)], [text(1, citations=[])], id="members"),
    ],
)
def test_other_blocks_have_other_keys(one: list[Json], other: list[Json]) -> None:
    keys = [marks(0, messages=[{"role": "user", "content": content}])[0].window[0].key for content in (one, other)]

    assert keys[0] != keys[1]


def test_a_prompt_without_marks_has_none() -> None:
    assert marks(3, cache_control=None) == []


def test_of_two_marks_at_a_place_the_longer_holds() -> None:
    hour = {"type": "ephemeral", "ttl": "1h"}
    block = text(1, cache_control=hour)

    (mark,) = marks(0, messages=[{"role": "user", "content": [block]}])

    assert mark.ttl == "1h"


def test_marks_come_in_the_order_of_the_prompt() -> None:
    tool = {"name": "weigh", "input_schema": {}, **MARK}
    lead = {"tools": [tool], "system": [{"type": "text", "text": "Be brief.", **MARK}]}

    found = marks(2, **lead)

    assert [mark.window[0].tokens for mark in found] == sorted(mark.window[0].tokens for mark in found)
    assert len(found) == 3
