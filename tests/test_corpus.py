"""The corpus against a fresh simulator: what the API accepts is answered, what it refuses is refused in its words."""

from typing import Any, Final

import httpx2
import pytest

from rystic_asgi import Simulator, text
from rystic_asgi.transport.httpx2_transports import Transport
from rystic_asgi.validation.rules import RULES, Rule
from tests.corpus.cases import FOLDERS, Case, body_of
from tests.corpus.index import INDEX, all_cases, cases_of_row, cases_of_rule, index
from tests.corpus.rows import ROWS, Row

CASES: Final = all_cases()
REJECTED: Final = [case for case in CASES if case.folder == "rejected"]
ACCEPTED: Final = [case for case in CASES if case.folder == "accepted"]
RULE_NAMES: Final = [rule.name for rule in RULES]
GROUPS: Final = ["field", "http"]
SWITCHABLE: Final = [case for case in REJECTED if case.data["rule"] in RULE_NAMES]

COMMON_KEYS: Final = {"description", "source", "rule", "headers"}
MORE_KEYS: Final = {"rows", "rules", "earlier", "files", "method", "path", "body", "body_text", "body_base64"}
ANSWER_KEYS: Final = {"type", "message", "message_has", "details"}


def each(cases: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=[f"{case.folder}-{case.name}" for case in cases])


def simulator_of(case: Case, *unplayed: object, **switches: bool) -> Simulator:
    replies = [exchange["reply"] for exchange in case.data.get("earlier", ())]
    rules = {**case.data.get("rules", {}), **switches}
    simulator = Simulator(replies=[*replies, *unplayed], rules=rules, files=case.data.get("files"))
    for exchange in case.data.get("earlier", ()):
        assert send(simulator, "POST", case, body_of(exchange)).status_code == 200
    return simulator


def answer(case: Case, simulator: Simulator) -> httpx2.Response:
    return send(simulator, case.data.get("method", "POST"), case, case.body)


def send(simulator: Simulator, method: str, case: Case, body: bytes) -> httpx2.Response:
    with httpx2.Client(transport=Transport(simulator), base_url="http://rystic.test") as client:
        return client.request(method, case.path, headers=case.data["headers"], content=with_ids(body, simulator))


def with_ids(body: bytes, simulator: Simulator) -> bytes:
    for number, entry in enumerate(simulator.messages if b"<id of earlier" in body else ()):
        body = body.replace(b"<id of earlier %d>" % number, entry.answer["id"].encode())
    return body


def told(response: httpx2.Response) -> dict[str, Any]:
    """The error of an answer; none where a HEAD leaves it out."""
    return dict(response.json()["error"]) if response.content else {}


def says(message: str, words: str) -> bool:
    return message == words or message.startswith(words + " ")


@each(REJECTED)
def test_a_refused_request_is_told_in_the_words_of_the_api(case: Case) -> None:
    response = answer(case, simulator_of(case))

    error = told(response)
    assert (response.status_code, error.get("type")) == (case.data["status"], case.data.get("type")), error
    assert says(error.get("message", ""), case.data.get("message", error.get("message", ""))), error["message"]
    assert [words for words in case.data.get("message_has", ()) if words not in error["message"]] == []
    assert case.data.get("details", {}).items() <= error.get("details", {}).items()


@each([case for case in REJECTED if case.data.get("method") != "HEAD"])
def test_a_refusal_stands_in_the_envelope_of_the_api(case: Case) -> None:
    response = answer(case, simulator_of(case))

    envelope = response.json()
    error = envelope.pop("error")
    assert envelope == (
        {} if case.data["status"] == 413 else {"type": "error", "request_id": response.headers["request-id"]}
    )
    assert set(error) - {"details"} == {"type", "message"}


@each(REJECTED)
def test_a_refused_request_takes_no_reply(case: Case) -> None:
    simulator = simulator_of(case, text("Not taken."))
    left = simulator.left

    answer(case, simulator)

    assert len(left) == 1
    assert simulator.left == left


@each(ACCEPTED)
def test_an_accepted_request_is_answered(case: Case) -> None:
    response = answer(case, simulator_of(case))

    assert (response.status_code, told(response) if response.is_error else {}) == (200, {})


@each(SWITCHABLE)
def test_a_rule_switched_off_does_not_refuse(case: Case) -> None:
    response = answer(case, simulator_of(case))

    switched = answer(case, simulator_of(case, **{case.data["rule"]: False}))

    assert switched.status_code == 200 or told(switched) != told(response)


@each(CASES)
def test_a_case_has_known_keys_and_is_named_after_its_rule(case: Case) -> None:
    answer_keys = {"status"} if case.folder == "rejected" else set()
    allowed = COMMON_KEYS | MORE_KEYS | (answer_keys | ANSWER_KEYS if answer_keys else set())
    rules = [*RULE_NAMES, *GROUPS, *([] if answer_keys else ["client"])]

    assert COMMON_KEYS | answer_keys <= set(case.data) <= allowed
    assert case.data["rule"] in rules
    assert case.prefix in ([case.data["rule"], "order"] if answer_keys else [case.data["rule"]])
    assert case.data["description"].endswith(".")
    assert len({"body", "body_text", "body_base64"} & set(case.data)) <= 1


@each(CASES)
def test_a_case_belongs_to_known_rows_and_switches_known_rules(case: Case) -> None:
    rows, groups = {row.name for row in ROWS}, {rule.group for rule in RULES if rule.group}

    assert set(case.data.get("rows", ())) <= rows
    assert set(case.data.get("rules", ())) <= {*RULE_NAMES, *groups}


@pytest.mark.parametrize("rule", RULES, ids=RULE_NAMES)
def test_a_rule_has_two_refused_requests_and_an_accepted_one(rule: Rule) -> None:
    folders = [case.folder for case in cases_of_rule(CASES, rule.name)]

    assert folders.count("rejected") >= 2
    assert folders.count("accepted") >= 1


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_a_row_has_a_case(row: Row) -> None:
    assert cases_of_row(CASES, row) != []


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_names_of_cases_are_unique(folder: str) -> None:
    names = [case.name for case in CASES if case.folder == folder]

    assert len(set(names)) == len(names)


def test_the_index_is_up_to_date() -> None:
    assert INDEX.read_text(encoding="utf-8") == index(CASES), "run python -m tests.corpus"
