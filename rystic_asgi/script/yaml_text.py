"""YAML as JSON's types alone: a date, ``on`` or ``0o17`` stays the text that was written."""

import re
from collections.abc import Callable
from math import isfinite
from typing import Any, Final, NamedTuple

import yaml

from rystic_asgi.script.fault import MAX_DEPTH, ScriptError


class Scalar(NamedTuple):
    """A plain scalar that is no text: how it is written, and what it stands for."""

    name: str
    pattern: re.Pattern[str]
    first: str
    value: Callable[[str], Any]


_SCALARS: Final = (
    Scalar("null", re.compile(r"^(?:~|null|Null|NULL|)\Z"), "~nN", lambda text: None),
    Scalar("bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)\Z"), "tTfF", lambda text: text[0] in "tT"),
    Scalar("int", re.compile(r"^-?(?:0|[1-9][0-9]*)\Z"), "-0123456789", int),
    Scalar(
        "float",
        re.compile(r"^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?\Z"),
        "-0123456789",
        float,
    ),
)
"""Source: https://yaml.org/spec/1.2.2/#103-core-schema, with numbers as JSON writes them."""

_TAG: Final = "tag:yaml.org,2002:"
_BY_TAG: Final = {_TAG + scalar.name: scalar for scalar in _SCALARS}


class _Loader(yaml.SafeLoader):
    """Resolves the scalars above and no others."""


_Loader.yaml_implicit_resolvers = {}
for _scalar in _SCALARS:
    _Loader.add_implicit_resolver(_TAG + _scalar.name, _scalar.pattern, [*_scalar.first, ""])


def parse_yaml(text: str) -> Any:
    """The JSON value of a YAML document. Raises ScriptError that names the line."""
    try:
        _refuse_what_is_not_json(text)
        node = yaml.compose(text, _Loader)
        return None if node is None else _value(node)
    except yaml.YAMLError as error:
        raise ScriptError("", f"not YAML: {' '.join(str(error).split())}") from error


def _refuse_what_is_not_json(text: str) -> None:
    depth = 0
    for event in yaml.parse(text, _Loader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise _fault(event, f"a value nested deeper than {MAX_DEPTH}", "make it flatter")
        if isinstance(event, yaml.AliasEvent):
            raise _fault(event, "an alias", "write its value out")
        tag = getattr(event, "tag", None)
        if tag not in (None, "!", _TAG + "str"):
            raise _fault(event, f"the tag {tag}", "leave it out")


def _value(node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return _object(node)
    if isinstance(node, yaml.SequenceNode):
        return [_value(item) for item in node.value]
    scalar = _BY_TAG.get(node.tag)
    if scalar is None:
        return node.value
    try:
        value = scalar.value(node.value)
    except ValueError as error:
        raise _fault(node, "a number", "with fewer digits") from error
    if isinstance(value, float) and not isfinite(value):
        raise _fault(node, f"the number {node.value}", "JSON has no number without end")
    return value


def _object(node: yaml.MappingNode) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for key_node, member in node.value:
        key = _value(key_node)
        if not isinstance(key, str):
            raise _fault(key_node, f"the key {key!r}", "write it as a string, in quotes")
        if key in value:
            raise ScriptError(key, f"the key stands twice, see line {key_node.start_mark.line + 1}")
        value[key] = _value(member)
    return value


def _fault(found: Any, what: str, mend: str) -> ScriptError:
    return ScriptError("", f"not read: {what} in line {found.start_mark.line + 1}; {mend}")
