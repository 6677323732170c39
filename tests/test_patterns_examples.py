"""Texts made up to match patterns."""

from contextlib import suppress
from itertools import islice

import pytest

from rystic_asgi.validation.patterns import PatternLimitError, compile_pattern
from rystic_asgi.validation.patterns.effort import Effort
from rystic_asgi.validation.patterns.examples import examples

EXAMPLES = [
    pytest.param("[a-z]+", ["a", "aa", "aaa"], id="[a-z]+"),
    pytest.param(r"^\d{4}-\d{2}$", ["1111-11", "1111-12", "1111-13"], id="^\\d{4}-\\d{2}$"),
    pytest.param(r"^(?=.*\d)(?=.*[A-Z]).{8,}$", ["aaaaaaA1", "aaaaaa1A", "aaaaaAa1"], id="^(?=.*\\d)(?=.*[A-Z]).{8,}$"),
    pytest.param("^(?!foo)[fo]{3}$", ["fff", "fof", "off"], id="^(?!foo)[fo]{3}$"),
    pytest.param(r"^(?!.*(.)\1)[ab]{4}$", ["abab", "baba"], id="^(?!.*(.)\\1)[ab]{4}$"),
    pytest.param(r"^(['\"])x\1$", ["'x'", '"x"'], id="^(['\\\"])x\\1$"),
    pytest.param(r"^(a|b)(?<!b)c$", ["ac"], id="^(a|b)(?<!b)c$"),
    pytest.param(r"^(?<!x)a$", ["a"], id="^(?<!x)a$"),
    pytest.param(r"(?<=b)a", ["ba", "aba", "aaba"], id="(?<=b)a"),
    pytest.param(r"^a(?:(?!b)|c)[bc]?$", ["a", "ac", "acb"], id="^a(?:(?!b)|c)[bc]?$"),
    pytest.param(r"^(?!(?=a)ab)[ab]{2}$", ["aa", "ba", "bb"], id="^(?!(?=a)ab)[ab]{2}$"),
    pytest.param(r"\bfoo\b", ["foo", "foo-", "-foo"], id="\\bfoo\\b"),
    pytest.param("^$", [""], id="^$"),
    pytest.param("^(?=a)(?=b)c$", [], id="^(?=a)(?=b)c$"),
    pytest.param("^[^a-zA-Z0-9]{2}$", ["--", "-_", "-."], id="^[^a-zA-Z0-9]{2}$"),
    pytest.param("^\\p{Lu}$", ["A", "B", "C"], id="^\\p{Lu}$"),
    pytest.param("^[\\u3042-\\u3044\\0]$", ["あ", "ぃ", "い"], id="^[\\u3042-\\u3044\\0]$"),
    pytest.param("^a*?b$", ["b", "ab", "aab"], id="^a*?b$"),
    pytest.param("()^a$", ["a"], id="()^a$"),
    pytest.param("^(?:a|bc)d$", ["ad", "bcd"], id="^(?:a|bc)d$"),
]


@pytest.mark.parametrize(("source", "made"), EXAMPLES)
def test_made_up_texts_are_short_and_readable(source: str, made: list[str]) -> None:
    assert list(islice(examples([compile_pattern(source)], effort=Effort(100_000)), 3)) == made


def test_made_up_texts_meet_several_patterns_and_avoid_others() -> None:
    wanted = [compile_pattern("^b"), compile_pattern("a$")]
    found = examples(wanted, [compile_pattern("bb"), compile_pattern("^ba")], effort=Effort(100_000))

    assert list(islice(found, 3)) == ["bca", "bcaa", "bcba"]


def test_made_up_texts_are_as_long_as_asked() -> None:
    found = examples([compile_pattern("^(ab|c)*$")], shortest=3, longest=4, effort=Effort(100_000))

    assert list(islice(found, 4)) == ["abc", "cab", "ccc", "abab"]


def test_a_long_text_is_made_up_within_its_effort() -> None:

    assert next(examples([compile_pattern("^.{4096}$")], effort=Effort(100_000))) == "a" * 4096


def test_many_different_texts_of_one_length_are_made_up() -> None:
    found = list(islice(examples([compile_pattern("^[a-z]{3}$")], effort=Effort(1_000_000)), 500))

    assert len(set(found)) == 500


@pytest.mark.parametrize(
    "source",
    ["(a)" + "".join(f"(\\{number}\\{number})" for number in range(1, 30)), "^[ab]*a[ab]{14}$(?!)", "^(?:a|b)*(?=c)$"],
    ids=["references that double", "many ways", "a lookahead at the end"],
)
def test_the_search_for_a_text_ends(source: str) -> None:
    with suppress(PatternLimitError):
        assert list(islice(examples([compile_pattern(source)], shortest=30, effort=Effort(50_000)), 5)) == []


@pytest.mark.parametrize("source", ["(?m)^a$", r"^.*\Ba$", r"^(?:(?=a)|(?=b)|(?!c))*[ab]$", "^(?:(?=b*c)b)*c$"])
def test_a_first_text_is_made_up_although_few_others_are(source: str) -> None:
    pattern = compile_pattern(source)

    assert pattern.search(next(examples([pattern], effort=Effort(100_000))))
