"""Packages that only some uses need: what to install where one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needed_by(use: str, *, extra: str) -> Iterator[None]:
    """Turn the ModuleNotFoundError of an import inside the ``with`` into one that says what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        message = f"rystic: {use} needs the package {error.name}: pip install 'rystic-asgi[{extra}]'"
        raise ModuleNotFoundError(message, name=error.name) from error
