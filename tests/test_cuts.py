"""Where a streamed text is cut."""

import pytest

from rystic_asgi.encoding.cuts import cut, every


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("a", ["a"], id="one-character"),
        pytest.param("ab", ["a", "b"], id="two-characters"),
        pytest.param("{}", ["{", "}"], id="empty-object"),
        pytest.param("abcdefghijk", ["abc", "defg", "hijk"], id="three-pieces"),
        pytest.param("\N{GRINNING FACE}" * 3, ["\N{GRINNING FACE}"] * 3, id="beyond-the-first-plane"),
    ],
)
def test_a_text_is_cut_into_nearly_equal_pieces(text: str, pieces: list[str]) -> None:
    assert cut(text) == pieces


@pytest.mark.parametrize(("length", "pieces"), [(36, 3), (37, 4), (576, 48), (10_000, 48)])
def test_a_longer_text_has_more_pieces_within_a_bound(length: int, pieces: int) -> None:
    assert len(cut("a" * length)) == pieces


@pytest.mark.parametrize(
    ("characters", "pieces"),
    [
        pytest.param(2, ["ab", "cd", "e"], id="two"),
        pytest.param(5, ["abcde"], id="all"),
        pytest.param(9, ["abcde"], id="more"),
        pytest.param(0, ["abcde"], id="uncut"),
    ],
)
def test_a_text_is_cut_every_so_many_characters(characters: int, pieces: list[str]) -> None:
    assert list(every(characters)("abcde")) == pieces


@pytest.mark.parametrize("characters", [0, 3])
def test_an_empty_text_has_no_piece(characters: int) -> None:
    assert list(every(characters)("")) == []
