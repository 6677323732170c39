"""Schemas that together allow what another schema refuses.

Each is a way to refuse one keyword. Beside JSON Schema's keywords they use a few of our own, whose names
start with a character that no keyword has.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, Final

from rystic_asgi.validation.schema_shapes import TYPE_NAMES

OWN_PREFIX: Final = "\0"
REFUSED_VALUES: Final = "\0refusedValues"
UNWANTED_PATTERN: Final = "\0unwantedPattern"
REPEATED_ITEMS: Final = "\0repeatedItems"
FIRST_ITEMS: Final = "\0firstItems"
"""``prefixItems`` under a name that all drafts share."""
EXTRA_MEMBER: Final = "\0extraMember"
REFUSED_REFERENCE: Final = "\0refusedReference"

Schema = dict[str, Any]
_Refusal = Callable[[Any, Schema], Iterator[Schema]]


def _type(value: Any, keywords: Schema) -> Iterator[Schema]:
    names = [value] if isinstance(value, str) else value
    others = [each for each in TYPE_NAMES if each not in names]
    if "number" in names:
        others = [each for each in others if each != "integer"]
    # An integer is a number, too: what is left of numbers is what the check at the end lets through.
    yield {"type": others} if others else {"not": {}}


def _const(value: Any, keywords: Schema) -> Iterator[Schema]:
    yield {REFUSED_VALUES: [value]}


def _enum(value: list[Any], keywords: Schema) -> Iterator[Schema]:
    yield {REFUSED_VALUES: value}


def _minimum(value: float, keywords: Schema) -> Iterator[Schema]:
    yield {"type": "number", "exclusiveMaximum": value}


def _maximum(value: float, keywords: Schema) -> Iterator[Schema]:
    yield {"type": "number", "exclusiveMinimum": value}


def _exclusive_minimum(value: float, keywords: Schema) -> Iterator[Schema]:
    yield {"type": "number", "maximum": value}


def _exclusive_maximum(value: float, keywords: Schema) -> Iterator[Schema]:
    yield {"type": "number", "minimum": value}


def _multiple_of(value: float, keywords: Schema) -> Iterator[Schema]:
    yield {"type": "number"}


def _at_least(kind: str, opposite: str) -> _Refusal:
    def refused(value: float, keywords: Schema) -> Iterator[Schema]:
        if value >= 1:
            yield {"type": kind, opposite: int(value) - 1}

    return refused


def _at_most(kind: str, opposite: str) -> _Refusal:
    def refused(value: float, keywords: Schema) -> Iterator[Schema]:
        yield {"type": kind, opposite: int(value) + 1}

    return refused


def _pattern(value: str, keywords: Schema) -> Iterator[Schema]:
    yield {"type": "string", UNWANTED_PATTERN: value}


def _required(value: list[str], keywords: Schema) -> Iterator[Schema]:
    for name in value:
        yield {"type": "object", "properties": {name: False}}


def _properties(value: Schema, keywords: Schema) -> Iterator[Schema]:
    for name, schema in value.items():
        yield {"type": "object", "required": [name], "properties": {name: {"not": schema}}}


def _other_members(value: Any, keywords: Schema) -> Iterator[Schema]:
    yield {"type": "object", EXTRA_MEMBER: (None, {"not": value})}


def _property_names(value: Any, keywords: Schema) -> Iterator[Schema]:
    yield {"type": "object", "minProperties": 1, "propertyNames": {"not": value}}


def _items(value: Any, keywords: Schema) -> Iterator[Schema]:
    if isinstance(value, list):
        yield from _prefix_items(value, keywords)
        return
    prefix = [True] * len(keywords.get("prefixItems", ()))
    yield {"type": "array", "minItems": len(prefix) + 1, FIRST_ITEMS: [*prefix, {"not": value}]}


def _prefix_items(value: list[Any], keywords: Schema) -> Iterator[Schema]:
    for index, schema in enumerate(value):
        yield {"type": "array", "minItems": index + 1, FIRST_ITEMS: [*[True] * index, {"not": schema}]}


def _other_items(value: Any, keywords: Schema) -> Iterator[Schema]:
    known = len(keywords.get("prefixItems", ()))
    yield {"type": "array", "minItems": known + 1, "contains": {"not": value}}


def _contains(value: Any, keywords: Schema) -> Iterator[Schema]:
    yield {"type": "array", "items": {"not": value}}


def _unique_items(value: bool, keywords: Schema) -> Iterator[Schema]:
    if value:
        yield {"type": "array", "minItems": 2, REPEATED_ITEMS: True}


def _dependent_required(value: dict[str, list[str]], keywords: Schema) -> Iterator[Schema]:
    for name, needed in value.items():
        for each in needed:
            yield {"type": "object", "required": [name], "properties": {each: False}}


def _reference(value: str, keywords: Schema) -> Iterator[Schema]:
    yield {REFUSED_REFERENCE: value}


def _pattern_properties(value: Schema, keywords: Schema) -> Iterator[Schema]:
    for source, schema in value.items():
        yield {"type": "object", EXTRA_MEMBER: (source, {"not": schema})}


def _dependent_schemas(value: Schema, keywords: Schema) -> Iterator[Schema]:
    for name, schema in value.items():
        yield {"type": "object", "required": [name], "not": schema}


def _all_of(value: list[Any], keywords: Schema) -> Iterator[Schema]:
    yield from ({"not": schema} for schema in value)


def _any_of(value: list[Any], keywords: Schema) -> Iterator[Schema]:
    yield {"allOf": [{"not": schema} for schema in value]}


def _one_of(value: list[Any], keywords: Schema) -> Iterator[Schema]:
    yield from _any_of(value, keywords)
    yield from ({"allOf": [first, second]} for first, second in pairwise(value))


def _not(value: Any, keywords: Schema) -> Iterator[Schema]:
    yield {"allOf": [value]}


def _if(value: Any, keywords: Schema) -> Iterator[Schema]:
    yield {"allOf": [value, {"not": keywords.get("then", True)}]}
    yield {"allOf": [{"not": value}, {"not": keywords.get("else", True)}]}


_REFUSALS: Final[dict[str, _Refusal]] = {
    # https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3
    "$ref": _reference,
    "$dynamicRef": _reference,
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1
    "type": _type,
    "const": _const,
    "enum": _enum,
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2
    "minimum": _minimum,
    "maximum": _maximum,
    "exclusiveMinimum": _exclusive_minimum,
    "exclusiveMaximum": _exclusive_maximum,
    "multipleOf": _multiple_of,
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3
    "minLength": _at_least("string", "maxLength"),
    "maxLength": _at_most("string", "minLength"),
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4
    "minItems": _at_least("array", "maxItems"),
    "maxItems": _at_most("array", "minItems"),
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5
    "minProperties": _at_least("object", "maxProperties"),
    "maxProperties": _at_most("object", "minProperties"),
    "pattern": _pattern,
    "required": _required,
    "properties": _properties,
    # https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2
    "additionalProperties": _other_members,
    "unevaluatedProperties": _other_members,
    "patternProperties": _pattern_properties,
    "propertyNames": _property_names,
    # https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1
    "items": _items,
    "prefixItems": _prefix_items,
    "unevaluatedItems": _other_items,
    "contains": _contains,
    "uniqueItems": _unique_items,
    "dependentRequired": _dependent_required,
    # https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2.4
    "dependentSchemas": _dependent_schemas,
    # https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1
    "allOf": _all_of,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    # https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2
    "if": _if,
}


def refusals(keywords: Schema) -> Iterator[Schema]:
    """Schemas, each of which allows only values that a schema with these keywords refuses, or nearly.

    Together they are not always everything it refuses, and what they allow is to be checked.
    """
    for name, value in keywords.items():
        if name in _REFUSALS:
            yield from _REFUSALS[name](value, keywords)
