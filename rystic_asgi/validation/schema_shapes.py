"""The shape that each schema keyword's value must have, draft by draft.

Source: the metaschemas of drafts 04, 06, 07, 2019-09 and 2020-12, and what they describe.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from rystic_asgi.validation.schema_faults import SchemaFault, shown

DRAFT_2020_12: Final = 2020
_DRAFTS_BY_URI: Final[dict[str, int]] = {
    "json-schema.org/draft-04/schema": 4,
    "json-schema.org/draft-06/schema": 6,
    "json-schema.org/draft-07/schema": 7,
    "json-schema.org/draft/2019-09/schema": 2019,
    "json-schema.org/draft/2020-12/schema": DRAFT_2020_12,
}
"""By what ``$schema`` says after http:// or https://, which authors mix up."""
TYPE_NAMES: Final = ("array", "boolean", "integer", "null", "number", "object", "string")

Path = tuple[str | int, ...]
Complaint = str | None
"""A complaint says what the value must be; the value itself is named by who asks."""
Subschemas = Iterator[tuple[Path, Any]]


class Keyword(NamedTuple):
    """What one keyword's value must be and which subschemas it holds, in the drafts since..until."""

    name: str
    check: Callable[[Any], Complaint]
    subschemas: Callable[[Any], Subschemas]
    since: int = 4
    until: int = DRAFT_2020_12


def draft_of(schema: object, otherwise: int = DRAFT_2020_12) -> int:
    """The draft that a schema's ``$schema`` names: 4, 6, 7, 2019 or 2020, or otherwise when it names none."""
    uri = schema.get("$schema") if isinstance(schema, dict) else None
    if not isinstance(uri, str):
        return otherwise
    name = uri.removeprefix("http://").removeprefix("https://").removesuffix("#")
    return _DRAFTS_BY_URI.get(name, otherwise)


def inner_schemas(schema: Any, draft: int) -> Subschemas:
    """The schemas directly inside a schema without a fault of its own, in reading order, with their paths."""
    keywords = _KEYWORDS_BY_DRAFT[draft]
    for name, value in schema.items() if isinstance(schema, dict) else ():
        if name in keywords:
            yield from (((name, *path), each) for path, each in keywords[name].subschemas(value))


def own_fault(schema: Any, draft: int) -> SchemaFault | None:
    """The first fault of a schema's own keywords, without those of its subschemas."""
    complaint = _schema_complaint(schema, draft)
    if complaint:
        return SchemaFault("", _complaint_text(complaint, schema))
    keywords = _KEYWORDS_BY_DRAFT[draft]
    for name, value in schema.items() if isinstance(schema, dict) else ():
        complaint = keywords[name].check(value) if name in keywords else None
        if complaint:
            return SchemaFault(name, _complaint_text(complaint, value))
    return None


def _schema_complaint(value: object, draft: int) -> Complaint:
    """What a value that stands for a schema must be, when it is not one."""
    if isinstance(value, dict) or (isinstance(value, bool) and draft > 4):
        return None
    return "an object" if draft == 4 else "an object or a boolean"


def _complaint_text(complaint: str, value: object) -> str:
    return f"It must be {complaint}, not {shown(value)}"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value


def _is_whole(value: Any) -> bool:
    return _is_number(value) and (isinstance(value, int) or value.is_integer())


def _anything(value: object) -> Complaint:
    return None


def _string(value: object) -> Complaint:
    return None if isinstance(value, str) else "a string"


def _boolean(value: object) -> Complaint:
    return None if isinstance(value, bool) else "a boolean"


def _number(value: object) -> Complaint:
    return None if _is_number(value) else "a number"


def _positive(value: Any) -> Complaint:
    return None if _is_number(value) and value > 0 else "a number above 0"


def _count(value: Any) -> Complaint:
    return None if _is_whole(value) and value >= 0 else "a whole number of at least 0"


def _array(value: object) -> Complaint:
    return None if isinstance(value, list) else "an array"


def _filled_array(value: object) -> Complaint:
    return None if isinstance(value, list) and value else "an array of at least one element"


def _object(value: object) -> Complaint:
    return None if isinstance(value, dict) else "an object"


def _names(value: Any) -> Complaint:
    is_names = isinstance(value, list) and all(isinstance(each, str) for each in value)
    return None if is_names and len(set(value)) == len(value) else "an array of different strings"


