"""How what is wrong with a schema is told."""

import pytest

from rystic_asgi.validation.patterns import PatternLimitError, PatternSyntaxError
from rystic_asgi.validation.schema_faults import TOO_DEEP, SchemaUnusableError, as_unusable, cut

PanicException = type("PanicException", (BaseException,), {})


@pytest.mark.parametrize(
    ("cause", "reason"),
    [
        pytest.param(SchemaUnusableError("a", "so"), "so", id="told already"),
        pytest.param(PatternSyntaxError("Unreadable."), "Unreadable", id="pattern syntax"),
        pytest.param(PatternLimitError("Too large."), "Too large", id="pattern limit"),
        pytest.param(RecursionError(), TOO_DEEP, id="recursion"),
        pytest.param(PanicException(), TOO_DEEP, id="the panic of referencing"),
    ],
)
def test_what_a_check_stumbles_over_is_told(cause: BaseException, reason: str) -> None:
    unusable = as_unusable(cause)

    assert unusable is not None
    assert unusable.reason == reason


@pytest.mark.parametrize("cause", [TypeError(), ValueError(), KeyboardInterrupt()], ids=repr)
def test_what_is_no_schemas_fault_is_not_told_as_one(cause: BaseException) -> None:
    assert as_unusable(cause) is None


def test_long_texts_are_cut_in_their_middle() -> None:
    assert cut("0123456789" * 3, 15) == "01234 ... 56789"
