"""Summaries: asked for on demand, or brought by a threshold."""

from typing import Any, Final

import anthropic
import pytest

from rystic_asgi import Simulator, error, reply
from tests.test_played_blocks import dumped

Json = dict[str, Any]

SUMMARY: Final[Json] = {"type": "compaction", "content": "All is weighed."}
DEMANDED: Final[Json] = {"compaction": {"type": "summarize"}, "betas": ["compact-2026-09-04"]}
EDIT: Final[Json] = {"type": "compact_20260112", "trigger": {"type": "input_tokens", "value": 50000}}


def threshold(**members: Any) -> Json:
    return {"context_management": {"edits": [{**EDIT, **members}]}, "betas": ["compact-2026-01-12"]}


def ask(client: anthropic.Anthropic, **fields: Any) -> Any:
    asked: Any = {"model": "claude-opus-5", "max_tokens": 99, "messages": [{"role": "user", "content": "Weigh 7"}]}
    return client.beta.messages.create(**asked | fields)


def kinds(message: Any) -> list[str]:
    return [block.type for block in message.content]


def test_without_a_script_a_summary_is_made_up(simulator: Simulator) -> None:
    with simulator.client() as client:
        message = ask(client, **DEMANDED)
        counted = client.beta.messages.count_tokens(
            model="claude-opus-5", messages=[{"role": "user", "content": "Weigh 7"}]
        )

    (summary,) = message.content
    assert (summary.type, summary.content) == ("compaction", "A summary of the conversation so far.")
    assert summary.signature.startswith("Eq")
    assert message.stop_reason == "compaction"
    (run,) = message.usage.iterations
    assert (run.type, run.input_tokens) == ("compaction", counted.input_tokens)
    assert (message.usage.input_tokens, message.usage.output_tokens) == (0, 0)


def test_a_summary_on_demand_is_the_same_streamed(simulator: Simulator) -> None:
    with simulator.client() as client:
        whole = ask(client, **DEMANDED)
        simulator.reset()
        with client.beta.messages.stream(
            model="claude-opus-5", max_tokens=99, messages=[{"role": "user", "content": "Weigh 7"}], **DEMANDED
        ) as stream:
            parts = stream.get_final_message()

    assert dumped(whole) == dumped(parts)


def test_a_request_for_a_summary_takes_the_next_summary_of_the_script(simulator: Simulator) -> None:
    simulator.load(["Two.", reply(SUMMARY), "Three."])
    with simulator.client() as client:
        first = ask(client, **DEMANDED)
        second = ask(client)
        third = ask(client, **DEMANDED)
        last = ask(client)

    assert [kinds(message) for message in (first, second, third, last)] == [
        *(["compaction"], ["text"], ["compaction"], ["text"])
    ]
    assert first.content[0].content == "All is weighed."
    assert [entry.reply for entry in simulator.messages] == [1, 0, None, 2]


def test_a_reply_may_be_kept_for_a_request_for_a_summary(simulator: Simulator) -> None:
    for_summaries = {"when": {"compaction": True}}
    simulator.load([error(529, **for_summaries), reply(stop_reason="max_tokens", **for_summaries), "Two."])
    with simulator.client(max_retries=0) as client:
        text = ask(client)
        with pytest.raises(anthropic.APIStatusError) as refused:
            ask(client, **DEMANDED)
        cut_off = ask(client, **DEMANDED)

    assert kinds(text) == ["text"]
    assert refused.value.status_code == 529
    assert (cut_off.content, cut_off.stop_reason) == ([], "max_tokens")


def test_a_strict_script_says_why_no_reply_is_a_summary(simulator: Simulator) -> None:
    strict = Simulator(replies=["Two."], on_empty="error")
    with strict.client() as client, pytest.raises(anthropic.BadRequestError):
        ask(client, **DEMANDED)

    assert strict.messages[0].answer["error"]["message"] == (
        "rystic: no reply left in the script is for request 0, and on_empty is 'error': reply 0 is not "
        "(compaction: no request for a summary expected, found one). "
        "Change what the loop sends or what these replies expect, or add a reply"
    )


def test_a_summary_goes_back_in_place_of_what_it_summarizes(simulator: Simulator) -> None:
    with simulator.client() as client:
        summary = ask(client, **DEMANDED)
        turns = [{"role": "assistant", "content": summary.content}, {"role": "user", "content": "And 8?"}]

        message = ask(client, messages=turns, betas=DEMANDED["betas"])

    assert kinds(message) == ["text"]


def test_a_threshold_brings_a_summary_before_the_answer(simulator: Simulator) -> None:
    simulator.load([reply(SUMMARY, "Two.")])
    with simulator.client() as client:
        message = ask(client, **threshold())

    assert (kinds(message), message.stop_reason) == (["compaction", "text"], "end_turn")
    assert [run.type for run in message.usage.iterations] == ["compaction", "message"]
    assert message.context_management.applied_edits == []
    assert message.usage.input_tokens == message.usage.iterations[1].input_tokens


def test_a_pause_ends_with_the_summary(simulator: Simulator) -> None:
    simulator.load([reply(SUMMARY), "Two."])
    with simulator.client() as client:
        paused = ask(client, **threshold(pause_after_compaction=True))
        turns = [{"role": "user", "content": "Weigh 7"}, {"role": "assistant", "content": paused.content}]
        rest = ask(
            client,
            messages=turns,
            **threshold(pause_after_compaction=True),
        )

    assert (kinds(paused), paused.stop_reason) == (["compaction"], "compaction")
    assert (paused.usage.input_tokens, paused.usage.output_tokens) == (0, 0)
    assert (kinds(rest), rest.stop_reason) == (["text"], "end_turn")


@pytest.mark.parametrize(
    ("scripted", "fields", "asked"),
    [
        pytest.param(
            reply(SUMMARY, "Two."),
            threshold(pause_after_compaction=True),
            "asks to pause after compaction",
            id="pause",
        ),
        pytest.param(reply(SUMMARY, "Two.", when={"compaction": True}), DEMANDED, "asks for a summary", id="on-demand"),
    ],
)
def test_nothing_follows_a_summary_that_ends_the_turn(scripted: Any, fields: Json, asked: str) -> None:
    simulator = Simulator(replies=[scripted, {**scripted, "unchecked": ["grammar"]}])
    with simulator.client() as client:
        with pytest.raises(anthropic.BadRequestError):
            ask(client, **fields)
        meant = ask(client, **fields)

    assert kinds(meant) == ["compaction", "text"]
    assert simulator.messages[0].answer["error"]["message"] == (
        f"rystic: reply 0 of the script goes on after its compaction, but the request {asked}. The reply counts as "
        'taken; script what follows as a reply of its own, or mark this one with unchecked: ["grammar"]'
    )
