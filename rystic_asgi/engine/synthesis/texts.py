"""Strings that meet patterns, formats and lengths, words first."""

from collections.abc import Iterator
from itertools import count, islice
from typing import Final

from rystic_asgi.engine.synthesis.budget import Budget, Path
from rystic_asgi.engine.synthesis.flats import Flat
from rystic_asgi.engine.synthesis.formats import format_pattern, format_texts
from rystic_asgi.validation.patterns.effort import Effort
from rystic_asgi.validation.patterns.examples import MAX_EXAMPLE_CHARACTERS, examples
from rystic_asgi.validation.patterns.pattern import Pattern, PatternLimitError

_WORDS: Final = ("text", "word", "name")
_MOST_NUMBERED_WORDS: Final = 2_000
_MAX_SEARCH_SHARE: Final = 15_000
"""How much of the budget one search for a text may take, and how many of the search's steps make one of ours."""
_SEARCH_STEPS_A_STEP: Final = 8


def texts(flat: Flat, path: Path, budget: Budget) -> Iterator[str]:
    """Different texts that the flat constraints allow; notes why when there is none."""
    if flat.shortest > MAX_EXAMPLE_CHARACTERS:
        budget.note(path, f"it would need more than {MAX_EXAMPLE_CHARACTERS} characters")
        return
    formats = [pattern for pattern in map(format_pattern, flat.formats) if pattern]
    wanted = (*flat.patterns, *formats)
    given = set()
    for text in _ready_made(flat, bool(formats)):
        budget.spend()
        if _fits(text, flat, wanted):
            given.add(text)
            yield text
    for text in _searched(flat, wanted, path, budget):
        if text not in given:
            given.add(text)
            yield text
    if not given:
        budget.note(path, "no text that meets its patterns, format and length was found")


def is_of_formats(text: str, formats: tuple[str, ...]) -> bool:
    """Whether the text meets those of the formats that are known."""
    patterns = [pattern for pattern in map(format_pattern, formats) if pattern]
    return all(pattern.search(text) for pattern in patterns)


def _ready_made(flat: Flat, has_format: bool) -> Iterator[str]:
    if has_format:
        yield from (text for name in flat.formats for text in format_texts(name))
        return
    longest = len(_WORDS[0]) if flat.longest is None else flat.longest
    if flat.shortest > len(_WORDS[0]):
        yield (_WORDS[0] * (flat.shortest // len(_WORDS[0]) + 1))[: flat.shortest]
    if 0 < longest < len(_WORDS[0]):
        yield _WORDS[0][:longest]
    yield from _WORDS
    if not flat.patterns:
        yield from (f"{_WORDS[0]}{number}" for number in islice(count(1), _MOST_NUMBERED_WORDS))


def _fits(text: str, flat: Flat, wanted: tuple[Pattern, ...]) -> bool:
    if len(text) < flat.shortest or (flat.longest is not None and len(text) > flat.longest):
        return False
    if not all(pattern.search(text) for pattern in wanted):
        return False
    return not any(pattern.search(text) for pattern in flat.unwanted_patterns)


def _searched(flat: Flat, wanted: tuple[Pattern, ...], path: Path, budget: Budget) -> Iterator[str]:
    """Texts made up to meet the patterns; an empty one only after others."""
    effort = Effort(min(budget.steps, _MAX_SEARCH_SHARE) * _SEARCH_STEPS_A_STEP)
    paid = effort.steps
    found = examples(wanted, flat.unwanted_patterns, shortest=flat.shortest, longest=flat.longest, effort=effort)
    empty = False
    while True:
        try:
            text = next(found, None)
        except PatternLimitError:
            budget.note(path, "no text that meets its patterns, format and length was found in so many steps")
            text = None
        budget.spend((paid - effort.steps) // _SEARCH_STEPS_A_STEP)
        paid = effort.steps
        if text is None:
            break
        if text:
            yield text
        else:
            empty = True
    if empty:
        yield ""
