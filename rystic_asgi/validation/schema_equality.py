"""When two JSON values are equal, and whether one number is a multiple of another."""

from fractions import Fraction
from math import isfinite
from typing import Any, Final

BEYOND_ALL_FLOATS: Final = Fraction(10) ** 400
"""What a JSON number such as 1e400 is taken as: readers turn it into an infinity."""


def equality_key(value: Any) -> Any:
    """A hashable key that is the same for values JSON Schema takes as equal, and for no others.

    1 and 1.0 are equal, 1 and true are not, and the order of an object's members does not count.
    """
    if isinstance(value, dict):
        return "object", frozenset((name, equality_key(member)) for name, member in value.items())
    if isinstance(value, list):
        return "array", tuple(equality_key(item) for item in value)
    return isinstance(value, bool), value


def is_multiple(value: float, divisor: float) -> bool:
    """Whether value is a whole multiple of divisor, both taken as the decimal numbers they are written as."""
    if not (_is_finite(value) and _is_finite(divisor)):
        return False
    return as_fraction(value) % as_fraction(divisor) == 0


def as_fraction(number: float) -> Fraction:
    """The exact value of a number's shortest decimal writing; infinities become BEYOND_ALL_FLOATS."""
    if isinstance(number, float) and not isfinite(number):
        return BEYOND_ALL_FLOATS if number > 0 else -BEYOND_ALL_FLOATS
    return Fraction(number) if isinstance(number, int) else Fraction(repr(number))


def _is_finite(number: float) -> bool:
    return isinstance(number, int) or isfinite(number)
