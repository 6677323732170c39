"""The keywords that are judged here rather than by ``jsonschema``, as ``jsonschema`` calls them.

Imports ``jsonschema``: import this module only where a value is judged.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from jsonschema.exceptions import ValidationError

from rystic_asgi.validation.patterns.pattern import compile_pattern
from rystic_asgi.validation.schema_equality import equality_key, is_multiple
from rystic_asgi.validation.schema_faults import SchemaUnusableError, shown
from rystic_asgi.validation.schema_references import recursively_referred, referred
from rystic_asgi.validation.schema_shapes import draft_of
from rystic_asgi.validation.schema_soundness import sound_schemas

_VALUES_A_STEP: Final = 8
"""How many listed values take as long as one keyword."""

_Errors = Iterator[ValidationError]


def type_(validator: Any, types: Any, instance: Any, schema: Any) -> _Errors:
    """Tell the types without writing all of a large value."""
    names = [types] if isinstance(types, str) else types
    if not any(validator.is_type(instance, name) for name in names):
        yield ValidationError(f"{shown(instance)} is not of type {', '.join(map(repr, names))}")


def enum(validator: Any, values: list[Any], instance: Any, schema: Any) -> _Errors:
    """Compare with each value, which takes steps where there are many."""
    validator.format_checker.spend(len(values) // _VALUES_A_STEP)
    key = equality_key(instance)
    if not any(equality_key(value) == key for value in values):
        yield ValidationError(f"{shown(instance)} is not one of {shown(values)}")


def pattern(validator: Any, source: str, instance: Any, schema: Any) -> _Errors:
    """Search the text with ECMA-262's rules."""
    if isinstance(instance, str) and not compile_pattern(source).search(instance):
        yield ValidationError(f"{shown(instance)} does not match {shown(source)}")


def multiple_of(validator: Any, divisor: float, instance: Any, schema: Any) -> _Errors:
    """Divide as decimal numbers, so that 1.1 is a multiple of 0.1."""
    if validator.is_type(instance, "number") and not is_multiple(instance, divisor):
        yield ValidationError(f"{shown(instance)} is not a multiple of {divisor}")


def unique_items(validator: Any, wanted: bool, instance: Any, schema: Any) -> _Errors:
    """Compare by keys, in linear time."""
    if wanted and isinstance(instance, list) and len({equality_key(item) for item in instance}) < len(instance):
        yield ValidationError(f"{shown(instance)} has non-unique elements")


def pattern_properties(validator: Any, schemas: dict[str, Any], instance: Any, schema: Any) -> _Errors:
    """Judge each member by the schemas whose pattern its name matches."""
    for source, subschema in schemas.items() if isinstance(instance, dict) else ():
        validator.format_checker.spend(len(instance))
        matching = filter(compile_pattern(source).search, instance)
        for name in matching:
            yield from validator.descend(instance[name], subschema, path=name, schema_path=source)


def additional_properties(validator: Any, subschema: Any, instance: Any, schema: Any) -> _Errors:
    """Judge each member that neither ``properties`` nor ``patternProperties`` names."""
    if isinstance(instance, dict):
        named = {*schema.get("properties", {}), *_matching_names(validator, instance, schema)}
        left = ((name, each) for name, each in instance.items() if name not in named)
        yield from _judge_left(validator, subschema, left, "Additional properties")


def additional_items(validator: Any, subschema: Any, instance: Any, schema: Any) -> _Errors:
    """Judge each item behind those that an array of ``items`` is for; beside other ``items`` it does nothing."""
    named = schema.get("items")
    if isinstance(instance, list) and isinstance(named, list):
        left = ((index, each) for index, each in enumerate(instance) if index >= len(named))
        yield from _judge_left(validator, subschema, left, "Additional items")


def unevaluated_properties(validator: Any, subschema: Any, instance: Any, schema: Any) -> _Errors:
    """Judge each member that no other keyword of the schema, or of those applied in place, has judged."""
    if isinstance(instance, dict):
        evaluated = _evaluated_names(validator, instance, schema, is_outermost=True)
        left = ((name, each) for name, each in instance.items() if name not in evaluated)
        yield from _judge_left(validator, subschema, left, "Unevaluated properties")


def unevaluated_items(validator: Any, subschema: Any, instance: Any, schema: Any) -> _Errors:
    """Judge each item that no other keyword of the schema, or of those applied in place, has judged."""
    if isinstance(instance, list):
        evaluated = _evaluated_indexes(validator, instance, schema, is_outermost=True)
        left = ((index, each) for index, each in enumerate(instance) if index not in evaluated)
        yield from _judge_left(validator, subschema, left, "Unevaluated items")


def reference(validator: Any, value: str, instance: Any, schema: Any) -> _Errors:
    """Judge by what ``$ref`` or ``$dynamicRef`` leads to."""
    yield from _judge_referred(validator, referred(validator._resolver, value), instance)


def recursive_reference(validator: Any, value: str, instance: Any, schema: Any) -> _Errors:
    """Judge by what draft 2019-09's ``$recursiveRef`` leads to."""
    yield from _judge_referred(validator, recursively_referred(validator._resolver, value), instance)


