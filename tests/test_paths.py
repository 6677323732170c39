"""Where a request goes below the mount."""

from typing import Any

import pytest

from rystic_asgi.asgi.paths import base_url, below, local_path


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


@pytest.mark.parametrize(
    ("scope", "url"),
    [
        pytest.param({"headers": [(b"host", b"a.test:8000")]}, "http://a.test:8000", id="host"),
        pytest.param({"scheme": "https", "headers": [(b"host", b"a.test")]}, "https://a.test", id="scheme"),
        pytest.param({"root_path": "/llm/", "headers": [(b"host", b"a.test")]}, "http://a.test/llm", id="mount"),
        pytest.param(
            {"root_path": "/a b/ü", "headers": [(b"host", b"a.test")]}, "http://a.test/a%20b/%C3%BC", id="quoted"
        ),
        pytest.param({"root_path": "/llm", "headers": []}, "/llm", id="no-host"),
    ],
)
def test_the_address_of_this_host_is_what_the_client_put_before_the_path(scope: dict[str, Any], url: str) -> None:
    assert base_url(scope) == url
