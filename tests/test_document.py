"""Boot documents: what may stand in one, and that it is written as it is read."""

from typing import Any, Final

import pytest

from rystic_asgi.script.document import DEFAULT_TEXT, Document, read_document
from rystic_asgi.script.fault import ScriptError
from rystic_asgi.script.scenarios import find_scenario

NAME: Final = "anthropic_agent_loop"


def test_an_empty_document_is_an_empty_script_with_every_default() -> None:
    document = read_document({})

    assert document == Document()
    assert (document.replies, document.default_reply, document.on_empty) == ((), DEFAULT_TEXT, "default")


def test_every_setting_of_a_document_is_read() -> None:
    document = read_document(
        {
            "version": 1,
            "replies": ["a"],
            "default_reply": "",
            "on_empty": "error",
            "rules": {"tool-names": False, "thread": True},
            "seed": 7,
        }
    )

    assert [reply.posted for reply in document.replies] == ["a"]
    assert (document.default_reply, document.on_empty, document.seed) == ("", "error", "7")
    assert document.rules == (("tool-names", False), ("thread", True))


def test_a_scenario_brings_its_replies() -> None:
    document = read_document({"scenario": NAME})

    assert document.scenario == NAME
    assert [reply.posted for reply in document.replies] == find_scenario(NAME).replies


def test_replies_win_over_a_scenario() -> None:
    document = read_document({"scenario": NAME, "replies": ["a"]})

    assert document.scenario == NAME
    assert [reply.posted for reply in document.replies] == ["a"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param([], "rystic: an object expected, found a list []", id="no-object"),
        pytest.param(
            {"reply": []},
            "rystic: reply: unknown key; did you mean 'replies'? "
            "known: version, scenario, replies, default_reply, on_empty, rules, seed, api_keys, threads, cors, limits, "
            "faults, stream, clock, models, files, batches",
            id="unknown-key",
        ),
        pytest.param(
            {"version": 2}, "rystic: version: this version reads documents of version 1, found 2", id="version"
        ),
        pytest.param({"version": "1"}, "rystic: version: an integer expected, found a string '1'", id="version-text"),
        pytest.param({"scenario": 5}, "rystic: scenario: a string expected, found an integer 5", id="scenario-no-text"),
        pytest.param({"replies": 5}, "rystic: replies: a list expected, found an integer 5", id="replies"),
        pytest.param(
            {"default_reply": {}}, "rystic: default_reply: a string expected, found an object {}", id="default_reply"
        ),
        pytest.param(
            {"on_empty": "stop"},
            "rystic: on_empty: 'default' or 'error' expected, found a string 'stop'",
            id="on_empty",
        ),
        pytest.param(
            {"clock": "real time"},
            "rystic: clock: 'virtual' or 'real' expected, found a string 'real time'",
            id="clock",
        ),
        pytest.param({"rules": []}, "rystic: rules: an object expected, found a list []", id="rules"),
        pytest.param(
            {"rules": {"thread": "off"}}, "rystic: rules.thread: a boolean expected, found a string 'off'", id="switch"
        ),
        pytest.param({"seed": 1.5}, "rystic: seed: a string or an integer expected, found a number 1.5", id="seed"),
        pytest.param(
            {"api_keys": "sk"}, "rystic: api_keys: a list expected, found a string 'sk'", id="keys-that-are-no-list"
        ),
        pytest.param(
            {"api_keys": []},
            "rystic: api_keys: at least one key expected; leave it out to accept any",
            id="no-keys",
        ),
        pytest.param(
            {"api_keys": ["sk", 5]}, "rystic: api_keys.1: a string expected, found an integer 5", id="key-no-text"
        ),
        pytest.param(
            {"api_keys": ["***"]},
            "rystic: api_keys.0: this key is masked; write the key itself, or leave api_keys out",
            id="masked-key",
        ),
        pytest.param(
            {"api_keys": ["sk ant"]}, "rystic: api_keys.0: not a key that an HTTP header can carry", id="key-with-space"
        ),
        pytest.param(
            {"api_keys": ["a,b"]}, "rystic: api_keys.0: not a key that an HTTP header can carry", id="key-with-comma"
        ),
        pytest.param(
            {"cors": "*"}, "rystic: cors: a boolean or a list expected, found a string '*'", id="cors-no-list"
        ),
        pytest.param({"cors": [5]}, "rystic: cors.0: a string expected, found an integer 5", id="origin-no-text"),
        pytest.param(
            {"cors": ["http://a/"]},
            "rystic: cors.0: an origin such as 'http://localhost:3000' expected, found a string 'http://a/'",
            id="origin-with-a-path",
        ),
        pytest.param(
            {"limits": {"request_byte": 1}},
            "rystic: limits.request_byte: unknown key; did you mean 'request_bytes'? "
            "known: request_bytes, file_bytes, stored_file_bytes, cut, function_seconds",
            id="limit",
        ),
        pytest.param(
            {"limits": {"function_seconds": 0}},
            "rystic: limits.function_seconds: more than 0 expected, found 0",
            id="no-time",
        ),
        pytest.param(
            {"limits": {"request_bytes": 0}}, "rystic: limits.request_bytes: 1 or more expected, found 0", id="bound"
        ),
        pytest.param(
            {"clock": "fast"}, "rystic: clock: 'virtual' or 'real' expected, found a string 'fast'", id="clock"
        ),
        pytest.param(
            {"stream": {"fault": {"kind": "cr"}}},
            "rystic: stream.fault: a fault belongs to a reply, or to the schedule that faults holds",
            id="lasting-fault",
        ),
        pytest.param(
            {"batches": {"ends_after": -1}}, "rystic: batches.ends_after: 0 or more expected, found -1", id="retrieves"
        ),
        pytest.param(
            {"batches": {"ends": 1}},
            "rystic: batches.ends: unknown key; known: ends_after",
            id="batches",
        ),
        pytest.param(
            {"limits": {"request_bytes": True}},
            "rystic: limits.request_bytes: an integer expected, found a boolean True",
            id="bound-no-number",
        ),
    ],
)
def test_a_document_that_cannot_be_loaded_is_refused_with_the_place(value: Any, text: str) -> None:
    with pytest.raises(ScriptError) as refused:
        read_document(value)

    assert str(refused.value) == text


