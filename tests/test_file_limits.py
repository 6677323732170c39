"""How much files may hold, one by one and together."""

from concurrent.futures import ThreadPoolExecutor

import anthropic
import pytest

from rystic_asgi import Simulator
from rystic_asgi.state.memory_store import MemoryStore
from tests.conftest import Connect
from tests.file_samples import later, upload


def test_files_that_are_too_large_are_refused(connect: Connect) -> None:
    http = connect(Simulator(limits={"file_bytes": 10, "stored_file_bytes": 100_000}))

    over = http.post("/v1/files", files={"file": ("a", b"12345678901")})
    far_over = http.post("/v1/files", files={"file": ("a", b"x" * 70_000)})

    assert upload(http, content=b"1234567890")["size_bytes"] == 10
    assert (over.status_code, far_over.status_code) == (413, 413)
    assert over.json()["error"]["message"] == "File too large rystic: limits.file_bytes is 10"
    assert far_over.json()["error"]["message"] == ("Request exceeds the maximum size rystic: which is 65546 bytes")


def test_files_that_hold_too_much_together_are_refused() -> None:
    store = MemoryStore()
    simulator = Simulator(store=store, limits={"stored_file_bytes": 10})
    with simulator.client(max_retries=0) as client:
        first = client.files.upload(file=b"1234567", expires_in_seconds=3600)
        with pytest.raises(anthropic.types.StorageQuotaExceededError) as refused:
            client.files.upload(file=b"8901")
        small = client.files.upload(file=b"890")
        later(store, 3600)
        in_its_place = client.files.upload(file=b"1234567")
        client.files.delete(small.id)
        client.files.upload(file=b"890")
        assert client.files.retrieve_metadata(first.id) == first

    assert refused.value.api_message == (
        "Storage limit exceeded rystic: 4 bytes more are over the 10 that all files may hold together; "
        "delete some, or raise limits.stored_file_bytes"
    )
    assert [entry.status for entry in simulator.requests[:3]] == [200, 400, 200]
    assert in_its_place.size_bytes == 7


def test_files_that_come_at_once_keep_within_the_limit_and_have_ids_of_their_own() -> None:
    with Simulator(limits={"stored_file_bytes": 50}).client(max_retries=0) as client:

        def send(number: int) -> str:
            try:
                return client.files.upload(file=b"12345").id
            except anthropic.types.StorageQuotaExceededError:
                return ""

        with ThreadPoolExecutor(8) as threads:
            kept = [file_id for file_id in threads.map(send, range(40)) if file_id]
        listed = [file.id for file in client.files.list()]

    assert len(kept) == 10
    assert set(listed) == set(kept)
