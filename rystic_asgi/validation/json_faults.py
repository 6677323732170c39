"""Why a body is not JSON, and where: the API's reason with line, column and character.

Sources: https://github.com/anthropics/claude-code/issues/6508 and https://github.com/promptfoo/promptfoo/issues/4489;
for a number without bounds, the messages of the parser family whose reasons these are,
https://github.com/ibireme/yyjson.
"""

import json
import re
import sys
from itertools import chain
from math import isfinite
from typing import Any, Final

_REASONS: Final = {"Invalid control character at": "unexpected control character in string"}
_UNEXPECTED: Final = "unexpected character"
_NO_LOW: Final = "no low surrogate in string"
_TOO_LARGE: Final = "number is infinity when parsed as double"

_TOKENS: Final = re.compile(
    r'(?:[^"0-9NI-]|"[^"\\]*"|-?[0-9]{1,99}(?![0-9.eE+-]))++'
    r'|(?P<odd>"(?:[^"\\]|\\.)*"|NaN|-?Infinity|-?[0-9][0-9.eE+-]*)',
    re.DOTALL,
)
"""What is plain is passed over in one go, so that a body of a megabyte takes no second."""
_ESCAPES: Final = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(?P<lone>\\u[dD][89a-fA-F]..)|\\.", re.DOTALL)


def json_fault(body: bytes) -> str:
    """The reason and the place of the first fault in a body that the decoder refused."""
    try:
        text = body.decode()
        json.loads(text, parse_int=len)
    except json.JSONDecodeError as fault:
        return f"{_REASONS.get(fault.msg, _UNEXPECTED)}: {_place(fault.doc, fault.pos)}"
    except UnicodeDecodeError as fault:
        before = body[: fault.start].decode()
        return f"invalid UTF-8: {_place(before, len(before))}"
    except RecursionError:
        return "nested too deeply: line 1 column 1 (char 0)"
    odd = (token for token in _TOKENS.finditer(text) if token["odd"])
    faults = chain.from_iterable(map(_strict_faults, odd))
    reason, position = next(faults, (_UNEXPECTED, 0))
    return f"{reason}: {_place(text, position)}"


def first_of_equal_keys(body: bytes) -> Any:
    """The body with the first of equal keys where a decoder keeps the last."""
    return json.loads(body, object_pairs_hook=lambda pairs: dict(reversed(pairs)))


def _strict_faults(token: re.Match[str]) -> list[tuple[str, int]]:
    """What Python's own parser takes and JSON does not hold: half a surrogate pair, NaN, a number without end."""
    if token[0][0] == '"':
        lone = (escape for escape in _ESCAPES.finditer(token[0]) if escape["lone"])
        return [(_NO_LOW, token.start() + escape.start()) for escape in lone]
    if token[0][-1].isalpha():
        return [(_UNEXPECTED, token.start())]
    return [(_TOO_LARGE, token.start())] if _is_too_large(token[0]) else []


def _is_too_large(number: str) -> bool:
    """Whether the decoder refuses a number: one beyond a double, or a whole one of more digits than Python reads."""
    digits, most = number.lstrip("-"), sys.get_int_max_str_digits()
    return 0 < most < len(digits) if digits.isdigit() else not isfinite(float(number))


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    return f"line {line} column {column} (char {position})"
