"""Scripts with conditions and repetition, played by the official SDK and over HTTP."""

from typing import Any

import anthropic
import httpx2
import pytest

from rystic_asgi import Simulator, error, reply, text, tool_use
from tests.conftest import WEATHER_TOOL, ask

TITLE = reply("Weather", when={"system": "title"}, times="any")
CALL = tool_use("get_weather", {"city": "Paris"}, id="toolu_a")
ROUND: list[dict[str, Any]] = [
    {"role": "user", "content": "Weather in Paris?"},
    {"role": "assistant", "content": [CALL]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_a", "content": "21 degrees"}]},
]


def said(response: httpx2.Response) -> str:
    return str(response.json()["content"][0]["text"])


def test_side_calls_never_touch_the_main_script(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load([TITLE, CALL, "Sunny."])

    titles = [said(http.post("/v1/messages", json=ask(system="Make a title."))) for _ in range(2)]
    http.post("/v1/messages", json=ask(tools=[WEATHER_TOOL]))
    titles.append(said(http.post("/v1/messages", json=ask(system="Make a title."))))
    last = said(http.post("/v1/messages", json=ask(tools=[WEATHER_TOOL], messages=ROUND)))

    assert (titles, last) == (["Weather"] * 3, "Sunny.")
    assert (simulator.left, simulator.standing) == ([], [TITLE])
    assert simulator.taken == [TITLE, TITLE, reply(CALL), TITLE, "Sunny."]


def test_the_control_route_shows_standing_replies_apart(http: httpx2.Client) -> None:
    twice = {"content": [], "times": 2}
    http.post("/_rystic/replies", json={"replies": [TITLE, twice]})
    http.post("/v1/messages", json=ask())

    once = http.get("/_rystic/replies").json()
    http.post("/v1/messages", json=ask())

    assert (once["left"], once["taken"], once["standing"]) == ([twice], [twice], [TITLE])
    shown = http.get("/_rystic/replies").json()
    assert (shown["left"], shown["taken"], shown["standing"]) == ([], [twice, twice], [TITLE])


def test_append_and_reset_know_takes_out_of_order(http: httpx2.Client, simulator: Simulator) -> None:
    first, second = reply("One.", when={"model": "m"}), reply("Two.", when={"model": "n"})
    http.post("/_rystic/replies", json={"replies": [first, second]})
    answers = [http.post("/v1/messages", json=ask(model="n")).content]

    appended = http.post("/_rystic/replies?append=true", json={"replies": [second]}).json()
    reset = http.post("/_rystic/reset").json()
    answers.append(http.post("/v1/messages", json=ask(model="n")).content)

    assert (appended["left"], appended["taken"]) == ([first, second], [second])
    assert (reset["left"], reset["taken"]) == ([first, second, second], [])
    assert answers[0] == answers[1]


def test_a_document_with_conditions_reads_back(http: httpx2.Client) -> None:
    document = {"version": 1, "replies": [TITLE, error(529, times=2, when={"max_tokens": 1})]}

    http.put("/_rystic/state", json=document)

    assert http.get("/_rystic/state").json() == document


def test_a_stale_result_is_not_of_the_last_turn(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load([reply("Pie.", when={"tool_result": True}, times="any"), reply("Next.", times="any")])
    following = [*ROUND, {"role": "assistant", "content": "21 degrees."}, {"role": "user", "content": "And in Lyon?"}]

    answers = [said(http.post("/v1/messages", json=ask(messages=messages))) for messages in (ROUND, following)]

    assert answers == ["Pie.", "Next."]


def test_the_journal_tells_what_was_passed_over(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load([reply("A result.", when={"tool_result": "get_weather"}), "Hello."])

    http.post("/v1/messages", json=ask())

    (entry,) = http.get("/_rystic/requests").json()["requests"]
    because = "tool_result: a result of 'get_weather' expected, found the text 'Weather in Paris?'"
    assert (entry["reply"], entry["passed"]) == (1, [{"reply": 0, "because": because}])
    assert simulator.messages[0].passed[0].because == because


def test_a_request_that_no_reply_is_for_gets_the_default_one(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load([reply("A result.", when={"tool_result": True})])

    response = http.post("/v1/messages", json=ask())

    assert said(response) == "This is the simulator's default reply: the script has no reply left."
    assert (len(simulator.left), simulator.messages[0].reply) == (1, None)
    assert [each.reply for each in simulator.messages[0].passed] == [0]


@pytest.mark.parametrize("stream", [False, True])
def test_a_strict_script_says_what_it_expected_and_what_came(stream: bool) -> None:
    simulator = Simulator(
        on_empty="error",
        replies=[reply("Hi.", when={"last_user_text": "Lyon"}), reply("Ho.", when={"model": "claude-opus-5-5"})],
    )

    with simulator.client() as client, pytest.raises(anthropic.BadRequestError) as refused:
        client.messages.create(**ask(messages=ROUND, tools=[WEATHER_TOOL]), stream=stream)

    assert refused.value.response.headers["x-should-retry"] == "false"
    assert refused.value.body == {
        "type": "error",
        "error": {
            "type": "invalid_request_error",
            "message": "rystic: no reply left in the script is for request 0, and on_empty is 'error': "
            "reply 0 is not (last_user_text: a text with 'Lyon' expected, found no text beside the result of "
            "get_weather (toolu_a)); reply 1 is not (model: 'claude-opus-5-5' expected, found 'claude-haiku-4-5'). "
            "Change what the loop sends or what these replies expect, or add a reply",
        },
        "request_id": refused.value.response.headers["request-id"],
    }
    assert len(simulator.left) == 2


def test_a_strict_script_tells_of_so_many_replies(http: httpx2.Client) -> None:
    replies = [reply("Hi.", when={"model": f"m{number}"}) for number in range(21)]
    http.put("/_rystic/state", json={"on_empty": "error", "replies": replies})

    message = http.post("/v1/messages", json=ask()).json()["error"]["message"]

    assert "reply 19 is not (" in message
    assert "reply 20" not in message
    assert "; and so on. Change what the loop sends" in message


def test_an_error_may_come_so_many_times(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load([error(529, times=2), "Hello."])

    assert [http.post("/v1/messages", json=ask()).status_code for _ in range(3)] == [529, 529, 200]


def test_what_is_taken_under_a_condition_is_the_same_streamed() -> None:
    script = [reply(text("For m."), when={"model": "m"}, times=2), TITLE, "For any."]
    plain, streamed = Simulator(replies=script), Simulator(replies=script)
    requests: list[dict[str, Any]] = [ask(), ask(model="m"), ask(system="A title."), ask(model="m")]

    with plain.client() as one, streamed.client() as other:
        for request in requests:
            whole = one.messages.create(**request)
            with other.messages.stream(**request) as stream:
                assembled = stream.get_final_message()
            assert assembled.content[0].to_dict() == whole.content[0].to_dict()
            assert (assembled.id, assembled.usage) == (whole.id, whole.usage)

    assert plain.taken == streamed.taken == [script[2], script[0], script[1], script[0]]
