"""Why a body is not JSON, and where: the API's reason with line, column and character.

Source: https://github.com/anthropics/claude-code/issues/6508 and https://github.com/promptfoo/promptfoo/issues/4489.
"""

import json
import re
from itertools import chain
from math import isfinite
from typing import Any, Final

_REASONS: Final = {"Invalid control character at": "unexpected control character in string"}
_UNEXPECTED: Final = "unexpected character"
_NO_LOW: Final = "no low surrogate in string"

_TOKENS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|NaN|-?Infinity|-?[0-9][0-9.eE+-]*', re.DOTALL)
_ESCAPES: Final = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(?P<lone>\\u[dD][89a-fA-F]..)|\\.", re.DOTALL)


def json_fault(body: bytes) -> str:
    """The reason and the place of the first fault in a body that the decoder refused."""
    try:
        text = body.decode()
        json.loads(text)
    except json.JSONDecodeError as fault:
        return f"{_REASONS.get(fault.msg, _UNEXPECTED)}: {_place(fault.doc, fault.pos)}"
    except UnicodeDecodeError as fault:
        before = body[: fault.start].decode()
        return f"invalid UTF-8: {_place(before, len(before))}"
    except RecursionError:
        return "nested too deeply: line 1 column 1 (char 0)"
    except ValueError:
        return f"{_UNEXPECTED}: {_place(text, 0)}"
    faults = chain.from_iterable(map(_strict_faults, _TOKENS.finditer(text)))
    reason, position = next(faults, (_UNEXPECTED, 0))
    return f"{reason}: {_place(text, position)}"


def first_of_equal_keys(body: bytes) -> Any:
    """The body with the first of equal keys where a decoder keeps the last."""
    return json.loads(body, object_pairs_hook=lambda pairs: dict(reversed(pairs)))


def _strict_faults(token: re.Match[str]) -> list[tuple[str, int]]:
    """What Python's own parser takes and JSON does not hold: half a surrogate pair, NaN, a number without end."""
    if token[0][0] != '"':
        return [] if isfinite(float(token[0])) else [(_UNEXPECTED, token.start())]
    lone = (escape for escape in _ESCAPES.finditer(token[0]) if escape["lone"])
    return [(_NO_LOW, token.start() + escape.start()) for escape in lone]


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    return f"line {line} column {column} (char {position})"
