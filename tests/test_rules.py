"""The rules by name, their switches, and problems as they are told."""

import pytest

from rystic_asgi.validation.problem import Problem, join
from rystic_asgi.validation.rules import CAPABILITY_RULES, MODEL_CAPABILITIES, RULES, rule_names, switched_off


def test_every_rule_and_group_of_the_table_may_be_switched() -> None:
    assert rule_names() == {rule.name for rule in RULES} | {MODEL_CAPABILITIES}


def test_no_rule_stands_twice() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_a_group_is_switched_with_all_its_rules() -> None:
    assert not CAPABILITY_RULES & switched_off({MODEL_CAPABILITIES: True})


@pytest.mark.parametrize(
    "switches",
    [
        pytest.param({"prefill": False, MODEL_CAPABILITIES: True}, id="rule-first"),
        pytest.param({MODEL_CAPABILITIES: True, "prefill": False}, id="group-first"),
    ],
)
def test_the_name_of_a_rule_wins_over_that_of_its_group(switches: dict[str, bool]) -> None:
    assert CAPABILITY_RULES & switched_off(switches) == {"prefill"}


def test_the_rules_of_the_table_are_off_as_it_says() -> None:
    assert switched_off({}) == {rule.name for rule in RULES if not rule.on}


@pytest.mark.parametrize("rule", [rule.name for rule in RULES])
def test_a_rule_is_switched_off_and_on(rule: str) -> None:
    assert rule in switched_off({rule: False})
    assert rule not in switched_off({rule: True})


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        pytest.param(Problem("model", "Field required"), "model: Field required", id="at-a-place"),
        pytest.param(Problem("", "Tool 'a' not found"), "Tool 'a' not found", id="of-the-whole"),
    ],
)
def test_a_problem_is_told_with_its_place(problem: Problem, text: str) -> None:
    assert str(problem) == text


@pytest.mark.parametrize(
    ("path", "parts", "expected"),
    [
        pytest.param("messages", (0, "content"), "messages.0.content", id="keys-and-indexes"),
        pytest.param("", ("model",), "model", id="at-the-root"),
        pytest.param("tools.0", ("",), "tools.0", id="nothing-added"),
    ],
)
def test_a_path_is_joined_by_dots(path: str, parts: tuple[str | int, ...], expected: str) -> None:
    assert join(path, *parts) == expected
