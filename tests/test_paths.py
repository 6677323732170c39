"""Where a request goes below the mount."""

import pytest

from rystic_asgi.asgi.paths import below, local_path


@pytest.mark.parametrize(
    ("root_path", "path", "local"),
    [
        pytest.param("", "/v1/messages", "/v1/messages", id="no-mount"),
        pytest.param("/llm", "/llm/v1/messages", "/v1/messages", id="path-holds-the-root"),
        pytest.param("/llm", "/v1/messages", "/v1/messages", id="path-without-the-root"),
        pytest.param("/llm/", "/llm/v1/messages", "/v1/messages", id="root-ends-in-a-slash"),
        pytest.param("/llm", "/llm", "/", id="the-root-itself"),
        pytest.param("/llm", "/llmx/v1", "/llmx/v1", id="no-segment-border"),
        pytest.param("/a/b", "/a/b/v1/messages", "/v1/messages", id="nested"),
    ],
)
def test_both_conventions_of_root_path_lead_to_the_same_route(root_path: str, path: str, local: str) -> None:
    assert local_path({"type": "http", "root_path": root_path, "path": path}) == local


def test_a_scope_without_root_path_keeps_its_path() -> None:
    assert local_path({"type": "http", "path": "/v1/messages"}) == "/v1/messages"


def test_a_path_beside_the_prefix_is_not_below_it() -> None:
    assert below("/llm", "/other") is None
