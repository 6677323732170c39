"""A boot document from a file."""

import os
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from rystic_asgi.script.document import read_document
from rystic_asgi.script.fault import ScriptError, shown
from rystic_asgi.script.text import parse_text


def load_boot(path: str | PathLike[str]) -> dict[str, Any]:
    """The document in a file; its suffix (.json, .yaml, .yml, .toml) says how to read it.

    Raises ScriptError that names the file where it is missing, unreadable or no document that can be played.
    """
    file = Path(path)
    try:
        document = parse_text(file.read_text(encoding="utf-8-sig"), file.suffix.lstrip(".").lower())
        read_document(document)
    except ScriptError as error:
        raise ScriptError(str(file), str(error).removeprefix("rystic: ")) from error
    except OSError as error:
        raise ScriptError(str(file), f"cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ScriptError(str(file), f"cannot be read: {error}") from error
    return dict(document)


def boot_document(boot: object) -> dict[str, Any]:
    """The document that ``boot`` is, or names. Raises ScriptError."""
    if boot is None:
        return {}
    if isinstance(boot, Mapping):
        return dict(boot)
    if isinstance(boot, str | PathLike):
        return load_boot(boot)
    raise ScriptError("boot", f"the path of a file or an object expected, found {shown(boot)}")


def environment_settings() -> dict[str, Any]:
    """What ``RYSTIC_BOOT`` and ``RYSTIC_SCENARIO`` say, as a simulator's arguments; None where unset or empty."""
    return {"boot": os.environ.get("RYSTIC_BOOT") or None, "scenario": os.environ.get("RYSTIC_SCENARIO") or None}
