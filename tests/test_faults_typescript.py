"""Each fault of a stream, met by the official TypeScript SDK under Node, over a socket."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from rystic_asgi import Simulator
from rystic_asgi.integrations.server import served
from tests.fault_loops import ASKED
from tests.fault_table import ROWS, Row, Seen, broken, name_of
from tests.needs import program

TESTS = Path(__file__).parent
EXAMPLES = TESTS.parent / "examples"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What the SDK makes of each row of the table."""
    node, npm, directory = program("node"), program("npm"), tmp_path_factory.mktemp("typescript")
    for file in (EXAMPLES / ".npmrc", EXAMPLES / "package.json", TESTS / "faults.mjs"):
        shutil.copy(file, directory)
    install = [npm, "install", "--omit=dev", "--no-audit", "--no-fund"]
    subprocess.run(install, cwd=directory, check=True, capture_output=True, timeout=300)
    with served(Simulator()) as url:
        ran = subprocess.run(
            [node, "faults.mjs", url], cwd=directory, capture_output=True, text=True, timeout=120,
            input=json.dumps({"request": ASKED, "scripts": [[broken(row)] for row in ROWS]}),
        )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    seen: list[dict[str, Any]] = json.loads(ran.stdout)
    return seen


@pytest.mark.parametrize(("number", "row"), list(enumerate(ROWS)), ids=map(name_of, ROWS))
def test_what_the_sdk_makes_of_it(found: list[dict[str, Any]], number: int, row: Row) -> None:
    seen = found[number]
    message = None if seen["message"] is None else tuple(seen["message"])

    assert Seen(seen["events"], message, seen["raised"]) == row.typescript
