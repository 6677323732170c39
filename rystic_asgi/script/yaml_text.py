"""YAML as JSON's types alone: a date, ``on`` or ``0o17`` stays the text that was written."""

import re
from typing import Any, Final

import yaml

from rystic_asgi.script.fault import ScriptError

_CORE: Final = (
    ("null", re.compile(r"^(?:~|null|Null|NULL|)\Z"), ["~", "n", "N", ""]),
    ("bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)\Z"), list("tTfF")),
    ("int", re.compile(r"^-?(?:0|[1-9][0-9]*)\Z"), list("-0123456789")),
    ("float", re.compile(r"^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?\Z"), list("-0123456789")),
)
"""Scalars that are no text. Source: https://yaml.org/spec/1.2.2/#103-core-schema, numbers as JSON writes them."""


class _Loader(yaml.SafeLoader):
    """Reads mappings and lists, and of scalars only the core ones; refuses aliases and a key that stands twice."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.events.AliasEvent):
            line = self.get_mark().line + 1
            raise ScriptError("", f"not read: an alias in line {line}; write its value out")
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, str):
                raise ScriptError("", f"a key is a string, found {key!r} in line {key_node.start_mark.line + 1}")
            if key in seen:
                raise ScriptError(key, f"the key stands twice, see line {key_node.start_mark.line + 1}")
            seen.add(key)
        return super().construct_mapping(node, deep=deep)


_Loader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in _CORE:
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", _pattern, _first)


def parse_yaml(text: str) -> Any:
    """The JSON value of a YAML document. Raises ScriptError that names the line."""
    try:
        return yaml.load(text, _Loader)
    except yaml.YAMLError as error:
        raise ScriptError("", f"not YAML: {' '.join(str(error).split())}") from error
    except RecursionError as error:
        raise ScriptError("", "not YAML: nested too deeply") from error
