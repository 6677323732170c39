"""Numbers within bounds, plain ones first."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, islice
from math import ceil, floor
from typing import Final

from rystic_asgi.engine.synthesis.flats import Bound, Flat
from rystic_asgi.validation.schema_equality import as_fraction

_MOST_NUMBERS: Final = 20_000
"""As far as other candidates go from the first one, in steps."""
_MOST_FRACTIONS: Final = 200
"""How many multiples of a step are looked at, most of which may be whole numbers or no floats."""
_MOST_DECIMALS: Final = 17


def integers(flat: Flat) -> Iterator[int]:
    """Whole numbers that the flat constraints allow: 1 first, or else what is nearest to it."""
    step = (flat.divisor or Fraction(1)).numerator
    for multiple in _around_one(flat, Fraction(step)):
        yield int(multiple)


def fractions(flat: Flat) -> Iterator[float]:
    """Numbers with a fraction that the flat constraints allow, those with few decimals first."""
    steps = [flat.divisor] if flat.divisor else [Fraction(1, 10**decimals) for decimals in range(1, _MOST_DECIMALS)]
    candidates = chain.from_iterable(islice(_around_one(flat, step), _MOST_FRACTIONS) for step in steps)
    for number in map(_as_float, candidates):
        if number is not None and not number.is_integer() and _is_inside(flat, as_fraction(number)):
            yield number


def _around_one(flat: Flat, step: Fraction) -> Iterator[Fraction]:
    """The multiples of step within the bounds, from the one nearest to 1 upwards, then downwards."""
    lowest = _lowest_multiple(flat.minimum, step)
    highest = _highest_multiple(flat.maximum, step)
    start = max(1, ceil(1 / step))
    start = start if lowest is None else max(start, lowest)
    start = start if highest is None else min(start, highest)
    for count in chain(range(start, start + _MOST_NUMBERS), range(start - 1, start - _MOST_NUMBERS, -1)):
        if (lowest is None or count >= lowest) and (highest is None or count <= highest):
            yield count * step


def _lowest_multiple(minimum: Bound | None, step: Fraction) -> int | None:
    if minimum is None:
        return None
    return floor(minimum.value / step) + 1 if minimum.excluded else ceil(minimum.value / step)


def _highest_multiple(maximum: Bound | None, step: Fraction) -> int | None:
    if maximum is None:
        return None
    return ceil(maximum.value / step) - 1 if maximum.excluded else floor(maximum.value / step)


def _as_float(exact: Fraction) -> float | None:
    try:
        return float(exact)
    except OverflowError:
        return None


def _is_inside(flat: Flat, number: Fraction) -> bool:
    low, high = flat.minimum, flat.maximum
    if low and (number < low.value or (low.excluded and number == low.value)):
        return False
    return not high or not (number > high.value or (high.excluded and number == high.value))
