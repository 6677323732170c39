"""Boot documents from files."""

from pathlib import Path

import pytest

from rystic_asgi import ScriptError, Simulator, load_boot


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("boot.json", '{"replies": ["One."], "seed": "s"}', id="json"),
        pytest.param("boot.yaml", "replies:\n  - One.\nseed: s\n", id="yaml"),
        pytest.param("boot.yml", "{replies: [One.], seed: s}", id="yml"),
        pytest.param("boot.TOML", 'replies = ["One."]\nseed = "s"\n', id="toml"),
    ],
)
def test_the_suffix_says_how_a_file_is_read(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text)

    assert load_boot(file) == {"replies": ["One."], "seed": "s"}
    assert Simulator(boot=file).left == ["One."]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        pytest.param("boot.json", b"{", "not JSON: Expecting property name", id="not-json"),
        pytest.param("boot.txt", b"{}", "a document ends in .json, .yaml, .yml, .toml, found 'txt'", id="suffix"),
        pytest.param("boot.json", b"[]", "an object expected, found a list []", id="no-object"),
        pytest.param("boot.json", b"\xff", "cannot be read: 'utf-8' codec can't decode", id="not-utf-8"),
    ],
)
def test_a_file_that_is_no_document_is_named(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)

    with pytest.raises(ScriptError) as caught:
        load_boot(str(file))
    assert str(caught.value).startswith(f"rystic: {file}: {reason}")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match=r"^rystic: .*nope\.json: cannot be read: .*No such file"):
        load_boot(tmp_path / "nope.json")
