"""A support agent of a shop: it looks orders up for the customer who is signed in, or hands off to a person."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

import anthropic
from anthropic.types import Message, MessageParam, TextBlock, ToolParam, ToolResultBlockParam, ToolUseBlock

MODEL: Final = "claude-haiku-5-5"
MAX_TOKENS: Final = 1024
MAX_STEPS: Final = 8

SYSTEM: Final = (
    "You answer customers of a shop for garden tools. State only what a lookup has shown. "
    "When an order cannot be found, ask for its number again."
)
HANDOFF: Final = "I am passing this on to a colleague, who will write to you today."

LOOK_UP_ORDER: Final[ToolParam] = {
    "name": "look_up_order",
    "description": "The state of one order of the customer you are talking to.",
    "input_schema": {
        "type": "object",
        "properties": {"order_id": {"type": "string", "description": "The number on the receipt, such as 3108."}},
        "required": ["order_id"],
        "additionalProperties": False,
    },
}
TOOLS: Final = (LOOK_UP_ORDER,)


@dataclass(frozen=True)
class Session:
    """Who is signed in: known to the shop, never told by the model."""

    customer_id: str


class Orders(Protocol):
    """Where orders are looked up."""

    def look_up(self, *, order_id: str, customer_id: str) -> str:
        """The order's state. Raises LookupError when the customer has no such order."""


@dataclass(frozen=True)
class OrderBook:
    """Orders in memory: the state of each by customer and number."""

    states: Mapping[tuple[str, str], str]

    def look_up(self, *, order_id: str, customer_id: str) -> str:
        """The order's state. Raises LookupError when the customer has no such order."""
        state = self.states.get((customer_id, order_id))
        if state is None:
            raise LookupError(f"this customer has no order {order_id}; ask for the number on the receipt")
        return state


def answer_customer(client: anthropic.Anthropic, session: Session, orders: Orders, question: str) -> str:
    """The text for the customer: the model's answer, or HANDOFF when it comes to none."""
    messages: list[MessageParam] = [{"role": "user", "content": question}]
    for _ in range(MAX_STEPS):
        reply = client.messages.create(
            model=MODEL, max_tokens=MAX_TOKENS, system=SYSTEM, tools=TOOLS, messages=messages
        )
        if reply.stop_reason == "end_turn":
            return _text_in(reply)
        if reply.stop_reason != "tool_use":
            return HANDOFF
        messages.append({"role": "assistant", "content": reply.content})
        messages.append({"role": "user", "content": list(_results(reply, session, orders))})
    return HANDOFF


def _results(reply: Message, session: Session, orders: Orders) -> Iterator[ToolResultBlockParam]:
    for block in reply.content:
        if isinstance(block, ToolUseBlock):
            yield _result(block, session, orders)


def _result(call: ToolUseBlock, session: Session, orders: Orders) -> ToolResultBlockParam:
    result: ToolResultBlockParam = {"type": "tool_result", "tool_use_id": call.id}
    try:
        return {**result, "content": _run_call(call, session, orders)}
    except Exception as error:
        return {**result, "content": f"{call.name} failed: {error}", "is_error": True}


def _run_call(call: ToolUseBlock, session: Session, orders: Orders) -> str:
    if call.name != LOOK_UP_ORDER["name"]:
        raise LookupError("there is no such tool")
    order_id = call.input.get("order_id")
    if not isinstance(order_id, str):
        raise ValueError("order_id has to be a string, such as '3108'")
    return orders.look_up(order_id=order_id, customer_id=session.customer_id)


def _text_in(reply: Message) -> str:
    return "".join(block.text for block in reply.content if isinstance(block, TextBlock))


def main() -> None:
    """Answer one question; address and key come from the environment."""
    orders = OrderBook({("customer-7", "3108"): "packed, leaves the warehouse tomorrow"})
    print(answer_customer(anthropic.Anthropic(), Session("customer-7"), orders, "Where is my order 3108?"))


if __name__ == "__main__":
    main()
