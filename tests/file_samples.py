"""Files for tests, and how they are uploaded."""

from typing import Any

import httpx2

from rystic_asgi.engine.clock import advance
from rystic_asgi.state.memory_store import MemoryStore

CHART: dict[str, Any] = {
    "filename": "chart.png",
    "content_base64": "iVBORw==",
    "downloadable": True,
    "id": "file_chart",
}


def upload(http: httpx2.Client, filename: str = "a.txt", content: bytes = b"x", **fields: str) -> dict[str, Any]:
    response = http.post("/v1/files", files={"file": (filename, content, "text/plain")}, data=fields)
    assert response.status_code == 200, response.text
    stored: dict[str, Any] = response.json()
    return stored


def later(store: MemoryStore, seconds: float) -> None:
    store.advance(advance, seconds)
