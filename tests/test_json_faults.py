"""Why a body is not JSON, and where."""

import pytest

from rystic_asgi.validation.json_faults import first_of_equal_keys, json_fault


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        pytest.param(b"", "unexpected character: line 1 column 1 (char 0)", id="empty"),
        pytest.param(b'{"a":1}x', "unexpected character: line 1 column 8 (char 7)", id="something-after"),
        pytest.param(b'{\n "a":\n ?}', "unexpected character: line 3 column 2 (char 9)", id="third-line"),
        pytest.param(b'{"a":01}', "unexpected character: line 1 column 7 (char 6)", id="number"),
        pytest.param(b'{"a":NaN}', "unexpected character: line 1 column 6 (char 5)", id="not-a-number"),
        pytest.param(b'{"a":Infinity}', "unexpected character: line 1 column 6 (char 5)", id="infinity"),
        pytest.param(b'{"a":-Infinity}', "unexpected character: line 1 column 6 (char 5)", id="minus-infinity"),
        pytest.param(b"\xef\xbb\xbf{}", "unexpected character: line 1 column 1 (char 0)", id="byte-order-mark"),
        pytest.param(
            b'{"a":"\x01"}', "unexpected control character in string: line 1 column 7 (char 6)", id="control-character"
        ),
        pytest.param(b'{"a":"\\ud800"}', "no low surrogate in string: line 1 column 7 (char 6)", id="high-surrogate"),
        pytest.param(b'{"a":"\\udc00"}', "no low surrogate in string: line 1 column 7 (char 6)", id="low-surrogate"),
        pytest.param(
            b'{"a":"\\ud83d\\ude00",\n"b":"\\ud83d"}',
            "no low surrogate in string: line 2 column 6 (char 26)",
            id="surrogate-after-a-pair",
        ),
        pytest.param(
            b'{"a":"\\\\ud800 \\ud801"}',
            "no low surrogate in string: line 1 column 15 (char 14)",
            id="surrogate-after-a-written-backslash",
        ),
        pytest.param(b'{"a":"\xff"}', "invalid UTF-8: line 1 column 7 (char 6)", id="no-utf-8"),
        pytest.param(b'["\xc3\xa9\xff"]', "invalid UTF-8: line 1 column 4 (char 3)", id="no-utf-8-after-a-letter"),
        pytest.param(b"[" * 100_000, "nested too deeply: line 1 column 1 (char 0)", id="deep"),
        pytest.param(b"{}", "unexpected character: line 1 column 1 (char 0)", id="nothing-found"),
    ],
)
def test_a_body_that_is_not_json_is_told_by_the_place(body: bytes, reason: str) -> None:
    assert json_fault(body) == reason


DIGITS = b"1" * 5_000


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        pytest.param(
            b'{"a":' + DIGITS + b"}", "number is infinity when parsed as double: line 1 column 6 (char 5)", id="digits"
        ),
        pytest.param(
            b'{"a":-' + DIGITS + b"}", "number is infinity when parsed as double: line 1 column 6 (char 5)", id="minus"
        ),
        pytest.param(
            b'{"a":1e999}', "number is infinity when parsed as double: line 1 column 6 (char 5)", id="exponent"
        ),
        pytest.param(b'{"a":' + DIGITS + b"?}", "unexpected character: line 1 column 5006 (char 5005)", id="after-it"),
        pytest.param(
            b'{"a":' + b"1" * 400 + b',"b":1.5,"c":"\\ud800"}',
            "no low surrogate in string: line 1 column 420 (char 419)",
            id="not-too-long",
        ),
    ],
)
def test_a_number_is_told_where_it_has_no_bounds(body: bytes, reason: str) -> None:
    assert json_fault(body) == reason


def test_of_equal_keys_the_first_can_be_read() -> None:
    assert first_of_equal_keys(b'{"a":1,"b":[{"c":1,"c":2}],"a":2}') == {"a": 1, "b": [{"c": 1}]}
