"""Texts of the common formats."""

import pytest

from rystic_asgi.engine.synthesis import make_value
from rystic_asgi.engine.synthesis.formats import FORMATS, format_pattern, format_texts


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_format_is_met_by_readable_texts_and_by_its_pattern(name: str) -> None:
    pattern = format_pattern(name)

    assert pattern is not None
    assert all(pattern.search(text) for text in format_texts(name))
    longer = make_value({"type": "string", "format": name, "minLength": 10})

    assert pattern.search(longer)
    assert len(longer) >= 10


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("date", "2024-02-30", id="date: 2024-02-30"),
        pytest.param("date-time", "2024-01-01 12:00:00Z", id="date-time: 2024-01-01 12:00:00Z"),
        pytest.param("time", "24:00:00Z", id="time: 24:00:00Z"),
        pytest.param("duration", "P", id="duration: P"),
        pytest.param("duration", "PT", id="duration: PT"),
        pytest.param("email", "a@b@c", id="email: a@b@c"),
        pytest.param("hostname", "-a", id="hostname: -a"),
        pytest.param("ipv4", "256.0.0.1", id="ipv4: 256.0.0.1"),
        pytest.param("ipv6", "1::2::3", id="ipv6: 1::2::3"),
        pytest.param("uri", "no scheme", id="uri: no scheme"),
        pytest.param("uuid", "0", id="uuid: 0"),
        pytest.param("json-pointer", "a", id="json-pointer: a"),
        pytest.param("relative-json-pointer", "/a", id="relative-json-pointer: /a"),
        pytest.param("regex", "(", id="regex: ("),
    ],
)
def test_a_text_that_is_not_of_a_format_does_not_match_its_pattern(name: str, text: str) -> None:
    pattern = format_pattern(name)

    assert pattern is not None
    assert not pattern.search(text)
