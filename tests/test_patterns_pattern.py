"""Searching with a pattern: what matches, what does not, and how much work it may take."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rystic_asgi.validation.patterns import PatternLimitError, compile_pattern
from rystic_asgi.validation.patterns.effort import Effort
from rystic_asgi.validation.patterns.program import build_program
from rystic_asgi.validation.patterns.scanning import Scanner

MATCHES = [
    pytest.param("", "", id=""),
    pytest.param("a", "xax", id="a"),
    pytest.param("^a$", "a", id="^a$"),
    pytest.param("a|b", "b", id="a|b"),
    pytest.param("a|", "", id="a|"),
    pytest.param("^a*?b$", "aab", id="^a*?b$"),
    pytest.param("^a+?$", "aa", id="^a+?$"),
    pytest.param("^a??$", "a", id="^a??$"),
    pytest.param("^a{2}$", "aa", id="^a{2}$"),
    pytest.param("^a{2,}$", "aaaa", id="^a{2,}$"),
    pytest.param("^a{2,3}$", "aaa", id="^a{2,3}$"),
    pytest.param("^(?:ab){2,3}?$", "abab", id="^(?:ab){2,3}?$"),
    pytest.param("^[a-c]+$", "abc", id="^[a-c]+$"),
    pytest.param("^[^a-c]+$", "xyz", id="^[^a-c]+$"),
    pytest.param("^[]$|x", "x", id="^[]$|x"),
    pytest.param("[^]", "\n", id="[^]"),
    pytest.param(r"^[\w-]+$", "a-b", id="^[\\w-]+$"),
    pytest.param(r"^[\w-x]+$", "-x", id="^[\\w-x]+$"),
    pytest.param("^[a-]+$", "a-", id="^[a-]+$"),
    pytest.param(r"^[\b]$", "\b", id="^[\\b]$"),
    pytest.param(r"^[\]\\]+$", "]\\", id="^[\\]\\\\]+$"),
    pytest.param(r"^\d\D\s\S\w\W$", "1a a_ ", id="^\\d\\D\\s\\S\\w\\W$"),
    pytest.param(r"^\s+$", "\u00a0\ufeff\u2028 \t\n", id="^\\s+$"),
    pytest.param(r"^\t\n\v\f\r\0$", "\t\n\v\f\r\0", id="^\\t\\n\\v\\f\\r\\0$"),
    pytest.param(r"^\cJ\x41\u0042\u{43}$", "\nABC", id="^\\cJ\\x41\\u0042\\u{43}$"),
    pytest.param(r"^\ud83d\ude00$", "\U0001f600", id="^\\ud83d\\ude00$"),
    pytest.param(r"^[\ud83d\udc00-\ud83d\udfff]$", "\U0001f600", id="^[\\ud83d\\udc00-\\ud83d\\udfff]$"),
    pytest.param(r"^\ud83d$", "\ud83d", id="^\\ud83d$"),
    pytest.param(r"^\-\_\@\/\.\ $", "-_@/. ", id="^\\-\\_\\@\\/\\.\\ $"),
    pytest.param(r"^\p{L}\p{Letter}\p{Script=Greek}\pL$", "éa\u03b2b", id="^\\p{L}\\p{Letter}\\p{Script=Greek}\\pL$"),
    pytest.param(r"^\P{L}\p{^L}$", "12", id="^\\P{L}\\p{^L}$"),
    pytest.param(r"^[\p{Lu}\d]+$", "É1", id="^[\\p{Lu}\\d]+$"),
    pytest.param(r"\bfoo\b", "a foo b", id="\\bfoo\\b"),
    pytest.param(r"\Boo\b", "foo", id="\\Boo\\b"),
    pytest.param(r"(?=a)\w", "a", id="(?=a)\\w"),
    pytest.param(r"(?!a)\w", "b", id="(?!a)\\w"),
    pytest.param(r"(?<=a)b", "ab", id="(?<=a)b"),
    pytest.param(r"(?<!a)b", "cb", id="(?<!a)b"),
    pytest.param(r"^(?=.*\d)(?=.*[A-Z]).{4,}$", "aaA1", id="^(?=.*\\d)(?=.*[A-Z]).{4,}$"),
    pytest.param(r"(?=a)*b", "b", id="(?=a)*b"),
    pytest.param(r"^(?<n>a|b)\k<n>$", "bb", id="^(?<n>a|b)\\k<n>$"),
    pytest.param(r"^(?P<n>a)\1$", "aa", id="^(?P<n>a)\\1$"),
    pytest.param(r"^(a)(b)\2\1$", "abba", id="^(a)(b)\\2\\1$"),
    pytest.param(r"^((a)|b)*\2$", "ab", id="^((a)|b)*\\2$"),
    pytest.param(r"(?<=(\d)\1)x", "11x", id="(?<=(\\d)\\1)x"),
    pytest.param(r"^(?=(a+))\1b$", "aab", id="^(?=(a+))\\1b$"),
    pytest.param(r"^(a)(?!\1)b", "ab", id="^(a)(?!\\1)b"),
    pytest.param(r"^(a)??\1b$", "b", id="^(a)??\\1b$"),
    pytest.param(r"^(?:x|\1(a))b$", "ab", id="^(?:x|\\1(a))b$"),
    pytest.param(r"^(a){1,2}\1$", "aaa", id="^(a){1,2}\\1$"),
    pytest.param(r"^(a|ab)(c|bcd)\2?$", "abcd", id="^(a|ab)(c|bcd)\\2?$"),
    pytest.param(r"(\b)\1a", "a", id="(\\b)\\1a"),
    pytest.param("(?i)^abc$", "aBC", id="(?i)^abc$"),
    pytest.param("(?i)^aa$", "aA", id="(?i)^aa$"),
    pytest.param("^(?i:k)b$", "\u212ab", id="^(?i:k)b$"),
    pytest.param("^(?i)[a-z](?-i:b)$", "Ab", id="^(?i)[a-z](?-i:b)$"),
    pytest.param("^(?s).$", "\n", id="^(?s).$"),
    pytest.param("(?m)^b$", "a\nb\nc", id="(?m)^b$"),
    pytest.param(r"\Aab\Z", "ab", id="\\Aab\\Z"),
    pytest.param(r"^ab\z", "ab", id="^ab\\z"),
    pytest.param("a]", "a]", id="a]"),
    pytest.param("^a{,5}$", "a{,5}", id="^a{,5}$"),
    pytest.param("^a{x}$", "a{x}", id="^a{x}$"),
    pytest.param("^{}$", "{}", id="^{}$"),
    pytest.param("^.$", "\U0001f600", id="^.$"),
    pytest.param("^.{1,4096}$", "b" * 4096, id="^.{1,4096}$"),
]


MISMATCHES = [
    pytest.param("a", "b", id="a"),
    pytest.param("^a$", "a\n", id="^a$"),
    pytest.param("[]", "a", id="[]"),
    pytest.param(".", "\n", id="."),
    pytest.param(r"^\d$", "\u0967", id="^\\d$"),
    pytest.param(r"^\w$", "é", id="^\\w$"),
    pytest.param(r"\bfoo\b", "foobar", id="\\bfoo\\b"),
    pytest.param(r"(?<!a)b", "ab", id="(?<!a)b"),
    pytest.param(r"^(?=.*\d).{4,}$", "aaaa", id="^(?=.*\\d).{4,}$"),
    pytest.param(r"^(a|b)\1$", "ab", id="^(a|b)\\1$"),
    pytest.param(r"(?<=\1(\d))x", "12x", id="(?<=\\1(\\d))x"),
    pytest.param(r"(\w)\1\B.", "aa", id="(\\w)\\1\\B."),
    pytest.param(r"^(a)(?<!\1)b", "ab", id="^(a)(?<!\\1)b"),
    pytest.param("^b$", "a\nb", id="^b$"),
    pytest.param("^a{2,3}$", "aaaa", id="^a{2,3}$"),
    pytest.param("^.{1,4096}$", "b" * 4097, id="^.{1,4096}$"),
]


HOSTILE = [
    pytest.param("^(a+)+$", "a" * 5000 + "!", False, id="^(a+)+$"),
    pytest.param("(x+x+)+y", "x" * 5000, False, id="(x+x+)+y"),
    pytest.param("(?=(.*x))(?=(.*x))(?=(.*x))z", "a" * 5000, False, id="(?=(.*x))(?=(.*x))(?=(.*x))z"),
    pytest.param("^(?:(?:(?:(?:a*)*)*)*)*$", "a" * 5000 + "b", False, id="^(?:(?:(?:(?:a*)*)*)*)*$"),
    pytest.param("[a-z]+$", "a" * 100_000 + "!", False, id="[a-z]+$"),
    pytest.param("^[a-z]+$", "a" * 100_000, True, id="^[a-z]+$"),
]


SAFE_ATOMS = st.sampled_from(
    ["a", "b", "c", "[ab]", "[^a]", ".", r"\d", r"\w", r"\b", "^", "$", "(?=a)", "(?!b)", "(?<=a)", "(?<!b)"]
)
"""Written with what ECMA-262 and Python's re mean alike."""


