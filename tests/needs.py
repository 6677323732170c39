"""What a test needs beside Python: skipped where it is missing, failed where nothing may be skipped."""

import os
import shutil

import pytest


def program(name: str) -> str:
    """The path of a program; without it the test is skipped, or failed when RYSTIC_NO_SKIP is 1."""
    path = shutil.which(name)
    if path is None:
        give_up = pytest.fail if os.environ.get("RYSTIC_NO_SKIP") == "1" else pytest.skip
        give_up(f"{name} is not installed")
    return path
