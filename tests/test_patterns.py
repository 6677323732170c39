"""Regular expressions as ECMA-262 writes them: what is read, matched, refused and made up."""

import re
import time
from contextlib import suppress
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rystic_asgi.validation.patterns import PatternLimitError, PatternSyntaxError, compile_pattern
from rystic_asgi.validation.patterns.characters import ALL, character_set, complement, intersection
from rystic_asgi.validation.patterns.cursor import Cursor
from rystic_asgi.validation.patterns.effort import Effort
from rystic_asgi.validation.patterns.examples import examples
from rystic_asgi.validation.patterns.lengths import shortest_length

MATCHES = [
    ("", ""),
    ("a", "xax"),
    ("^a$", "a"),
    ("a|b", "b"),
    ("a|", ""),
    ("^a*?b$", "aab"),
    ("^a+?$", "aa"),
    ("^a??$", "a"),
    ("^a{2}$", "aa"),
    ("^a{2,}$", "aaaa"),
    ("^a{2,3}$", "aaa"),
    ("^(?:ab){2,3}?$", "abab"),
    ("^[a-c]+$", "abc"),
    ("^[^a-c]+$", "xyz"),
    ("^[]$|x", "x"),
    ("[^]", "\n"),
    (r"^[\w-]+$", "a-b"),
    (r"^[\w-x]+$", "-x"),
    ("^[a-]+$", "a-"),
    (r"^[\b]$", "\b"),
    (r"^[\]\\]+$", "]\\"),
    (r"^\d\D\s\S\w\W$", "1a a_ "),
    (r"^\s+$", "\u00a0\ufeff\u2028 \t\n"),
    (r"^\t\n\v\f\r\0$", "\t\n\v\f\r\0"),
    (r"^\cJ\x41\u0042\u{43}$", "\nABC"),
    (r"^\ud83d\ude00$", "\U0001f600"),
    (r"^[\ud83d\udc00-\ud83d\udfff]$", "\U0001f600"),
    (r"^\ud83d$", "\ud83d"),
    (r"^\-\_\@\/\.\ $", "-_@/. "),
    (r"^\p{L}\p{Letter}\p{Script=Greek}\pL$", "éa\u03b2b"),
    (r"^\P{L}\p{^L}$", "12"),
    (r"^[\p{Lu}\d]+$", "É1"),
    (r"\bfoo\b", "a foo b"),
    (r"\Boo\b", "foo"),
    (r"(?=a)\w", "a"),
    (r"(?!a)\w", "b"),
    (r"(?<=a)b", "ab"),
    (r"(?<!a)b", "cb"),
    (r"^(?=.*\d)(?=.*[A-Z]).{4,}$", "aaA1"),
    (r"(?=a)*b", "b"),
    (r"^(?<n>a|b)\k<n>$", "bb"),
    (r"^(?P<n>a)\1$", "aa"),
    (r"^(a)(b)\2\1$", "abba"),
    (r"^((a)|b)*\2$", "ab"),
    (r"(?<=(\d)\1)x", "11x"),
    (r"^(?=(a+))\1b$", "aab"),
    (r"^(a)(?!\1)b", "ab"),
    (r"^(a)??\1b$", "b"),
    (r"^(?:x|\1(a))b$", "ab"),
    (r"^(a){1,2}\1$", "aaa"),
    (r"^(a|ab)(c|bcd)\2?$", "abcd"),
    (r"(\b)\1a", "a"),
    ("(?i)^abc$", "aBC"),
    ("(?i)^aa$", "aA"),
    ("^(?i:k)b$", "\u212ab"),
    ("^(?i)[a-z](?-i:b)$", "Ab"),
    ("^(?s).$", "\n"),
    ("(?m)^b$", "a\nb\nc"),
    (r"\Aab\Z", "ab"),
    (r"^ab\z", "ab"),
    ("a]", "a]"),
    ("^a{,5}$", "a{,5}"),
    ("^a{x}$", "a{x}"),
    ("^{}$", "{}"),
    ("^.$", "\U0001f600"),
    ("^.{1,4096}$", "b" * 4096),
]
MISMATCHES = [
    ("a", "b"),
    ("^a$", "a\n"),
    ("[]", "a"),
    (".", "\n"),
    (r"^\d$", "\u0967"),
    (r"^\w$", "é"),
    (r"\bfoo\b", "foobar"),
    (r"(?<!a)b", "ab"),
    (r"^(?=.*\d).{4,}$", "aaaa"),
    (r"^(a|b)\1$", "ab"),
    (r"(?<=\1(\d))x", "12x"),
    (r"(\w)\1\B.", "aa"),
    (r"^(a)(?<!\1)b", "ab"),
    ("^b$", "a\nb"),
    ("^a{2,3}$", "aaaa"),
    ("^.{1,4096}$", "b" * 4097),
]
NOTHING_TO_REPEAT = "there is a quantifier with nothing to repeat"
UNREADABLE = [
    ("(", 1, "a group isn't closed"),
    (")", 0, "there is a ) that nothing opens"),
    ("[a", 2, "it ends too early"),
    ("\\", 1, "it ends too early"),
    ("a**", 2, NOTHING_TO_REPEAT),
    ("{1}", 0, NOTHING_TO_REPEAT),
    ("^*", 2, NOTHING_TO_REPEAT),
    ("a{3,2}", 6, "the numbers of a quantifier are out of order"),
    ("[z-a]", 4, "a range in a class is out of order"),
    (r"\e", 1, r"there is an unknown escape \e"),
    (r"\u{110000}", 10, "there is a code point above 10FFFF"),
    (r"\1", 2, "there is a reference to a group that isn't there"),
    (r"\k<n>", 5, "there is a reference to a group that isn't there"),
    ("(?#a)", 1, "there is an unknown kind of group"),
    (
        r"\p{Klingon}",
        11,
        "stands a property that can't be used (Unknown Unicode property 'Klingon' in \\p{...}. "
        "Name a general category, a script or a property.)",
    ),
]
HOSTILE = [
    ("^(a+)+$", "a" * 5000 + "!", False),
    ("(x+x+)+y", "x" * 5000, False),
    ("(?=(.*x))(?=(.*x))(?=(.*x))z", "a" * 5000, False),
    ("^(?:(?:(?:(?:a*)*)*)*)*$", "a" * 5000 + "b", False),
    ("[a-z]+$", "a" * 100_000 + "!", False),
    ("^[a-z]+$", "a" * 100_000, True),
]
# Written with what ECMA-262 and Python's re mean alike.
SAFE_ATOMS = st.sampled_from(
    ["a", "b", "c", "[ab]", "[^a]", ".", r"\d", r"\w", r"\b", "^", "$", "(?=a)", "(?!b)", "(?<=a)", "(?<!b)"]
)
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
EXAMPLES = [
    ("[a-z]+", ["a", "aa", "aaa"]),
    (r"^\d{4}-\d{2}$", ["1111-11", "1111-12", "1111-13"]),
    (r"^(?=.*\d)(?=.*[A-Z]).{8,}$", ["aaaaaaA1", "aaaaaa1A", "aaaaaAa1"]),
    ("^(?!foo)[fo]{3}$", ["fff", "fof", "off"]),
    (r"^(?!.*(.)\1)[ab]{4}$", ["abab", "baba"]),
    (r"^(['\"])x\1$", ["'x'", '"x"']),
    (r"^(a|b)(?<!b)c$", ["ac"]),
    (r"^(?<!x)a$", ["a"]),
    (r"(?<=b)a", ["ba", "aba", "aaba"]),
    (r"^a(?:(?!b)|c)[bc]?$", ["a", "ac", "acb"]),
    (r"^(?!(?=a)ab)[ab]{2}$", ["aa", "ba", "bb"]),
    (r"\bfoo\b", ["foo", "foo-", "-foo"]),
    ("^$", [""]),
    ("^(?=a)(?=b)c$", []),
    ("^[^a-zA-Z0-9]{2}$", ["--", "-_", "-."]),
    ("^\\p{Lu}$", ["A", "B", "C"]),
    ("^[\\u3042-\\u3044\\0]$", ["あ", "ぃ", "い"]),
    ("^a*?b$", ["b", "ab", "aab"]),
    ("()^a$", ["a"]),
    ("^(?:a|bc)d$", ["ad", "bcd"]),
]


