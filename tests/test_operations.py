"""Which operation stands at a path."""

import pytest

from rystic_asgi.asgi.operations import OPERATIONS, body_limit, find_operations
from rystic_asgi.script.document import read_document


def test_each_operation_is_found_at_its_path() -> None:
    for operation in OPERATIONS:
        found = find_operations(operation.path)
        assert found is not None
        assert found.methods[operation.method] is operation


@pytest.mark.parametrize(
    ("path", "name", "parts"),
    [
        ("/v1/models", "models", ()),
        ("/v1/models/claude-opus-5", "model", ("claude-opus-5",)),
        ("/v1/files/a", "file", ("a",)),
        ("/v1/files/a/content", "file_content", ("a",)),
    ],
)
def test_a_template_names_parts_of_the_path(path: str, name: str, parts: tuple[str, ...]) -> None:
    found = find_operations(path)

    assert found is not None
    assert (found.methods["GET"].name, found.methods["HEAD"], found.parts) == (name, found.methods["GET"], parts)


def test_an_upload_has_a_bound_of_its_own() -> None:
    baseline = read_document({"limits": {"request_bytes": 7, "file_bytes": 10, "stored_file_bytes": 30}})

    assert body_limit("POST", "/v1/messages", baseline) == body_limit("GET", "/v1/files", baseline) == 7
    assert body_limit("POST", "/v1/files", baseline) == 10 + 64 * 1024


@pytest.mark.parametrize("path", ["/", "/v1", "/v1/messages/", "/v1/messages/count_tokens/x", "/v1/files/a/b"])
def test_nothing_stands_elsewhere(path: str) -> None:
    assert find_operations(path) is None
