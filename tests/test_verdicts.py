"""What a client made of a fault, by its later requests."""

import json
from typing import Any, Final

import pytest

from rystic_asgi.engine.verdicts import SAYS, Verdict, verdicts
from rystic_asgi.state.journal import Ending, Entry, Received
from tests.conftest import ask

Json = dict[str, Any]

TEXT: Final[Json] = {"type": "text", "text": "I look."}
CALL: Final[Json] = {"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {}}
OTHER_CALL: Final[Json] = {**CALL, "id": "toolu_2"}
ANSWER: Final[Json] = {"id": "msg_1", "content": [TEXT, CALL, OTHER_CALL]}
THOUGHT: Final[Json] = {"type": "redacted_thinking", "data": "Eq"}

NOBODY: Final = ("unknown", "no request came after")
OTHERS: Final = ("unknown", "no later request is the same or goes on from it")


def entry(number: int, body: Any, ending: Ending | None = None, time: float = 0.0, **received: Any) -> Entry:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    given = {"operation": "messages", "method": "POST", "path": "/v1/messages", "raw_headers": {}, **received}
    return Entry(number, None, Received(raw_body=raw, **given), ending, time=time)


def fault(kind: str, answer: Json = ANSWER, status: int = 200, how: str = "complete", **members: Any) -> Ending:
    faults = ({"kind": kind, "event": 3},)
    return Ending(status, json.dumps(answer).encode(), how, faults=faults, **members)


OK: Final = Ending(200, b"{}", "complete")


def grown(*messages: Json) -> Json:
    body = ask()
    return {**body, "messages": [*body["messages"], *messages]}


def assistant(content: Any = "I look.") -> Json:
    return {"role": "assistant", "content": content}


def user(content: Any = "Go on") -> Json:
    return {"role": "user", "content": content}


def results(*ids: str) -> Json:
    return user([{"type": "tool_result", "tool_use_id": each, "content": "21"} for each in ids])


def verdict(befallen: Ending, *later: Entry, is_real_time: bool = False) -> Verdict:
    found = verdicts([entry(0, ask(), befallen), *later], is_real_time=is_real_time)
    assert list(found) == [0]
    return found[0]


def test_only_what_a_fault_befell_is_judged() -> None:
    entries = [entry(0, ask()), entry(1, ask(), OK), entry(2, ask(), fault("end", blocks=0))]

    assert list(verdicts(entries, is_real_time=False)) == [2]
    assert verdicts([], is_real_time=False) == {}


@pytest.mark.parametrize(
    ("asked", "is_real_time", "came", "expected"),
    [
        pytest.param(None, True, 9.0, ("retried", "request 1 is the same"), id="not-asked-to-wait"),
        pytest.param(
            2.0,
            False,
            9.0,
            ("retried", "request 1 is the same; a virtual clock cannot tell whether it waited"),
            id="virtual-clock",
        ),
        pytest.param(
            2.0,
            True,
            2.5,
            ("waited", "request 1 is the same and came after 2.500 of the 2.000 seconds asked for"),
            id="waited",
        ),
        pytest.param(
            2.0,
            True,
            0.5,
            ("did_not_wait", "request 1 is the same and came after 0.500 of the 2.000 seconds asked for"),
            id="did-not-wait",
        ),
    ],
)
def test_after_an_error_a_client_asks_once_more(
    asked: float | None, is_real_time: bool, came: float, expected: tuple[str, str]
) -> None:
    befallen = fault("status", {"type": "error"}, 429, retry_after_s=asked)

    assert verdict(befallen, entry(1, ask(), OK, came), is_real_time=is_real_time) == expected


@pytest.mark.parametrize("kind", ["status", "end", "unknown_event"])
def test_nothing_after_a_fault_tells_nothing(kind: str) -> None:
    befallen = fault(kind, blocks=1)

    assert verdict(befallen) == NOBODY
    assert verdict(befallen, entry(1, ask("Something else"), OK)) == OTHERS


@pytest.mark.parametrize("kind", ["end", "reset", "error", "splice"])
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(ask(), ("retried", "request 1 is the same"), id="retried"),
        pytest.param(
            grown(assistant(), results("toolu_1", "toolu_2")),
            ("ran_cut_call", "request 1 brings a result of toolu_2"),
            id="ran-the-cut-call",
        ),
        pytest.param(
            grown(assistant(), results("toolu_1")),
            ("took_cut_for_whole", "request 1 goes on with it as the assistant's turn"),
            id="took-it-for-whole",
        ),
        pytest.param(grown(user()), ("unknown", "request 1 goes on without it"), id="went-on-without"),
        pytest.param(ask("Else"), OTHERS, id="something-else"),
    ],
)
def test_after_a_cut_stream(kind: str, body: Json, expected: tuple[str, str]) -> None:
    assert verdict(fault(kind, blocks=2), entry(1, body, OK)) == expected


