"""A package that is missing is named with what to install."""

import pytest

from rystic_asgi._extras import needed_by


def test_a_missing_package_is_told_with_what_to_install() -> None:
    with pytest.raises(ModuleNotFoundError) as caught, needed_by("a use", extra="sdk"):
        import rystic_no_such_package  # type: ignore[import-not-found]  # noqa: F401  # missing on purpose

    assert str(caught.value) == (
        "rystic: a use needs the package rystic_no_such_package: pip install 'rystic-asgi[sdk]'"
    )


def test_other_errors_pass() -> None:
    with pytest.raises(ValueError, match="other"), needed_by("a use", extra="sdk"):
        raise ValueError("other")
