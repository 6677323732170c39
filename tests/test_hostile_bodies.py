"""Bodies that break parsers: each gets a whole answer, and the script is as it was where it is refused."""

import json
from typing import Any, Final

import pytest

from rystic_asgi import Simulator, tool_use
from rystic_asgi.asgi.operations import answer
from rystic_asgi.state.memory_store import MemoryStore
from tests.conftest import API_HEADERS, ask

HEADERS: Final = {name.encode(): value.encode() for name, value in API_HEADERS.items()}
DEEP: Final = 100_000
INVALID: Final = "The request body is not valid JSON: "


def answered(body: bytes, *replies: Any, path: str = "/v1/messages") -> tuple[int, Any, Simulator]:
    store = MemoryStore()
    simulator = Simulator(replies=replies or ["Hi"], store=store)
    found = answer(store, "POST", path, {**HEADERS}, body)
    return found.status, json.loads(found.whole), simulator


def with_text(text: bytes) -> bytes:
    return b'{"model":"m","max_tokens":5,"messages":[{"role":"user","content":' + text + b"}]}"


def with_input(value: bytes) -> bytes:
    call = b'[{"type":"tool_use","id":"a","name":"add","input":{"a":' + value + b"}}]"
    result = b'{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"}]}'
    return b'{"model":"m","max_tokens":5,"messages":[{"role":"assistant","content":' + call + b"}," + result + b"]}"


def with_schema(schema: dict[str, Any]) -> bytes:
    tool = {"name": "add", "input_schema": {"type": "object", **schema}}
    return json.dumps(ask(tools=[tool])).encode()


@pytest.mark.parametrize("path", ["/v1/messages", "/v1/messages/count_tokens"])
@pytest.mark.parametrize(
    ("body", "beginning"),
    [
        pytest.param(b"[" * DEEP, INVALID, id="open-lists"),
        pytest.param(b"[" * DEEP + b"]" * DEEP, INVALID, id="nested-lists"),
        pytest.param(b'{"a":' * DEEP + b"1" + b"}" * DEEP, INVALID, id="nested-objects"),
        pytest.param(with_input(b"[" * DEEP + b"]" * DEEP), INVALID, id="nested-input"),
        pytest.param(with_text(b'"cut \\ud83d"'), INVALID + "no low surrogate in string", id="lone-surrogate"),
        pytest.param(with_text(b'"\xff"'), INVALID, id="no-utf-8"),
        pytest.param(with_input(b"NaN"), INVALID + "unexpected character", id="nan"),
        pytest.param(with_input(b"1e999"), INVALID, id="a-number-without-end"),
        pytest.param(b"", INVALID, id="empty"),
        pytest.param(b"null", "", id="null"),
        pytest.param(b"\x00" * 64, INVALID, id="zeros"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(path: str, body: bytes, beginning: str) -> None:
    status, value, simulator = answered(body, path=path)

    assert (status, value["error"]["type"]) == (400, "invalid_request_error")
    assert value["error"]["message"].startswith(beginning)
    assert simulator.left == ["Hi"]


def test_an_integer_of_thirty_digits_is_an_integer() -> None:
    status, value, _ = answered(with_text(b'"Hi"').replace(b":5,", b":" + b"9" * 30 + b","))

    assert (status, value.get("type")) == (200, "message")


@pytest.mark.parametrize("value", [b"9" * 30, b"-" + b"9" * 30, b"9" * 4000], ids=["30", "negative", "4000"])
def test_an_input_may_hold_an_integer_of_many_digits(value: bytes) -> None:
    status, _, _ = answered(with_input(value))

    assert status == 200


def test_of_equal_keys_each_is_judged() -> None:
    status, value, _ = answered(b'{"model": 5, ' + with_text(b'"Hi"')[1:])

    assert (status, value["error"]["message"]) == (400, "model: Input should be a valid string")


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({"properties": {f"p{number}": {"type": "string"} for number in range(10_000)}}, id="10000"),
        pytest.param({"properties": {"child": {"$ref": "#"}}}, id="refers-to-itself"),
        pytest.param({"properties": {"a": {"$ref": "#/properties/a"}}}, id="refers-to-nothing-else"),
        pytest.param({"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}, id="refers-in-a-circle"),
    ],
)
def test_a_schema_that_is_large_or_refers_to_itself_is_taken(schema: dict[str, Any]) -> None:
    status, _, _ = answered(with_schema(schema))

    assert status == 200


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        pytest.param({"properties": {"child": {"$ref": "#"}}}, 200, id="optional"),
        pytest.param({"properties": {"child": {"$ref": "#"}}, "required": ["child"]}, 400, id="without-end"),
    ],
)
def test_an_input_for_a_schema_that_refers_to_itself_is_made_or_refused(schema: dict[str, Any], expected: int) -> None:
    status, _, _ = answered(with_schema(schema), tool_use("add"))

    assert status == expected