@pytest.mark.parametrize(("source", "text"), MATCHES, ids=lambda value: value[:30])
def test_a_pattern_is_found_in_a_text(source: str, text: str) -> None:
    assert compile_pattern(source).search(text)


@pytest.mark.parametrize(("source", "text"), MISMATCHES, ids=lambda value: value[:30])
def test_a_pattern_isnt_found_where_it_doesnt_match(source: str, text: str) -> None:
    assert not compile_pattern(source).search(text)


@pytest.mark.parametrize(("source", "offset", "reason"), UNREADABLE, ids=[source for source, _, _ in UNREADABLE])
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


@pytest.mark.parametrize(("source", "text", "found"), HOSTILE, ids=[source[:20] for source, _, _ in HOSTILE])
def test_a_hostile_pattern_is_answered_at_once(source: str, text: str, found: bool) -> None:
    start = time.perf_counter()
    assert compile_pattern(source).search(text) is found
    assert time.perf_counter() - start < 1


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


@settings(derandomize=True, deadline=None, max_examples=200)
@given(SAFE_PATTERNS, st.text(alphabet="abc1 ", max_size=8))
def test_the_matcher_agrees_with_pythons_where_both_mean_the_same(source: str, text: str) -> None:
    assert compile_pattern(source).search(text) is bool(re.search(source.replace("$", r"\Z"), text, re.ASCII))


