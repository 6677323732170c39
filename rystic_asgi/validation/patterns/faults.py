"""The errors that a regular expression can give."""


class PatternSyntaxError(ValueError):
    """The text is not a regular expression; the message says what was read and at which offset."""


class PatternLimitError(ValueError):
    """The expression is too large, too deep, or needs too many steps to answer."""
