"""Documents as text: JSON, YAML and TOML, each with its scalars as they were written."""

from typing import Any

import pytest

from rystic_asgi.script.fault import ScriptError
from rystic_asgi.script.text import parse_text

HUGE = "1" * 5_000


def refusal(text: str, format: str) -> str:
    with pytest.raises(ScriptError) as refused:
        parse_text(text, format)
    return str(refused.value)


@pytest.mark.parametrize(
    ("format", "text"),
    [
        pytest.param("json", '{"seed": "a", "replies": ["b", {"content": []}]}', id="json"),
        pytest.param("yaml", "seed: a\nreplies:\n  - b\n  - content: []\n", id="yaml"),
        pytest.param("yml", "{seed: a, replies: [b, {content: []}]}", id="yml"),
        pytest.param("toml", 'seed = "a"\nreplies = ["b", {content = []}]\n', id="toml"),
    ],
)
def test_a_document_may_be_written_in_the_format(format: str, text: str) -> None:
    assert parse_text(text, format) == {"seed": "a", "replies": ["b", {"content": []}]}


@pytest.mark.parametrize("format", ["", "txt", "JSON"])
def test_another_format_is_refused(format: str) -> None:
    assert refusal("{}", format) == f"rystic: a document ends in .json, .yaml, .yml, .toml, found '{format}'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            "{", "not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)", id="unclosed"
        ),
        pytest.param("", "not JSON: Expecting value: line 1 column 1 (char 0)", id="empty"),
        pytest.param("[" * 100_000, "not JSON: nested too deeply", id="deep"),
        pytest.param('{"a": 1, "b": 2, "a": 3}', "a: the key stands twice in one object", id="key-twice"),
        pytest.param('[{"b": {"a": 1, "a": 1}}]', "a: the key stands twice in one object", id="key-twice-inside"),
    ],
)
def test_json_that_cannot_be_read_is_refused(text: str, message: str) -> None:
    assert refusal(text, "json") == f"rystic: {message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("a = ", "not TOML: Invalid value (at end of document)", id="unclosed"),
        pytest.param("a = 1\na = 2", "not TOML: Cannot overwrite a value (at end of document)", id="key-twice"),
        pytest.param("a = 1979-05-27", "a: JSON has no dates; write 1979-05-27 in quotes", id="date"),
        pytest.param(
            "a = 1979-05-27T07:32:00Z",
            "a: JSON has no dates; write 1979-05-27T07:32:00+00:00 in quotes",
            id="date-and-time",
        ),
        pytest.param(
            "[[a]]\nb = [1, 07:32:00]", "a.0.b.1: JSON has no dates; write 07:32:00 in quotes", id="time-inside"
        ),
    ],
)
def test_toml_that_cannot_be_read_is_refused(text: str, message: str) -> None:
    assert refusal(text, "toml") == f"rystic: {message}"


def test_toml_that_nests_too_deeply_is_refused() -> None:
    assert refusal("a = " + "[" * 5_000, "toml").startswith("rystic: not TOML: ")


@pytest.mark.parametrize(
    ("scalar", "expected"),
    [
        pytest.param("", None, id="nothing"),
        pytest.param("~", None, id="tilde"),
        pytest.param("null", None, id="null"),
        pytest.param("true", True, id="true"),
        pytest.param("FALSE", False, id="false"),
        pytest.param("-12", -12, id="integer"),
        pytest.param("1.5", 1.5, id="number"),
        pytest.param("-1.5e-3", -0.0015, id="number-with-exponent"),
        pytest.param("1e5", 100_000.0, id="exponent-without-fraction"),
        pytest.param("'12'", "12", id="quoted"),
        pytest.param("!!str 12", "12", id="tagged"),
    ],
)
def test_a_scalar_of_json_is_read_as_one(scalar: str, expected: Any) -> None:
    assert parse_text(f"a: {scalar}", "yaml") == {"a": expected}


@pytest.mark.parametrize(
    "scalar",
    [
        "2001-12-14",
        "2001-12-14t21:59:43.10-05:00",
        "on",
        "yes",
        "n",
        "0o17",
        "017",
        "0x1F",
        "1_000",
        "12:30:45",
        "+1",
        "1.",
        ".5",
        ".inf",
        ".NaN",
        "nULL",
        "=",
    ],
)
def test_any_other_scalar_keeps_its_text(scalar: str) -> None:
    assert parse_text(f"a: {scalar}", "yaml") == {"a": scalar}


