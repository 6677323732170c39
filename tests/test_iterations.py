"""What of usage depends on the blocks of a reply."""

from typing import Any, Final

import msgspec
import pytest

from rystic_asgi import Simulator, reply
from rystic_asgi.engine.prompt import Prompt
from rystic_asgi.engine.usage import output_tokens
from rystic_asgi.protocol.requests import MessagesRequest
from tests.reply_samples import CONTENTS, SEARCHED, TEXT, THOUGHT, call, failed
from tests.test_played_blocks import ADD, ask, plain, streamed, wire

ADVISOR: Final = {
    "tools": [ADD, {"type": "advisor_20260301", "name": "advisor", "model": "claude-opus-5-5"}],
    "betas": ["advisor-tool-2026-03-01"],
}


def usage(name: str, **fields: Any) -> dict[str, Any]:
    found: dict[str, Any] = wire({"content": CONTENTS[name]}, **fields)["usage"]
    return found


def iteration(kind: str, tokens: int, output: int, **members: Any) -> dict[str, Any]:
    creation = {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0}
    cached = {"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "cache_creation": creation}
    return {"type": kind, **members, "input_tokens": tokens, **cached, "output_tokens": output}


def tokens(*blocks: Any) -> int:
    return output_tokens(list(blocks)) - 1


@pytest.mark.parametrize("name", ["text", "calls", "nothing"])
def test_what_does_not_apply_is_absent(name: str) -> None:
    absent = {"server_tool_use", "iterations", "fallback_credit"}

    assert not absent & usage(name).keys()


def test_thinking_is_counted_within_the_output() -> None:
    found = usage("thinking")

    assert 0 < found["output_tokens_details"]["thinking_tokens"] < found["output_tokens"]


@pytest.mark.parametrize(
    ("content", "searches", "fetches"),
    [
        pytest.param(CONTENTS["search"], 1, 0, id="search"),
        pytest.param(CONTENTS["two-searches"], 2, 0, id="two-searches"),
        pytest.param(CONTENTS["fetch"], 0, 1, id="fetch"),
        pytest.param([call("web_search")], 0, 0, id="not-yet"),
        pytest.param([SEARCHED], 1, 0, id="now"),
        pytest.param([call("web_search"), failed("web_search", "unavailable")], 0, 0, id="error"),
        pytest.param(CONTENTS["mcp"], 0, 0, id="mcp"),
    ],
)
def test_requests_of_server_tools_are_counted(content: list[Any], searches: int, fetches: int) -> None:
    found = wire(reply(*content, unchecked=["grammar"]))["usage"]["server_tool_use"]

    assert found == {"web_search_requests": searches, "web_fetch_requests": fetches}


def test_a_compaction_is_billed_apart() -> None:
    plain_usage, found = usage("text"), usage("compaction")

    before = plain_usage["input_tokens"]
    summary, text = wire({"content": CONTENTS["compaction"]})["content"]
    lead = Prompt(msgspec.json.decode(msgspec.json.encode(ask([])), type=MessagesRequest)).lead_tokens
    after = lead + tokens(summary)
    assert found["iterations"] == [
        iteration("compaction", before, tokens(summary)),
        iteration("message", after, tokens(text)),
    ]
    assert (found["input_tokens"], found["output_tokens"]) == (after, tokens(text))


def test_a_turn_that_ends_with_a_compaction_counts_nothing_else() -> None:
    found = usage("compaction-alone")

    assert [entry["type"] for entry in found["iterations"]] == ["compaction"]
    assert (found["input_tokens"], found["output_tokens"]) == (0, 0)


@pytest.mark.parametrize(
    ("fields", "model"), [({}, "claude-opus-5"), (ADVISOR, "claude-opus-5-5")], ids=["unknown-adviser", "adviser"]
)
def test_advice_is_billed_apart_and_read_by_the_next_run(fields: dict[str, Any], model: str) -> None:
    found = usage("advice", **fields)

    first, advice, second = found["iterations"]
    assert [first["type"], advice["type"], second["type"]] == ["message", "advisor_message", "message"]
    assert advice["model"] == model
    assert second["input_tokens"] == first["input_tokens"] + first["output_tokens"] + advice["output_tokens"]
    assert found["input_tokens"] == first["input_tokens"] + second["input_tokens"]
    assert found["output_tokens"] == first["output_tokens"] + second["output_tokens"]


@pytest.mark.parametrize("name", ["fallback", "fallback-at-once"])
def test_a_fallback_names_both_models(name: str) -> None:
    fields = {"fallbacks": [{"model": "claude-sonnet-4-5"}], "betas": ["server-side-fallback-2026-06-01"]}
    message = wire({"content": CONTENTS[name]}, **fields)

    declined, served = message["usage"]["iterations"]
    assert (declined["type"], declined["model"]) == ("message", "claude-opus-5")
    assert (served["type"], served["model"]) == ("fallback_message", message["model"])


@pytest.mark.parametrize(
    ("content", "fields", "models"),
    [
        pytest.param([{"type": "fallback"}], {}, ["claude-opus-5", "claude-opus-5"], id="none-asked-for"),
        pytest.param(
            [{"type": "fallback"}, {"type": "fallback"}],
            {"fallbacks": [{"model": "claude-sonnet-4-5"}, {"model": "claude-haiku-4-5"}]},
            ["claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001"],
            id="one-after-the-other",
        ),
        pytest.param(
            [{"type": "fallback", "to": {"model": "m"}}],
            {"fallbacks": "default"},
            ["m", "m"],
            id="given",
        ),
    ],
)
def test_a_fallback_goes_to_the_next_model(content: list[Any], fields: dict[str, Any], models: list[str]) -> None:
    scripted, fields = reply(*content, TEXT), {**fields, "betas": ["server-side-fallback-2026-06-01"]}

    message, parts = plain(scripted, **fields), streamed(scripted, **fields)

    first, last = message.model_dump()["content"][0], message.model_dump()["content"][-2]
    assert first["from_"]["model"] == "claude-opus-5"
    assert [first["to"]["model"], last["to"]["model"]] == models
    assert message.model == parts.model == models[-1]


def test_a_stream_begins_with_the_model_that_was_asked() -> None:
    simulator = Simulator(replies=[{"content": CONTENTS["fallback"]}])
    with simulator.client() as client, client.beta.messages.create(**ask(), stream=True) as stream:
        first = next(iter(stream))

    assert first.type == "message_start"
    assert first.message.model == "claude-opus-5"


def test_a_credit_that_was_presented_is_redeemed() -> None:
    fields = {"fallback_credit_token": "t", "betas": ["fallback-credit-2026-07-01"]}

    message, parts = plain("Hi", **fields), streamed("Hi", **fields)

    assert message.model_dump()["usage"]["fallback_credit"] == {"status": {"type": "redeemed"}}
    assert message.usage == parts.usage


def test_thinking_is_never_more_than_the_output_that_is_given() -> None:
    found = wire(reply(THOUGHT, TEXT, usage={"output_tokens": 1}))["usage"]

    assert found["output_tokens_details"] == {"thinking_tokens": 1}


def test_what_a_script_gives_wins() -> None:
    given = {"iterations": [], "output_tokens_details": {"thinking_tokens": 5}, "output_tokens": 7}

    found = wire(reply(THOUGHT, TEXT, usage=given))["usage"]

    assert {key: found[key] for key in given} == given