SAFE_PATTERNS = st.recursive(
    SAFE_ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map("".join),
        st.tuples(inner, inner).map("|".join).map("(?:{})".format),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "*?"])).map(
            lambda pair: f"(?:{pair[0]}){pair[1]}"
        ),
        inner.map("({})".format),
    ),
    max_leaves=8,
)


@pytest.mark.parametrize(("source", "text"), MATCHES)
def test_a_pattern_is_found_in_a_text(source: str, text: str) -> None:
    assert compile_pattern(source).search(text)


@pytest.mark.parametrize(("source", "text"), MISMATCHES)
def test_a_pattern_is_not_found_where_it_does_not_match(source: str, text: str) -> None:
    assert not compile_pattern(source).search(text)


@pytest.mark.parametrize(("source", "text", "found"), HOSTILE)
def test_a_hostile_pattern_takes_few_steps_a_character(source: str, text: str, found: bool) -> None:
    effort = Effort(1_000 + 10 * len(text))
    scanner = Scanner(build_program(compile_pattern(source).node, looks_reversed=True))

    assert scanner.search(text, effort) is found
    assert compile_pattern(source).search(text) is found


def test_repeats_that_are_too_large_written_out_are_refused() -> None:
    with pytest.raises(PatternLimitError) as raised:
        compile_pattern("((a{1000}){1000}){1000}").search("a")

    expected = "The pattern's repeats come to more than 140000 steps written out. Lower its counts."

    assert str(raised.value) == expected