@pytest.mark.parametrize("key", ["on", "2001-12-14", "<<", "'1'", "'null'"])
def test_a_key_keeps_its_text(key: str) -> None:
    assert parse_text(f"{key}: {{a: 1}}", "yaml") == {key.strip("'"): {"a": 1}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("1: a", "not read: the key 1 in line 1; write it as a string, in quotes", id="integer-key"),
        pytest.param(
            "a: b\n? [c]\n: d", "not read: the key ['c'] in line 2; write it as a string, in quotes", id="list-as-key"
        ),
        pytest.param("a: 1\nb: 2\na: 3", "a: the key stands twice, see line 3", id="key-twice"),
        pytest.param("x:\n  a: 1\n  a: 1", "a: the key stands twice, see line 3", id="key-twice-inside"),
        pytest.param("a: &one 1\nb: *one", "not read: an alias in line 2; write its value out", id="alias"),
        pytest.param(
            "a: &one 1\nb: *one\n\n\nc: 3", "not read: an alias in line 2; write its value out", id="alias-before-more"
        ),
        pytest.param(
            "[" * 2_000 + "]" * 2_000, "not read: a value nested deeper than 200 in line 1; make it flatter", id="deep"
        ),
        pytest.param(
            "a: b: c",
            'not YAML: mapping values are not allowed here in "<unicode string>", line 1, column 5: a: b: c ^',
            id="no-yaml",
        ),
        pytest.param(
            "a\n---\nb",
            'not YAML: expected a single document in the stream in "<unicode string>", line 1, column 1: a ^ '
            'but found another document in "<unicode string>", line 2, column 1: --- ^',
            id="two-documents",
        ),
        pytest.param(
            "a: !mine 1",
            "not read: the tag !mine in line 1; leave it out",
            id="tag",
        ),
        pytest.param(
            "a: !!python/name:os.system x",
            "not read: the tag tag:yaml.org,2002:python/name:os.system in line 1; leave it out",
            id="tag-of-python",
        ),
    ],
)
def test_yaml_that_cannot_be_read_is_refused(text: str, message: str) -> None:
    assert refusal(text, "yaml") == f"rystic: {message}"


@pytest.mark.parametrize(
    "scalar",
    [
        "!!timestamp 2001-01-01",
        "!!set {b}",
        "!!binary aGk=",
        "!!omap [b: 1]",
        "!!pairs [b: 1]",
        "!!float .inf",
        "1e400",
    ],
)
def test_a_value_that_json_does_not_have_is_refused(scalar: str) -> None:
    assert refusal(f"a: {scalar}", "yaml").startswith("rystic: ")


@pytest.mark.parametrize("scalar", ["!!timestamp b", "!!int b", "!!int ''", "!!bool b", "!!float b", "!!map [1]"])
def test_a_tag_that_does_not_fit_its_value_is_refused(scalar: str) -> None:
    assert refusal(f"a: {scalar}", "yaml").startswith("rystic: ")


@pytest.mark.parametrize(
    ("format", "text"),
    [
        pytest.param("json", HUGE, id="json"),
        pytest.param("yaml", f"a: {HUGE}", id="yaml"),
        pytest.param("toml", f"a = {HUGE}", id="toml"),
    ],
)
def test_a_number_of_too_many_digits_is_told_as_ours(format: str, text: str) -> None:
    assert refusal(text, format).startswith("rystic: ")


@pytest.mark.parametrize(
    ("format", "text"),
    [
        pytest.param("json", '{"a": NaN}', id="json-nan"),
        pytest.param("json", '{"a": 1e400}', id="json-range"),
        pytest.param("toml", "a = inf", id="toml-inf"),
    ],
)
def test_a_number_that_json_does_not_have_is_refused(format: str, text: str) -> None:
    assert refusal(text, format).startswith("rystic: ")


def test_toml_whose_keys_nest_too_deeply_is_refused() -> None:
    text = ".".join(["a"] * 5_000) + " = 1"

    assert refusal(text, "toml").startswith("rystic: ")
