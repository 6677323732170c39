"""The fewest characters that a pattern can match."""

import pytest

from rystic_asgi.validation.patterns import compile_pattern
from rystic_asgi.validation.patterns.lengths import shortest_length


@pytest.mark.parametrize(
    ("source", "length"),
    [("a", 1), ("(ab|c)d{3}", 4), (r"^\b(?=abc)$", 0), (r"(a)\1", 1), ("a*b+", 1)],
    ids=lambda value: str(value),
)
def test_the_shortest_length_is_a_lower_bound(source: str, length: int) -> None:
    assert shortest_length(compile_pattern(source).node) == length
