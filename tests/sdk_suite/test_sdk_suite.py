"""The official SDK's own tests of the API pass against the simulator, but for what the API refuses."""

import pytest

from rystic_asgi import Simulator
from rystic_asgi.integrations.server import served
from tests.needs import downloads
from tests.sdk_suite.made_up_ids import MadeUpIds
from tests.sdk_suite.refusals import REFUSALS, RESOURCES
from tests.sdk_suite.suite import Outcomes, Suite, files_of, get_suite, run_suite


@pytest.fixture(scope="module")
def suite() -> Suite:
    with downloads():
        return get_suite()


@pytest.fixture(scope="module")
def outcomes(suite: Suite, tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    with served(MadeUpIds(Simulator())) as url:
        return run_suite(suite, REFUSALS, url, tmp_path_factory.mktemp("suite") / "report.xml")


@pytest.mark.parametrize("file", REFUSALS)
def test_all_pass_but_for_what_the_api_refuses(outcomes: Outcomes, file: str) -> None:
    reasons: dict[str, set[str]] = {}
    for test, reason in outcomes[file].items():
        reasons.setdefault(_name(test), set()).add(reason)

    failed = {name: found for name, found in reasons.items() if found != {""}}

    assert failed == {name: {reason} for name, reason in REFUSALS[file].items()}


def test_every_file_of_these_resources_is_run(suite: Suite) -> None:
    assert files_of(suite, RESOURCES) == REFUSALS.keys()


def _name(test: str) -> str:
    """The name of the test function, which stands once for synchronous clients and once for others."""
    return test.partition("::")[2].partition("[")[0]
