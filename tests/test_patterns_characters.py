"""Sets of characters."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rystic_asgi.validation.patterns.characters import ALL, character_set, complement, intersection


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)).map(lambda pair: (min(pair), max(pair))), max_size=5))
def test_a_complement_holds_exactly_the_other_characters(ranges: list[tuple[int, int]]) -> None:
    members = character_set(ranges)
    others = complement(members)

    assert all((chr(code) in members) is not (chr(code) in others) for code in range(40))
    assert complement(others) == members
    assert intersection([members, ALL]) == members