@pytest.mark.parametrize("source", [r"^(a*)*(a*)*(a*)*\1\2\3b$", "[a-z]{1,4096}$"], ids=["with references", "without"])
def test_a_search_that_takes_too_many_steps_is_given_up(source: str) -> None:
    with pytest.raises(PatternLimitError) as raised:
        compile_pattern(source).search("a" * 10_000 + "!")

    assert str(raised.value) == "The pattern takes too many steps on this text. Simplify it or shorten the text."


def test_what_a_long_run_of_different_texts_taught_is_dropped_again() -> None:
    pattern = compile_pattern(r"(?:[a-z]\d?){60}$|(?:[ab]{1,30}x){3}$")
    texts = [("ab" * number)[:number] + "1z" * number for number in range(1, 120)]

    assert [pattern.search(text) for text in texts] == [pattern.search(text) for text in texts]


def test_patterns_are_kept_once_compiled() -> None:
    assert compile_pattern("^kept$") is compile_pattern("^kept$")


@settings(derandomize=True, deadline=None, max_examples=200)
@given(SAFE_PATTERNS, st.text(alphabet="abc1 ", max_size=8))
def test_the_matcher_agrees_with_pythons_where_both_mean_the_same(source: str, text: str) -> None:
    assert compile_pattern(source).search(text) is bool(re.search(source.replace("$", r"\Z"), text, re.ASCII))


@settings(derandomize=True, deadline=None, max_examples=200)
@given(SAFE_PATTERNS, st.text(alphabet="abc1 ", max_size=8))
def test_trying_one_way_after_the_other_agrees_with_one_pass(source: str, text: str) -> None:
    alike = compile_pattern(rf"(?:(){source}\1)") if "|" not in source else compile_pattern(rf"()(?:{source})\1")

    assert alike.search(text) is compile_pattern(f"(?:{source})").search(text)
