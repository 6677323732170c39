"""A schema, or a part of one, with what its references are relative to."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rystic_asgi.engine.synthesis.budget import NoInputError
from rystic_asgi.engine.synthesis.negation import OWN_PREFIX
from rystic_asgi.validation.schema_shapes import draft_of, keywords_of, own_fault


@dataclass(frozen=True, eq=False)
class Place:
    """A schema with the ``referencing`` resolver that stands at it, and its draft (4, 6, 7, 2019 or 2020)."""

    schema: Any
    resolver: Any
    draft: int

    def inside(self, subschema: Any) -> "Place":
        """The place of a subschema that stands in this schema."""
        if not isinstance(subschema, dict):
            return Place(subschema, self.resolver, self.draft)
        from rystic_asgi.validation.schema_references import resolver_inside

        draft = draft_of(subschema, self.draft)
        resource = _specification(draft).create_resource(subschema)
        return Place(subschema, resolver_inside(self.resolver, resource), draft)

    def referred(self, reference: str) -> "Place":
        """The place that a ``$ref`` or ``$dynamicRef`` leads to; raises SchemaUnusableError when it leads nowhere."""
        from rystic_asgi.validation.schema_references import referred

        return self._at(referred(self.resolver, reference))

    def recursively_referred(self) -> "Place":
        """The place that draft 2019-09's ``$recursiveRef`` leads to."""
        from rystic_asgi.validation.schema_references import recursively_referred

        return self._at(recursively_referred(self.resolver))

    def _at(self, resolved: Any) -> "Place":
        return Place(resolved.contents, resolved.resolver, draft_of(resolved.contents, self.draft))

    @cached_property
    def keywords(self) -> dict[str, Any]:
        """The schema's keywords, those that count: next to a ``$ref`` none does before draft 2019-09.

        Raises NoInputError for what is not a schema, which only a reference can lead to.
        """
        if isinstance(self.schema, bool):
            return {} if self.schema else {"not": {}}
        fault = own_fault(self.schema, self.draft)
        if fault:
            raise NoInputError("", f"a reference leads to something that isn't a schema ({fault.message})")
        if self.draft <= 7 and "$ref" in self.schema:
            return {"$ref": self.schema["$ref"]}
        known = keywords_of(self.draft)
        return {name: value for name, value in self.schema.items() if name in known or name.startswith(OWN_PREFIX)}


def _specification(draft: int) -> Any:
    from rystic_asgi.validation.schema_dialects import DIALECTS

    return DIALECTS[draft].specification
