"""Ids: their shapes, and that equal arguments give equal ids."""

import re

import pytest

from rystic_asgi.protocol.ids import ID_SHAPES, base58, make_id

BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


@pytest.mark.parametrize(
    ("kind", "shape"),
    [
        pytest.param("request", rf"req_011C[{BASE58}]{{20}}", id="request"),
        pytest.param("message", rf"msg_01[{BASE58}]{{22}}", id="message"),
        pytest.param("tool_use", rf"toolu_01[{BASE58}]{{22}}", id="tool_use"),
    ],
)
def test_an_id_has_the_shape_of_its_kind(kind: str, shape: str) -> None:
    ids = [make_id("rystic", kind, ordinal) for ordinal in range(200)]

    assert [found for found in ids if not re.fullmatch(shape, found)] == []


@pytest.mark.parametrize("kind", ID_SHAPES)
def test_an_id_has_24_signs_after_its_word(kind: str) -> None:
    signs = make_id("rystic", kind, 0).partition("_")[2]

    assert len(signs) == 24


@pytest.mark.parametrize(
    ("kind", "ordinal", "expected"),
    [
        pytest.param("request", 0, "req_011CauDQQVMW8GZm4eWpkvSX", id="request"),
        pytest.param("message", 0, "msg_0132GDgW1rgEsEErv1mqHkpr", id="first-message"),
        pytest.param("message", 64, "msg_01ZAQCGJ4kRaYJW5sjwA2HWN", id="message-of-the-next-page"),
        pytest.param("tool_use", 1, "toolu_01LmX7qcRCrboW5UTpztD4yN", id="tool_use"),
    ],
)
def test_an_id_is_the_same_on_every_machine(kind: str, ordinal: int, expected: str) -> None:
    found = make_id("rystic", kind, ordinal)

    assert found == expected


def test_ids_of_one_kind_never_repeat() -> None:
    ids = [make_id("rystic", "tool_use", ordinal) for ordinal in range(1_000)]

    assert len(set(ids)) == 1_000


def test_another_seed_gives_other_ids() -> None:
    one, other = make_id("rystic", "message", 0), make_id("else", "message", 0)

    assert one != other


@pytest.mark.parametrize("length", [0, 1, 62])
def test_base58_gives_as_many_signs_as_asked_for(length: int) -> None:
    signs = base58("some text", length)

    assert len(signs) == length
    assert set(signs) <= set(BASE58)


def test_base58_depends_on_the_text() -> None:
    signs = {base58(text, 30) for text in ("", "a", "b", "\N{SNOWMAN}")}

    assert len(signs) == 4