def _filled_names(value: Any) -> Complaint:
    return _filled_array(value) or _names(value)


def _names_by_name(value: object) -> Complaint:
    is_fine = isinstance(value, dict) and not any(map(_names, value.values()))
    return None if is_fine else "an object of arrays of different strings"


def _booleans_by_name(value: object) -> Complaint:
    is_fine = isinstance(value, dict) and all(isinstance(each, bool) for each in value.values())
    return None if is_fine else "an object of booleans"


def _type(value: Any) -> Complaint:
    if isinstance(value, str):
        return None if value in TYPE_NAMES else f"one of {', '.join(TYPE_NAMES)}"
    is_fine = not _filled_names(value) and all(each in TYPE_NAMES for each in value)
    return None if is_fine else f"one of {', '.join(TYPE_NAMES)}, or an array of different ones"


def _identifier(value: object) -> Complaint:
    return None if isinstance(value, str) and re.fullmatch("[^#]*#?", value) else "a URI without a fragment"


def _anchor(value: object) -> Complaint:
    is_fine = isinstance(value, str) and re.fullmatch(r"[A-Za-z_][-A-Za-z0-9._]*", value)
    return None if is_fine else "a name of letters, digits, '-', '.' and '_'"


def _old_anchor(value: object) -> Complaint:
    is_fine = isinstance(value, str) and re.fullmatch(r"[A-Za-z][-A-Za-z0-9.:_]*", value)
    return None if is_fine else "a name of letters, digits, '-', '.', ':' and '_'"


def _no_schemas(value: object) -> Subschemas:
    return iter(())


def _one_schema(value: object) -> Subschemas:
    yield (), value


def _schema_unless_boolean(value: object) -> Subschemas:
    return _no_schemas(value) if isinstance(value, bool) else _one_schema(value)


def _each_schema(value: list[Any]) -> Subschemas:
    yield from (((index,), each) for index, each in enumerate(value))


def _each_named_schema(value: dict[str, Any]) -> Subschemas:
    yield from (((name,), each) for name, each in value.items())


def _schema_or_each(value: Any) -> Subschemas:
    return _each_schema(value) if isinstance(value, list) else _one_schema(value)


def _schema_or_filled_array(value: object) -> Complaint:
    return _filled_array(value) if isinstance(value, list) else None


def _dependencies(value: object) -> Complaint:
    is_fine = isinstance(value, dict) and not any(_names(each) for each in value.values() if isinstance(each, list))
    return None if is_fine else "an object of schemas and arrays of different strings"


def _each_dependent_schema(value: dict[str, Any]) -> Subschemas:
    yield from (((name,), each) for name, each in value.items() if not isinstance(each, list))


