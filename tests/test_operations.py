"""Which operation stands at a path."""

import pytest

from rystic_asgi.asgi.operations import OPERATIONS, find_operations


def test_each_operation_is_found_at_its_path() -> None:
    for operation in OPERATIONS:
        found = find_operations(operation.path)
        assert found is not None
        assert found.methods[operation.method] is operation


@pytest.mark.parametrize("path", ["/", "/v1", "/v1/messages/", "/v1/messages/count_tokens/x"])
def test_nothing_stands_elsewhere(path: str) -> None:
    assert find_operations(path) is None
