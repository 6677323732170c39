"""Characters that have a Unicode property, as \\p{...} names it."""

from functools import cache, lru_cache
from typing import Final

from rystic_asgi.validation.patterns.characters import LAST_CODE_POINT, CharacterSet
from rystic_asgi.validation.patterns.faults import PatternSyntaxError

CACHED_PROPERTIES: Final = 64


@lru_cache(maxsize=CACHED_PROPERTIES)
def property_set(name: str) -> CharacterSet:
    """The characters with the property: 'L', 'Letter', 'Script=Greek', 'Alphabetic', ...

    Raises PatternSyntaxError for a name that Unicode does not know. Imports ``regex`` on its first call.
    """
    import regex

    try:
        runs = regex.compile(rf"\p{{{name}}}+", regex.V1)
    except regex.error:
        raise PatternSyntaxError(
            f"Unknown Unicode property {name[:60]!r} in \\p{{...}}. Name a general category, a script or a property."
        ) from None
    return CharacterSet(tuple((run.start(), run.end() - 1) for run in runs.finditer(_every_character())))


@cache
def _every_character() -> str:
    return "".join(map(chr, range(LAST_CODE_POINT + 1)))
