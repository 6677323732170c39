"""What is missing skips a test only where that is allowed."""

import pytest

from tests.needs import downloads, program


def test_a_missing_program_skips_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RYSTIC_NO_SKIP", raising=False)

    with pytest.raises(pytest.skip.Exception) as caught:
        program("rystic-no-such-program")
    assert caught.value.msg == "rystic-no-such-program is not installed"


def test_a_missing_program_fails_the_test_where_skipping_is_not_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RYSTIC_NO_SKIP", "1")

    with pytest.raises(pytest.fail.Exception) as caught:
        program("rystic-no-such-program")
    assert caught.value.msg == "rystic-no-such-program is not installed"


def test_a_failed_download_skips_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RYSTIC_NO_SKIP", raising=False)

    with pytest.raises(pytest.skip.Exception) as caught, downloads():
        raise ConnectionError("no network")
    assert caught.value.msg == "it can't be downloaded here"


def test_a_failed_download_fails_the_test_where_skipping_is_not_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RYSTIC_NO_SKIP", "1")

    with pytest.raises(ConnectionError, match=r"^no network$"), downloads():
        raise ConnectionError("no network")
