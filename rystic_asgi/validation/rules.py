"""The rules across fields by name: where each comes from, and whether it is on by default.

They stand in the order in which faults are reported: of two that a request breaks, the first one here is told.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

MODEL_CAPABILITIES: Final = "model-capabilities"
"""The rules that depend on what a model can do: for the table's models only, and off, as scripts name any model."""


class Rule(NamedTuple):
    """A rule that ``rules`` of a simulator or a boot document can switch, by its name or its group's."""

    name: str
    on: bool
    says: str
    source: str
    group: str = ""


_DOCS = "https://platform.claude.com/docs/en/"
_TOOL_USE = _DOCS + "agents-and-tools/tool-use/"
_TOOL_CALLS = _TOOL_USE + "handle-tool-calls"
_SYSTEM_MESSAGES = _DOCS + "build-with-claude/mid-conversation-system-messages"
_THINKING = _DOCS + "build-with-claude/thinking-troubleshooting"
_VISION = _DOCS + "build-with-claude/vision"
_FILES = _DOCS + "build-with-claude/files#error-handling"
_CACHING = _DOCS + "build-with-claude/prompt-caching"
_VERSIONING = _DOCS + "api/versioning"
_CLAUDE_CODE = "https://github.com/anthropics/claude-code/issues/"
_GITHUB = "https://github.com/"
_THREADS = "anthropic 2.14.0, lib/threads and types/thread_*_error_details.py"
_LIVE = "the live API, October 2026"
_QUOTED = "the API's message, quoted in public code"


def _capability(name: str, says: str, source: str) -> Rule:
    return Rule(name, False, says, source, MODEL_CAPABILITIES)


