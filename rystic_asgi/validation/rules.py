"""The rules across fields by name: where each comes from, and whether it is on by default."""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Rule(NamedTuple):
    """A rule that ``rules`` of a simulator or a boot document can switch."""

    name: str
    on: bool
    says: str
    source: str


_TOOL_CALLS = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls"
_GITHUB = "https://github.com/"

RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "input-schema",
        True,
        "A tool's schema is valid, of type object, with no union at its root.",
        _GITHUB + "anthropics/claude-code/issues/86665",
    ),
    Rule("tool-names", True, "Tool names are unique.", _GITHUB + "anthropics/claude-code/issues/10687"),
    Rule("tool-choice", True, "A forced tool is among the declared ones.", "the API's message, quoted in public code"),
    Rule(
        "empty-content",
        True,
        "No message but a final assistant one is empty.",
        _GITHUB + "anthropics/claude-code/issues/6774",
    ),
    Rule(
        "empty-text", True, "A text block holds more than white space.", _GITHUB + "anthropics/claude-code/issues/59812"
    ),
    Rule(
        "blocks-per-role",
        True,
        "Calls stand in assistant messages, results in user messages.",
        _GITHUB + "microsoft/agent-framework/issues/4328",
    ),
    Rule(
        "tool-use-ids", True, "The calls of a turn have different ids.", _GITHUB + "anthropics/claude-code/issues/20901"
    ),
    Rule("tool-result-missing", True, "Each call has its result first in the next turn.", _TOOL_CALLS),
    Rule(
        "tool-result-unexpected",
        True,
        "Each result answers a call of the turn before it.",
        _GITHUB + "anthropics/claude-code/issues/13460",
    ),
    Rule("tool-result-repeated", True, "Each call has one result.", _TOOL_CALLS),
    Rule("stop-sequences", True, "A stop sequence holds more than white space.", "the live API, October 2026"),
    Rule(
        "thread",
        True,
        "Message threads are refused, so that clients go on without them.",
        "anthropic 2.14.0, lib/threads: what the tool runner does with the refusal",
    ),
)

_DEFAULTS: Final = {rule.name: rule.on for rule in RULES}


def switched_off(switches: Mapping[str, bool]) -> frozenset[str]:
    """The names of the rules that do not apply. Names in ``switches`` are expected to be known."""
    return frozenset(name for name, on in {**_DEFAULTS, **switches}.items() if not on)


def rule_names() -> frozenset[str]:
    """Every name that may be switched."""
    return frozenset(_DEFAULTS)
