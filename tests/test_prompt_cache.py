"""What is known of models as readers."""

from rystic_asgi.protocol.models import MODELS
from rystic_asgi.protocol.prompt_cache import OTHER, READERS, reader_of


def test_every_model_is_known_as_a_reader() -> None:
    assert [reader.alias for reader in READERS] == [model.alias for model in MODELS]


def test_a_model_is_found_by_each_of_its_names() -> None:
    assert reader_of("claude-haiku-4-5") == reader_of("claude-haiku-4-5-20251001")
    assert reader_of("my-model") == OTHER
