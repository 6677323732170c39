"""What each keyword that stands for itself adds to flat constraints."""

from collections.abc import Callable
from typing import Any, Final

from rystic_asgi.engine.synthesis.budget import NoInputError
from rystic_asgi.engine.synthesis.flats import (
    KINDS_BY_TYPE,
    Bound,
    Containment,
    ExtraMember,
    Flat,
    ItemRule,
    MemberRule,
    smaller,
)
from rystic_asgi.engine.synthesis.negation import (
    EXTRA_MEMBER,
    FIRST_ITEMS,
    REFUSED_VALUES,
    REPEATED_ITEMS,
    UNWANTED_PATTERN,
)
from rystic_asgi.engine.synthesis.places import Place
from rystic_asgi.validation.patterns.pattern import Pattern, PatternLimitError, PatternSyntaxError, compile_pattern
from rystic_asgi.validation.schema_equality import as_fraction, equality_key


def narrow_items(flat: Flat, keywords: dict[str, Any], place: Place) -> None:
    """Add what a schema\'s keywords together say of an array\'s items."""
    items = keywords.get("items")
    if FIRST_ITEMS in keywords:
        prefix, rest = keywords[FIRST_ITEMS], None
    elif place.draft >= 2020:
        prefix, rest = keywords.get("prefixItems", []), items
    elif isinstance(items, list):
        prefix, rest = items, keywords.get("additionalItems")
    else:
        prefix, rest = [], items
    unevaluated = keywords.get("unevaluatedItems")
    flat.exact = flat.exact and unevaluated is None
    flat.item_rules += (ItemRule(place, tuple(prefix), rest, unevaluated),)
    flat.mentioned |= {"array"}


def narrow_members(flat: Flat, keywords: dict[str, Any], place: Place) -> None:
    """Add what a schema\'s keywords together say of an object\'s members."""
    patterned = tuple((_pattern(source), each) for source, each in keywords.get("patternProperties", {}).items())
    unevaluated = keywords.get("unevaluatedProperties")
    flat.exact = flat.exact and unevaluated is None
    named, additional = keywords.get("properties", {}), keywords.get("additionalProperties")
    flat.member_rules += (MemberRule(place, named, patterned, additional, unevaluated),)
    flat.mentioned |= {"object"}


def _narrow_type(flat: Flat, value: Any, place: Place) -> None:
    names = [value] if isinstance(value, str) else value
    flat.kinds &= frozenset(kind for name in names for kind in KINDS_BY_TYPE[name])


def _narrow_const(flat: Flat, value: Any, place: Place) -> None:
    _narrow_enum(flat, [value], place)


def _narrow_enum(flat: Flat, values: list[Any], place: Place) -> None:
    if flat.allowed is not None:
        keys = {equality_key(value) for value in values}
        values = [value for value in flat.allowed if equality_key(value) in keys]
    flat.allowed = tuple(values)


def _narrow_default(flat: Flat, value: Any, place: Place) -> None:
    flat.preferred = (value, *flat.preferred)


def _narrow_examples(flat: Flat, values: Any, place: Place) -> None:
    flat.preferred += tuple(values)


def _narrow_minimum(flat: Flat, value: Any, place: Place) -> None:
    excluded = place.draft == 4 and place.keywords.get("exclusiveMinimum") is True
    flat.at_least(Bound(as_fraction(value), excluded))
    flat.mentioned |= {"integer", "fraction"}


def _narrow_maximum(flat: Flat, value: Any, place: Place) -> None:
    excluded = place.draft == 4 and place.keywords.get("exclusiveMaximum") is True
    flat.at_most(Bound(as_fraction(value), excluded))
    flat.mentioned |= {"integer", "fraction"}


def _narrow_exclusive_minimum(flat: Flat, value: Any, place: Place) -> None:
    if not isinstance(value, bool):
        flat.at_least(Bound(as_fraction(value), True))
        flat.mentioned |= {"integer", "fraction"}


def _narrow_exclusive_maximum(flat: Flat, value: Any, place: Place) -> None:
    if not isinstance(value, bool):
        flat.at_most(Bound(as_fraction(value), True))
        flat.mentioned |= {"integer", "fraction"}


def _narrow_divisor(flat: Flat, value: Any, place: Place) -> None:
    flat.divide_by(as_fraction(value))
    flat.mentioned |= {"integer", "fraction"}


def _narrow_shortest(flat: Flat, value: Any, place: Place) -> None:
    flat.shortest = max(flat.shortest, int(value))
    flat.mentioned |= {"string"}


