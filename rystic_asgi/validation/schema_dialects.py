"""The validators that judge values, one class for each draft.

Imports ``jsonschema`` and ``referencing``: import this module only where a value is judged.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import referencing.jsonschema
from jsonschema import validators
from jsonschema.exceptions import ValidationError
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]
from referencing import Registry, Specification

from rystic_asgi.validation import schema_applicators
from rystic_asgi.validation.schema_faults import CheckEffort
from rystic_asgi.validation.schema_shapes import draft_of

_KeywordFunction = Callable[..., Iterator[ValidationError] | None]


class Dialect(NamedTuple):
    """A draft's validator class in ``jsonschema`` and its way of finding references."""

    validator: Any
    specification: Specification[Any]


DIALECTS: Final[dict[int, Dialect]] = {
    4: Dialect(validators.Draft4Validator, referencing.jsonschema.DRAFT4),
    # ``referencing`` trips over a draft-06 ``dependencies`` with arrays; draft-07 finds references the same way.
    6: Dialect(validators.Draft6Validator, referencing.jsonschema.DRAFT7),
    7: Dialect(validators.Draft7Validator, referencing.jsonschema.DRAFT7),
    2019: Dialect(validators.Draft201909Validator, referencing.jsonschema.DRAFT201909),
    2020: Dialect(validators.Draft202012Validator, referencing.jsonschema.DRAFT202012),
}
"""Source: https://python-jsonschema.readthedocs.io/en/stable/api/jsonschema/validators/"""
_OWN_KEYWORDS: Final[dict[str, _KeywordFunction]] = {
    "$ref": schema_applicators.reference,
    "$dynamicRef": schema_applicators.reference,
    "$recursiveRef": schema_applicators.recursive_reference,
    "type": schema_applicators.type_,
    "enum": schema_applicators.enum,
    "pattern": schema_applicators.pattern,
    "multipleOf": schema_applicators.multiple_of,
    "uniqueItems": schema_applicators.unique_items,
    "patternProperties": schema_applicators.pattern_properties,
    "additionalProperties": schema_applicators.additional_properties,
    "additionalItems": schema_applicators.additional_items,
    "unevaluatedProperties": schema_applicators.unevaluated_properties,
    "unevaluatedItems": schema_applicators.unevaluated_items,
}
_KEYWORD_STEPS: Final = {"$ref": 6, "$dynamicRef": 6, "$recursiveRef": 6}
"""Finding a reference takes about as long as this many other keywords."""
_KNOWN_RESOURCES: Final[Registry[Any]] = REGISTRY
"""Only the published metaschemas; without a way to retrieve, nothing is ever fetched."""


def resolver_of(schema: Any) -> Any:
    """The ``referencing`` resolver that stands at a schema's root and knows the schema and the metaschemas."""
    resource = DIALECTS[draft_of(schema)].specification.create_resource(schema)
    return _KNOWN_RESOURCES.resolver_with_root(resource)


def validator_of(schema: Any, resolver: Any, draft: int, effort: CheckEffort) -> Any:
    """A ``jsonschema`` validator for the schema, which spends the effort a keyword at a time.

    The effort takes the place of the format checker, which ``format`` as an annotation leaves unused and which
    ``jsonschema`` hands on to every validator that it makes for a subschema.
    """
    return _validator_class(draft_of(schema, draft))(schema, format_checker=effort, _resolver=resolver)


@cache
def _validator_class(draft: int) -> Any:
    stock = DIALECTS[draft].validator
    known = {name: function for name, function in _OWN_KEYWORDS.items() if name in stock.VALIDATORS}
    functions = {**stock.VALIDATORS, **known}
    functions.pop("format")
    counted: Any = {name: _counted(function, _KEYWORD_STEPS.get(name, 1)) for name, function in functions.items()}
    made: Any = validators.create(
        meta_schema=stock.META_SCHEMA,
        validators=counted,
        type_checker=stock.TYPE_CHECKER,
        id_of=stock.ID_OF,
        applicable_validators=stock._APPLICABLE_VALIDATORS,
    )
    made.DRAFT = draft
    made.SPECIFICATION = DIALECTS[draft].specification
    # The stock method would go over to a stock class, and so to Python's ``re``, at a nested ``$schema``.
    made.evolve = _evolved
    return made


def _counted(function: _KeywordFunction, steps: int) -> _KeywordFunction:
    def judged(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        effort = validator.format_checker
        effort.spend(steps)
        with effort.deeper():
            yield from function(validator, value, instance, schema) or ()

    return judged


def _evolved(validator: Any, *, schema: Any, _resolver: Any = None) -> Any:
    chosen = _validator_class(draft_of(schema, otherwise=validator.DRAFT))
    return chosen(schema, format_checker=validator.format_checker, _resolver=_resolver or validator._resolver)
