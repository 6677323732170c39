"""What stands before the messages of a prompt, tools and system prompt, and cache marks wherever they are."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, structs

from rystic_asgi.protocol.content import LoneTextBlock, ToolResultBlock
from rystic_asgi.protocol.requests import MessagesRequest

MAX_CACHED_BYTES: Final = 8 * 1024
"""A larger tool is read anew for each request."""

encode: Final = msgspec.json.Encoder().encode


class Lead(NamedTuple):
    """A piece before the messages, without its cache mark, whose lifetime is ``ttl``; empty where there is none.

    ``is_system`` tells whether it stands in the system prompt, as the web search tool does.
    """

    text: bytes
    size: int
    ttl: str
    is_system: bool


def tools_of(request: MessagesRequest) -> list[Lead]:
    """The tools; those that stand in the system prompt come last."""
    tools = [read for source in request.tools or () if (read := _tool(bytes(source)))]
    return sorted(tools, key=lambda tool: tool.is_system)


def system_of(request: MessagesRequest) -> list[Lead]:
    """The blocks of the system prompt."""
    system = () if request.system is UNSET else request.system
    blocks: Sequence[Any] = [LoneTextBlock("text", text=system)] if isinstance(system, str) else system
    return [Lead(encode(unmarked(block)), len(block.text), _mark(block), True) for block in blocks]


def unmarked(block: Any) -> Any:
    """The block without its cache mark, and without those in it."""
    if isinstance(block, ToolResultBlock) and isinstance(block.content, list) and has_marks_inside(block):
        block = structs.replace(block, content=[unmarked(inner) for inner in block.content])
    return block if getattr(block, "cache_control", None) is None else structs.replace(block, cache_control=None)


def has_marks_inside(result: Any) -> bool:
    """Whether a block within a result has a cache mark."""
    return isinstance(result.content, list) and any(map(_mark, result.content))


def mark_of(block: Any) -> str:
    """The ``ttl`` of the cache mark on a block or in a result, the longest of several; empty without one."""
    inner = block.content if isinstance(block, ToolResultBlock) and isinstance(block.content, list) else ()
    return longest(map(_mark, (block, *inner)))


def longest(ttls: Iterable[str]) -> str:
    """The longest of these; empty where all are."""
    return min(filter(None, ttls), default="")  # "1h" comes before "5m" in the alphabet, too


def _mark(block: Any) -> str:
    control = getattr(block, "cache_control", None)
    return "" if control is None else control.ttl or "5m"


def _tool(source: bytes) -> Lead | None:
    return _read_tool(source) if len(source) > MAX_CACHED_BYTES else _read_once(source)


def _read_tool(source: bytes) -> Lead | None:
    """A tool as it is rendered; None for one that is deferred, which is not until it is found.

    Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-use-with-prompt-caching
    """
    tool = msgspec.json.decode(source)
    if tool.get("defer_loading"):
        return None
    control = tool.pop("cache_control", None)
    text = encode(tool)
    ttl = "" if control is None else control.get("ttl", "5m")
    return Lead(text, len(text), ttl, str(tool.get("type")).startswith("web_search_"))


_read_once: Final = lru_cache(maxsize=512)(_read_tool)
