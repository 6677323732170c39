"""The JSON Schema test suite: inputs made up for its schemas, and its instances judged."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rystic_asgi.validation.tool_schemas import SchemaUnusableError, input_fault
from tests.conformance.measure_schemas import fetch_suite, outcomes, share, suite_cases, suite_groups
from tests.conformance.schema_suite_refusals import JUDGED_OTHERWISE, REFUSALS, REMOTE
from tests.needs import downloads

LEAST_SHARE = 95.0


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with downloads():
        return fetch_suite(tmp_path_factory.mktemp("suite"))


@pytest.mark.parametrize("optional", [False, True], ids=["main", "optional"])
def test_nearly_every_group_gets_an_input_that_another_validator_accepts(suite: Path, optional: bool) -> None:
    results = outcomes(suite_cases(suite, optional=optional))
    assert share(results) >= LEAST_SHARE
    failed = {result.name: result.failure for result in results if result.failure}
    assert {name: failure for name, failure in failed.items() if name not in REFUSALS} == {}
    assert [name for name, failure in failed.items() if "nothing is fetched" not in failure] == []


def test_every_listed_refusal_still_happens(suite: Path) -> None:
    both = [*suite_cases(suite, optional=False), *suite_cases(suite, optional=True)]
    failed = {result.name for result in outcomes(iter(both)) if result.failure}
    assert set(REFUSALS) - failed == set()
    assert set(REFUSALS.values()) == {REMOTE}


def test_instances_are_judged_as_the_suite_says(suite: Path) -> None:
    differing = set(_differing(suite))
    assert differing == set(JUDGED_OTHERWISE)


def _differing(suite: Path) -> Iterator[str]:
    """Name the main tests whose verdict is not the suite's; groups that refer to other documents do not count."""
    for name, group in suite_groups(suite, optional=False):
        for test in group["tests"]:
            verdict = _verdict(group["schema"], test["data"])
            if verdict not in ("remote", test["valid"]):
                yield f"{name}: {test['description']}"


def _verdict(schema: Any, value: Any) -> bool | str:
    try:
        return input_fault(schema, value) is None
    except SchemaUnusableError as unusable:
        return "remote" if "nothing is fetched" in unusable.reason else unusable.reason
