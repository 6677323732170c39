"""The schemas inside a schema, and where the references in them lead: to no definition, or back to their own."""

from collections.abc import Collection, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from rystic_asgi.validation.schema_faults import SchemaFault, dotted
from rystic_asgi.validation.schema_shapes import DRAFT_2020_12, Path, draft_of, inner_schemas

_RECURSIVE: Final = "Self-referencing or mutually-referencing definitions are not supported."


class NestedSchema(NamedTuple):
    """An object that is a schema, the number of the one that it stands in (the root has none), and its path there."""

    schema: dict[str, Any]
    outer: int | None
    path: Path


def nested_schemas(schema: Any) -> list[NestedSchema]:
    """A schema without a fault and those inside it, outer ones before inner ones; ``true`` and ``false`` apart."""
    found: list[NestedSchema] = []
    pending: list[tuple[Any, int, int | None, Path]] = [(schema, DRAFT_2020_12, None, ())]
    while pending:
        each, draft_around, outer, path = pending.pop()
        if isinstance(each, dict):
            draft = draft_of(each, draft_around)
            number = len(found)
            found.append(NestedSchema(each, outer, path))
            pending.extend(reversed([(inner, draft, number, step) for step, inner in inner_schemas(each, draft)]))
    return found


def place_of(schemas: Sequence[NestedSchema], nested: NestedSchema) -> str:
    """The dotted path from the root to one of the schemas; empty at the root."""
    path = nested.path
    while nested.outer is not None:
        nested = schemas[nested.outer]
        path = nested.path + path
    return dotted(path)


class _Definition(NamedTuple):
    """What a reference leads to, with the name that it goes by."""

    name: str
    schema: Any


def reference_fault(schemas: Sequence[NestedSchema]) -> SchemaFault | None:
    """The first fault of the references in a schema and all inside it, the root first."""
    definitions = _definitions(schemas)
    for nested in schemas:
        reference = _reference(nested)
        if reference and not reference.startswith("#"):
            return SchemaFault(place_of(schemas, nested), f"External '$ref' is not supported: '{reference}'")
        if reference in definitions and definitions[reference] is None:
            message = f"Invalid schema: Reference to non-existent definition: {reference}"
            return SchemaFault(place_of(schemas, nested), message)
    around = circle(schemas)
    message = f"Circular reference detected in schema definitions: {around}. {_RECURSIVE}"
    return SchemaFault("", message) if around else None


def circle(schemas: Sequence[NestedSchema]) -> str:
    """The definitions that lead back to the first of them, by name; empty where none does."""
    definitions = {reference: each for reference, each in _definitions(schemas).items() if each is not None}
    names = {id(each.schema): each.name for each in definitions.values()}
    graph: dict[int, list[int]] = {}
    for start, end in _steps(schemas, definitions, names):
        graph.setdefault(start, []).append(end)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return " -> ".join(names[each] for each in reversed(error.args[1]))
    return ""


def _definitions(schemas: Sequence[NestedSchema]) -> dict[str, _Definition | None]:
    """What each reference by place leads to; None where there is nothing."""
    references = dict.fromkeys(map(_reference, schemas))
    local = (reference for reference in references if reference == "#" or reference.startswith("#/"))
    return {reference: _definition(schemas[0].schema, reference) for reference in local}


def _reference(nested: NestedSchema) -> str:
    reference = nested.schema.get("$ref")
    return reference if isinstance(reference, str) else ""


def _definition(root: Any, reference: str) -> _Definition | None:
    """Source: https://datatracker.ietf.org/doc/html/rfc6901#section-6."""
    name, place = "#", root
    for part in reference.split("/")[1:]:
        name = unquote(part).replace("~1", "/").replace("~0", "~")
        if isinstance(place, dict) and name in place:
            place = place[name]
        elif isinstance(place, list) and name in map(str, range(len(place))):
            place = place[int(name)]
        else:
            return None
    return _Definition(name, place)


def _steps(
    schemas: Sequence[NestedSchema], definitions: dict[str, _Definition], places: Collection[int]
) -> Iterator[tuple[int, int]]:
    """From each definition to those that stand in it, and to those that a reference in it leads to."""
    owners: list[int | None] = []
    for nested in schemas:
        around = None if nested.outer is None else owners[nested.outer]
        here = id(nested.schema) if id(nested.schema) in places else around
        owners.append(here)
        if around is not None and here is not None and here != around:
            yield around, here
        target = definitions.get(_reference(nested))
        if here is not None and target is not None:
            yield here, id(target.schema)
