"""The rules for the system prompt as a list of texts."""

from collections.abc import Iterator, Sequence

from rystic_asgi.protocol.content import LoneTextBlock
from rystic_asgi.validation.conversation.breakpoints import Breakpoints
from rystic_asgi.validation.problem import Problem


def system_prompt_problems(texts: Sequence[LoneTextBlock], breakpoints: Breakpoints) -> Iterator[Problem]:
    """Empty and blank texts; breakpoints are counted."""
    for index, block in enumerate(texts):
        if block.cache_control is not None:
            breakpoints.mark(f"system.{index}", block.cache_control)
            if not block.text:
                message = "cache_control cannot be set for empty text blocks"
                yield Problem(f"system.{index}.text", message, "cache-control-text")
        if not block.text or block.text.isspace():
            wanted = "contain non-whitespace text" if block.text else "be non-empty"
            hint = f"the block is system.{index}"
            yield Problem("system", f"text content blocks must {wanted}", "empty-text", hint)
