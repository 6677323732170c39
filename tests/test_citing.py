"""The rules for documents and search results that are to be cited."""

import json
from typing import Any, Final

import msgspec
import pytest
from msgspec import UNSET

from rystic_asgi.protocol.citations import CitationsConfig
from rystic_asgi.protocol.requests import MessagesRequest
from rystic_asgi.validation.conversation.citing import Citing
from rystic_asgi.validation.problem import Problem

FORMAT: Final = {"type": "json_schema", "schema": {"type": "object", "additionalProperties": False}}
ON: Final = CitationsConfig(enabled=True)
OFF: Final = CitationsConfig(enabled=False)
EMPTY: Final = CitationsConfig()


def problems(*read: tuple[str, Any], **fields: Any) -> list[tuple[str, str]]:
    found: list[Problem] = []
    citing = Citing(found)
    for index, (kind, citations) in enumerate(read):
        citing.read(kind, citations, f"messages.0.content.{index}.{kind}")
    body = json.dumps({"model": "m", "max_tokens": 5, "messages": [], **fields})
    citing.end(msgspec.json.decode(body, type=MessagesRequest))
    return [(str(problem), problem.rule) for problem in found]


@pytest.mark.parametrize("kind", ["document", "search_result"])
@pytest.mark.parametrize("other", [OFF, EMPTY, None, UNSET], ids=["off", "empty", "null", "left-out"])
def test_citations_are_enabled_for_all_of_a_kind_or_for_none(kind: str, other: Any) -> None:
    assert problems((kind, other), (kind, other), output_config={"format": FORMAT}) == []
    assert problems((kind, ON), (kind, ON)) == []
    assert problems((kind, ON), (kind, other), (kind, other)) == [
        (
            f"messages.0.content.1.{kind}.citations: citations must be enabled for all `{kind}` blocks or for none "
            f"rystic: messages.0.content.0.{kind} has them enabled, messages.0.content.1.{kind} has not",
            "citations-of-all",
        )
    ]


def test_documents_and_search_results_are_apart() -> None:
    assert problems(("document", ON), ("search_result", OFF)) == []


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        pytest.param({"output_config": {"format": FORMAT}}, "output_config.format", id="current"),
        pytest.param({"output_format": FORMAT}, "output_format", id="older"),
    ],
)
def test_no_citations_go_with_an_output_format(fields: dict[str, Any], name: str) -> None:
    assert problems(("search_result", ON), ("document", ON), **fields) == [
        (
            f"messages.0.content.0.search_result.citations: citations cannot be enabled together with `{name}`",
            "citations-with-format",
        )
    ]
