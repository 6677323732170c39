"""Conditions on a request: what ``when`` may hold, when each holds, and in which words it does not."""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from rystic_asgi.script.asked import Asked
from rystic_asgi.script.fault import ScriptError, check_keys, check_type
from rystic_asgi.validation.headers import SECRET_HEADERS

Conditions = tuple[tuple[str, Any], ...]
"""Names and values of conditions, in the order of the table; equal ones hold for the same requests."""

MAX_SHOWN: Final = 60
"""The longest text that is quoted from a request."""


class ConditionRow(NamedTuple):
    """``read`` turns JSON of a script into a value or raises ScriptError; ``says`` tells what was expected and came."""

    name: str
    read: Callable[[Any, str], Any]
    holds: Callable[[Any, Asked], bool]
    says: Callable[[Any, Asked], str]


def read_conditions(value: Any, place: str) -> Conditions:
    """The conditions of a JSON object. Raises ScriptError."""
    check_type(value, dict, place)
    check_keys(value, tuple(CONDITIONS), place)
    return tuple((name, row.read(value[name], f"{place}.{name}")) for name, row in CONDITIONS.items() if name in value)


def hold(conditions: Conditions, asked: Asked) -> bool:
    """Whether a request meets all of ``conditions``."""
    return all(CONDITIONS[name].holds(value, asked) for name, value in conditions)


def why_not(conditions: Conditions, asked: Asked) -> str:
    """Why a request does not meet ``conditions``: what the first expects that does not hold, and what came."""
    name, value = next(each for each in conditions if not CONDITIONS[each[0]].holds(each[1], asked))
    return f"{name}: {CONDITIONS[name].says(value, asked)}"


def _read_text(value: Any, place: str) -> str:
    check_type(value, str, place)
    if not value:
        raise ScriptError(place, "a text that is not empty expected; every text holds an empty one")
    return str(value)


def _read_model(value: Any, place: str) -> tuple[str, ...]:
    names = value if isinstance(value, list) else [value]
    if not names:
        raise ScriptError(place, "at least one model expected, found an empty list")
    for index, name in enumerate(names):
        check_type(name, str, place if names is not value else f"{place}.{index}")
    return tuple(names)


def _model_says(models: tuple[str, ...], asked: Asked) -> str:
    return f"{_listed(models, 'or')} expected, found {_quoted(asked.model)}"


def _system_says(text: str, asked: Asked) -> str:
    found = _quoted(asked.system) if asked.system else "no system prompt"
    return f"a text with {_quoted(text)} expected, found {found}"


def _read_tools(value: Any, place: str) -> tuple[str, ...]:
    check_type(value, list, place)
    for index, name in enumerate(value):
        check_type(name, str, f"{place}.{index}")
    return tuple(value)


def _tools_hold(names: tuple[str, ...], asked: Asked) -> bool:
    return set(names).issubset(asked.tools) if names else not asked.tools


def _tools_say(names: tuple[str, ...], asked: Asked) -> str:
    missing = [name for name in names if name not in asked.tools]
    return f"{_listed(missing, 'and')} expected, found {_listed(asked.tools, 'and')}"


def _last_user_text_says(text: str, asked: Asked) -> str:
    answers = f" beside {_results(asked)}" if asked.results else ""
    return f"a text with {_quoted(text)} expected, found {_text(asked)}{answers}"


def _read_tool_result(value: Any, place: str) -> bool | str:
    check_type(value, (bool, str), place)
    return value if isinstance(value, bool) else _read_text(value, place)


def _tool_result_holds(wanted: bool | str, asked: Asked) -> bool:
    if isinstance(wanted, bool):
        return wanted == bool(asked.results)
    return any(wanted in result for result in asked.results)


def _tool_result_says(wanted: bool | str, asked: Asked) -> str:
    expected = f"a result of {wanted!r}" if isinstance(wanted, str) else "a result" if wanted else "no result"
    return f"{expected} expected, found {_results(asked) if asked.results else _text(asked)}"


def _read_max_tokens(value: Any, place: str) -> int:
    check_type(value, int, place)
    if value < 0:
        raise ScriptError(place, f"0 or more expected, found {value}")
    return int(value)


def _read_compaction(value: Any, place: str) -> bool:
    check_type(value, bool, place)
    return bool(value)


def _compaction_says(wanted: bool, asked: Asked) -> str:
    return "a request for a summary expected" if wanted else "no request for a summary expected, found one"


def _read_header(value: Any, place: str) -> tuple[tuple[str, str | bool], ...]:
    check_type(value, dict, place)
    read: dict[str, str | bool] = {}
    for name, wanted in value.items():
        if wanted is not True:
            check_type(wanted, str, f"{place}.{name}")
            if name.lower().encode() in SECRET_HEADERS:
                raise ScriptError(f"{place}.{name}", "the value of a secret is not kept; write true for any")
        read[name.lower()] = wanted
    return tuple(sorted(read.items(), key=str))


def _has_header(name: str, wanted: str | bool, asked: Asked) -> bool:
    value = asked.header(name)
    if value is None or wanted is True:
        return value is not None
    return wanted in (value, *map(str.strip, value.split(",")))


def _headers_hold(headers: tuple[tuple[str, str | bool], ...], asked: Asked) -> bool:
    return all(_has_header(name, wanted, asked) for name, wanted in headers)


def _headers_say(headers: tuple[tuple[str, str | bool], ...], asked: Asked) -> str:
    name, wanted = next(header for header in headers if not _has_header(*header, asked))
    value = asked.header(name)
    expected = "any value" if wanted is True else repr(wanted)
    return f"{expected} for {name} expected, found {'none' if value is None else _quoted(value)}"


CONDITIONS: Final[dict[str, ConditionRow]] = {
    row.name: row
    for row in (
        ConditionRow("model", _read_model, lambda models, asked: asked.model in models, _model_says),
        ConditionRow("system", _read_text, lambda text, asked: text in asked.system, _system_says),
        ConditionRow("tools", _read_tools, _tools_hold, _tools_say),
        ConditionRow(
            "last_user_text", _read_text, lambda text, asked: text in asked.last_user_text, _last_user_text_says
        ),
        ConditionRow("tool_result", _read_tool_result, _tool_result_holds, _tool_result_says),
        ConditionRow(
            "max_tokens",
            _read_max_tokens,
            lambda count, asked: asked.max_tokens == count,
            lambda count, asked: f"{count} expected, found {asked.max_tokens}",
        ),
        ConditionRow(
            "compaction", _read_compaction, lambda wanted, asked: asked.is_for_summary is wanted, _compaction_says
        ),
        ConditionRow("header", _read_header, _headers_hold, _headers_say),
    )
}


def _text(asked: Asked) -> str:
    return f"the text {_quoted(asked.last_user_text)}" if asked.last_user_text else "no text"


def _results(asked: Asked) -> str:
    return "the result of " + _joined((f"{name or 'a call'} ({call})" for call, name in asked.results), "and")


def _listed(names: Iterable[str], word: str) -> str:
    return _joined(map(repr, names), word) or "none"


def _joined(parts: Iterable[str], word: str) -> str:
    *most, last = [*parts] or [""]
    text = f"{', '.join(most)} {word} {last}" if most else last
    return text if len(text) <= 4 * MAX_SHOWN else text[: 4 * MAX_SHOWN] + "..."


def _quoted(text: str) -> str:
    return repr(text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "...")
