"""What can be read of an input that was cut off; judged by the parser of the official SDK."""

import json
from typing import Any

import jiter
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rystic_asgi.script.cut_input import read_cut_input

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(
    value=st.dictionaries(st.text(max_size=4), VALUES, max_size=5), indent=st.sampled_from([None, 1]), data=st.data()
)
def test_it_is_what_the_sdk_reads_while_it_streams(
    value: dict[str, Any], indent: int | None, data: st.DataObject
) -> None:
    text = json.dumps(value, indent=indent)
    written = text[: data.draw(st.integers(1, len(text)))]
    if _ends_in_half_a_character(written):
        written = text

    assert read_cut_input(written) == jiter.from_json(written.encode(), partial_mode=True)


def _ends_in_half_a_character(written: str) -> bool:
    """Between the two escapes of one character: that is no text yet."""
    return r"\ud" in written[-12:]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        pytest.param("", {}, id="nothing"),
        pytest.param(" ", {}, id="blank"),
        pytest.param("{", {}, id="opened"),
        pytest.param('{"parcel":"7', {}, id="in-a-text"),
        pytest.param('{"parcel":"7","to":"Rome"', {"parcel": "7", "to": "Rome"}, id="after-a-text"),
        pytest.param('{"parcel":"7","t', {"parcel": "7"}, id="in-a-key"),
        pytest.param('{"parcel":"7","to"', {"parcel": "7"}, id="after-a-key"),
        pytest.param('{"a":12', {"a": 12}, id="in-a-number"),
        pytest.param('{"a":1.', {}, id="after-a-point"),
        pytest.param('{"a":-', {}, id="after-a-sign"),
        pytest.param('{"a":tru', {}, id="in-a-word"),
        pytest.param('{"a":true', {"a": True}, id="after-a-word"),
        pytest.param('{"a":"x\\u00', {}, id="in-an-escape"),
        pytest.param('{"a":[1,{"b":2,"c":"', {"a": [1, {"b": 2}]}, id="inside"),
        pytest.param('{"a":[1,', {"a": [1]}, id="after-a-comma"),
        pytest.param('{"a":[[],{}]} ', {"a": [[], {}]}, id="whole"),
    ],
)
def test_members_that_are_whole_are_read(written: str, found: dict[str, Any]) -> None:
    assert read_cut_input(written) == found


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("[1", id="list"),
        pytest.param("7", id="number"),
        pytest.param("{a", id="key-without-quotes"),
        pytest.param('{"a" 1', id="no-colon"),
        pytest.param('{"a":1,}', id="comma-at-the-end"),
        pytest.param('{"a":1 "b"', id="no-comma"),
        pytest.param('{"a":tx', id="no-word"),
        pytest.param('{"a":.', id="no-number"),
        pytest.param('{"a":01', id="zero-first"),
        pytest.param('{"a":"b\n', id="line-end-in-a-text"),
        pytest.param('{"a":"\\ud83d"', id="half-a-character"),
        pytest.param('{"a":1} x', id="more-after-it"),
        pytest.param('{"a":' + "[" * 300, id="too-deep"),
    ],
)
def test_what_does_not_begin_an_object_is_not_read(written: str) -> None:
    assert read_cut_input(written) is None
