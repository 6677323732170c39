"""What the API could not have sent: the rules for the content of one reply and for how it ends. One function a rule."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rystic_asgi.protocol.blocks import BLOCKS, MCP_CALL
from rystic_asgi.protocol.content import CLIENT_ID, SERVER_ID
from rystic_asgi.protocol.tools import TOOL_NAME
from rystic_asgi.script.cut_input import read_cut_input
from rystic_asgi.script.fault import MEANT, ScriptError, shown
from rystic_asgi.script.open_calls import OpenCall, OpenCalls

CUTTING: Final = ("max_tokens", "model_context_window_exceeded", "refusal")
"""The endings that may come in the middle of a block."""

Block = Mapping[str, Any]
_CLIENT_ID: Final = re.compile(CLIENT_ID)
_SERVER_ID: Final = re.compile(SERVER_ID)
_TOOL_NAME: Final = re.compile(TOOL_NAME)
_CALLS: Final = ("tool_use", "server_tool_use", MCP_CALL)
_THINKING: Final = ("thinking", "redacted_thinking")


class Fault(NamedTuple):
    """What the API would not send, with the path in the reply."""

    path: str
    message: str


def check_grammar(content: Sequence[Block], stop_reason: str, place: str) -> None:
    """Raise ScriptError for what breaks a rule; of the rules, the first that is broken is told."""
    fault = next((fault for rule in _RULES for fault in rule(content, stop_reason)), None)
    if fault is not None:
        raise ScriptError(f"{place}.{fault.path}", f"{fault.message}; {MEANT}")


def _texts(content: Sequence[Block], stop_reason: str) -> Iterator[Fault]:
    """After a call the client has the word, or the server's tool."""
    is_called = False
    for index, block in enumerate(content):
        if block["type"] == "text" and is_called:
            yield Fault(f"content.{index}", "the API sends no text after a call in one reply")
        is_called = is_called or block["type"] == "tool_use"


def _calls(content: Sequence[Block], stop_reason: str) -> Iterator[Fault]:
    ids: set[str] = set()
    for index, block in enumerate(content):
        if block["type"] not in _CALLS:
            continue
        if block["type"] == "tool_use" and not _TOOL_NAME.search(block["name"]):
            message = f"1 to 128 letters, digits, - and _ expected, found {shown(block['name'])}"
            yield Fault(f"content.{index}.name", message)
        if "id" in block:
            yield from _id_faults(block, ids, f"content.{index}.id")
            ids.add(block["id"])


def _id_faults(block: Block, ids: set[str], path: str) -> Iterator[Fault]:
    if block["type"] == "server_tool_use" and not _SERVER_ID.search(block["id"]):
        yield Fault(path, f"srvtoolu_ and then letters, digits and _ expected, found {shown(block['id'])}")
    if not _CLIENT_ID.search(block["id"]):
        yield Fault(path, f"letters, digits, - and _ expected, found {shown(block['id'])}")
    if block["id"] in ids:
        yield Fault(path, f"{block['id']!r} stands twice in one reply")


def _results(content: Sequence[Block], stop_reason: str) -> Iterator[Fault]:
    """A result follows its call; at the start of a reply it answers a call of the reply before."""
    calls, may_answer_earlier = OpenCalls(), True
    for index, block in enumerate(content):
        answers = BLOCKS[block["type"]].answers
        if not answers:
            may_answer_earlier = False
            _note(calls, block, index)
        elif calls.answer(answers, block.get("tool_use_id")) is None and not may_answer_earlier:
            named = " or ".join(answers)
            message = (
                f"the API sends this result after a call of {named} in the same reply, or first in the reply "
                "that goes on after one"
            )
            yield Fault(f"content.{index}", message)


def _note(calls: OpenCalls, block: Block, index: int) -> None:
    if block["type"] in ("server_tool_use", MCP_CALL):
        name = MCP_CALL if block["type"] == MCP_CALL else block["name"]
        calls.add(OpenCall(block.get("id", f"content.{index}"), name))


def _thinking(content: Sequence[Block], stop_reason: str) -> Iterator[Fault]:
    """Thinking comes first, and again between tools."""
    for index, block in enumerate(content):
        if block["type"] in _THINKING and index and content[index - 1]["type"] == "text":
            yield Fault(f"content.{index}", "the API sends thinking first or between tools, not after a text")


def _compactions(content: Sequence[Block], stop_reason: str) -> Iterator[Fault]:
    for index, block in enumerate(content):
        if block["type"] == "compaction" and index:
            yield Fault(f"content.{index}", "the API sends a compaction first in a reply")


def _cuts(content: Sequence[Block], stop_reason: str) -> Iterator[Fault]:
    for index, block in enumerate(content):
        if "partial_json" not in block:
            continue
        path = f"content.{index}.partial_json"
        if stop_reason not in CUTTING:
            yield Fault(path, f"a call is cut off by stop_reason {' or '.join(CUTTING)}, found {shown(stop_reason)}")
        if index + 1 < len(content):
            yield Fault(path, "nothing comes after a call that is cut off")
        if read_cut_input(block["partial_json"]) is None:
            yield Fault(path, f"the beginning of a JSON object expected, found {shown(block['partial_json'])}")


_RULES: Final[tuple[Callable[[Sequence[Block], str], Iterator[Fault]], ...]] = (
    *(_texts, _calls, _results, _thinking, _compactions, _cuts),
)
