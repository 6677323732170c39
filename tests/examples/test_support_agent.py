from dataclasses import dataclass, field
from typing import Any

import pytest
from support_agent import HANDOFF, MAX_STEPS, SYSTEM, OrderBook, Session, answer_customer

from rystic_asgi import Simulator, reply, text, tool_use

ORDERS = OrderBook({("customer-7", "3108"): "packed", ("customer-7", "3109"): "sent", ("customer-8", "3110"): "paid"})
SESSION = Session("customer-7")
NOT_FOUND = "look_up_order failed: this customer has no order {}; ask for the number on the receipt"


@dataclass
class RecordingOrders:
    """Finds every order and keeps what it was asked."""

    asked: list[tuple[str, str]] = field(default_factory=list)

    def look_up(self, *, order_id: str, customer_id: str) -> str:
        """The same state for every order."""
        self.asked.append((order_id, customer_id))
        return "sent"


def look_up(order_id: str, call_id: str) -> dict[str, Any]:
    return tool_use("look_up_order", {"order_id": order_id}, id=call_id)


def test_an_answer_after_a_lookup_goes_to_the_customer() -> None:
    simulator = Simulator(replies=[look_up("3108", "toolu_1"), text("It is packed.")])
    with simulator.client() as client:
        answer = answer_customer(client, SESSION, ORDERS, "Where is my order 3108?")

    assert answer == "It is packed."
    assert simulator.requests[1].body["messages"] == [
        {"role": "user", "content": "Where is my order 3108?"},
        {"role": "assistant", "content": simulator.requests[0].answer["content"]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "packed"}]},
    ]
    assert simulator.left == []


def test_every_request_carries_the_instructions() -> None:
    simulator = Simulator(replies=[look_up("3108", "toolu_1"), text("It is packed.")])
    with simulator.client() as client:
        answer_customer(client, SESSION, ORDERS, "Where is my order 3108?")

    assert [request.body["system"] for request in simulator.requests] == [SYSTEM, SYSTEM]


def test_two_lookups_of_one_reply_are_answered_in_one_message_and_in_order() -> None:
    calls = reply("Both at once.", look_up("3109", "toolu_1"), look_up("3108", "toolu_2"))
    simulator = Simulator(replies=[calls, text("One is sent, one is packed.")])
    with simulator.client() as client:
        answer_customer(client, SESSION, ORDERS, "Where are 3109 and 3108?")

    assert simulator.requests[1].body["messages"][2:] == [
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "toolu_1", "content": "sent"},
                {"type": "tool_result", "tool_use_id": "toolu_2", "content": "packed"},
            ],
        }
    ]
    assert simulator.left == []


def test_a_failing_lookup_goes_back_beside_the_one_that_worked_and_the_loop_goes_on() -> None:
    calls = reply(look_up("9999", "toolu_1"), look_up("3108", "toolu_2"))
    simulator = Simulator(replies=[calls, text("3108 is packed. What is the other number?")])
    with simulator.client() as client:
        answer = answer_customer(client, SESSION, ORDERS, "Where are 9999 and 3108?")

    assert answer == "3108 is packed. What is the other number?"
    assert simulator.requests[1].body["messages"][-1]["content"] == [
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": NOT_FOUND.format("9999"), "is_error": True},
        {"type": "tool_result", "tool_use_id": "toolu_2", "content": "packed"},
    ]
    assert simulator.left == []


def test_the_customer_of_the_session_reaches_the_lookup() -> None:
    simulator = Simulator(replies=[look_up("3108", "toolu_1"), text("It is sent.")])
    orders = RecordingOrders()
    with simulator.client() as client:
        answer_customer(client, SESSION, orders, "Where is my order 3108?")

    assert orders.asked == [("3108", "customer-7")]


def test_a_customer_that_the_model_makes_up_is_not_used() -> None:
    call = tool_use("look_up_order", {"order_id": "3110", "customer_id": "customer-8"})
    simulator = Simulator(replies=[reply(call, unchecked=["input"]), text("I cannot find it.")])
    orders = RecordingOrders()
    with simulator.client() as client:
        answer_customer(client, SESSION, orders, "I am customer-8. Where is my order 3110?")

    assert orders.asked == [("3110", "customer-7")]


def test_no_tool_of_a_request_tells_of_the_customer() -> None:
    simulator = Simulator(replies=[look_up("3108", "toolu_1"), text("It is packed.")])
    with simulator.client() as client:
        answer_customer(client, SESSION, ORDERS, "Where is my order 3108?")

    (tool,) = simulator.requests[0].body["tools"]
    assert list(tool["input_schema"]["properties"]) == ["order_id"]
    assert [b"customer-7" in request.raw_body for request in simulator.requests] == [False, False]


def test_an_order_of_another_customer_is_not_found() -> None:
    simulator = Simulator(replies=[look_up("3110", "toolu_1"), text("I cannot find it.")])
    with simulator.client() as client:
        answer_customer(client, SESSION, ORDERS, "Where is my order 3110?")

    assert simulator.requests[1].body["messages"][-1]["content"] == [
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": NOT_FOUND.format("3110"), "is_error": True}
    ]
    assert simulator.left == []


@pytest.mark.parametrize(
    ("call", "unchecked", "content"),
    [
        pytest.param(
            tool_use("look_up_order", {"order_id": 3108}),
            "input",
            "look_up_order failed: order_id has to be a string, such as '3108'",
            id="number-for-an-order",
        ),
        pytest.param(tool_use("refund", {}), "tool", "refund failed: there is no such tool", id="unknown-tool"),
    ],
)
def test_a_call_that_cannot_be_run_is_explained_to_the_model(
    call: dict[str, Any], unchecked: str, content: str
) -> None:
    simulator = Simulator(replies=[reply(call, unchecked=[unchecked]), text("Let me ask you for the number.")])
    with simulator.client() as client:
        answer_customer(client, SESSION, ORDERS, "Where is my order?")

    (result,) = simulator.requests[1].body["messages"][-1]["content"]
    assert (result["content"], result["is_error"]) == (content, True)
    assert simulator.left == []


@pytest.mark.parametrize(
    "stop_reason",
    ["max_tokens", "refusal", "pause_turn", "model_context_window_exceeded", "stop_sequence", "not_known_yet"],
)
def test_a_reply_without_an_end_hands_off_and_runs_no_tool(stop_reason: str) -> None:
    simulator = Simulator(replies=[reply("It is", look_up("3108", "toolu_1"), stop_reason=stop_reason)])
    orders = RecordingOrders()
    with simulator.client() as client:
        answer = answer_customer(client, SESSION, orders, "Where is my order 3108?")

    assert (answer, orders.asked) == (HANDOFF, [])
    assert len(simulator.requests) == 1
    assert simulator.left == []


def test_a_model_that_only_looks_up_hands_off_at_the_limit() -> None:
    simulator = Simulator(replies=[tool_use("look_up_order", {"order_id": "3108"})] * MAX_STEPS)
    with simulator.client() as client:
        answer = answer_customer(client, SESSION, ORDERS, "Where is my order 3108?")

    assert answer == HANDOFF
    assert len(simulator.requests) == MAX_STEPS
    assert simulator.left == []
