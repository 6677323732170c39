"""Streams that are right but unusual: a client has to read the same from each; and some that are wrong on purpose."""

from json import JSONDecodeError
from typing import Any

import anthropic
import pytest

from rystic_asgi import Simulator, reply, thinking, tool_use
from tests.conftest import Connect, ask
from tests.fault_loops import ASKED, go_on

TEXT = "北京 🌍 left\u2028right\u2029and\x85on"
CALL = tool_use("get_weather", {"city": "北京 🌍"}, id="toolu_01")


def read(shape: dict[str, Any], *blocks: Any) -> list[tuple[Any, ...]]:
    """The content and the reason to stop of a reply, whole and streamed."""
    simulator = Simulator(replies=[reply(*blocks, times=2, stream=shape)])
    with simulator.client() as client:
        whole = client.messages.create(**ASKED)
        with client.messages.stream(**ASKED) as stream:
            streamed = stream.get_final_message()
    return [
        (message.stop_reason, *(block.to_dict(exclude_unset=False) for block in message.content))
        for message in (whole, streamed)
    ]


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param({}, id="as usual"),
        *(pytest.param({"chunks": size}, id=f"{size} bytes a chunk") for size in (1, 2, 3)),
        pytest.param({"chunks": [1, 400, 2]}, id="sizes in turn"),
        *(pytest.param({"chunks": policy}, id=policy) for policy in ("event", "whole", "character", "escape")),
        pytest.param({"cut": 1}, id="a character a delta"),
        pytest.param({"cut": "whole"}, id="one delta"),
        pytest.param({"pings": 1}, id="pings everywhere"),
        pytest.param({"pings": False}, id="no ping"),
        pytest.param({"pings": [0, 3, 3]}, id="pings at places"),
        pytest.param({"comments": True}, id="comments"),
        pytest.param({"padding": True}, id="padding"),
        pytest.param({"first_token_s": 130, "between_events_s": 5, "tokens_per_second": 3}, id="slow"),
        pytest.param({"fault": {"kind": "unknown_event", "event": "content_block_delta"}}, id="an unknown event"),
        pytest.param({"fault": {"kind": "unknown_delta", "event": 4}}, id="an unknown delta"),
        pytest.param({"fault": {"kind": "silence", "event": 3, "seconds": 130}}, id="silence"),
        pytest.param({"fault": [{"kind": "crlf"}], "chunks": 1}, id="CR and LF apart"),
        pytest.param({"fault": {"kind": "cr"}}, id="CR"),
    ],
)
def test_the_sdk_reads_what_the_script_says(shape: dict[str, Any]) -> None:
    whole, streamed = read(shape, TEXT, CALL)

    assert whole == streamed
    reason, text, call = streamed
    assert (reason, text["text"], call["id"], call["input"]) == ("tool_use", TEXT, CALL["id"], CALL["input"])


def test_line_separators_go_as_they_are(connect: Connect) -> None:
    simulator = Simulator(replies=[reply(TEXT, stream={"cut": "whole"})])
    body = connect(simulator).post("/v1/messages", json=ask(stream=True)).content

    assert "left\u2028right\u2029and\x85on".encode() in body


@pytest.mark.parametrize("size", [1, 2, 3])
def test_chunks_have_their_size(connect: Connect, size: int) -> None:
    simulator = Simulator(replies=[reply(TEXT, stream={"chunks": size})])
    with connect(simulator).stream("POST", "/v1/messages", json=ask(stream=True)) as response:
        sizes = [len(chunk) for chunk in response.iter_raw()]

    assert set(sizes[:-1]) == {size}
    assert 0 < sizes[-1] <= size


@pytest.mark.parametrize(
    ("members", "blocks"),
    [
        pytest.param({"stop_reason": "refusal"}, ["I would ra"], id="a refusal after half a text"),
        pytest.param({"stop_reason": "max_tokens"}, ["Cut off in the mid"], id="cut off"),
        pytest.param({"stop_reason": "pause_turn"}, ["Wait."], id="a pause"),
        pytest.param({"stop_reason": "model_context_window_exceeded"}, ["Full."], id="a full window"),
        pytest.param({"stop_reason": "stop_sequence", "stop_sequence": "END"}, ["Up to "], id="a sequence"),
        pytest.param({"stop_reason": "sparkle"}, ["Done."], id="a reason that is not known"),
    ],
)
def test_a_reply_may_end_for_any_reason(members: dict[str, Any], blocks: list[Any]) -> None:
    simulator = Simulator(replies=[reply(*blocks, times=2, **members)])
    with simulator.client() as client:
        whole = client.messages.create(**ask())
        with client.messages.stream(**ask()) as stream:
            streamed = stream.get_final_message()

    assert [block.to_dict() for block in whole.content] == [{"type": "text", "text": blocks[0]}]
    assert [block.to_dict() for block in streamed.content] == [{"type": "text", "text": blocks[0]}]
    assert whole.stop_reason == streamed.stop_reason == members["stop_reason"]