def _narrow_longest(flat: Flat, value: Any, place: Place) -> None:
    flat.longest = smaller(flat.longest, int(value))
    flat.mentioned |= {"string"}


def _narrow_pattern(flat: Flat, value: Any, place: Place) -> None:
    flat.patterns += (_pattern(value),)
    flat.mentioned |= {"string"}


def _narrow_unwanted_pattern(flat: Flat, value: Any, place: Place) -> None:
    flat.unwanted_patterns += (_pattern(value),)


def _narrow_format(flat: Flat, value: Any, place: Place) -> None:
    flat.formats += (value,)
    flat.mentioned |= {"string"}


def _narrow_fewest_items(flat: Flat, value: Any, place: Place) -> None:
    flat.fewest_items = max(flat.fewest_items, int(value))
    flat.mentioned |= {"array"}


def _narrow_most_items(flat: Flat, value: Any, place: Place) -> None:
    flat.most_items = smaller(flat.most_items, int(value))
    flat.mentioned |= {"array"}


def _narrow_unique(flat: Flat, value: Any, place: Place) -> None:
    flat.unique = flat.unique or value
    flat.mentioned |= {"array"}


def _narrow_repeated(flat: Flat, value: Any, place: Place) -> None:
    flat.repeated = True


def _narrow_contains(flat: Flat, value: Any, place: Place) -> None:
    fewest, most = place.keywords.get("minContains", 1), place.keywords.get("maxContains")
    containment = Containment(place.inside(value), int(fewest), None if most is None else int(most))
    flat.containments += (containment,)
    flat.exact = flat.exact and most is None
    flat.mentioned |= {"array"}


def _narrow_required(flat: Flat, value: Any, place: Place) -> None:
    flat.required = tuple(dict.fromkeys((*flat.required, *value)))
    flat.mentioned |= {"object"}


def _narrow_fewest_members(flat: Flat, value: Any, place: Place) -> None:
    flat.fewest_members = max(flat.fewest_members, int(value))
    flat.mentioned |= {"object"}


def _narrow_most_members(flat: Flat, value: Any, place: Place) -> None:
    flat.most_members = smaller(flat.most_members, int(value))
    flat.mentioned |= {"object"}


def _narrow_property_names(flat: Flat, value: Any, place: Place) -> None:
    flat.name_places += (place.inside(value),)
    flat.exact = False
    flat.mentioned |= {"object"}


def _narrow_extra_member(flat: Flat, value: Any, place: Place) -> None:
    source, schema = value
    pattern = None if source is None else _pattern(source)
    flat.extra_members += (ExtraMember(pattern, place.inside(schema)),)


def narrow_dependent_required(flat: Flat, value: Any, place: Place) -> None:
    """Add which names each name needs beside it."""
    flat.dependencies += tuple((name, tuple(needed)) for name, needed in value.items())
    flat.mentioned |= {"object"}


def _narrow_refused_values(flat: Flat, values: Any, place: Place) -> None:
    flat.refused += tuple(values)


def _pattern(source: str) -> Pattern:
    try:
        return compile_pattern(source)
    except (PatternSyntaxError, PatternLimitError) as fault:
        raise NoInputError("", str(fault).removesuffix(".")) from None


NARROWINGS: Final[dict[str, Callable[[Flat, Any, Place], None]]] = {
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1
    "type": _narrow_type,
    "const": _narrow_const,
    "enum": _narrow_enum,
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-9
    "default": _narrow_default,
    "examples": _narrow_examples,
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2
    "minimum": _narrow_minimum,
    "maximum": _narrow_maximum,
    "exclusiveMinimum": _narrow_exclusive_minimum,
    "exclusiveMaximum": _narrow_exclusive_maximum,
    "multipleOf": _narrow_divisor,
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3
    "minLength": _narrow_shortest,
    "maxLength": _narrow_longest,
    "pattern": _narrow_pattern,
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-7
    "format": _narrow_format,
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4
    "minItems": _narrow_fewest_items,
    "maxItems": _narrow_most_items,
    "uniqueItems": _narrow_unique,
    "contains": _narrow_contains,
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5
    "required": _narrow_required,
    "minProperties": _narrow_fewest_members,
    "maxProperties": _narrow_most_members,
    "propertyNames": _narrow_property_names,
    "dependentRequired": narrow_dependent_required,
    UNWANTED_PATTERN: _narrow_unwanted_pattern,
    REPEATED_ITEMS: _narrow_repeated,
    EXTRA_MEMBER: _narrow_extra_member,
    REFUSED_VALUES: _narrow_refused_values,
}