@settings(derandomize=True, deadline=None, max_examples=200)
@given(SAFE_PATTERNS, st.text(alphabet="abc1 ", max_size=8))
def test_trying_one_way_after_the_other_agrees_with_one_pass(source: str, text: str) -> None:
    alike = compile_pattern(rf"(?:(){source}\1)") if "|" not in source else compile_pattern(rf"()(?:{source})\1")
    assert alike.search(text) is compile_pattern(f"(?:{source})").search(text)


@pytest.mark.parametrize(("source", "made"), EXAMPLES, ids=[source for source, _ in EXAMPLES])
def test_made_up_texts_are_short_and_readable(source: str, made: list[str]) -> None:
    assert list(islice(examples([compile_pattern(source)], effort=Effort(100_000)), 3)) == made


def test_made_up_texts_meet_several_patterns_and_avoid_others() -> None:
    wanted = [compile_pattern("^b"), compile_pattern("a$")]
    found = examples(wanted, [compile_pattern("bb"), compile_pattern("^ba")], effort=Effort(100_000))
    assert list(islice(found, 3)) == ["bca", "bcaa", "bcba"]


def test_made_up_texts_are_as_long_as_asked() -> None:
    found = examples([compile_pattern("^(ab|c)*$")], shortest=3, longest=4, effort=Effort(100_000))
    assert list(islice(found, 4)) == ["abc", "cab", "ccc", "abab"]


def test_a_long_text_is_made_up_at_once() -> None:
    start = time.perf_counter()
    assert next(examples([compile_pattern("^.{4096}$")], effort=Effort(100_000))) == "a" * 4096
    assert time.perf_counter() - start < 1


def test_many_different_texts_of_one_length_are_made_up() -> None:
    found = list(islice(examples([compile_pattern("^[a-z]{3}$")], effort=Effort(1_000_000)), 500))
    assert len(set(found)) == 500


@pytest.mark.parametrize(
    "source",
    ["(a)" + "".join(f"(\\{number}\\{number})" for number in range(1, 30)), "^[ab]*a[ab]{14}$(?!)", "^(?:a|b)*(?=c)$"],
    ids=["references that double", "many ways", "a lookahead at the end"],
)
def test_the_search_for_a_text_ends(source: str) -> None:
    start = time.perf_counter()
    with suppress(PatternLimitError):
        assert list(islice(examples([compile_pattern(source)], shortest=30, effort=Effort(50_000)), 5)) == []
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize(
    ("source", "length"),
    [("a", 1), ("(ab|c)d{3}", 4), (r"^\b(?=abc)$", 0), (r"(a)\1", 1), ("a*b+", 1)],
    ids=lambda value: str(value),
)
def test_the_shortest_length_is_a_lower_bound(source: str, length: int) -> None:
    assert shortest_length(compile_pattern(source).node) == length


@pytest.mark.parametrize("source", ["(?m)^a$", r"^.*\Ba$", r"^(?:(?=a)|(?=b)|(?!c))*[ab]$", "^(?:(?=b*c)b)*c$"])
def test_a_first_text_is_made_up_although_few_others_are(source: str) -> None:
    pattern = compile_pattern(source)
    assert pattern.search(next(examples([pattern], effort=Effort(100_000))))


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)).map(lambda pair: (min(pair), max(pair))), max_size=5))
def test_a_complement_holds_exactly_the_other_characters(ranges: list[tuple[int, int]]) -> None:
    members = character_set(ranges)
    others = complement(members)
    assert all((chr(code) in members) is not (chr(code) in others) for code in range(40))
    assert complement(others) == members
    assert intersection([members, ALL]) == members


def test_a_cursor_says_when_all_is_read() -> None:
    cursor = Cursor("a")
    assert (cursor.ended, cursor.read(), cursor.ended) == (False, "a", True)
