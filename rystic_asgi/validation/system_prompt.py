"""The rules for the system prompt as a list of texts."""

from collections.abc import Iterator, Sequence

from rystic_asgi.protocol.documents import LoneTextBlock
from rystic_asgi.validation.breakpoints import Breakpoints
from rystic_asgi.validation.problem import Problem
from rystic_asgi.validation.texts import text_problems


def system_prompt_problems(texts: Sequence[LoneTextBlock], breakpoints: Breakpoints) -> Iterator[Problem]:
    """Empty and blank texts; breakpoints are counted."""
    for index, block in enumerate(texts):
        yield from text_problems(block, f"system.{index}.text")
        if block.cache_control is not None:
            breakpoints.mark(f"system.{index}", block.cache_control)
