"""Prompts as the cache has them: read with what a store keeps of earlier ones, kept once their reply begins."""

from rystic_asgi.engine.reading import CACHE, FINGERPRINT, Reading, read_with_cache
from rystic_asgi.engine.taking import Turn
from rystic_asgi.state.journal import Entry
from rystic_asgi.state.store import Store
from rystic_asgi.validation.request import CheckedRequest


def read(store: Store, request: CheckedRequest, turn: Turn, entry: Entry) -> Reading:
    """How the prompt of a turn is read."""
    return read_with_cache(request.body, entry.received.raw_headers, store.get, turn.time)


def keep(store: Store, entry: Entry, reading: Reading, message_id: str) -> None:
    """Keep what later prompts are read with; of an entry from before the baseline nothing."""
    if not entry.is_kept:
        return
    for key, value in reading.cached.entries.items():
        store.put(CACHE, key, value)
    if reading.fingerprint:
        store.put(FINGERPRINT, message_id, reading.fingerprint)
