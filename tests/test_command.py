"""The command line, run as a process."""

import importlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from rystic_asgi._version import __version__
from rystic_asgi.integrations.command import main
from rystic_asgi.validation.rules import RULES
from tests.test_servers import free_port

COMMAND = [sys.executable, "-m", "rystic_asgi"]


def call(*arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, **variables}
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=60, env=environment)


def asking(code: str) -> list[str]:
    """A command that runs ``code`` with an official client at hand."""
    return [sys.executable, "-c", f"import anthropic, os, sys\nclient = anthropic.Anthropic()\n{code}"]


ASK_ONCE = (
    "print(client.messages.create(model='m', max_tokens=9, messages=[{'role': 'user', 'content': 'x'}])"
    ".content[0].text)"
)


def test_run_gives_a_command_its_own_simulator(tmp_path: Path) -> None:
    boot = tmp_path / "boot.json"
    boot.write_text('{"replies": ["From the file.", "Not asked for."]}')

    result = call("run", "--boot", str(boot), "--", *asking(ASK_ONCE))

    assert (result.returncode, result.stdout) == (0, "From the file.\n")
    assert result.stderr == "rystic: 1 reply taken, 1 left\n"


def test_run_reads_the_boot_document_from_the_environment(tmp_path: Path) -> None:
    boot = tmp_path / "boot.toml"
    boot.write_text('replies = ["From the environment."]')

    result = call("run", *asking(ASK_ONCE), RYSTIC_BOOT=str(boot))

    assert result.stdout == "From the environment.\n"


def test_run_hands_on_a_key_that_is_let_in(tmp_path: Path) -> None:
    boot = tmp_path / "boot.json"
    boot.write_text('{"replies": ["Let in."], "api_keys": ["sk-ant-of-the-test"]}')

    result = call("run", "--boot", str(boot), "--", *asking(ASK_ONCE))

    assert result.stdout == "Let in.\n"


def test_run_passes_the_exit_code_on() -> None:
    assert call("run", "--", *asking("sys.exit(7)")).returncode == 7


def test_run_names_a_signal_as_shells_do() -> None:
    assert call("run", "--", *asking("os.kill(os.getpid(), 9)")).returncode == 128 + 9


def test_run_without_a_command_says_so() -> None:
    result = call("run", "--")

    assert (result.returncode, result.stderr) == (2, "rystic: run: no command given; write it after --\n")


def test_run_of_an_unknown_command_says_so() -> None:
    result = call("run", "--", "no-such-command")

    assert result.returncode == 127
    assert result.stderr.startswith("rystic: 'no-such-command' cannot be run: No such file or directory\n")


@pytest.mark.parametrize(
    ("number", "kill"),
    [
        pytest.param(signal.SIGTERM, os.kill, id="asked-to-end"),
        pytest.param(signal.SIGHUP, os.kill, id="terminal-closed"),
        pytest.param(signal.SIGINT, os.killpg, id="interrupted-in-a-terminal"),
    ],
)
def test_a_signal_to_run_ends_its_command(number: signal.Signals, kill: Callable[[int, int], None]) -> None:
    code = "import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_DFL)\nprint('up', flush=True)\ntime.sleep(60)"
    command = [*COMMAND, "run", "--", sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        process.stdout.readline()

        kill(process.pid, number)

        assert process.wait(timeout=30) == 128 + number


def test_run_leads_past_proxies() -> None:
    result = call("run", "--", *asking(ASK_ONCE), HTTP_PROXY="http://127.0.0.1:9", NO_PROXY="example.com")

    assert (result.returncode, result.stderr) == (0, "rystic: 0 replies taken, 0 left\n")


@contextmanager
def serving(*arguments: str) -> Iterator[list[str]]:
    """The lines that ``serve`` prints before it serves; interrupted at the end, it exits with 0."""
    with subprocess.Popen([*COMMAND, "serve", *arguments], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline().rstrip() for _ in range(5)]
        httpx2.get(f"{lines[0].rpartition(' ')[2]}/_rystic/health").raise_for_status()
        yield lines
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0


def test_serve_prints_its_address_and_the_script_it_plays() -> None:
    with serving("--scenario", "anthropic_agent_loop", "--bind", "127.0.0.1:0") as lines:
        health = httpx2.get(f"{lines[0].rpartition(' ')[2]}/_rystic/health").json()

    assert re.fullmatch(r"rystic: serving the Messages API at http://127\.0\.0\.1:\d+", lines[0])
    assert lines[1:] == [
        "rystic: plays 3 replies, then the default reply",
        "  0. text, calls get_weather",
        "  1. calls search_help, calls get_weather",
        "  2. text",
    ]
    assert health["version"] == __version__


def test_an_interrupted_serve_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    port, before = free_port(), signal.getsignal(signal.SIGINT)

    def interrupt_when_it_serves() -> None:
        while signal.getsignal(signal.SIGINT) is before:
            pass
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt_when_it_serves)
    thread.start()
    code = main(["serve", "--bind", f"127.0.0.1:{port}"])
    thread.join()

    assert code == 0
    assert capsys.readouterr().out == (
        f"rystic: serving the Messages API at http://127.0.0.1:{port}\n"
        "rystic: plays 0 replies, then the default reply\n"
    )