def test_a_call_may_be_cut_off() -> None:
    cut_off = {"type": "tool_use", "name": "get_weather", "id": "toolu_01", "partial_json": '{"city": "Pa'}
    whole, streamed = read({}, cut_off)

    assert whole == streamed
    assert (streamed[0], streamed[1]["input"]) == ("max_tokens", {})


def test_thinking_of_two_messages_in_one_body_is_refused_when_it_comes_back() -> None:
    fault = {"kind": "splice", "event": 5}
    simulator = Simulator(replies=[reply(thinking("One."), "Hm.", CALL, stream={"fault": fault}), "Done."])
    with simulator.client() as client:
        go_on(client)

    assert simulator.requests[1].status == 400
    assert simulator.requests[1].answer["error"]["message"] == (
        "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be "
        "modified. These blocks must remain as they were in the original response. rystic: `thinking` goes on with "
        "'One.' from character 2 on, it was 'e.'"
    )


def test_a_body_may_be_written_by_hand() -> None:
    by_hand = (
        'event: message_start\ndata: {"type": "message_start", "message": {"id": "msg_1", "type": "message", '
        '"role": "assistant", "model": "m", "content": [], "usage": {"input_tokens": 1, "output_tokens": 1}}}\n'
        'event: message_stop\ndata: {"type": "message_stop"}\n\n'  # the blank line between the two is missing
    )
    faults = [{"kind": "end", "event": 0}, {"kind": "raw", "event": 0, "raw": by_hand}]
    simulator = Simulator(replies=[reply("Not said.", stream={"fault": faults})])
    with (
        simulator.client() as client,
        client.messages.stream(**ask()) as stream,
        pytest.raises(JSONDecodeError) as caught,
    ):
        stream.until_done()

    assert caught.value.msg == "Extra data"


@pytest.mark.anyio
async def test_a_client_that_gives_up_a_stalled_stream_ends_it() -> None:
    fault = {"kind": "stall", "event": "content_block_stop"}
    simulator = Simulator(replies=[reply("Hello.", stream={"fault": fault}), "Again."])
    async with simulator.async_client(max_retries=0) as client:
        async with client.messages.stream(**ask()) as stream:
            shown = [await anext(stream.text_stream) for _ in range(3)]
        again = await client.messages.create(**ask())

    assert ("".join(shown), again.content[0].text) == ("Hello.", "Again.")
    assert [entry.ending for entry in simulator.requests] == ["abandoned", "complete"]
    assert simulator.verdicts[0].says == "left"


def test_a_stream_that_stalls_goes_on_when_released() -> None:
    simulator = Simulator(replies=[reply("Hello.", stream={"fault": {"kind": "stall", "event": "message_delta"}})])
    with simulator.client() as client, client.messages.stream(**ask()) as stream:
        shown = [next(stream.text_stream) for _ in range(3)]
        while not simulator.release():
            pass
        rest = stream.get_final_message()

    assert "".join(shown) == "Hello."
    assert rest.stop_reason == "end_turn"


def test_an_answer_that_is_not_streamed_has_the_faults_that_it_can_have() -> None:
    overloaded = reply("Hello.", stream={"fault": {"kind": "error", "event": 4}})
    simulator = Simulator(replies=[overloaded, "Again."])
    with simulator.client(max_retries=0) as client:
        with pytest.raises(anthropic.OverloadedError):
            client.messages.create(**ask())
        client.messages.create(**ask(messages=[*ask()["messages"], {"role": "user", "content": "And in Lyon?"}]))

    assert simulator.verdicts == {0: ("unknown", "request 1 goes on without it")}


def test_of_several_faults_the_gravest_is_judged() -> None:
    faults = [{"kind": "crlf"}, {"kind": "end", "event": 4}]
    simulator = Simulator(replies=[reply("Hello.", stream={"fault": faults}), "Done."])
    with simulator.client() as client:
        go_on(client)

    assert simulator.verdicts == {
        0: ("took_cut_for_whole", "request 1 goes on with it as the assistant's turn"),
    }
