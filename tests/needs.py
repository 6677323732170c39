"""What a test needs beside Python: skipped where it is missing, failed where nothing may be skipped."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


def program(name: str) -> str:
    """The path of a program; without it the test is skipped, or failed when RYSTIC_NO_SKIP is 1."""
    path = shutil.which(name)
    if path is None:
        give_up = pytest.fail if _may_not_skip() else pytest.skip
        give_up(f"{name} is not installed")
    return path


@contextmanager
def downloads() -> Iterator[None]:
    """Downloads below it may fail: the test is then skipped, or failed when RYSTIC_NO_SKIP is 1."""
    try:
        yield
    except (subprocess.CalledProcessError, OSError):
        if _may_not_skip():
            raise
        pytest.skip("it can't be downloaded here")


def _may_not_skip() -> bool:
    return os.environ.get("RYSTIC_NO_SKIP") == "1"
