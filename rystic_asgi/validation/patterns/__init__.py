"""ECMA-262 regular expressions, in unicode mode, whose search cannot run away."""

from rystic_asgi.validation.patterns.pattern import Pattern, PatternLimitError, PatternSyntaxError, compile_pattern

__all__ = ["Pattern", "PatternLimitError", "PatternSyntaxError", "compile_pattern"]
