"""The official SDK's own tests: fetched, given what they import, and run against a base URL."""

import ast
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.metadata import distributions, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from xml.etree import ElementTree

PACKAGE: Final = "anthropic"
"""Its source distribution holds the tests, and its ``pyproject.toml`` says in which versions they want their tools."""
TOOLS: Final = frozenset({"http-snapshot", "inline-snapshot", "pytest-asyncio", "respx"})
"""What ``tests/conftest.py`` and the tests of the API import, and this package's own tests do not."""
CLIENT: Final = "aiohttp"
"""The extra for the client that every asynchronous test is run with once more."""
FOLDER: Final = Path("tests", "api_resources")
OPTIONS: Final = "-p tests._alias_httpx -p no:cacheprovider --tb=line --show-capture=no"
"""In place of the suite's own, which spread the tests over many processes."""
OTHER_SETTINGS: Final = ("COV", "PYTEST", "PYTHONPATH")
"""Variables that begin so are for the tests which start these."""
COMPLETED: Final = (0, 1)
"""What pytest returns when all tests were run: all passed, or some failed."""

Outcomes = dict[str, dict[str, str]]
"""By file and test what came of it: nothing for one that passed, else why it failed."""


class Suite(NamedTuple):
    """The project that holds the tests, and an interpreter that has all they import."""

    project: Path
    interpreter: Path


def get_suite() -> Suite:
    """The tests of the installed version of the SDK; made once, and kept in the user's cache. Needs the network."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "rystic-asgi")
    cache.mkdir(parents=True, exist_ok=True)
    kept = cache / f"sdk-suite-{_installed()}"
    if not kept.exists():
        with TemporaryDirectory(dir=cache, ignore_cleanup_errors=True) as folder:
            _make(Path(folder))
            with suppress(OSError):  # another run was faster
                Path(folder).rename(kept)
    return Suite(kept / "suite", _interpreter(kept / "environment"))


def files_of(suite: Suite, resources: Iterable[str]) -> set[str]:
    """The files of tests of these resources, of their beta twins and of what is below them."""
    folder = suite.project / FOLDER
    patterns = [f"{twin}{name}" for each in resources for twin in ("", "beta/") for name in _patterns(each)]
    return {file.relative_to(folder).as_posix() for pattern in patterns for file in folder.glob(pattern)}


def run_suite(suite: Suite, files: Iterable[str], base_url: str, report: Path) -> Outcomes:
    """What comes of the tests of ``files`` against ``base_url``, but for those that the suite skips by itself."""
    paths = [str(FOLDER / file) for file in files]
    command = [str(suite.interpreter), "-m", "pytest", *paths, "-o", f"addopts={OPTIONS}", f"--junit-xml={report}"]
    variables = {name: value for name, value in os.environ.items() if not name.startswith(OTHER_SETTINGS)}
    environment = {**variables, "TEST_API_BASE_URL": base_url}
    result = subprocess.run(command, cwd=suite.project, env=environment, stdout=subprocess.PIPE, text=True)
    assert result.returncode in COMPLETED, result.stdout
    return _read(report)


def _patterns(resource: str) -> tuple[str, str]:
    return f"test_{resource}.py", f"{resource}/**/test_*.py"


def _make(folder: Path) -> None:
    source = folder / "source"
    _pip("download", "--no-deps", "--no-binary", PACKAGE, "--dest", str(source), f"{PACKAGE}=={version(PACKAGE)}")
    with tarfile.open(next(source.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    project = next(folder.glob(f"{PACKAGE}-*")).rename(folder / "suite")
    _make_environment(folder / "environment", _requirements(project))


def _make_environment(folder: Path, requirements: Iterable[str]) -> None:
    """An environment on top of the running one: the SDK is the one installed, its test tools stay out of ours."""
    venv.create(folder)
    below = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    packages = next(folder.glob("lib/*/site-packages"))
    (packages / "below.pth").write_text("\n".join(sorted(below)))
    _pip("--python", str(_interpreter(folder)), "install", *requirements)


def _interpreter(environment: Path) -> Path:
    return environment / "bin" / "python"


def _requirements(project: Path) -> Iterator[str]:
    settings = tomllib.loads((project / "pyproject.toml").read_text())
    for requirement in settings["dependency-groups"]["dev"]:
        if re.split(r"[^\w-]", requirement)[0] in TOOLS:
            yield requirement
    yield from settings["project"]["optional-dependencies"][CLIENT]


def _installed() -> str:
    """A name for all that is installed here, and where: the environment on top goes with it."""
    names = sorted(f"{each.name} {each.version}" for each in distributions())
    return hashlib.sha256("\n".join([sys.prefix, sys.version, *names]).encode()).hexdigest()[:16]


def _pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *arguments], check=True)


def _read(report: Path) -> Outcomes:
    outcomes: Outcomes = {}
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("skipped") is None:
            *modules, name = case.attrib["classname"].split(".")
            file = Path(*modules).relative_to(FOLDER).with_suffix(".py").as_posix()
            outcomes.setdefault(file, {})[f"{name}::{case.attrib['name']}"] = _reason(case)
    return outcomes


def _reason(case: ElementTree.Element) -> str:
    """The message of the API's error where there is one."""
    faults = [fault.attrib["message"] for fault in case if fault.tag in ("failure", "error")]
    answer = re.search(r"Error code: \d+ - (\{.*\})$", "\n".join(faults), re.DOTALL)
    return str(ast.literal_eval(answer[1])["error"]["message"]) if answer else "\n".join(faults)
