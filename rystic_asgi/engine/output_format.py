"""Structured output: text that is JSON of the schema which the request names.

Source: https://platform.claude.com/docs/en/build-with-claude/structured-outputs
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.tool_schemas import SchemaUnusableError, input_fault


def output_schema(request: MessagesRequest) -> dict[str, Any] | None:
    """The schema of ``output_config.format``, or of the older ``output_format``; None where text is free."""
    wanted = request.format or request.output_format
    return None if wanted is None else wanted.schema


def made_text(schema: dict[str, Any]) -> str:
    """JSON that the schema accepts. Raises ApiError where none is found."""
    from rystic_asgi.engine.synthesis import NoInputError, make_value

    try:
        return msgspec.json.encode(make_value(schema)).decode()
    except NoInputError as error:
        raise ApiError(f"rystic: no text that fits output_config.format was found: {error}. Script a reply") from error


def check_texts(content: Iterable[Mapping[str, Any]], schema: dict[str, Any], place: str) -> None:
    """Raise ApiError for a text that the API could not have sent under this format."""
    for block in content:
        fault = _text_fault(block["text"], schema) if block["type"] == "text" else None
        if fault is not None:
            raise ApiError(
                f"rystic: {place} has a text that output_config.format refuses: {fault}. "
                'The reply counts as taken; if it is meant, mark it with unchecked: ["format"]'
            )


def _text_fault(text: str, schema: dict[str, Any]) -> str | None:
    try:
        fault = input_fault(schema, msgspec.json.decode(text))
    except (msgspec.DecodeError, RecursionError):
        return "it is not JSON"
    except SchemaUnusableError as error:
        return str(error)
    return None if fault is None else f"at {fault.path or 'the root'}: {fault.message}"
