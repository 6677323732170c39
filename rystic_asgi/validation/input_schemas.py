"""The rules for the schema of a custom tool: the first fault by each."""

import re
from collections.abc import Iterator
from typing import Any, Final

from rystic_asgi.validation.problem import Problem
from rystic_asgi.validation.schema_cycles import circle, nested_schemas
from rystic_asgi.validation.schema_faults import shown
from rystic_asgi.validation.strict_schemas import strict_fault
from rystic_asgi.validation.tool_schemas import schema_fault

PROPERTY_NAME: Final = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_UNIONS: Final = ("oneOf", "allOf", "anyOf")
_NOT_A_SCHEMA: Final = (
    "JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). "
    "Learn more about tool use at https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview."
)
_MAY_BE_NULL: Final = ("properties", "required")
"""Source: anthropic 2.14.0, types/tool_param.py."""


def input_schema(value: Any) -> dict[str, Any]:
    """The schema that calls are judged by; empty where none was given. A keyword that may be null is left out."""
    if not isinstance(value, dict):
        return {}
    return {key: each for key, each in value.items() if each is not None or key not in _MAY_BE_NULL}


def input_schema_problems(value: Any, tool: str, *, strict: bool, by_code: bool = False) -> Iterator[Problem]:
    """Faults of what a custom tool gives as its schema; paths start at the tool, whose name is ``tool``.

    ``by_code`` is whether running code may call it.
    """
    schema = input_schema(value)
    problem = _shape_problem(value, tool) or _soundness_problem(schema, tool)
    if problem is not None:
        yield problem
    yield from _property_name_problems(schema.get("properties"), tool)
    fault = strict_fault(schema) if strict and problem is None else None
    if fault is not None:
        place = f"it is at {fault.path or 'the root'} of the schema of tool '{tool}'"
        yield Problem("", fault.message, "strict-schema", place)
    if by_code and problem is None:
        yield from _circle_problems(schema, tool)


def _circle_problems(schema: dict[str, Any], tool: str) -> Iterator[Problem]:
    """Source: .../tool-use/programmatic-tool-calling#input-schema-limitations in the docs."""
    around = circle(nested_schemas(schema))
    if around:
        hint = f"{around}, in tool '{tool}', whose allowed_callers name code execution"
        yield Problem("input_schema", "Circular $ref detected", "strict-schema", hint)


def _shape_problem(value: Any, tool: str) -> Problem | None:
    """Sources: https://github.com/anthropics/claude-code/issues/40075 and .../86665."""
    if not isinstance(value, dict):
        return Problem("input_schema", "Input should be an object", "input-schema")
    union = next((key for key in _UNIONS if key in value), None)
    if "type" not in value:
        beside = f", and {union} may not stand beside it" if union else ""
        hint = f"tool '{tool}' needs type 'object'{beside}"
        return Problem("input_schema.type", "Field required", "input-schema", hint)
    if value["type"] != "object":
        return Problem("input_schema.type", "Input should be 'object'", "input-schema", f"this is tool '{tool}'")
    if union is None:
        return None
    message = "input_schema does not support oneOf, allOf, or anyOf at the top level"
    return Problem("input_schema", message, "input-schema", f"tool '{tool}' has {union} there; nested ones may stand")


def _soundness_problem(schema: dict[str, Any], tool: str) -> Problem | None:
    fault = schema_fault(schema)
    if fault is None:
        return None
    hint = f"in tool '{tool}', at {fault.path or 'the root'}: {fault.message}"
    return Problem("input_schema", _NOT_A_SCHEMA, "input-schema", hint)


def _property_name_problems(properties: Any, tool: str) -> Iterator[Problem]:
    """Source: https://github.com/ComposioHQ/composio/issues/3500; names further inside are free."""
    names = properties if isinstance(properties, dict) else ()
    wrong = next((name for name in names if not PROPERTY_NAME.fullmatch(name)), None)
    if wrong is not None:
        message = f"Property keys should match pattern '^{PROPERTY_NAME.pattern}$'"
        yield Problem(
            "input_schema.properties", message, "property-names", f"tool '{tool}' has a property {shown(wrong)}"
        )
