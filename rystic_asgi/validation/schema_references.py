"""Where the references of a schema lead.

Imports ``referencing``: import this module only where a value is judged.
"""

from collections.abc import Callable
from typing import Any, Final

from referencing.exceptions import Unresolvable
from referencing.jsonschema import lookup_recursive_ref

from rystic_asgi.validation.schema_faults import SchemaUnusableError, shown

_LOOKUP_FAULTS: Final = (Unresolvable, ValueError, TypeError, AttributeError)
"""What ``referencing`` raises where a reference leads nowhere: its own error; a ValueError for a URI that cannot
be read, or an array's index that is no number; the others for a pointer through what is no schema."""


def referred(resolver: Any, reference: str) -> Any:
    """What a ``$ref`` or ``$dynamicRef`` leads to, with the resolver there; raises SchemaUnusableError."""
    return _looked_up(resolver.lookup, reference, reference)


def recursively_referred(resolver: Any, reference: str = "#") -> Any:
    """What draft 2019-09's ``$recursiveRef`` leads to, whatever it says; raises SchemaUnusableError.

    Source: https://json-schema.org/draft/2019-09/json-schema-core#rfc.section.8.2.4.2.1
    """
    return _looked_up(lookup_recursive_ref, resolver, "#")


def resolver_inside(resolver: Any, resource: Any) -> Any:
    """The resolver in a subschema; raises SchemaUnusableError where its identifier cannot be read."""
    return _looked_up(resolver.in_subresource, resource, "$id")


def _looked_up(look_up: Callable[[Any], Any], where: Any, reference: str) -> Any:
    try:
        return look_up(where)
    except _LOOKUP_FAULTS:
        reason = f"the reference {shown(reference)} doesn't lead to a schema; nothing is fetched"
        raise SchemaUnusableError("", reason) from None