def test_importing_the_command_runs_nothing() -> None:
    assert importlib.import_module("rystic_asgi.__main__").main is main


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(
            ["serve", "--scenario", "nope"],
            "rystic: scenario: no scenario is called 'nope'; known: anthropic_agent_loop",
            id="scenario",
        ),
        pytest.param(
            ["serve", "--bind", "8080"],
            "rystic: --bind: HOST:PORT expected, such as 127.0.0.1:8787, a port up to 65535, found '8080'",
            id="bind",
        ),
        pytest.param(
            ["serve", "--bind", "127.0.0.1:70000"],
            "rystic: --bind: HOST:PORT expected, such as 127.0.0.1:8787, a port up to 65535, found '127.0.0.1:70000'",
            id="port",
        ),
        pytest.param(
            ["serve", "--boot", "nope.json"],
            "rystic: nope.json: cannot be read: No such file or directory",
            id="boot",
        ),
    ],
)
def test_what_cannot_be_used_is_said(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err == message + "\n"


def test_an_address_in_use_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code = main(["serve", "--bind", f"127.0.0.1:{taken.getsockname()[1]}"])

    assert code == 2
    assert "rystic: [Errno 98] Address already in use" in capsys.readouterr().err


def test_every_kind_of_reply_is_described(tmp_path: Path) -> None:
    boot = tmp_path / "boot.yaml"
    boot.write_text("on_empty: error\nreplies:\n- Plain.\n- error: {status: 529}\n- {content: [], times: any}\n")

    with serving("--boot", str(boot), "--bind", "[::1]:0") as lines:
        assert "http://[::1]:" in lines[0]
        assert lines[1] == "rystic: plays 2 replies, then an error"
        assert lines[2:] == ["  0. text 'Plain.'", "  1. error {'status': 529}", "  any time: no block"]


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])

    assert ended.value.code == 0
    assert "rystic-asgi run --scenario anthropic_agent_loop -- python my_agent.py" in capsys.readouterr().out


def test_rules_are_listed_in_columns_in_the_order_of_reporting(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0

    head, *lines = capsys.readouterr().out.splitlines()
    starts = [head.index(column) for column in ("RULE", "DEFAULT", "GROUP", "SOURCE")]
    cells = [[line[start:].partition("  ")[0] for start in starts] for line in lines]
    assert cells == [[rule.name, "on" if rule.on else "off", rule.group or "-", rule.source] for rule in RULES]
    assert not any(line.endswith(" ") for line in [head, *lines])


def test_rules_are_listed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--json"]) == 0

    listed = json.loads(capsys.readouterr().out)
    assert [rule["name"] for rule in listed] == [rule.name for rule in RULES]
    assert list(listed[0]) == ["name", "on", "says", "source", "group"]


@pytest.mark.parametrize("arguments", [pytest.param([], id="columns"), pytest.param(["--json"], id="json")])
def test_a_reader_of_the_rules_may_stop_early(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as closed:
        result = subprocess.run([*COMMAND, "rules", *arguments], stdout=closed, stderr=subprocess.PIPE, timeout=60)

    assert (result.returncode, result.stderr) == (0, b"")
