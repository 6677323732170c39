"""Values given in Python as the JSON that they stand for."""

from typing import Any

import pytest

from rystic_asgi.script.fault import ScriptError
from rystic_asgi.script.python_values import as_json


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param({"a": [1, 1.5, "b", True, None]}, {"a": [1, 1.5, "b", True, None]}, id="json"),
        pytest.param(("a", ("b",)), ["a", ["b"]], id="tuples-are-lists"),
        pytest.param({2: "a", None: "b", True: "c"}, {"2": "a", "null": "b", "true": "c"}, id="keys-are-strings"),
        pytest.param(2**70, 2**70, id="big-integer"),
        pytest.param("\N{GRINNING FACE}", "\N{GRINNING FACE}", id="beyond-the-first-plane"),
    ],
)
def test_a_value_becomes_json(value: Any, expected: Any) -> None:
    assert as_json(value) == expected


def test_a_value_is_copied() -> None:
    value: dict[str, Any] = {"a": []}

    copy = as_json(value)
    value["a"].append(1)

    assert copy == {"a": []}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        pytest.param(object, "Object of type type is not JSON serializable", id="object"),
        pytest.param({"a": {1}}, "Object of type set is not JSON serializable", id="set"),
        pytest.param(b"a", "Object of type bytes is not JSON serializable", id="bytes"),
        pytest.param({("a",): 1}, "keys must be str, int, float, bool or None, not tuple", id="key"),
        pytest.param(float("nan"), "Out of range float values are not JSON compliant", id="not-a-number"),
    ],
)
def test_a_value_that_json_cannot_hold_is_refused(value: Any, reason: str) -> None:
    with pytest.raises(ScriptError) as refused:
        as_json(value)

    assert str(refused.value).startswith(f"rystic: JSON cannot hold this script: {reason}")


@pytest.mark.parametrize(
    "value",
    [
        pytest.param("\ud800", id="lone-surrogate"),
        pytest.param(10**5000, id="huge-integer"),
        pytest.param(nested(100_000), id="deep"),
    ],
)
def test_a_value_out_of_bounds_is_refused(value: Any) -> None:
    with pytest.raises(ScriptError, match=r"^rystic: JSON cannot hold this script: "):
        as_json(value)


def test_a_value_that_holds_itself_is_refused() -> None:
    value: list[Any] = []
    value.append(value)

    with pytest.raises(ScriptError) as refused:
        as_json(value)

    assert str(refused.value) == "rystic: JSON cannot hold this script: Circular reference detected"
