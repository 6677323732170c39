"""Measurements and tests against what others wrote."""