def test_of_a_whole_answer_that_was_cut_no_call_was_received() -> None:
    went_on = entry(1, grown(assistant(), results("toolu_1", "toolu_2")), OK)

    assert verdict(fault("reset"), went_on) == ("ran_cut_call", "request 1 brings a result of toolu_1, toolu_2")


def test_an_error_in_place_of_a_whole_answer_has_no_calls() -> None:
    answered = fault("error", {"type": "error", "error": {"type": "overloaded_error"}}, 529)

    assert verdict(answered, entry(1, grown(assistant(), user()), OK)) == (
        "took_cut_for_whole",
        "request 1 goes on with it as the assistant's turn",
    )


@pytest.mark.parametrize(
    ("how", "events", "expected"),
    [
        pytest.param("abandoned", 4, ("left", "it left after 4 events"), id="left"),
        pytest.param("abandoned", None, ("left", "it left after 0 events"), id="left-a-whole-answer"),
        pytest.param("complete", 9, ("stayed", "the answer went to its end"), id="stayed"),
    ],
)
def test_while_a_stream_stalls(how: str, events: int | None, expected: tuple[str, str]) -> None:
    assert verdict(fault("stall", how=how, events=events)) == expected


@pytest.mark.parametrize("kind", ["silence", "unknown_event", "unknown_delta", "swap", "raw", "done", "unnamed", "cr"])
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(ask(), ("retried", "request 1 is the same"), id="retried"),
        pytest.param(
            grown(assistant(ANSWER["content"]), results("toolu_1")),
            ("read_whole", "request 1 brings it back"),
            id="read-whole",
        ),
        pytest.param(
            grown(assistant([TEXT]), user()),
            ("misread", "request 1 brings back something else"),
            id="read-in-part",
        ),
        pytest.param(
            grown(assistant([{"type": "sparkle"}, {}]), user()),
            ("misread", "request 1 brings back something else"),
            id="read-what-was-not-there",
        ),
        pytest.param(grown(assistant(), user()), ("misread", "request 1 brings back something else"), id="text-alone"),
        pytest.param(grown(user()), ("misread", "request 1 goes on without it"), id="went-on-without"),
    ],
)
def test_after_a_stream_with_what_no_client_knows(kind: str, body: Json, expected: tuple[str, str]) -> None:
    assert verdict(fault(kind), entry(1, body, OK)) == expected


@pytest.mark.parametrize(
    "content",
    [
        pytest.param([THOUGHT, TEXT], id="blocks"),
        pytest.param([TEXT], id="a-text"),
    ],
)
def test_what_comes_back_is_compared_by_what_it_says(content: list[Json]) -> None:
    befallen = fault("unknown_event", {"content": content})
    came_back = [{**block, "cache_control": {"type": "ephemeral"}} for block in content]

    assert verdict(befallen, entry(1, grown(assistant(came_back), user()), OK)).says == "read_whole"


def test_a_text_that_comes_back_as_a_string_is_the_same() -> None:
    befallen = fault("unknown_event", {"content": [TEXT]})

    assert verdict(befallen, entry(1, grown(assistant("I look."), user()), OK)).says == "read_whole"


@pytest.mark.parametrize(
    "later",
    [
        pytest.param(entry(1, b"", Ending(405, b"{}", "complete")), id="no-body"),
        pytest.param(entry(1, b"{", Ending(401, b"{}", "complete")), id="no-json"),
        pytest.param(entry(1, b"[" * 100_000, Ending(401, b"{}", "complete")), id="nested-without-end"),
        pytest.param(entry(1, {"messages": 5}, Ending(401, b"{}", "complete")), id="no-messages"),
        pytest.param(entry(1, {"messages": [{"role": "user"}]}, Ending(401, b"{}", "complete")), id="no-content"),
        pytest.param(entry(1, grown(assistant(), user()), OK, operation="count_tokens"), id="count"),
    ],
)
def test_requests_without_a_conversation_tell_nothing(later: Entry) -> None:
    assert verdict(fault("end", blocks=1), later) == OTHERS


def test_a_result_that_names_no_call_is_of_none() -> None:
    befallen = fault("end", blocks=1)
    body = grown(assistant(), user([{"type": "tool_result"}, {}]))

    assert verdict(befallen, entry(1, body, Ending(401, b"{}", "complete"))).says == "took_cut_for_whole"


def test_a_request_under_way_tells_too() -> None:
    assert verdict(fault("end", blocks=1), entry(1, grown(assistant(), user()))).says == "took_cut_for_whole"


@pytest.mark.parametrize("says", SAYS)
def test_each_verdict_is_explained(says: str) -> None:
    assert SAYS[says].startswith(("it ", "nothing "))
