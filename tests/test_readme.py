"""The README tells the truth: its code runs, its tables match, its commands are those that are checked."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from rystic_asgi import Simulator
from rystic_asgi.engine.verdicts import SAYS
from rystic_asgi.integrations.server import served
from rystic_asgi.script.document import read_document
from rystic_asgi.script.stream_fault import FAULT_KINDS
from rystic_asgi.script.text import parse_text
from rystic_asgi.validation.rules import RULES
from tests.fault_table import ROWS
from tests.needs import program

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", blocks("python"))
def test_python_blocks_run(tmp_path: Path, code: str) -> None:
    file = tmp_path / "test_block.py"
    file.write_text(code, encoding="utf-8")
    run = ["-m", "pytest", "-q", "-p", "no:cacheprovider"] if "def test_" in code else []
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}

    result = subprocess.run([sys.executable, *run, str(file)], capture_output=True, text=True, env=environment)

    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("text", blocks("yaml"))
def test_yaml_blocks_are_boot_documents(text: str) -> None:
    assert read_document(parse_text(text, "yaml")).replies


def test_the_steps_with_curl_play() -> None:
    curl = program("curl")
    (steps,) = (block for block in blocks("sh") if "curl" in block)

    with served(Simulator()) as url:
        result = subprocess.run(
            ["bash", "-euc", steps], env={"URL": url, "PATH": curl.rpartition("/")[0]},
            capture_output=True, text=True, check=True,
        )  # fmt: skip

    posted, answered = (json.loads(line) for line in result.stdout.replace("}{", "}\n{").splitlines())
    assert len(posted["left"]) == 2
    assert answered["content"][0]["input"] == {"zone": "Europe/Paris"}


def test_the_test_command_is_the_one_that_is_checked() -> None:
    commands = [block.strip() for block in blocks("sh") if ".venv" in block]

    assert len(commands) == 2
    assert commands[1] in (ROOT / ".ci" / "run").read_text().splitlines()


def test_the_table_of_rules_is_complete() -> None:
    rows = [f"| `{rule.name}` | {'on' if rule.on else 'off'} | {rule.says} | {rule.source} |" for rule in RULES]

    assert "\n".join(rows) in README


def test_the_table_of_fault_kinds_is_complete() -> None:
    rows = [
        f"| `{kind.name}` | {_listed(kind.at) or 'the whole'} | {_listed(kind.members)} | {kind.says} |"
        for kind in FAULT_KINDS
    ]

    assert "\n".join(rows) in README


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def test_the_table_of_faults_is_the_one_that_is_tested() -> None:
    assert "\n".join(map(str, ROWS)) in README


def test_the_table_of_verdicts_is_complete() -> None:
    assert "\n".join(f"| `{name}` | {says} |" for name, says in SAYS.items()) in README


def test_links_within_lead_to_a_heading() -> None:
    headings = re.findall(r"^##+ (.*)$", README, flags=re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}

    assert set(re.findall(r"\]\(#([^)]*)\)", README)) <= anchors


def test_every_section_says_something() -> None:
    sections = re.split(r"^## .*\n", README, flags=re.MULTILINE)[1:]

    assert [section for section in sections if not re.search(r"[a-z]", section)] == ["\nMIT\n"]


def test_the_example_command_runs_a_file_that_exists() -> None:
    command = next(block for block in blocks("sh") if "rystic-asgi run" in block)

    assert (ROOT / command.split()[-1]).is_file()
