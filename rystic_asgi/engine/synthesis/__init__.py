"""Making up inputs that a tool's schema accepts."""

from rystic_asgi.engine.synthesis.synthesis import NoInputError, make_input, make_value

__all__ = ["NoInputError", "make_input", "make_value"]
