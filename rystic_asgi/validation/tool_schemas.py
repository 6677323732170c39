"""Whether a tool's input schema is a JSON Schema, and whether an input meets it.

`jsonschema` is imported when the first value is judged; checking a schema doesn't need it.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from rystic_asgi.validation.patterns.pattern import PatternLimitError, PatternSyntaxError
from rystic_asgi.validation.schema_faults import (
    LONGEST_MESSAGE,
    TOO_DEEP,
    CheckEffort,
    SchemaFault,
    SchemaUnusableError,
    cut,
    dotted,
    is_stack_exhausted,
    shown,
)
from rystic_asgi.validation.schema_shapes import (
    DRAFT_2020_12,
    Keyword,
    Path,
    draft_of,
    keywords_of,
    own_fault,
)

__all__ = ["CheckedSchema", "SchemaFault", "SchemaUnusableError", "checked_schema", "input_fault", "schema_fault"]

MAX_NESTED_SCHEMAS: Final = 100
# How much of the path to a schema that is nested too deeply is told.
SHOWN_DEPTH: Final = 8
MAX_CHECK_STEPS: Final = 200_000
CACHED_SCHEMAS: Final = 256


def schema_fault(schema: Any) -> SchemaFault | None:
    """Return the first fault, in reading order, by the metaschema of the draft that `$schema` names, or None.

    Without a `$schema` of draft 04 to 2020-12 it is draft 2020-12. Subschemas nested in each other more than
    MAX_NESTED_SCHEMAS deep are a fault. References aren't followed and patterns aren't read.
    """
    pending: list[tuple[Path, int, Any, int]] = [((), 0, schema, DRAFT_2020_12)]
    while pending:
        path, depth, subschema, draft = pending.pop()
        if depth > MAX_NESTED_SCHEMAS:
            reason = f"Schemas are nested in each other more than {MAX_NESTED_SCHEMAS} deep"
            return SchemaFault(dotted(path[:SHOWN_DEPTH]), reason)
        draft = draft_of(subschema, draft)
        fault = own_fault(subschema, draft)
        if fault:
            return SchemaFault(dotted((*path, fault.path) if fault.path else path), fault.message)
        if isinstance(subschema, dict):
            inside = list(_subschemas(subschema, keywords_of(draft)))
            pending.extend((path + inner, depth + 1, each, draft) for inner, each in reversed(inside))
    return None


def input_fault(schema: Any, value: Any) -> SchemaFault | None:
    """Return the first thing about the value that the schema refuses, or None.

    The path leads to the place in the value; of an `anyOf` or `oneOf` the branch that gets furthest is told.
    `format` isn't asserted and nothing is fetched. Raises SchemaUnusableError when the schema has a fault, a
    reference that doesn't resolve, an unreadable pattern, endless recursion or needs too many steps.
    """
    return checked_schema(schema).fault(value, CheckEffort(MAX_CHECK_STEPS))


@dataclass(frozen=True)
class CheckedSchema:
    """A schema without faults, with the resolver at its root."""

    schema: Any
    resolver: Any

    def fault(self, value: Any, effort: CheckEffort) -> SchemaFault | None:
        """Return what `input_fault` does, spending the effort."""
        return self.fault_at(self.schema, self.resolver, value, effort)

    def fault_at(self, subschema: Any, resolver: Any, value: Any, effort: CheckEffort) -> SchemaFault | None:
        """Return the fault of a value under a subschema that the resolver stands at."""
        from rystic_asgi.validation.schema_dialects import validator_of

        try:
            error = next(validator_of(subschema, resolver, effort).iter_errors(value), None)
            return _told(error) if error else None
        except Exception as cause:
            raise _unusable(cause) from None
        except BaseException as cause:
            if not is_stack_exhausted(cause):
                raise
            raise SchemaUnusableError("", TOO_DEEP) from None


def checked_schema(schema: Any) -> CheckedSchema:
    """Return the schema ready for checks; the latest CACHED_SCHEMAS are kept, by their JSON text.

    Raises SchemaUnusableError when it has a fault, or isn't JSON.
    """
    try:
        text = json.dumps(schema)
    except (RecursionError, TypeError, ValueError) as cause:
        raise _unusable(cause) from None
    return _checked_text(text)


@lru_cache(maxsize=CACHED_SCHEMAS)
def _checked_text(text: str) -> CheckedSchema:
    from rystic_asgi.validation.schema_dialects import resolver_of

    schema = json.loads(text)
    fault = schema_fault(schema)
    if fault:
        raise SchemaUnusableError(fault.path, fault.message)
    return CheckedSchema(schema, resolver_of(schema))


def _subschemas(schema: dict[str, Any], keywords: dict[str, Keyword]) -> Iterator[tuple[Path, Any]]:
    for name, value in schema.items():
        if name in keywords:
            for inner, subschema in keywords[name].subschemas(value):
                yield (name, *inner), subschema


def _told(error: Any) -> SchemaFault:
    """Go from an error into the branch of its `anyOf` or `oneOf` that was most likely meant, and gets furthest."""
    while error.context:
        branches = [branch for branch in _branches(error) if branch[0].path or branch[0].validator != "type"]
        if not branches:
            break
        error = max(branches, key=lambda branch: (_is_meant(branch), len(branch[0].path)))[0]
    return SchemaFault(dotted(error.absolute_path), cut(error.message, LONGEST_MESSAGE))


def _is_meant(branch: list[Any]) -> bool:
    """Whether what marks a branch, a const or an enum, isn't what fails in it."""
    return all(error.validator not in ("const", "enum") for error in branch)


def _branches(error: Any) -> list[list[Any]]:
    """The errors of each branch, in the branches' order; a branch that is `false` has nothing to tell."""
    branches: dict[int, list[Any]] = {}
    for each in error.context:
        if each.schema_path:
            branches.setdefault(each.schema_path[0], []).append(each)
    return list(branches.values())


def _unusable(cause: Exception) -> SchemaUnusableError:
    """What a check stumbled over, as the one error that callers have to know."""
    from referencing.exceptions import Unresolvable

    if isinstance(cause, SchemaUnusableError):
        return cause
    if isinstance(cause, PatternSyntaxError | PatternLimitError):
        return SchemaUnusableError("", str(cause).removesuffix("."))
    if isinstance(cause, RecursionError):
        return SchemaUnusableError("", TOO_DEEP)
    if isinstance(cause, Unresolvable):
        reference = shown(f"#{cause.ref}" if cause.ref.startswith("/") else cause.ref)
        return SchemaUnusableError("", f"the reference {reference} doesn't lead to a schema; nothing is fetched")
    return SchemaUnusableError("", f"{type(cause).__name__}: {cut(str(cause), LONGEST_MESSAGE)}")
