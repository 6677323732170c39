"""A schema, or a part of one, with what its references are relative to."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rystic_asgi.engine.synthesis.budget import NoInputError
from rystic_asgi.validation.schema_faults import shown
from rystic_asgi.validation.schema_shapes import draft_of, own_fault


@dataclass(frozen=True, eq=False)
class Place:
    """A schema with the `referencing` resolver that stands at it, and its draft (4, 6, 7, 2019 or 2020)."""

    schema: Any
    resolver: Any
    draft: int

    def inside(self, subschema: Any) -> "Place":
        """Return the place of a subschema that stands in this schema."""
        if not isinstance(subschema, dict):
            return Place(subschema, self.resolver, self.draft)
        draft = draft_of(subschema, self.draft)
        resource = _specification(draft).create_resource(subschema)
        return Place(subschema, self.resolver.in_subresource(resource), draft)

    def referred(self, reference: str) -> "Place":
        """Return the place that a $ref or $dynamicRef leads to; raises NoInputError when it leads nowhere."""
        try:
            return self._at(self.resolver.lookup(reference))
        # Beside its own errors the look-up raises whatever a malformed URI or document makes it stumble over.
        except Exception:
            raise NoInputError(
                "", f"the reference {shown(reference)} doesn't lead to a schema; nothing is fetched"
            ) from None

    def recursively_referred(self) -> "Place":
        """Return the place that draft 2019-09's $recursiveRef leads to."""
        from referencing.jsonschema import lookup_recursive_ref

        return self._at(lookup_recursive_ref(self.resolver))

    def _at(self, resolved: Any) -> "Place":
        return Place(resolved.contents, resolved.resolver, draft_of(resolved.contents, self.draft))

    @cached_property
    def keywords(self) -> dict[str, Any]:
        """The schema's keywords, those that count: next to a $ref none does before draft 2019-09.

        Raises NoInputError for what isn't a schema, which only a reference can lead to.
        """
        if isinstance(self.schema, bool):
            return {} if self.schema else {"not": {}}
        fault = own_fault(self.schema, self.draft)
        if fault:
            raise NoInputError("", f"a reference leads to something that isn't a schema ({fault.message})")
        if self.draft <= 7 and "$ref" in self.schema:
            return {"$ref": self.schema["$ref"]}
        keywords: dict[str, Any] = self.schema
        return keywords


def _specification(draft: int) -> Any:
    from rystic_asgi.validation.schema_dialects import DIALECTS

    return DIALECTS[draft].specification
