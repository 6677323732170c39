"""What a value must be, as one flat set of constraints without choices or references."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Final, NamedTuple

from rystic_asgi.engine.synthesis.places import Place
from rystic_asgi.validation.patterns.pattern import Pattern

_ALL_KINDS: Final = frozenset({"null", "boolean", "integer", "fraction", "string", "array", "object"})
"""The kinds of values: a number is an integer or a fraction."""
KINDS_BY_TYPE: Final[dict[str, frozenset[str]]] = {
    **{kind: frozenset({kind}) for kind in _ALL_KINDS - {"fraction"}},
    "number": frozenset({"integer", "fraction"}),
}


class MemberRule(NamedTuple):
    """What one schema object says of an object's members."""

    place: Place
    named: dict[str, Any]
    patterned: tuple[tuple[Pattern, Any], ...]
    additional: Any
    unevaluated: Any

    def schemas_for(self, name: str) -> list[Any]:
        """The subschemas that this schema object applies to the member, but for the unevaluated ones."""
        schemas = [self.named[name]] if name in self.named else []
        schemas += [schema for pattern, schema in self.patterned if pattern.search(name)]
        return schemas or ([] if self.additional is None else [self.additional])


class ItemRule(NamedTuple):
    """What one schema object says of an array's items."""

    place: Place
    prefix: tuple[Any, ...]
    rest: Any
    unevaluated: Any

    def schemas_for(self, index: int) -> list[Any]:
        """The subschemas that this schema object applies to the item, but for the unevaluated ones."""
        if index < len(self.prefix):
            return [self.prefix[index]]
        return [] if self.rest is None else [self.rest]


class Containment(NamedTuple):
    """How many items must, and may, be of a schema."""

    place: Place
    fewest: int
    most: int | None


class ExtraMember(NamedTuple):
    """A member that must be there, with a name that matches the pattern or, without one, that no rule names."""

    pattern: Pattern | None
    place: Place


class Bound(NamedTuple):
    """An end of a range of numbers."""

    value: Fraction
    excluded: bool


@dataclass
class Flat:
    """Constraints that all hold together; counts are inclusive, and None means no limit."""

    kinds: frozenset[str] = _ALL_KINDS
    mentioned: frozenset[str] = frozenset()
    allowed: tuple[Any, ...] | None = None
    refused: tuple[Any, ...] = ()
    preferred: tuple[Any, ...] = ()
    exact: bool = True
    """Whether the constraints say all that the schemas do, so that a value that meets them needs no check."""
    minimum: Bound | None = None
    maximum: Bound | None = None
    divisor: Fraction | None = None
    shortest: int = 0
    longest: int | None = None
    patterns: tuple[Pattern, ...] = ()
    unwanted_patterns: tuple[Pattern, ...] = ()
    formats: tuple[str, ...] = ()
    fewest_items: int = 0
    most_items: int | None = None
    item_rules: tuple[ItemRule, ...] = ()
    containments: tuple[Containment, ...] = ()
    unique: bool = False
    repeated: bool = False
    required: tuple[str, ...] = ()
    member_rules: tuple[MemberRule, ...] = ()
    name_places: tuple[Place, ...] = ()
    extra_members: tuple[ExtraMember, ...] = ()
    dependencies: tuple[tuple[str, tuple[str, ...]], ...] = ()
    fewest_members: int = 0
    most_members: int | None = None

    def copy(self) -> "Flat":
        """A copy that can be narrowed on its own."""
        return replace(self)

    def at_least(self, bound: Bound) -> None:
        """Raise the minimum to the bound."""
        if self.minimum is None or (bound.value, bound.excluded) > self.minimum:
            self.minimum = bound

    def at_most(self, bound: Bound) -> None:
        """Lower the maximum to the bound."""
        if self.maximum is None or (bound.value, not bound.excluded) < (self.maximum[0], not self.maximum[1]):
            self.maximum = bound

    def divide_by(self, divisor: Fraction) -> None:
        """Ask for multiples of the divisor, too."""
        if self.divisor is not None:
            known = self.divisor
            common = lcm(known.numerator, divisor.numerator)
            divisor = Fraction(common, gcd(known.denominator, divisor.denominator))
        self.divisor = divisor

    def contradiction(self) -> str | None:
        """What cannot be met, of what can be seen at a glance; None when nothing is."""
        self._drop_impossible_kinds()
        if self.allowed is not None and not self.allowed:
            return "no value is in all of the lists of allowed values"
        return None if self.kinds else "its types or limits exclude each other"

    def _drop_impossible_kinds(self) -> None:
        if _is_empty(self.shortest, self.longest):
            self.kinds -= {"string"}
        if _is_empty(self.fewest_items, self.most_items):
            self.kinds -= {"array"}
        if _is_empty(max(self.fewest_members, len(self.required)), self.most_members):
            self.kinds -= {"object"}
        if self.minimum and self.maximum and self.minimum.value > self.maximum.value:
            self.kinds -= {"integer", "fraction"}


def smaller(first: int | None, second: int | None) -> int | None:
    """The smaller of two limits, where None is none."""
    if first is None or second is None:
        return second if first is None else first
    return min(first, second)


def _is_empty(low: int, high: int | None) -> bool:
    return high is not None and low > high