def _judge_left(validator: Any, subschema: Any, left: Iterable[tuple[str | int, Any]], refused: str) -> _Errors:
    """Judge what is left of a value; of a member the name is told, of an item the item."""
    for key, each in left:
        if subschema is False:
            unexpected = key if isinstance(key, str) else each
            yield ValidationError(f"{refused} are not allowed ({shown(unexpected)} was unexpected)")
        else:
            yield from validator.descend(each, subschema, path=key)


def _judge_referred(validator: Any, resolved: Any, instance: Any) -> _Errors:
    _check_target(validator, resolved.contents)
    yield from validator.descend(instance, resolved.contents, resolver=resolved.resolver)


def _check_target(validator: Any, target: Any) -> None:
    """A reference can lead to where no schema is expected, and so to anything."""
    effort = validator.format_checker
    key = id(target), draft_of(target, validator.DRAFT)
    if key in effort.sound or key in effort.targets:
        return
    try:
        inside = sound_schemas(target, validator.DRAFT)
    except SchemaUnusableError as unusable:
        reason = f"a reference leads to something that isn't a schema ({unusable.reason})"
        raise SchemaUnusableError("", reason) from None
    effort.spend(len(inside))
    effort.targets[key] = target


def _matching_names(validator: Any, instance: dict[str, Any], schema: dict[str, Any]) -> set[str]:
    """The names of members that a pattern of ``patternProperties`` matches."""
    names: set[str] = set()
    for source in schema.get("patternProperties", {}):
        validator.format_checker.spend(len(instance))
        names.update(filter(compile_pattern(source).search, instance))
    return names


def _evaluated_names(validator: Any, instance: dict[str, Any], schema: Any, *, is_outermost: bool) -> set[str]:
    validator.format_checker.spend()
    if isinstance(schema, bool):
        return set()
    if "additionalProperties" in schema or (not is_outermost and "unevaluatedProperties" in schema):
        return set(instance)
    names = {*schema.get("properties", {}), *_matching_names(validator, instance, schema)} & instance.keys()
    for inner, subschema in _applied_in_place(validator, instance, schema):
        with validator.format_checker.deeper():
            names |= _evaluated_names(inner, instance, subschema, is_outermost=False)
    return names


def _evaluated_indexes(validator: Any, instance: list[Any], schema: Any, *, is_outermost: bool) -> set[int]:
    validator.format_checker.spend()
    if isinstance(schema, bool):
        return set()
    if _judges_all_items(validator, schema, is_outermost):
        return set(range(len(instance)))
    prefix = schema.get("prefixItems", schema.get("items", ()))
    indexes = set(range(len(prefix))) if isinstance(prefix, list) else set()
    if "contains" in schema and "prefixItems" in validator.VALIDATORS:
        inner = _inside(validator, schema["contains"])
        indexes |= {index for index, item in enumerate(instance) if inner.is_valid(item)}
    for inner, subschema in _applied_in_place(validator, instance, schema):
        with validator.format_checker.deeper():
            indexes |= _evaluated_indexes(inner, instance, subschema, is_outermost=False)
    return indexes


def _judges_all_items(validator: Any, schema: dict[str, Any], is_outermost: bool) -> bool:
    if not is_outermost and "unevaluatedItems" in schema:
        return True
    if isinstance(schema.get("items"), list):
        return "additionalItems" in schema
    return "items" in schema


_LOOK_UPS: Final[dict[str, Callable[[Any, str], Any]]] = {
    "$ref": referred,
    "$dynamicRef": referred,
    "$recursiveRef": recursively_referred,
}


def _applied_in_place(validator: Any, instance: Any, schema: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    """The subschemas that apply to the instance itself and accept it, each with its validator."""
    for keyword, look_up in _LOOK_UPS.items():
        if keyword in schema and keyword in validator.VALIDATORS:
            yield _referred_validator(validator, look_up(validator._resolver, schema[keyword]))
    chosen = list(schema.get("allOf", ()))
    chosen += (sub for name, sub in schema.get("dependentSchemas", {}).items() if name in instance)
    yield from ((_inside(validator, each), each) for each in chosen)
    for each in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        inner = _inside(validator, each)
        if inner.is_valid(instance):
            yield inner, each
    if "if" in schema:
        yield from _applied_conditions(validator, instance, schema)


def _applied_conditions(validator: Any, instance: Any, schema: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    condition = _inside(validator, schema["if"])
    holds = condition.is_valid(instance)
    if holds:
        yield condition, schema["if"]
    branch = "then" if holds else "else"
    if branch in schema:
        yield _inside(validator, schema[branch]), schema[branch]


def _inside(validator: Any, subschema: Any) -> Any:
    if isinstance(subschema, bool):
        return validator.evolve(schema=subschema)
    resource = validator.SPECIFICATION.create_resource(subschema)
    return validator.evolve(schema=subschema, _resolver=validator._resolver.in_subresource(resource))


def _referred_validator(validator: Any, resolved: Any) -> tuple[Any, Any]:
    _check_target(validator, resolved.contents)
    return validator.evolve(schema=resolved.contents, _resolver=resolved.resolver), resolved.contents
