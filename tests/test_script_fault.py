"""Faults in what a test wrote: the place, what was there, what may be there."""

from typing import Any

import pytest

from rystic_asgi.script.fault import ScriptError, check_keys, check_type, shown


@pytest.mark.parametrize(
    ("place", "text"),
    [
        pytest.param("replies.0", "rystic: replies.0: not so", id="at-a-place"),
        pytest.param("", "rystic: not so", id="of-the-whole"),
    ],
)
def test_a_fault_tells_that_it_is_ours_and_where_it_is(place: str, text: str) -> None:
    error = ScriptError(place, "not so")

    assert (str(error), error.place) == (text, place)


def test_known_keys_are_taken() -> None:
    check_keys({"a": 1}, ("a", "b"), "place")


@pytest.mark.parametrize(
    ("key", "place", "text"),
    [
        pytest.param(
            "contnet",
            "replies.0",
            "rystic: replies.0.contnet: unknown key; did you mean 'content'? known: content, model",
            id="near-one",
        ),
        pytest.param("xyz", "", "rystic: xyz: unknown key; known: content, model", id="none-near"),
    ],
)
def test_an_unknown_key_is_refused_with_the_nearest(key: str, place: str, text: str) -> None:
    with pytest.raises(ScriptError) as refused:
        check_keys({"model": "m", key: 1}, ("content", "model"), place)

    assert str(refused.value) == text


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param("a", str, id="string"),
        pytest.param(1, int, id="integer"),
        pytest.param([], (dict, list), id="one-of-two"),
        pytest.param(True, bool, id="boolean"),
    ],
)
def test_a_value_of_the_type_is_taken(value: Any, expected: Any) -> None:
    check_type(value, expected, "place")


@pytest.mark.parametrize(
    ("value", "expected", "text"),
    [
        pytest.param(5, str, "rystic: a.b: a string expected, found an integer 5", id="integer"),
        pytest.param("5", int, "rystic: a.b: an integer expected, found a string '5'", id="string"),
        pytest.param(True, int, "rystic: a.b: an integer expected, found a boolean True", id="boolean-is-no-number"),
        pytest.param(None, dict, "rystic: a.b: an object expected, found null", id="null"),
        pytest.param(
            1.5, (list, bool), "rystic: a.b: a list or a boolean expected, found a number 1.5", id="one-of-two"
        ),
    ],
)
def test_a_value_of_another_type_is_refused(value: Any, expected: Any, text: str) -> None:
    with pytest.raises(ScriptError) as refused:
        check_type(value, expected, "a.b")

    assert str(refused.value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(None, "null", id="null"),
        pytest.param([1], "a list [1]", id="list"),
        pytest.param({"a": 1}, "an object {'a': 1}", id="object"),
        pytest.param("a" * 58, "a string '" + "a" * 58 + "'", id="at-the-limit"),
        pytest.param("a" * 59, "a string '" + "a" * 56 + "...", id="cut"),
        pytest.param(b"a", "bytes b'a'", id="no-json-type"),
    ],
)
def test_a_value_is_shown_short_and_with_its_type(value: Any, text: str) -> None:
    assert shown(value) == text
