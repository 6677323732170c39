"""Whether a schema is one, with all the schemas inside it.

Source: the metaschemas of drafts 04 to 2020-12, through the table in ``schema_shapes``.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from rystic_asgi.validation.schema_faults import SchemaFault, SchemaUnusableError, dotted, shown
from rystic_asgi.validation.schema_shapes import DRAFT_2020_12, Path, draft_of, inner_schemas, own_fault

MAX_NESTED_SCHEMAS: Final = 100
"""Subschemas in each other."""
_SHOWN_DEPTH: Final = 8
"""Names of the path that are told of a schema that is nested too deeply."""

SoundSchema = tuple[int, int]
"""The ``id()`` of a schema without faults, and the draft it was read by."""


class _Visit(NamedTuple):
    path: Path
    depth: int
    schema: Any
    draft: int
    draft_around: int


def schema_fault(schema: Any, draft: int = DRAFT_2020_12) -> SchemaFault | None:
    """The first fault, in reading order, by the metaschema of the draft that ``$schema`` names, or None.

    Without a ``$schema`` of draft 04 to 2020-12 it is ``draft``. Subschemas nested in each other more than
    ``MAX_NESTED_SCHEMAS`` deep are a fault. References are not followed and patterns are not read.
    """
    return next(filter(None, map(_visited_fault, _visits(schema, draft))), None)


def sound_schemas(schema: Any, draft: int = DRAFT_2020_12) -> frozenset[SoundSchema]:
    """The schema and all inside it; raises SchemaUnusableError where one has a fault or no readable identifier."""
    sound = set()
    for visit in _visits(schema, draft):
        fault = _visited_fault(visit) or _identifier_fault(visit)
        if fault:
            raise SchemaUnusableError(fault.path, fault.message)
        sound.add((id(visit.schema), visit.draft))
    return frozenset(sound)


def _visits(schema: Any, draft: int) -> Iterator[_Visit]:
    """The schema and those inside it, in reading order; to be left at the first fault."""
    pending = [_Visit((), 0, schema, draft_of(schema, draft), draft)]
    while pending:
        visit = pending.pop()
        yield visit
        inside = list(inner_schemas(visit.schema, visit.draft))
        pending.extend(
            _Visit(visit.path + path, visit.depth + 1, each, draft_of(each, visit.draft), visit.draft)
            for path, each in reversed(inside)
        )


def _visited_fault(visit: _Visit) -> SchemaFault | None:
    if visit.depth > MAX_NESTED_SCHEMAS:
        reason = f"Schemas are nested in each other more than {MAX_NESTED_SCHEMAS} deep"
        return SchemaFault(dotted(visit.path[:_SHOWN_DEPTH]), reason)
    fault = own_fault(visit.schema, visit.draft)
    return fault and SchemaFault(dotted((*visit.path, fault.path) if fault.path else visit.path), fault.message)


def _identifier_fault(visit: _Visit) -> SchemaFault | None:
    """What keeps a schema's identifier from being read, by its own draft or by that of the schema around it."""
    if not isinstance(visit.schema, dict):
        return None
    for name in dict.fromkeys((_identifier(visit.draft), _identifier(visit.draft_around))):
        complaint = _uri_complaint(visit.schema.get(name, ""))
        if complaint:
            return SchemaFault(dotted((*visit.path, name)), complaint)
    return None


def _identifier(draft: int) -> str:
    """Source: https://json-schema.org/draft-06/json-schema-release-notes#backwards-incompatible-changes"""
    return "id" if draft == 4 else "$id"


def _uri_complaint(value: object) -> str | None:
    if not isinstance(value, str):
        return f"It must be a string, not {shown(value)}"
    try:
        urlsplit(value)
    except ValueError as cause:
        return f"It must be a URI: {cause}"
    return None
