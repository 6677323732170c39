"""Tools that running code calls."""

from typing import Any

import pytest

from rystic_asgi.protocol.tool_types import tool_type
from rystic_asgi.validation.tool_callers import CODE_CALLERS, FILTERING_TOOLS, is_called_by_code


@pytest.mark.parametrize(
    ("callers", "by_code"),
    [
        pytest.param(["direct"], False, id="model"),
        pytest.param(["direct", "code_execution_20250825"], True, id="both"),
        pytest.param([], False, id="none"),
        pytest.param([{}, "code_execution_20260120"], True, id="with-what-is-no-caller"),
        pytest.param("code_execution_20260120", False, id="no-list"),
        pytest.param(None, False, id="null"),
    ],
)
def test_code_calls_a_tool_whose_callers_name_it(callers: Any, by_code: bool) -> None:
    assert is_called_by_code(callers) is by_code


@pytest.mark.parametrize("tag", [*FILTERING_TOOLS, *CODE_CALLERS])
def test_types_that_run_code_are_types_of_tools(tag: str) -> None:
    assert tool_type(tag) is not None
