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
_OPENAPI = "the published OpenAPI document of the Messages API"
_SEEN = "answers of the live API in public reports"

RULES: Final[tuple[Rule, ...]] = (
    Rule("input-schema", True, "A tool's schema is valid, of type object, with no union at its root.", _SEEN),
    Rule("tool-names", True, "Tool names are unique.", _SEEN),
    Rule("tool-choice", True, "A forced tool is among the declared ones.", _SEEN),
    Rule("empty-content", True, "No message but a final assistant one is empty.", _SEEN),
    Rule("empty-text", True, "A text block holds more than white space.", _OPENAPI),
    Rule("blocks-per-role", True, "Calls stand in assistant messages, results in user messages.", _SEEN),
    Rule("tool-use-ids", True, "The calls of a turn have different ids.", _SEEN),
    Rule("tool-result-missing", True, "Each call has its result first in the next turn.", _TOOL_CALLS),
    Rule("tool-result-unexpected", True, "Each result answers a call of the turn before it.", _TOOL_CALLS),
    Rule("tool-result-repeated", True, "Each call has one result.", _TOOL_CALLS),
    Rule("stop-sequences", True, "A stop sequence holds more than white space.", _SEEN),
    Rule("thread", True, "Message threads are refused, so that clients go on without them.", _SEEN),
)

_DEFAULTS: Final = {rule.name: rule.on for rule in RULES}


def switched_off(switches: Mapping[str, bool]) -> frozenset[str]:
    """The names of the rules that do not apply. Names in ``switches`` are expected to be known."""
    return frozenset(name for name, on in {**_DEFAULTS, **switches}.items() if not on)


def rule_names() -> frozenset[str]:
    """Every name that may be switched."""
    return frozenset(_DEFAULTS)
