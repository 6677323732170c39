"""Whether the examples that a custom tool gives meet its schema, with a bound on the work for all of a request.

Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools#providing-tool-use-examples; the
words are of the project's making.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from rystic_asgi.protocol.tools import CustomTool
from rystic_asgi.validation.declared_tools import MAX_CACHED_BYTES, DeclaredTool
from rystic_asgi.validation.problem import Problem, join
from rystic_asgi.validation.schema_faults import CheckEffort
from rystic_asgi.validation.tool_schemas import CheckedSchema, SchemaFault, SchemaUnusableError, checked_schema

MAX_WORK: Final = 8_000_000
"""Steps times the bytes of their tool, as a step may look at all of them; examples beyond are not judged."""
_LEAST_BYTES: Final = 1024
"""A smaller tool counts as one of so many bytes."""
_FEWEST_STEPS: Final = 100
"""A tool so large that it has fewer is not judged at all."""
_STEPS_OF_A_TOOL: Final = 10
_STEPS_OF_AN_EXAMPLE: Final = 4
"""What it takes to begin with a tool and with each example."""


class _Verdict(NamedTuple):
    problem: Problem | None
    work: int


def example_problems(tools: Sequence[DeclaredTool]) -> Iterator[Problem]:
    """The first example of each tool that its schema refuses; none where it cannot judge them."""
    left = MAX_WORK
    for index, tool in enumerate(tools):
        if not tool.examples_source or tool.problems:
            continue
        verdict = _verdict_on(tool.examples_source)
        left -= verdict.work
        if left < 0:
            return
        if verdict.problem is not None:
            yield verdict.problem._replace(path=join("tools", index, verdict.problem.path))


def _verdict_on(source: bytes) -> _Verdict:
    return _verdict(source) if len(source) > MAX_CACHED_BYTES else _verdict_once(source)


def _verdict(source: bytes) -> _Verdict:
    size = max(len(source), _LEAST_BYTES)
    steps = MAX_WORK // size
    if steps < _FEWEST_STEPS:
        return _Verdict(None, 0)
    tool = msgspec.json.decode(source, type=CustomTool)
    examples = () if tool.input_examples is UNSET else tool.input_examples
    try:
        checked = checked_schema(msgspec.json.decode(tool.input_schema))
    except SchemaUnusableError:
        return _Verdict(None, _STEPS_OF_A_TOOL * size)
    effort = checked.effort(steps - _STEPS_OF_A_TOOL)
    problem = next(_faults_of(checked, examples, tool.name, effort), None)
    return _Verdict(problem, (steps - max(effort.steps, 0)) * size)


_verdict_once: Final = lru_cache(maxsize=256)(_verdict)


def _faults_of(
    checked: CheckedSchema, examples: Sequence[dict[str, Any]], tool: str, effort: CheckEffort
) -> Iterator[Problem]:
    for number, example in enumerate(examples):
        fault = _fault(checked, example, effort)
        if effort.steps < 0:
            return
        if fault is not None:
            hint = f"in tool '{tool}', at {fault.path or 'the root'}: {fault.message}"
            path = f"custom.input_examples.{number}"
            yield Problem(path, "Input does not match input_schema", "input-schema", hint)


def _fault(checked: CheckedSchema, example: dict[str, Any], effort: CheckEffort) -> SchemaFault | None:
    try:
        effort.spend(_STEPS_OF_AN_EXAMPLE)
        return checked.fault(example, effort)
    except SchemaUnusableError:
        return None
