"""The versions of the API, as ``anthropic-version`` names them.

Source: https://platform.claude.com/docs/en/api/versioning
"""

from typing import Final

FIRST: Final = "2023-06-01"
CURRENT: Final = "2026-10-21"
"""From this one on there are no sampling parameters, no documents of the assistant, no citations of the user."""

VERSIONS: Final = (FIRST, CURRENT)
"""Those that the API serves."""