def test_an_unknown_rule_is_refused_with_the_nearest() -> None:
    with pytest.raises(ScriptError) as refused:
        read_document({"rules": {"tool-name": False}})

    assert str(refused.value).startswith("rystic: rules.tool-name: unknown key; did you mean 'tool-names'? known: ")


@pytest.mark.parametrize(
    "written",
    [
        pytest.param({"version": 1, "replies": []}, id="empty"),
        pytest.param({"version": 1, "scenario": NAME, "replies": ["a"]}, id="scenario"),
        pytest.param(
            {
                "version": 1,
                "default_reply": "",
                "on_empty": "error",
                "rules": {"thread": False},
                "seed": "7",
                "threads": False,
                "cors": ["http://localhost:3000", "null"],
                "limits": {"request_bytes": 1000},
                "batches": {"ends_after": 0},
                "replies": [{"content": [{"type": "text", "text": "a"}]}, {"error": {"status": 529}}],
            },
            id="all",
        ),
        pytest.param({"version": 1, "cors": True, "replies": []}, id="every-origin"),
    ],
)
def test_a_document_is_written_as_it_was_read(written: dict[str, Any]) -> None:
    assert read_document(written).as_json() == written


def test_what_stands_at_its_default_is_left_out() -> None:
    read = read_document(
        {
            "default_reply": DEFAULT_TEXT,
            "on_empty": "default",
            "rules": {},
            "seed": "rystic",
            "threads": True,
            "cors": False,
            "limits": {},
            "batches": {},
        }
    )

    assert read.as_json() == {"version": 1, "replies": []}


def test_a_document_that_was_written_reads_back_the_same() -> None:
    document = read_document({"scenario": NAME, "seed": 7})

    assert read_document(document.as_json()) == document


@pytest.mark.parametrize("rules", [{}, {"no-threads": False, "thread": False}], ids=["none", "some"])
def test_without_threads_the_rule_is_on_that_refuses_them(rules: dict[str, bool]) -> None:
    assert read_document({"threads": False, "rules": rules}).switches == {**rules, "no-threads": True}
    assert read_document({"threads": True, "rules": rules}).switches == rules


def test_keys_are_written_masked() -> None:
    document = read_document({"api_keys": ["sk-ant-1", "sk-ant-2"]})

    assert document.api_keys == ("sk-ant-1", "sk-ant-2")
    assert document.as_json() == {"version": 1, "api_keys": ["***", "***"], "replies": []}


def test_no_origin_is_let_in_by_an_empty_list() -> None:
    assert read_document({"cors": []}) == Document()


@pytest.mark.parametrize(
    ("limits", "most"),
    [
        pytest.param({}, 256 * 1024 * 1024, id="left-out"),
        pytest.param({"request_bytes": 100}, 100, id="less"),
        pytest.param({"request_bytes": 10**9}, 10**9, id="more"),
    ],
)
def test_a_batch_has_its_own_limit_unless_one_is_set(limits: dict[str, int], most: int) -> None:
    assert read_document({"limits": limits}).batch_bytes == most
