"""Properties of the request's check, of streams and of cuts, over generated values."""

import json
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from rystic_asgi.encoding.cuts import cut
from rystic_asgi.encoding.frames import frames
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.messages import ResponseMessage, Usage
from rystic_asgi.protocol.requests import NESTED_CONDITIONS, MessagesRequest
from rystic_asgi.protocol.server_results import AdvisorToolResultBlock
from rystic_asgi.validation.declared_tools import read_tools
from rystic_asgi.validation.explain import every_problem, first_problem
from rystic_asgi.validation.extra_inputs import block_extra_problems, extra_input_problems, message_extra_problems
from rystic_asgi.validation.headers import RequestHeaders
from rystic_asgi.validation.request import check_request
from rystic_asgi.validation.rules import DEFAULT_OFF, rule_names
from tests.block_samples import BLOCKS
from tests.conftest import stream_events

Json = Any
Path = tuple[str | int, ...]

HEADERS: Final = {b"x-api-key": b"k", b"anthropic-version": b"2023-06-01"}
CACHE: Final = {"type": "ephemeral", "ttl": "5m"}

TOOLS: Final[list[Json]] = [
    {"name": "add", "input_schema": {"type": "object"}, "type": "custom", "cache_control": CACHE},
    {"name": "sub", "input_schema": {"type": "object"}, "input_examples": [{}], "allowed_callers": ["direct"]},
    {"name": "bash", "type": "bash_20250124"},
    {"type": "mcp_toolset", "mcp_server_name": "sums"},
]
EDITS: Final[list[Json]] = [
    {"type": "clear_tool_uses_20250919", "trigger": {"type": "tool_uses", "value": 1}, "clear_tool_inputs": ["add"]},
    {"type": "clear_tool_uses_20250919", "keep": {"type": "tool_uses", "value": 0}, "clear_tool_inputs": True},
    {"type": "clear_thinking_20251015", "keep": "all"},
    {"type": "clear_thinking_20251015", "keep": {"type": "thinking_turns", "value": 1}},
    {"type": "compact_20260112", "trigger": {"type": "input_tokens", "value": 50_000}},
]
FIELDS: Final[dict[str, list[Json]]] = {
    "tool_choice": [{"type": "auto"}, {"type": "tool", "name": "add", "disable_parallel_tool_use": True}],
    "system": ["Be brief", [{"type": "text", "text": "Be brief", "cache_control": None}], []],
    "thinking": [{"type": "enabled", "budget_tokens": 1024}, {"type": "adaptive", "display": "updates"}],
    "output_config": [
        {"effort": "low", "format": {"type": "json_schema", "schema": {}}},
        {"task_budget": {"type": "tokens", "total": 20_000, "remaining": None}},
    ],
    "cache_control": [CACHE, None],
    "metadata": [{"user_id": "a"}, {"user_id": None}],
    "stop_sequences": [["a"], None],
    "temperature": [0.5, 1],
    "service_tier": ["auto"],
    "top_k": [3],
    "stream": [True],
    "container": ["container_1", {"id": "container_1", "skills": [{"type": "custom", "skill_id": "a"}]}],
    "fallbacks": ["default", [{"model": "a", "thinking": {"type": "disabled"}, "output_config": None}]],
    "mcp_servers": [[{"type": "url", "url": "https://example.com", "name": "sums"}]],
    "speed": ["fast"],
    "context_management": [{"edits": EDITS}, None],
    "fallback_credit_token": ["a", {"token": "a"}],
    "thread": [{"type": "create"}, {"type": "continue", "previous_message_id": "msg_1"}],
    "diagnostics": [{"previous_message_id": None}],
    "compaction": [{"type": "summarize"}],
    "billing_policy": [{"type": "billing_policy", "bill_to": "self"}],
    "output_format": [{"type": "json_schema", "schema": {}}],
}
"""Values that fit, by optional field."""

ODD_VALUES: Final[list[Json]] = [
    *(None, True, 0, 1, -1, 2**70, 1.0, 256.0, 0.5, 1e300, "", " ", "a b", "text", "custom", "tool_use", "ephemeral"),
    *([], [None], [{}], ["a"], {}, {"type": None}, {"type": "text"}, {"type": "text", "text": "a"}, {"a": []}),
]


def copied(value: Json) -> Json:
    """A copy of which no part stands twice."""
    return json.loads(json.dumps(value))


def messages() -> st.SearchStrategy[Json]:
    content = st.just("Hi") | st.lists(st.sampled_from(list(BLOCKS.values())), max_size=3)
    fields = {"role": st.sampled_from(["user", "assistant", "system"]), "content": content}
    extra = {"clear_at": st.just("never"), "output_config": st.just({"effort": "low"})}
    return st.lists(st.fixed_dictionaries(fields, optional=extra), max_size=3)