RULES: Final[tuple[Rule, ...]] = (
    _capability("unknown-model", "The model is one of the table's.", _DOCS + "api/errors"),
    Rule("unknown-beta", False, "Every value of `anthropic-beta` is known.", _DOCS + "api/beta-headers"),
    Rule(
        "input-schema",
        True,
        "A tool's schema is valid, of type object, with no union at its root; examples fit it.",
        _CLAUDE_CODE + "86665",
    ),
    Rule(
        "property-names",
        True,
        "Properties at the root of a tool's schema are named with letters, digits, `_`, `.` and `-`.",
        _GITHUB + "ComposioHQ/composio/issues/3500",
    ),
    Rule(
        "strict-schema",
        True,
        "The schema of a strict tool, an output format or a tool that code calls keeps to what can be compiled.",
        _DOCS + "build-with-claude/structured-outputs",
    ),
    Rule("extra-inputs", True, "A field that a version or a beta brings comes with it.", _VERSIONING),
    Rule("no-threads", False, "Message threads are refused, so that clients go on without them.", _THREADS),
    Rule("thread", True, "A request with a thread asks for what threads support.", _THREADS),
    Rule("thread-held", True, "A continuation goes on from a response that is held.", _THREADS),
    Rule("thread-continued", True, "Each response of a thread is continued once.", _THREADS),
    Rule("thread-fingerprint", True, "A continuation changes nothing that its thread was created with.", _THREADS),
    Rule("tool-names", True, "Tool names are unique.", _CLAUDE_CODE + "10687"),
    Rule("tool-choice", True, "A forced tool is among the declared ones.", _QUOTED),
    Rule(
        "tool-search",
        True,
        "One tool is not deferred, the members of a toolset alike; references name tools.",
        _TOOL_USE + "tool-search-tool",
    ),
    Rule(
        "web-domains",
        True,
        "Domains are hosts, allowed or blocked; older code execution stands beside no newer web tool.",
        _TOOL_USE + "server-tools",
    ),
    Rule(
        "mcp-servers",
        True,
        "Each MCP server has a name of its own and one toolset, each toolset its server; URLs are https.",
        _DOCS + "agents-and-tools/mcp-connector",
    ),
    Rule("system-messages", True, "Messages of role system stand where they may.", _SYSTEM_MESSAGES),
    Rule("empty-content", True, "No message but a final assistant one is empty.", _CLAUDE_CODE + "6774"),
    Rule(
        "cache-control-text",
        True,
        "No empty text is a cache breakpoint.",
        _GITHUB + "askalf/dario/issues/1066",
    ),
    Rule("empty-text", True, "A text block holds more than white space.", _CLAUDE_CODE + "59812"),
    Rule("alternation", False, "Roles alternate, as some clones of the API ask.", _GITHUB + "etkecc/baibot/issues/13"),
    Rule(
        "blocks-per-role",
        True,
        "Calls stand in assistant messages, results in user messages.",
        _GITHUB + "microsoft/agent-framework/issues/4328",
    ),
    Rule("assistant-documents", True, "No document in an assistant message, from 2026-10-21 on.", _VERSIONING),
    Rule("user-citations", True, "No citations in a user's text, from 2026-10-21 on.", _VERSIONING),
    Rule(
        "thinking-final",
        True,
        "Without thinking, no final assistant message holds any.",
        _GITHUB + "tailcallhq/forgecode/issues/1853",
    ),
    Rule("tool-use-ids", True, "The calls of a turn have different ids.", _CLAUDE_CODE + "20901"),
    Rule("tool-result-missing", True, "Each call has its result first in the next turn.", _TOOL_CALLS),
    Rule("tool-result-unexpected", True, "Each result answers a call of the turn before it.", _CLAUDE_CODE + "13460"),
    Rule("tool-result-repeated", True, "Each call has one result.", _TOOL_CALLS),
    Rule(
        "tool-result-split",
        False,
        "The results of a turn come in one message, as some clones of the API ask.",
        _GITHUB + "MoonshotAI/kosong/issues/45",
    ),
    Rule(
        "tool-result-errors",
        True,
        "A result that is an error holds text alone.",
        _GITHUB + "vellum-ai/vellum-assistant/issues/18387",
    ),
    Rule(
        "toolset-results",
        True,
        "The result of a toolset's member names the toolset and shows what members show; other results name none.",
        _TOOL_USE + "browser-use-tool#errors",
    ),
    Rule(
        "programmatic-results",
        True,
        "A result that code waits for holds text, and stands with no other content.",
        _TOOL_USE + "programmatic-tool-calling",
    ),
    Rule(
        "mixed-search-results",
        True,
        "A result that holds search results holds nothing else.",
        _DOCS + "build-with-claude/search-results",
    ),
    Rule(
        "citations-of-all",
        True,
        "Citations are enabled for all documents or none, and for all search results or none.",
        _DOCS + "build-with-claude/citations",
    ),
    Rule(
        "server-tool-results",
        True,
        "A server tool's call has its result in the turn, unless the turn goes on; a result has its call.",
        _TOOL_USE + "server-tools",
    ),
    Rule(
        "trailing-whitespace",
        True,
        "A final assistant message does not end in white space.",
        _GITHUB + "GCWing/OpenBitFun/issues/775",
    ),
    Rule("image-type", True, "An image is of the type that it says.", _VISION),
    Rule("image-size", True, "An image has at most 5 MB.", _GITHUB + "earendil-works/pi/issues/424"),
    Rule("image-dimensions", True, "An image has at most 8000 pixels a side, 2000 among many.", _VISION),
    Rule("image-count", True, "A request has at most 600 images, 100 for a window of 200,000 tokens.", _VISION),
    Rule(
        "pdf-pages",
        True,
        "A request has at most 600 pages of PDF, 100 for a window of 200,000 tokens.",
        _DOCS + "build-with-claude/pdf-support",
    ),
    Rule("file-exists", True, "A file that a message names was uploaded, not deleted, and has not expired.", _FILES),
    Rule("file-type", True, "A document names a PDF or a plain text, an image an image.", _FILES),
    Rule(
        "cache-breakpoints",
        True,
        "A request has at most 4 cache breakpoints.",
        _GITHUB + "griffinmartin/opencode-claude-auth/issues/121",
    ),
    Rule(
        "cache-order",
        True,
        "Breakpoints of an hour come before those of five minutes.",
        _GITHUB + "headroomlabs-ai/headroom/issues/2939",
    ),
    Rule(
        "cache-automatic",
        True,
        "The automatic breakpoint lasts as long as one that stands there already.",
        _CACHING + "#edge-cases",
    ),
    Rule("thinking-budget", True, "`max_tokens` is greater than the thinking budget.", _THINKING),
    Rule("thinking-tool-choice", True, "No call is forced with thinking enabled.", "the live API, 2026-10-07"),
    Rule(
        "thinking-first",
        True,
        "With thinking enabled, the last assistant turn begins with thinking.",
        _GITHUB + "Kilo-Org/kilocode/issues/5219",
    ),
    Rule("thinking-passback", True, "Thinking of the last assistant turn comes back as it was issued.", _THINKING),
    Rule(
        "search-passback",
        True,
        "Web search results come back with their encrypted content as it was issued.",
        _TOOL_USE + "web-search-tool",
    ),
    Rule("max-tokens-zero", True, "`max_tokens: 0` warms the cache and asks for nothing else.", _CACHING),
    Rule("stop-sequences", True, "A stop sequence holds more than white space.", _LIVE),
    Rule("container", True, "A container comes with the code execution tool.", "measured, 2026-08-31"),
    Rule(
        "compaction",
        True,
        "A request for a summary asks for nothing else.",
        _DOCS + "build-with-claude/compaction-on-demand",
    ),
    Rule(
        "context-management",
        True,
        "Thinking is cleared first; compaction is triggered at 50,000 tokens or more.",
        _DOCS + "build-with-claude/context-editing",
    ),
    Rule(
        "citations-with-format",
        True,
        "No citations are enabled together with an output format.",
        _DOCS + "build-with-claude/citations",
    ),
    Rule(
        "prompt-too-long",
        True,
        "A prompt is within the window of a model of the table.",
        _DOCS + "build-with-claude/context-windows",
    ),
    _capability("max-tokens-of-model", "`max_tokens` is within the model's.", _DOCS + "about-claude/models/overview"),
    _capability("sampling-parameters", "The model takes the sampling parameters given.", _LIVE),
    _capability("effort-levels", "The model has the effort level.", _DOCS + "build-with-claude/effort"),
    _capability("thinking-types", "The model has the type of thinking.", _THINKING),
    _capability("forced-tool-choice", "The model can be forced to call.", "the live API, 2026-10-07"),
    _capability("system-role", "The model takes messages of role system.", _SYSTEM_MESSAGES),
    _capability("prefill", "The model goes on from a final assistant message.", _DOCS + "api/errors"),
    _capability("tool-for-model", "The model takes the types of tools declared.", _TOOL_USE + "tool-reference"),
    _capability(
        "web-tool-callers",
        "A model whose code calls no tools is given none that code calls, as newer web tools are by default.",
        _TOOL_USE + "server-tools",
    ),
)

_DEFAULTS: Final = {rule.name: rule.on for rule in RULES}
RANKS: Final = {rule.name: rank for rank, rule in enumerate(RULES)}
"""The place of each rule in the order of faults."""


CAPABILITY_RULES: Final = frozenset(rule.name for rule in RULES if rule.group == MODEL_CAPABILITIES)


def switched_off(switches: Mapping[str, bool]) -> frozenset[str]:
    """The names of the rules that do not apply. Names in ``switches`` are expected to be known."""
    switched = {name: on for key, on in switches.items() for name in _members(key)}
    named = {key: on for key, on in switches.items() if key in _DEFAULTS}
    off = frozenset(name for name, on in {**_DEFAULTS, **switched, **named}.items() if not on)
    return DEFAULT_OFF if off == DEFAULT_OFF else off


DEFAULT_OFF: Final = frozenset(rule.name for rule in RULES if not rule.on)
"""The rules that do not apply unless they are switched on."""


def _members(key: str) -> Iterator[str]:
    yield from (rule.name for rule in RULES if key in (rule.name, rule.group))


def rule_names() -> frozenset[str]:
    """Every name that may be switched: those of rules, and those of groups."""
    return frozenset(_DEFAULTS) | {rule.group for rule in RULES if rule.group}
