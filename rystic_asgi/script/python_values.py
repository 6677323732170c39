"""Values given in Python as the JSON that they stand for."""

import json
from typing import Any

import msgspec

from rystic_asgi.script.fault import ScriptError


def as_json(value: Any) -> Any:
    """``value`` with nothing in it but JSON's types, copied. Raises ScriptError where JSON cannot hold it."""
    try:
        return msgspec.json.decode(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise ScriptError("", f"JSON cannot hold this script: {error}") from error