_KEYWORDS: Final[tuple[Keyword, ...]] = (
    # https://json-schema.org/draft/2020-12/json-schema-core#section-8
    Keyword("$schema", _string, _no_schemas),
    Keyword("id", _string, _no_schemas, until=4),
    Keyword("$id", _string, _no_schemas, since=6, until=7),
    Keyword("$id", _identifier, _no_schemas, since=2019),
    Keyword("$ref", _string, _no_schemas, since=6),
    Keyword("$anchor", _old_anchor, _no_schemas, since=2019, until=2019),
    Keyword("$anchor", _anchor, _no_schemas, since=2020),
    Keyword("$dynamicRef", _string, _no_schemas, since=2020),
    Keyword("$dynamicAnchor", _anchor, _no_schemas, since=2020),
    Keyword("$recursiveRef", _string, _no_schemas, since=2019),
    Keyword("$recursiveAnchor", _boolean, _no_schemas, since=2019, until=2019),
    Keyword("$recursiveAnchor", _anchor, _no_schemas, since=2020),
    Keyword("$vocabulary", _booleans_by_name, _no_schemas, since=2019),
    Keyword("$comment", _string, _no_schemas, since=7),
    Keyword("$defs", _object, _each_named_schema, since=2019),
    Keyword("definitions", _object, _each_named_schema),
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1
    Keyword("type", _type, _no_schemas),
    Keyword("const", _anything, _no_schemas, since=6),
    Keyword("default", _anything, _no_schemas),
    Keyword("enum", _filled_array, _no_schemas, until=4),
    Keyword("enum", _array, _no_schemas, since=6),
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2
    Keyword("multipleOf", _positive, _no_schemas),
    Keyword("maximum", _number, _no_schemas),
    Keyword("minimum", _number, _no_schemas),
    Keyword("exclusiveMaximum", _boolean, _no_schemas, until=4),
    Keyword("exclusiveMinimum", _boolean, _no_schemas, until=4),
    Keyword("exclusiveMaximum", _number, _no_schemas, since=6),
    Keyword("exclusiveMinimum", _number, _no_schemas, since=6),
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3
    Keyword("maxLength", _count, _no_schemas),
    Keyword("minLength", _count, _no_schemas),
    Keyword("pattern", _string, _no_schemas),
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-7
    Keyword("format", _string, _no_schemas),
    # https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1
    Keyword("items", _schema_or_filled_array, _schema_or_each, until=2019),
    Keyword("items", _anything, _one_schema, since=2020),
    Keyword("prefixItems", _filled_array, _each_schema, since=2020),
    Keyword("additionalItems", _anything, _schema_unless_boolean, until=2019),
    # https://json-schema.org/draft/2020-12/json-schema-core#section-11.2
    Keyword("unevaluatedItems", _anything, _one_schema, since=2019),
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4
    Keyword("maxItems", _count, _no_schemas),
    Keyword("minItems", _count, _no_schemas),
    Keyword("uniqueItems", _boolean, _no_schemas),
    # https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.3 and https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4.4
    Keyword("contains", _anything, _one_schema, since=6),
    Keyword("maxContains", _count, _no_schemas, since=2019),
    Keyword("minContains", _count, _no_schemas, since=2019),
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5
    Keyword("maxProperties", _count, _no_schemas),
    Keyword("minProperties", _count, _no_schemas),
    Keyword("required", _filled_names, _no_schemas, until=4),
    Keyword("required", _names, _no_schemas, since=6),
    # https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2
    Keyword("properties", _object, _each_named_schema),
    Keyword("patternProperties", _object, _each_named_schema),
    Keyword("additionalProperties", _anything, _schema_unless_boolean),
    # https://json-schema.org/draft/2020-12/json-schema-core#section-11.3
    Keyword("unevaluatedProperties", _anything, _one_schema, since=2019),
    # https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.4
    Keyword("propertyNames", _anything, _one_schema, since=6),
    # https://json-schema.org/draft-07/json-schema-validation#rfc.section.6.5.7, and what it became later
    Keyword("dependencies", _dependencies, _each_dependent_schema),
    Keyword("dependentRequired", _names_by_name, _no_schemas, since=2019),
    Keyword("dependentSchemas", _object, _each_named_schema, since=2019),
    # https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2
    Keyword("if", _anything, _one_schema, since=7),
    Keyword("then", _anything, _one_schema, since=7),
    Keyword("else", _anything, _one_schema, since=7),
    # https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1
    Keyword("allOf", _filled_array, _each_schema),
    Keyword("anyOf", _filled_array, _each_schema),
    Keyword("oneOf", _filled_array, _each_schema),
    Keyword("not", _anything, _one_schema),
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-8
    Keyword("contentMediaType", _string, _no_schemas, since=7),
    Keyword("contentEncoding", _string, _no_schemas, since=7),
    Keyword("contentSchema", _anything, _one_schema, since=2019),
    # https://json-schema.org/draft/2020-12/json-schema-validation#section-9
    Keyword("title", _string, _no_schemas),
    Keyword("description", _string, _no_schemas),
    Keyword("deprecated", _boolean, _no_schemas, since=2019),
    Keyword("readOnly", _boolean, _no_schemas, since=7),
    Keyword("writeOnly", _boolean, _no_schemas, since=2019),
    Keyword("examples", _array, _no_schemas, since=6),
)
_KEYWORDS_BY_DRAFT: Final[dict[int, dict[str, Keyword]]] = {
    draft: {each.name: each for each in _KEYWORDS if each.since <= draft <= each.until}
    for draft in _DRAFTS_BY_URI.values()
}


def keywords_of(draft: int) -> dict[str, Keyword]:
    """A draft's keywords by name."""
    return _KEYWORDS_BY_DRAFT[draft]
