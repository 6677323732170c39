"""What of a reply's usage depends on its blocks: thinking, the tools that the server ran, the models that took part.

Sources: anthropic 2.14.0, types/beta/beta_usage.py and types/beta/beta_*_iteration_usage.py; recorded traffic in
https://github.com/pydantic/pydantic-ai, tests/models/cassettes.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import UNSET

from rystic_asgi.protocol.defined_tools import Advisor20260301
from rystic_asgi.protocol.messages import NOTHING_CACHED, Usage
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.declared_tools import read_tools

Block = dict[str, Any]
Estimate = Callable[[Sequence[Block]], int]
"""The tokens of blocks as output."""

_THINKING: Final = ("thinking", "redacted_thinking")
_SERVER_SIDE: Final = ("server_tool_use", "mcp_tool_use")
_BORDERS: Final = ("compaction", "advisor_tool_result", "fallback")
"""Blocks at which another model, or another run of the model, has the word."""


_OF_OTHERS: Final = ("advisor_message", "fallback_message")
"""Runs of another model than the one that was asked."""
_READ: Final = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def run(kind: str, read: Usage, output: int, model: str | None = None) -> dict[str, Any]:
    """An entry of ``iterations``: a run of a model that read what ``read`` counts."""
    named = {} if model is None else {"model": model}
    counts = {name: getattr(read, name) for name in _READ}
    return {"type": kind, **named, **counts, "cache_creation": read.cache_creation, "output_tokens": output}


def usage_of_blocks(
    request: MessagesRequest, content: Sequence[Block], plain: Usage, lead: int, estimate: Estimate
) -> dict[str, Any]:
    """The members of usage that replace or join the plain ones. Thinking is never more than the whole output.

    ``lead`` are the tokens before the messages: what a summary leaves of the prompt.
    """
    found: dict[str, Any] = {}
    thinking = [block for block in content if block["type"] in _THINKING]
    if thinking:
        found["output_tokens_details"] = {"thinking_tokens": min(estimate(thinking), plain.output_tokens)}
    if any(block["type"] in _SERVER_SIDE or "tool_use_id" in block for block in content):
        found["server_tool_use"] = {
            "web_search_requests": _count_found(content, "web_search_tool_result"),
            "web_fetch_requests": _count_found(content, "web_fetch_tool_result"),
        }
    if any(block["type"] in _BORDERS for block in content):
        iterations = _Iterations(request, plain, lead, estimate)
        found["iterations"] = iterations.read(content)
        found |= iterations.totals()
    return found


def _count_found(content: Sequence[Block], result: str) -> int:
    """The requests that were carried out: an error is not counted."""
    return sum(block["type"] == result and not _is_error(block["content"]) for block in content)


def _is_error(content: Any) -> bool:
    return isinstance(content, dict) and "error_code" in content


class _Iterations:
    """Follows a reply from one run of a model to the next."""

    def __init__(self, request: MessagesRequest, read: Usage, lead: int, estimate: Estimate) -> None:
        self.request, self.lead, self.estimate = request, lead, estimate
        self.next = read
        """What the next run reads: what came before it, from the cache as far as it was there after the first."""
        self.found: list[dict[str, Any]] = []
        self._model: str | None = None
        self._pending: list[Block] = []

    def read(self, content: Sequence[Block]) -> list[dict[str, Any]]:
        """The iterations of a reply, in order."""
        for block in content:
            if block["type"] not in _BORDERS:
                self._pending.append(block)
                continue
            self._close()
            _AT_BORDER[block["type"]](self, block)
        self._close("message" if self._model is None else "fallback_message")
        return self.found

    def totals(self) -> dict[str, Any]:
        """The counts of the whole reply: compaction and advice are billed apart."""
        own = [entry for entry in self.found if entry["type"] in ("message", "fallback_message")]
        counts = {name: sum(entry[name] for entry in own) for name in (*_READ, "output_tokens")}
        return {**counts, "cache_creation": own[0]["cache_creation"] if own else NOTHING_CACHED}

    def at_compaction(self, block: Block) -> None:
        """The next run reads the summary in place of the messages."""
        output = self.estimate([block])
        self._add("compaction", output)
        self.next = Usage(input_tokens=self.lead + output, output_tokens=0)

    def at_advice(self, block: Block) -> None:
        output = self.estimate([block])
        self._add("advisor_message", output, _advisor_model(self.request))
        self._grow(output)

    def at_fallback(self, block: Block) -> None:
        if not self.found or self.found[-1]["type"] != "message":
            self._add("message", 1, block["from"]["model"])
        else:
            self.found[-1] = {**self.found[-1], "model": block["from"]["model"]}
        self._model = block["to"]["model"]

    def _close(self, kind: str = "message") -> None:
        if self._pending:
            output = self.estimate(self._pending)
            self._add(kind, output, self._model)
            self._grow(output)
            self._pending = []

    def _add(self, kind: str, output: int, model: str | None = None) -> None:
        read = _uncached(self.next) if kind in _OF_OTHERS else self.next
        self.found.append(run(kind, read, output, model))

    def _grow(self, output: int) -> None:
        """What was written to the cache is read from then on."""
        cached = self.next.cache_creation_input_tokens + self.next.cache_read_input_tokens
        self.next = Usage(input_tokens=self.next.input_tokens + output, cache_read_input_tokens=cached, output_tokens=0)


def _uncached(read: Usage) -> Usage:
    """The cache is a model's own."""
    return Usage(input_tokens=sum(getattr(read, name) for name in _READ), output_tokens=0)


def _advisor_model(request: MessagesRequest) -> str:
    tools = () if request.tools is UNSET else read_tools(request.tools)
    models = (tool.definition.model for tool in tools if isinstance(tool.definition, Advisor20260301))
    return next(models, request.model)


_AT_BORDER: Final[dict[str, Callable[[_Iterations, Block], None]]] = {
    "compaction": _Iterations.at_compaction,
    "advisor_tool_result": _Iterations.at_advice,
    "fallback": _Iterations.at_fallback,
}
