"""The command ``rystic-asgi``: serve a script, or run a command against one."""

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from rystic_asgi._extras import needed_by
from rystic_asgi._version import __version__
from rystic_asgi.asgi.boot_file import environment_settings
from rystic_asgi.asgi.simulator import Simulator
from rystic_asgi.script.fault import ScriptError
from rystic_asgi.validation.rules import RULES

_EPILOG = """examples:
  rystic-asgi serve --scenario anthropic_agent_loop
  rystic-asgi serve --boot script.yaml --bind 127.0.0.1:8080
  rystic-asgi run --scenario anthropic_agent_loop -- python my_agent.py
  rystic-asgi rules

A boot document is a JSON, YAML or TOML file such as
  {"replies": ["Hello.", {"content": [{"type": "tool_use", "name": "get_weather", "input": {"city": "Paris"}}]}]}
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 2 for a script or an address that cannot be used."""
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except (ScriptError, OSError, ModuleNotFoundError) as error:
        message = str(error)
        print(message if message.startswith("rystic: ") else f"rystic: {message}", file=sys.stderr)
        return 2
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rystic-asgi",
        description="A simulator of Anthropic's Messages API that plays a script of replies.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    serve = commands.add_parser("serve", help="serve a script over HTTP until interrupted")
    _add_script_options(serve)
    serve.add_argument("--bind", default="127.0.0.1:8787", metavar="HOST:PORT", help="default: %(default)s")
    serve.add_argument("--session-per-key", action="store_true", help="give each API key a script of its own")
    serve.set_defaults(run=_serve)
    run = commands.add_parser("run", help="serve a script on a free port while a command runs against it")
    _add_script_options(run)
    run.add_argument("command", nargs=argparse.REMAINDER, metavar="-- COMMAND ...")
    run.set_defaults(run=_run)
    rules = commands.add_parser("rules", help="list the rules that can be switched, in the order of reporting")
    rules.add_argument("--json", action="store_true", help="as JSON, with what each rule says")
    rules.set_defaults(run=_list_rules)
    return parser


def _add_script_options(parser: argparse.ArgumentParser) -> None:
    script = parser.add_mutually_exclusive_group()
    script.add_argument("--boot", metavar="FILE", help="a boot document (.json, .yaml, .toml); default: $RYSTIC_BOOT")
    script.add_argument("--scenario", metavar="NAME", help="a built-in scenario; default: $RYSTIC_SCENARIO")


def _simulator(options: argparse.Namespace, *, session_per_key: bool = False) -> Simulator:
    given: dict[str, Any] = {"boot": options.boot, "scenario": options.scenario}
    settings = given if any(given.values()) else environment_settings()
    return Simulator(**settings, session_per_key=session_per_key)


def _serve(options: argparse.Namespace) -> int:
    with needed_by("rystic-asgi serve", extra="serve"):
        from rystic_asgi.integrations.server import listen, serve, url_of

    simulator = _simulator(options, session_per_key=options.session_per_key)
    listener = listen(*_address(options.bind))
    print(f"rystic: serving the Messages API at {url_of(listener)}", flush=True)
    print(_describe(simulator), flush=True)
    with suppress(KeyboardInterrupt):
        serve(simulator, listener)
    return 0


def _run(options: argparse.Namespace) -> int:
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    if not command:
        raise ScriptError("run", "no command given; write it after --")
    with needed_by("rystic-asgi run", extra="serve"):
        from rystic_asgi.integrations.server import served

    simulator = _simulator(options)
    with served(simulator) as url:
        code = _call(command, {**os.environ, **_variables(url, simulator.api_key)})
    print(f"rystic: {_count(simulator.taken)} taken, {len(simulator.left)} left", file=sys.stderr)
    return code


def _variables(url: str, api_key: str) -> dict[str, str]:
    """What leads an official client to the simulator, past any proxy."""
    past_proxies = ",".join(filter(None, (os.environ.get("NO_PROXY"), "127.0.0.1")))
    return {
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": api_key,
        "RYSTIC_URL": url,
        "NO_PROXY": past_proxies,
        "no_proxy": past_proxies,
    }


def _call(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """The exit code as a shell gives it: 127 for no such command, 128 and the signal's number for a signal.

    An interrupt reaches the command by itself, as it runs in the same terminal; a request to end is passed on.
    """
    processes: list[subprocess.Popen[bytes]] = []
    handlers = {number: signal.signal(number, _passing_on(processes)) for number in _PASSED_ON}
    handlers[signal.SIGINT] = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        processes.append(subprocess.Popen(command, env=environment))
        return _code(processes[0].wait())
    except OSError as error:
        print(f"rystic: {command[0]!r} cannot be run: {error.strerror}", file=sys.stderr)
        return 127
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


_PASSED_ON: Final = (signal.SIGTERM, signal.SIGHUP) if hasattr(signal, "SIGHUP") else (signal.SIGTERM,)


def _passing_on(processes: "list[subprocess.Popen[bytes]]") -> Callable[[int, object], None]:
    def pass_on(number: int, frame: object) -> None:
        for process in processes:
            process.send_signal(number)

    return pass_on


def _code(status: int) -> int:
    return 128 - status if status < 0 else status


def _list_rules(options: argparse.Namespace) -> int:
    if options.json:
        _print(json.dumps([rule._asdict() for rule in RULES], indent=2, ensure_ascii=False))
        return 0
    rows = [("RULE", "DEFAULT", "GROUP", "SOURCE")]
    rows += [(rule.name, "on" if rule.on else "off", rule.group or "-", rule.source) for rule in RULES]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    _print("\n".join(lines))
    return 0


def _print(text: str) -> None:
    """Print ``text`` to a reader that may have read enough, such as ``head``."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        # The rest would be written, and fail, once more at exit: https://docs.python.org/3/library/signal.html
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _address(bind: str) -> tuple[str, int]:
    host, _, port = bind.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65_535:
        raise ScriptError("--bind", f"HOST:PORT expected, such as 127.0.0.1:8787, a port up to 65535, found {bind!r}")
    return host.strip("[]"), int(port)


def _describe(simulator: Simulator) -> str:
    then = "an error" if simulator.on_empty == "error" else "the default reply"
    lines = [f"rystic: plays {_count(simulator.left)}, then {then}"]
    for number, posted in enumerate(simulator.left):
        lines.append(f"  {number}. {_summary(posted)}")
    lines += [f"  any time: {_summary(posted)}" for posted in simulator.standing]
    return "\n".join(lines)


def _count(replies: Sequence[Any]) -> str:
    return f"{len(replies)} {'reply' if len(replies) == 1 else 'replies'}"


def _summary(posted: Any) -> str:
    if isinstance(posted, str):
        return f"text {posted!r}"
    if "error" in posted:
        return f"error {posted['error']}"
    parts = [f"calls {block['name']}" if block["type"] == "tool_use" else block["type"] for block in posted["content"]]
    return ", ".join(parts) or "no block"
