"""Whether a tool's input schema is a JSON Schema, and whether an input meets it.

``jsonschema`` is imported when the first value is judged; checking a schema does not need it.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from rystic_asgi.validation.schema_faults import (
    LONGEST_MESSAGE,
    TOO_DEEP,
    CheckEffort,
    SchemaFault,
    SchemaUnusableError,
    as_unusable,
    cut,
    dotted,
)
from rystic_asgi.validation.schema_shapes import DRAFT_2020_12
from rystic_asgi.validation.schema_soundness import SoundSchema, schema_fault, sound_schemas

__all__ = ["CheckedSchema", "SchemaFault", "SchemaUnusableError", "checked_schema", "input_fault", "schema_fault"]

MAX_CHECK_STEPS: Final = 200_000
CACHED_SCHEMAS: Final = 256
MAX_CACHED_CHARACTERS: Final = 8 * 1024
"""A longer schema is prepared anew for each check, so that what is kept of schemas has a bound."""


def input_fault(schema: Any, value: Any) -> SchemaFault | None:
    """The first thing about the value that the schema refuses, or None.

    The path leads to the place in the value; of an ``anyOf`` or ``oneOf`` the branch that gets furthest is told.
    ``format`` is not asserted and nothing is fetched. Raises SchemaUnusableError when the schema has a fault, a
    reference that does not resolve, an unreadable pattern, endless recursion or needs too many steps.
    """
    checked = checked_schema(schema)
    return checked.fault(value, checked.effort(MAX_CHECK_STEPS))


@dataclass(frozen=True)
class CheckedSchema:
    """A schema without faults, with the resolver at its root."""

    schema: Any
    resolver: Any
    sound: frozenset[SoundSchema]

    def effort(self, steps: int) -> CheckEffort:
        """The effort for one check of so many steps."""
        return CheckEffort(steps, sound=self.sound)

    def fault(self, value: Any, effort: CheckEffort) -> SchemaFault | None:
        """What ``input_fault`` does, spending the effort."""
        return self.fault_at(self.schema, self.resolver, DRAFT_2020_12, value, effort)

    def fault_at(
        self, subschema: Any, resolver: Any, draft: int, value: Any, effort: CheckEffort
    ) -> SchemaFault | None:
        """The fault of a value under a subschema that the resolver stands at."""
        from rystic_asgi.validation.schema_dialects import validator_of

        try:
            error = next(validator_of(subschema, resolver, draft, effort).iter_errors(value), None)
            return _told(error) if error else None
        except BaseException as cause:
            unusable = as_unusable(cause)
            if unusable is None:
                raise
            raise unusable from None


def checked_schema(schema: Any) -> CheckedSchema:
    """The schema ready for checks; the latest CACHED_SCHEMAS that are not too long are kept, by their JSON text.

    Raises SchemaUnusableError when it has a fault, or is not JSON.
    """
    try:
        text = json.dumps(schema)
    except RecursionError:
        raise SchemaUnusableError("", TOO_DEEP) from None
    except (TypeError, ValueError) as cause:
        raise SchemaUnusableError("", f"it isn't JSON ({cut(str(cause), LONGEST_MESSAGE)})") from None
    return _checked_text(text) if len(text) > MAX_CACHED_CHARACTERS else _checked_once(text)


def _checked_text(text: str) -> CheckedSchema:
    from rystic_asgi.validation.schema_dialects import resolver_of

    schema = json.loads(text)
    sound = sound_schemas(schema)
    return CheckedSchema(schema, resolver_of(schema), sound)


_checked_once: Final = lru_cache(maxsize=CACHED_SCHEMAS)(_checked_text)


def _told(error: Any) -> SchemaFault:
    """Go from an error into the branch of its ``anyOf`` or ``oneOf`` that was most likely meant, and gets furthest."""
    while error.context:
        branches = [branch for branch in _branches(error) if branch[0].path or branch[0].validator != "type"]
        if not branches:
            break
        error = max(branches, key=lambda branch: (_is_meant(branch), len(branch[0].path)))[0]
    return SchemaFault(dotted(error.absolute_path), cut(error.message, LONGEST_MESSAGE))


def _is_meant(branch: list[Any]) -> bool:
    """Whether what marks a branch, a const or an enum, is not what fails in it."""
    return all(error.validator not in ("const", "enum") for error in branch)


def _branches(error: Any) -> list[list[Any]]:
    """The errors of each branch, in the branches' order; a branch that is ``false`` has nothing to tell."""
    branches: dict[int, list[Any]] = {}
    for each in error.context:
        if each.schema_path:
            branches.setdefault(each.schema_path[0], []).append(each)
    return list(branches.values())
