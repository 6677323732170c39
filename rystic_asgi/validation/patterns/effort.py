"""A count of the steps that one answer may still take."""

from dataclasses import dataclass

from rystic_asgi.validation.patterns.faults import PatternLimitError


@dataclass
class Effort:
    """Steps that are left; ``spend`` raises PatternLimitError when they are used up."""

    steps: int

    def spend(self, steps: int = 1) -> None:
        """Take steps away."""
        self.steps -= steps
        if self.steps < 0:
            raise PatternLimitError("The pattern takes too many steps on this text. Simplify it or shorten the text.")
