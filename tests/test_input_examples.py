"""Whether the examples that tools give meet their schemas."""

import json
import time
from typing import Any, Final

import pytest

from rystic_asgi.validation.declared_tools import read_tool
from rystic_asgi.validation.input_examples import example_problems

OBJECT: Final[dict[str, Any]] = {"type": "object"}
CITY: Final[dict[str, Any]] = {**OBJECT, "properties": {"city": {"type": "string"}}, "required": ["city"]}


def tool(schema: Any, *examples: Any, name: str = "add") -> dict[str, Any]:
    return {"name": name, "input_schema": schema, "input_examples": [*examples]}


def faults(*tools: dict[str, Any]) -> list[str]:
    found = list(example_problems([read_tool(json.dumps(each).encode()) for each in tools]))
    assert {problem.rule for problem in found} <= {"input-schema"}
    return [str(problem) for problem in found]


@pytest.mark.parametrize(
    ("example", "fault"),
    [
        pytest.param({"city": 1}, "at city: 1 is not of type 'string'", id="inside"),
        pytest.param({}, "at the root: 'city' is a required property", id="at-the-root"),
    ],
)
def test_the_first_example_that_a_schema_refuses_is_told(example: Any, fault: str) -> None:
    assert faults(tool(CITY, {"city": "Paris"}, example, {"city": 5})) == [
        f"tools.0.custom.input_examples.1: Input does not match input_schema rystic: in tool 'add', {fault}"
    ]


def test_it_is_told_of_each_tool() -> None:
    found = faults(tool(CITY, {}), {"name": "plain", "input_schema": CITY}, tool(CITY, {}, name="sub"))

    assert [fault.partition(":")[0] for fault in found] == [
        "tools.0.custom.input_examples.0",
        "tools.2.custom.input_examples.0",
    ]


NOWHERE: Final = {**OBJECT, "properties": {"a": {"$ref": "#/$defs/none"}, "b": {"type": "string"}}}


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(tool(NOWHERE, {"a": 1}), id="nothing-to-judge-by"),
        pytest.param(tool({**OBJECT, "properties": {"a": {"$id": "https://["}}}, {"a": 1}), id="unreadable-schema"),
        pytest.param(tool({**OBJECT, "properties": None}, {"a": 1}), id="null"),
        pytest.param(tool({"type": "array"}, {"a": 1}), id="schema-with-a-fault"),
        pytest.param(tool(OBJECT), id="none"),
        pytest.param({"type": "bash_20250124", "name": "bash", "input_examples": [{}]}, id="of-the-api"),
    ],
)
def test_an_example_that_nothing_speaks_against_has_no_fault(given: dict[str, Any]) -> None:
    assert faults(given) == []


def test_examples_after_one_that_cannot_be_judged_are_judged() -> None:
    assert faults(tool(NOWHERE, {"a": 1}, {"b": 1})) == [
        "tools.0.custom.input_examples.1: Input does not match input_schema "
        "rystic: in tool 'add', at b: 1 is not of type 'string'"
    ]


def test_the_same_tools_have_the_same_faults_again() -> None:
    tools = [tool(CITY, {}, name=f"t{number}") for number in range(600)]

    first = faults(*tools)

    assert first
    assert len(first) < len(tools)
    assert faults(*tools) == first


def of_choices(number: int, *examples: Any) -> dict[str, Any]:
    choices = [{"const": each} for each in range(number)]
    return tool({**OBJECT, "properties": {"a": {"oneOf": choices}}}, *examples)


@pytest.mark.parametrize(
    ("given", "number"),
    [
        pytest.param(of_choices(30, {"a": -1}), 1, id="small"),
        pytest.param(of_choices(30, *[{"a": 5}] * 10, {"a": -1}), 1, id="several"),
        pytest.param(of_choices(30, *[{"a": 5}] * 1000, {"a": -1}), 0, id="many-examples"),
        pytest.param(of_choices(9000, {"a": -1}), 0, id="large-schema"),
    ],
)
def test_examples_are_judged_as_long_as_that_takes_little(given: dict[str, Any], number: int) -> None:
    assert len(faults(given)) == number


@pytest.mark.parametrize(
    "tools",
    [
        pytest.param([of_choices(3000, *[{"a": 5}] * 5000)], id="one-tool"),
        pytest.param([of_choices(200, *[{"a": 5}] * 50) for _ in range(200)], id="many-tools"),
        pytest.param([tool(OBJECT, {}, name=f"t{number}") for number in range(8000)], id="small-tools"),
    ],
)
def test_a_request_full_of_examples_is_judged_at_once(tools: list[dict[str, Any]]) -> None:
    started = time.perf_counter()

    assert faults(*tools) == []
    assert time.perf_counter() - started < 2
