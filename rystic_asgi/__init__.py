"""A simulator of Anthropic's Messages API for tests of agent loops."""

from rystic_asgi._version import __version__
from rystic_asgi.asgi.boot_file import load_boot
from rystic_asgi.asgi.middleware import SimulatorMiddleware
from rystic_asgi.asgi.simulator import Simulator
from rystic_asgi.script.fault import ScriptError
from rystic_asgi.script.makers import error, reply, text, thinking, tool_use
from rystic_asgi.state.memory_store import MemoryStore
from rystic_asgi.state.request import Request
from rystic_asgi.state.store import Store

__all__ = [
    "MemoryStore",
    "Request",
    "ScriptError",
    "Simulator",
    "SimulatorMiddleware",
    "Store",
    "__version__",
    "error",
    "load_boot",
    "reply",
    "text",
    "thinking",
    "tool_use",
]
