"""What of a schema cannot be compiled for strict tools and output formats, in the API's words.

Sources: https://platform.claude.com/docs/en/build-with-claude/structured-outputs for what is supported, and answers of
the API that public code and issues quote, 2026.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from rystic_asgi.validation.schema_cycles import nested_schemas, place_of, reference_fault
from rystic_asgi.validation.schema_faults import SchemaFault
from rystic_asgi.validation.schema_soundness import schema_fault

MAX_STRICT_TOOLS: Final = 20
MAX_OPTIONAL: Final = 24
MAX_UNIONS: Final = 16

_NUMBER: Final = ("exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf")
_UNSUPPORTED: Final[dict[str, tuple[str, ...]]] = {
    "array": ("contains", "maxContains", "maxItems", "minContains", "uniqueItems"),
    "integer": _NUMBER,
    "number": _NUMBER,
    "object": ("maxProperties", "minProperties", "patternProperties", "propertyNames"),
    "string": ("maxLength", "minLength"),
}
"""Keywords by the type that they constrain."""
_FORMATS: Final = ("date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid")
_JSON_TYPES: Final[dict[type, tuple[str, ...]]] = {
    str: ("string",),
    bool: ("boolean",),
    int: ("integer", "number"),
    float: ("number",),
    type(None): ("null",),
}
"""The types that an element of ``enum`` may have been declared with. Arrays and objects may not stand there."""


class StrictCost(NamedTuple):
    """What a schema adds to the limits of a request: parameters that are optional, and those of several types."""

    optional: int
    unions: int


def strict_fault(schema: Any) -> SchemaFault | None:
    """The first thing about a schema that cannot be compiled, or None. Takes time linear in the schema."""
    fault = schema_fault(schema)
    if fault is not None:
        place = f" (at {fault.path})" if fault.path else ""
        return SchemaFault(fault.path, f"Invalid schema: {fault.message}{place}")
    schemas = nested_schemas(schema)
    faults = ((nested, message) for nested in schemas for check in _CHECKS for message in check(nested.schema))
    for nested, message in faults:
        return SchemaFault(place_of(schemas, nested), message)
    return reference_fault(schemas)


def strict_cost(schema: Any) -> StrictCost:
    """The cost of a schema without a fault; what is referred to counts once."""
    optional = unions = 0
    for nested in nested_schemas(schema):
        properties = nested.schema.get("properties", {})
        optional += len(properties.keys() - set(nested.schema.get("required", ())))
        unions += sum(map(_is_union, properties.values()))
    return StrictCost(optional, unions)


def limit_faults(strict_tools: int, costs: Iterable[StrictCost]) -> Iterator[str]:
    """The limits that a request's strict tools and output format are over, taken together."""
    if strict_tools > MAX_STRICT_TOOLS:
        yield f"Too many strict tools ({strict_tools}). The maximum number of strict tools supported is 20."
    optional = unions = 0
    for cost in costs:
        optional, unions = optional + cost.optional, unions + cost.unions
    if optional > MAX_OPTIONAL:
        yield (
            f"Schemas contains too many optional parameters ({optional}), which would make grammar compilation "
            f"inefficient. Reduce the number of optional parameters in your tool schemas (limit: {MAX_OPTIONAL})."
        )
    if unions > MAX_UNIONS:
        yield (
            f"Schemas contains too many parameters with union types ({unions} parameters with type arrays or anyOf). "
            "This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters "
            f"(limit: {MAX_UNIONS} parameters with unions)."
        )


def _is_union(schema: Any) -> bool:
    return isinstance(schema, dict) and ("anyOf" in schema or isinstance(schema.get("type"), list))


def _types(schema: dict[str, Any]) -> tuple[str, ...]:
    declared = schema.get("type", ())
    return (declared,) if isinstance(declared, str) else tuple(declared)


def _unions(schema: dict[str, Any]) -> Iterator[str]:
    if "oneOf" in schema:
        yield "Schema type 'oneOf' is not supported"
    if any(isinstance(each, dict) and "$ref" in each for each in schema.get("allOf", ())):
        yield "'allOf' with '$ref' is not supported"


def _keywords(schema: dict[str, Any]) -> Iterator[str]:
    for kind in _types(schema):
        given = [name for name in _UNSUPPORTED.get(kind, ()) if name in schema]
        if len(given) == 1:
            yield f"For '{kind}' type, property '{given[0]}' is not supported"
        elif given:
            yield f"For '{kind}' type, properties {', '.join(given)} are not supported"


def _objects(schema: dict[str, Any]) -> Iterator[str]:
    types = _types(schema)
    if "object" not in types and (types or "properties" not in schema):
        return
    if "additionalProperties" not in schema:
        yield "For 'object' type, additionalProperties must be explicitly set to false"
    elif schema["additionalProperties"] is not False:
        found = "true" if schema["additionalProperties"] is True else "object"
        yield (
            f"For 'object' type, 'additionalProperties: {found}' is not supported. "
            "Please set 'additionalProperties' to false"
        )


def _arrays(schema: dict[str, Any]) -> Iterator[str]:
    if "array" in _types(schema) and schema.get("minItems", 0) not in (0, 1):
        yield "For 'array' type, 'minItems' values other than 0 or 1 are not supported"


def _enums(schema: dict[str, Any]) -> Iterator[str]:
    declared = schema.get("type")
    for value in schema.get("enum", ()):
        types = _JSON_TYPES.get(type(value), ())
        if not types:
            yield "Enum values must be strings, numbers, booleans or null"
        elif declared is not None and declared not in types:
            yield f"Invalid schema: Enum value '{value}' does not match declared type '{declared}'"


def _formats(schema: dict[str, Any]) -> Iterator[str]:
    if "string" in _types(schema) and schema.get("format", "uri") not in _FORMATS:
        yield f"For 'string' type, format '{schema['format']}' is not supported"


_CHECKS: Final[tuple[Callable[[dict[str, Any]], Iterator[str]], ...]] = (
    *(_unions, _keywords, _objects, _arrays, _enums, _formats),
)