def valid_bodies() -> st.SearchStrategy[Json]:
    return st.fixed_dictionaries(
        {"model": st.just("m"), "max_tokens": st.sampled_from([0, 5, 2**70]), "messages": messages()},
        optional={
            "tools": st.lists(st.sampled_from(TOOLS), max_size=3),
            **{name: st.sampled_from(values) for name, values in FIELDS.items()},
        },
    ).map(copied)


def json_values() -> st.SearchStrategy[Json]:
    text = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
    numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    return st.recursive(
        st.none() | st.booleans() | numbers | text,
        lambda inside: st.lists(inside, max_size=3) | st.dictionaries(text, inside, max_size=3),
        max_leaves=6,
    )


def paths(value: Json) -> list[Path]:
    """The place of every value inside ``value``."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, member in members for place in ((key,), *((key, *inner) for inner in paths(member)))]


@st.composite
def mutated_bodies(draw: st.DrawFn) -> Json:
    """A valid body of which up to two places are changed, dropped or given a key more."""
    body = draw(valid_bodies())
    for _ in range(draw(st.integers(0, 2))):
        *way, last = draw(st.sampled_from(paths(body)))
        parent = body
        for key in way:
            parent = parent[key]
        change = draw(st.sampled_from(["replace", "drop", "add"]))
        if change == "replace":
            parent[last] = copied(draw(st.sampled_from(ODD_VALUES) | json_values()))
        elif change == "drop":
            del parent[last]
        elif isinstance(parent, dict):
            parent[draw(st.sampled_from(["type", "extra", "name", "cache_control"]))] = copied(
                draw(st.sampled_from(ODD_VALUES))
            )
    return body


@st.composite
def broken_texts(draw: st.DrawFn) -> bytes:
    """The bytes of a body near a valid one, with a piece of them cut out or something put in."""
    text = json.dumps(draw(mutated_bodies())).encode()
    start, end = sorted(draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    piece = draw(st.binary(max_size=3) | st.sampled_from([b"NaN", b"1e999", b'"\\ud800"', b"9" * 5_000, b"[" * 5_000]))
    return text[:start] + piece + text[draw(st.sampled_from([start, end])) :]


def outcome(headers: dict[bytes, bytes], body: bytes) -> int:
    """The status that a request gets before a reply is looked for."""
    try:
        check_request(headers, headers, body, DEFAULT_OFF)
    except ApiError as error:
        return error.status
    return 200


@given(body=st.binary() | broken_texts())
@settings(deadline=None, max_examples=300)
def test_any_bytes_are_taken_or_refused(body: bytes) -> None:
    assert outcome(HEADERS, body) in (200, 400)


@given(body=mutated_bodies())
@settings(deadline=None, max_examples=300)
def test_any_body_near_a_valid_one_is_taken_or_refused(body: Json) -> None:
    assert outcome(HEADERS, json.dumps(body).encode()) in (200, 400)


HEADER_NAMES: Final = [b"x-api-key", b"authorization", b"anthropic-version", b"anthropic-beta", b"content-encoding"]
HEADER_VALUES: Final = st.binary(max_size=8) | st.sampled_from([b"Bearer k", b"2023-06-01", b"2026-10-21", b"identity"])


@given(headers=st.dictionaries(st.sampled_from(HEADER_NAMES), HEADER_VALUES))
@settings(deadline=None, max_examples=200)
def test_any_headers_are_taken_or_refused(headers: dict[bytes, bytes]) -> None:
    body = b'{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hi"}]}'

    assert outcome(headers, body) in (200, 400, 401)


def decodes(body: bytes) -> bool:
    try:
        request = msgspec.json.decode(body, type=MessagesRequest)
        read_tools(() if request.tools is msgspec.UNSET else request.tools)
    except msgspec.DecodeError:
        return False
    return True


@given(body=mutated_bodies())
@settings(deadline=None, max_examples=500)
def test_a_body_decodes_if_and_only_if_no_fault_is_found_in_it(body: Json) -> None:
    problem = first_problem(body, MessagesRequest, off=rule_names())

    assert decodes(json.dumps(body).encode()) == (problem is None), problem


@given(block=st.sampled_from(list(BLOCKS.values())), data=st.data())
@settings(deadline=None, max_examples=500)
def test_a_block_decodes_if_and_only_if_no_fault_is_found_in_it(block: Json, data: st.DataObject) -> None:
    body = {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": [copied(block)]}]}
    *way, last = data.draw(st.sampled_from(paths(body["messages"])))
    place: Any = body["messages"]
    for key in way:
        place = place[key]
    place[last] = copied(data.draw(st.sampled_from(ODD_VALUES)))

    problem = first_problem(body, MessagesRequest, off=rule_names())

    assert decodes(json.dumps(body).encode()) == (problem is None), problem


@given(
    body=valid_bodies(),
    version=st.sampled_from(["2023-06-01", "2026-10-21"]),
    betas=st.sets(st.sampled_from([row.betas[0] for row in NESTED_CONDITIONS])),
)
@settings(deadline=None, max_examples=200)
def test_what_headers_do_not_bring_is_the_same_before_and_after_decoding(
    body: Json, version: str, betas: set[str]
) -> None:
    body.pop("tools", None)
    headers = RequestHeaders(version, frozenset(betas))
    request = msgspec.json.decode(json.dumps(body), type=MessagesRequest)

    decoded = [*extra_input_problems(request, headers)]
    for number, message in enumerate(request.messages):
        decoded += message_extra_problems(message, number, headers)
        for index, block in enumerate(message.blocks):
            if isinstance(block, AdvisorToolResultBlock):
                decoded += block_extra_problems(block, f"messages.{number}.content.{index}", headers)

    assert sorted(map(str, every_problem(body, MessagesRequest, headers))) == sorted(map(str, decoded))


def replies() -> st.SearchStrategy[list[dict[str, Any]]]:
    """The content of a reply as it goes over the wire."""
    text = st.text(st.characters(exclude_categories=["Cs"]))
    object = st.dictionaries(text, json_values(), max_size=3)
    return st.lists(
        st.one_of(
            st.fixed_dictionaries({"type": st.just("text"), "text": text}),
            st.fixed_dictionaries({"type": st.just("thinking"), "thinking": text, "signature": text}),
            st.fixed_dictionaries({"type": st.just("redacted_thinking"), "data": text}),
            st.fixed_dictionaries(
                {
                    "type": st.just("tool_use"),
                    "id": text,
                    "name": text,
                    "input": object,
                    "caller": st.just({"type": "direct"}),
                }
            ),
        ),
        max_size=4,
    )


def message(content: list[dict[str, Any]]) -> ResponseMessage:
    usage = Usage(input_tokens=5, output_tokens=9)
    return ResponseMessage(model="m", id="msg_1", content=content, stop_reason="end_turn", usage=usage)


def plain(value: Any) -> Any:
    """``value`` as a client reads it."""
    return json.loads(msgspec.json.encode(value))


def append_input(block: dict[str, Any], delta: dict[str, Any]) -> None:
    block["partial_json"] = block.get("partial_json", "") + delta["partial_json"]


ASSEMBLE: Final[dict[str, Callable[[dict[str, Any], dict[str, Any]], None]]] = {
    "text_delta": lambda block, delta: block.update(text=block["text"] + delta["text"]),
    "thinking_delta": lambda block, delta: block.update(thinking=block["thinking"] + delta["thinking"]),
    "signature_delta": lambda block, delta: block.update(signature=delta["signature"]),
    "input_json_delta": append_input,
}


def assembled(events: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The message that a client makes of events."""
    made: dict[str, Any] = {}
    for event in events:
        match event["type"]:
            case "message_start":
                made = event["message"]
            case "content_block_start":
                assert event["index"] == len(made["content"])
                made["content"].append(event["content_block"])
            case "content_block_delta":
                delta = event["delta"]
                ASSEMBLE[delta["type"]](made["content"][event["index"]], delta)
            case "content_block_stop":
                block = made["content"][event["index"]]
                if partial := block.pop("partial_json", ""):
                    block["input"] = json.loads(partial)
            case "message_delta":
                made |= event["delta"]
                made["usage"] |= event["usage"]
    return made


@given(content=replies())
@settings(deadline=None, max_examples=200)
def test_a_streamed_message_is_the_whole_one(content: list[dict[str, Any]]) -> None:
    whole = message(content)

    assert assembled(map(plain, stream_events(whole))) == plain(whole)


def parsed(stream: bytes) -> list[tuple[str, Any]]:
    """The events of a stream by the rules of server-sent events: name and data."""
    found = []
    for frame in stream.decode().split("\n\n")[:-1]:
        name, data = frame.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


@given(content=replies())
@settings(deadline=None, max_examples=200)
def test_frames_parse_back_to_the_events(content: list[dict[str, Any]]) -> None:
    whole = message(content)

    events = [plain(event) for event in stream_events(whole)]
    assert parsed(b"".join(frames(whole))) == [(event["type"], event) for event in events]


@given(text=st.text() | st.text("ab", min_size=30, max_size=2_000))
@settings(deadline=None, max_examples=200)
def test_the_pieces_of_a_text_are_the_text(text: str) -> None:
    pieces = cut(text)

    assert "".join(pieces) == text
    assert all(pieces)
    assert len(pieces) >= min(3, len(text))
