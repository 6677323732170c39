"""The index of the corpus: each rule and each row with its cases."""

from collections.abc import Iterable, Iterator
from typing import Final

from rystic_asgi.validation.rules import RULES
from tests.corpus.cases import CORPUS, FOLDERS, Case, read_cases
from tests.corpus.generated import generated_cases
from tests.corpus.rows import ROWS, Row

INDEX: Final = CORPUS / "INDEX.md"


def all_cases() -> list[Case]:
    """Every case, from files and generated, by folder and name."""
    cases = (case for folder in FOLDERS for case in (*read_cases(folder), *generated_cases(folder)))
    return sorted(cases, key=lambda case: (FOLDERS.index(case.folder), case.name))


def index(cases: Iterable[Case]) -> str:
    """The text of INDEX.md."""
    return "\n".join(_lines(list(cases))) + "\n"


def cases_of_rule(cases: Iterable[Case], rule: str) -> list[Case]:
    """The cases in which a rule is at work."""
    return [case for case in cases if case.data["rule"] == rule]


def cases_of_row(cases: Iterable[Case], row: Row) -> list[Case]:
    """The cases that belong to a row."""
    return [case for case in cases if row.name in case.data.get("rows", ())]


def _lines(cases: list[Case]) -> Iterator[str]:
    yield "# Index of the corpus"
    yield ""
    yield "Written by `python -m tests.corpus`. Generated cases are made in `generated.py`."
    yield ""
    yield "## Rules"
    yield from _table("Rule", "Says", ((rule.name, rule.says, cases_of_rule(cases, rule.name)) for rule in RULES))
    yield ""
    yield "## Rows"
    yield from _table("Row", "Says", ((row.name, row.says, cases_of_row(cases, row)) for row in ROWS))


def _table(name: str, says: str, rows: Iterable[tuple[str, str, list[Case]]]) -> Iterator[str]:
    yield ""
    yield f"| {name} | {says} | Refused | Accepted |"
    yield "|---|---|---|---|"
    for row, sentence, cases in rows:
        yield f"| `{row}` | {sentence} | {_names(cases, 'rejected')} | {_names(cases, 'accepted')} |"


def _names(cases: list[Case], folder: str) -> str:
    return ", ".join(_link(case) for case in cases if case.folder == folder)


def _link(case: Case) -> str:
    file = f"{case.folder}/{case.name}.json"
    return f"[{case.name}]({file})" if (CORPUS / file).exists() else case.name
