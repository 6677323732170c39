import shutil
import subprocess
import sys
from pathlib import Path

from rystic_asgi.script.scenarios import SCENARIOS
from tests.needs import program

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = (".npmrc", "package.json", "tsconfig.json", "weather_loop.ts")
ANSWER = SCENARIOS[0].replies[-1]["content"][0]["text"]


def test_the_file_runs_against_a_served_simulator(tmp_path: Path) -> None:
    node, built = program("node"), build(tmp_path)
    simulator = [sys.executable, "-m", "rystic_asgi", "run", "--scenario", "anthropic_agent_loop", "--"]
    ran = subprocess.run([*simulator, node, str(built)], capture_output=True, text=True, timeout=60)

    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines() == ["Let me see what it is like outside.", ANSWER, f"Answer: {ANSWER}"]
    assert ran.stderr == "rystic: 3 replies taken, 0 left\n"


def build(directory: Path) -> Path:
    """The compiled example: copied, with its packages installed beside the copy."""
    npm = program("npm")
    for name in FILES:
        shutil.copy(EXAMPLES / name, directory)
    subprocess.run([npm, "install", "--no-audit", "--no-fund"], cwd=directory, check=True, timeout=300)
    subprocess.run([npm, "run", "build"], cwd=directory, check=True, timeout=120)
    return directory / "build" / "weather_loop.js"
