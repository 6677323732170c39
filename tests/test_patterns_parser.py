"""Reading patterns: what is refused, and with which words."""

from contextlib import suppress
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rystic_asgi.validation.patterns import PatternLimitError, PatternSyntaxError, compile_pattern
from rystic_asgi.validation.patterns.effort import Effort
from rystic_asgi.validation.patterns.examples import examples

NOTHING_TO_REPEAT = "there is a quantifier with nothing to repeat"
UNREADABLE = [
    pytest.param("(", 1, "a group isn't closed", id="("),
    pytest.param(")", 0, "there is a ) that nothing opens", id=")"),
    pytest.param("[a", 2, "it ends too early", id="[a"),
    pytest.param("\\", 1, "it ends too early", id="\\"),
    pytest.param("a**", 2, NOTHING_TO_REPEAT, id="a**"),
    pytest.param("{1}", 0, NOTHING_TO_REPEAT, id="{1}"),
    pytest.param("^*", 2, NOTHING_TO_REPEAT, id="^*"),
    pytest.param("a{3,2}", 6, "the numbers of a quantifier are out of order", id="a{3,2}"),
    pytest.param("[z-a]", 4, "a range in a class is out of order", id="[z-a]"),
    pytest.param(r"\e", 1, r"there is an unknown escape \e", id="\\e"),
    pytest.param(r"\u{110000}", 10, "there is a code point above 10FFFF", id="\\u{110000}"),
    pytest.param(r"\1", 2, "there is a reference to a group that isn't there", id="\\1"),
    pytest.param(r"\k<n>", 5, "there is a reference to a group that isn't there", id="\\k<n>"),
    pytest.param("(?#a)", 1, "there is an unknown kind of group", id="(?#a)"),
    pytest.param(
        r"\p{Klingon}",
        11,
        "stands a property that can't be used (Unknown Unicode property 'Klingon' in \\p{...}. "
        "Name a general category, a script or a property.)",
        id="\\p{Klingon}",
    ),
]


@pytest.mark.parametrize(("source", "offset", "reason"), UNREADABLE)
def test_an_unreadable_pattern_is_told_with_its_offset(source: str, offset: int, reason: str) -> None:
    with pytest.raises(PatternSyntaxError) as raised:
        compile_pattern(source)

    expected = f"Unreadable pattern {source!r}: at offset {offset} {reason}. Write it as ECMA-262 does."

    assert str(raised.value) == expected


def test_a_long_unreadable_pattern_is_told_cut() -> None:
    with pytest.raises(PatternSyntaxError) as raised:
        compile_pattern("a" * 70 + "(")

    shown = "a" * 57 + "..."
    expected = f"Unreadable pattern {shown!r}: at offset 71 a group isn't closed. Write it as ECMA-262 does."

    assert str(raised.value) == expected


def test_too_long_a_pattern_is_refused() -> None:
    with pytest.raises(PatternLimitError) as raised:
        compile_pattern("a" * 100_001)

    assert str(raised.value) == "The pattern has 100001 characters; at most 100000 can be read. Shorten it."


def test_too_many_nested_groups_are_refused() -> None:
    with pytest.raises(PatternLimitError) as raised:
        compile_pattern("(" * 61 + ")" * 61)

    assert str(raised.value) == "The pattern has more than 60 groups in each other. Nest its groups less deeply."


def test_as_many_nested_groups_as_are_allowed_work_in_every_part() -> None:
    pattern = compile_pattern("(?:(?:" * 29 + r"(a)\1" + "|b)*|c)" * 29)

    assert pattern.search("aa")
    assert pattern.search(next(examples([pattern], shortest=1, effort=Effort(100_000))))


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text(max_size=30))
def test_any_text_is_a_pattern_or_refused_with_an_own_error(source: str) -> None:
    with suppress(PatternSyntaxError, PatternLimitError):
        compile_pattern(source).search("some text 1")


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text(alphabet="ab()[]{}|*+?^$\\.-,:=!<>ipLdbk12", max_size=14), st.text(alphabet="ab12-", max_size=6))
def test_nearly_readable_texts_are_patterns_or_refused_with_an_own_error(source: str, text: str) -> None:
    try:
        pattern = compile_pattern(source)
        pattern.search(text)
        made = list(islice(examples([pattern], effort=Effort(3_000)), 3))
    except (PatternSyntaxError, PatternLimitError):
        return

    assert all(map(pattern.search, made))
