"""The rows of what is known about the API's checks: each has a case."""

from typing import Final, NamedTuple


class Row(NamedTuple):
    """A row: what the API holds a request to, and where that was seen."""

    name: str
    says: str
    source: str


_GITHUB: Final = "https://github.com/"
_CLAUDE_CODE: Final = _GITHUB + "anthropics/claude-code/issues/"
_DOCS: Final = "https://platform.claude.com/docs/en/"
_CALLS: Final = _DOCS + "agents-and-tools/tool-use/handle-tool-calls"
_SERVER: Final = _DOCS + "agents-and-tools/tool-use/server-tools"
_SYSTEM: Final = _DOCS + "build-with-claude/mid-conversation-system-messages"
_THINKING: Final = _DOCS + "build-with-claude/thinking-troubleshooting"
_SDK: Final = "anthropic 2.14.0 (Python SDK), "
_OPENAPI: Final = "the published OpenAPI document of the API"
_MEASURED: Final = "a measured validator of version 2023-06-01, 2026-08-31"
_LIVE: Final = "the live API, October 2026"
_QUOTED: Final = "the API's message, quoted in public code"
_BATCHES: Final = "answers to faulty batches quoted in public code, September 2026"
_RECORDED: Final = "traffic of 2026-05 recorded in https://github.com/anomalyco/opencode"

ROWS: Final[tuple[Row, ...]] = (
    Row("order", "Of two faults the first in the API's order is told.", _MEASURED),
    Row("json", "A body that is not JSON is told with reason and place.", _CLAUDE_CODE + "6508"),
    Row("null-equals-absent", "Null equals absent for a few fields only.", _MEASURED),
    Row("closed-objects", "Every object but schemas and inputs is closed.", _OPENAPI),
    Row("beta-fields", "A field without its beta is an unknown key.", _DOCS + "api/beta-headers"),
    Row("unknown-beta", "An unknown beta is refused with its name.", _DOCS + "api/beta-headers"),
    Row("response-shaped-blocks", "What a reply held is accepted back.", _SDK + "types/message.py"),
    Row("models", "Models are listed by page and stage, and retrieved by id or alias.", _SDK + "resources/models.py"),
    Row(
        "files", "Files are uploaded as a form, listed, described, downloaded and deleted.", _SDK + "resources/files.py"
    ),
    Row(
        "files-in-messages",
        "A file that a message names is there, and of a type that the block holds.",
        _DOCS + "build-with-claude/files",
    ),
    Row("model", "The model is a string that is not empty; an unknown one is a 404.", _MEASURED),
    Row("messages", "The messages are a list of 1 to 100,000.", _MEASURED),
    Row("max_tokens", "max_tokens is an integer of 0 or more, within the model's.", _OPENAPI),
    Row("system", "The system prompt is a string or a list of text blocks.", _MEASURED),
    Row("stream", "stream is a boolean.", _MEASURED),
    Row("stop_sequences", "Stop sequences are strings that hold more than white space.", _LIVE),
    Row(
        "sampling",
        "temperature, top_p and top_k belong to version 2023-06-01, within bounds.",
        _DOCS + "api/versioning",
    ),
    Row("metadata", "metadata holds a user_id of 512 characters at most.", _OPENAPI),
    Row("service_tier", "service_tier is one of two words.", _MEASURED),
    Row("speed", "speed is one of two words.", _SDK + "types/message_create_params.py"),
    Row("inference_geo", "inference_geo is one of two words.", _MEASURED),
    Row("container", "container is an id or an object, and comes with code execution.", _MEASURED),
    Row("cache_control", "cache_control is an object of type ephemeral with one of two ttls.", _OPENAPI),
    Row("diagnostics", "diagnostics is an object or null.", _SDK + "types/diagnostics_param.py"),
    Row("output_config", "output_config holds effort, format and, with a beta, task_budget.", _OPENAPI),
    Row("effort", "A model has some levels of effort.", _DOCS + "build-with-claude/effort"),
    Row(
        "count-tokens-fields",
        "A count of tokens takes some of the fields only.",
        _SDK + "types/message_count_tokens_params.py",
    ),
    Row("message-object", "A message is an object with role and content.", _MEASURED),
    Row("role", "A role is user or assistant, or system where it may stand.", _MEASURED),
    Row("consecutive-roles", "Messages of one role in a row are one turn.", _SDK + "types/message_create_params.py"),
    Row("assistant-first", "The first message may be the assistant's.", _RECORDED),
    Row("empty-content", "No message but a final assistant one is empty.", _CLAUDE_CODE + "6774"),
    Row("text-block", "A text block holds text that is not blank.", _CLAUDE_CODE + "59812"),
    Row("unknown-block-type", "An unknown type of block is told by its tag.", _MEASURED),
    Row("block-shape", "A block is an object with a type.", _MEASURED),
    Row(
        "blocks-per-role",
        "Calls stand in assistant messages, results in user messages.",
        _GITHUB + "microsoft/agent-framework/issues/4328",
    ),
    Row("client-ids", "Ids of calls hold letters, digits, `_` and `-`; no prefix is asked for.", _OPENAPI),
    Row("call-name-and-input", "A call has a name of 1 to 200 characters and an object for input.", _OPENAPI),
    Row("server-ids", "Ids of server tools' calls begin with srvtoolu_.", _OPENAPI),
    Row("bounds-in-blocks", "Titles, contexts, references, places and numbers are within bounds.", _OPENAPI),
    Row(
        "tool-result-content",
        "A result's content is absent, a string or blocks of some kinds.",
        _SDK + "types/tool_result_block_param.py",
    ),
    Row(
        "error-results",
        "A result that is an error holds text alone.",
        _GITHUB + "vellum-ai/vellum-assistant/issues/18387",
    ),
    Row(
        "image-sources",
        "Images are JPEG, PNG, GIF or WebP, in base64, by URL or by file.",
        _DOCS + "build-with-claude/vision",
    ),
    Row("image-size", "An image has at most 5 MB.", _GITHUB + "earendil-works/pi/issues/424"),
    Row(
        "image-dimensions",
        "An image has at most 8000 pixels a side, 2000 among more than 20.",
        _DOCS + "build-with-claude/vision",
    ),
    Row("image-count", "A request has at most 600 images, 100 for a small window.", _DOCS + "build-with-claude/vision"),
    Row(
        "pdf-pages",
        "A request has at most 600 pages of PDF, 100 for a small window.",
        _DOCS + "build-with-claude/pdf-support",
    ),
    Row(
        "version-2026-10-21",
        "The newer version refuses documents of the assistant and citations of the user.",
        _DOCS + "api/versioning",
    ),
    Row(
        "web-search-replayed",
        "Search results come back with their encrypted content.",
        _DOCS + "agents-and-tools/tool-use/web-search-tool",
    ),
    Row(
        "citations-all-or-none",
        "Citations are enabled for all documents or none, for all search results or none.",
        _DOCS + "build-with-claude/citations",
    ),
    Row("citations-with-format", "No citations go with an output format.", _DOCS + "build-with-claude/citations"),
    Row(
        "search-results-alone",
        "A result that holds search results holds nothing else.",
        _DOCS + "build-with-claude/search-results",
    ),
    Row(
        "prompt-too-long",
        "A prompt is within the context window.",
        _GITHUB + "stackblitz-labs/bolt.diy/issues/401",
    ),
    Row(
        "prefill",
        "A final assistant message is a prefill: not blank at its end, and not for newer models.",
        _DOCS + "api/errors",
    ),
    Row("system-models", "Some models take messages of role system.", _SYSTEM),
    Row("system-first", "A message of role system is not the first.", _SYSTEM),
    Row("system-before", "It follows a user message or a server tool's result.", _SYSTEM),
    Row("system-after", "It precedes an assistant message or ends the list.", _SYSTEM),
    Row("system-content", "It holds text that is not blank.", _SYSTEM),
    Row("system-pairing", "It never stands between a call and its result.", _SYSTEM),
    Row("system-betas", "clear_at and output_config come with betas.", _SYSTEM),
    Row("tools-list", "The tools are a list of objects.", _MEASURED),
    Row("custom-tool-keys", "A custom tool has a name, a schema and a few more keys.", _SDK + "types/tool_param.py"),
    Row(
        "tool-name",
        "A tool's name has 1 to 128 letters, digits, `_` and `-`.",
        _GITHUB + "home-assistant/core/issues/147760",
    ),
    Row("tool-names", "Tool names are unique.", _CLAUDE_CODE + "10687"),
    Row("input-schema-type", "A schema is of type object.", _GITHUB + "Kilo-Org/kilocode/issues/12238"),
    Row("input-schema-valid", "A schema is one of draft 2020-12.", _CLAUDE_CODE + "86665"),
    Row("input-schema-unions", "A schema has no union at its root.", _GITHUB + "dearlordylord/huly-mcp/issues/66"),
    Row("property-names", "Properties at the root have plain names.", _GITHUB + "ComposioHQ/composio/issues/3500"),
    Row(
        "strict-schema",
        "Strict schemas are closed and keep to what can be compiled.",
        _DOCS + "build-with-claude/structured-outputs",
    ),
    Row("tool_choice", "The choice of tools is an object of one of four types.", _MEASURED),
    Row("tool-choice-without-tools", "A forced choice comes with tools.", _QUOTED),
    Row("tool-choice-unknown", "A forced tool is declared.", _QUOTED),
    Row("thinking-forced", "No call is forced with thinking enabled.", _LIVE),
    Row("forced-by-model", "Some models cannot be forced to call.", _LIVE),
    Row("pairing", "Each call has its result in the next message.", _CALLS),
    Row("pairing-order", "Results stand first in their message.", _CALLS),
    Row("pairing-text-after-call", "Calls end an assistant message.", _RECORDED),
    Row("pairing-unique-ids", "The calls of a turn have different ids.", _CLAUDE_CODE + "20901"),
    Row("pairing-split", "Results of one turn may come in several messages.", _GITHUB + "MoonshotAI/kosong/issues/45"),
    Row("result-without-call", "Each result has its call in the message before.", _CLAUDE_CODE + "13460"),
    Row("two-results", "Each call has one result.", _QUOTED),
    Row(
        "toolset-name",
        "The result of a toolset's member names the toolset, and shows what members show.",
        _DOCS + "agents-and-tools/tool-use/browser-use-tool",
    ),
    Row("server-results", "A server tool's result has its call before it.", _CLAUDE_CODE + "64383"),
    Row("server-call-open", "The user says nothing while a server tool's call is open.", _SERVER),
    Row("server-continuation", "An open call goes on with its tool.", _SERVER),
    Row(
        "programmatic-container",
        "An open call of code goes on with its container.",
        _DOCS + "agents-and-tools/tool-use/programmatic-tool-calling",
    ),
    Row(
        "programmatic-results",
        "A result that code waits for holds text, and stands alone.",
        _DOCS + "agents-and-tools/tool-use/programmatic-tool-calling",
    ),
    Row(
        "tool-search",
        "One tool is not deferred; references name tools.",
        _DOCS + "agents-and-tools/tool-use/tool-search-tool",
    ),
    Row(
        "mcp",
        "Each MCP server has one toolset, each toolset its server; URLs are https.",
        _DOCS + "agents-and-tools/mcp-connector",
    ),
    Row("web-tools", "Domains are allowed or blocked, not both.", _SERVER),
    Row(
        "web-tool-callers",
        "Newer web tools need a caller on models without code execution.",
        _SERVER,
    ),
    Row("tool-for-model", "A defined tool is one that the model has.", _QUOTED),
    Row(
        "thinking-shape",
        "thinking is an object of one of four types; a budget is 1024 or more.",
        _SDK + "types/thinking_config_param.py",
    ),
    Row("thinking-budget", "max_tokens is greater than the budget.", _THINKING),
    Row("thinking-display", "display is one of two words.", _SDK + "types/thinking_config_adaptive_param.py"),
    Row("thinking-enabled-by-model", "Newer models take no budget.", _THINKING),
    Row("thinking-disabled-by-model", "Some models always think.", _THINKING),
    Row("thinking-adaptive-by-model", "Older models have no adaptive thinking.", _THINKING),
    Row(
        "thinking-first",
        "With thinking enabled, the last assistant turn begins with thinking.",
        _GITHUB + "Kilo-Org/kilocode/issues/5219",
    ),
    Row("thinking-passback", "Thinking comes back as it was issued.", _THINKING),
    Row(
        "thinking-signature",
        "Thinking has a signature, which is not verified here.",
        _GITHUB + "WordPress/ai-provider-for-anthropic/issues/27",
    ),
    Row(
        "thinking-final",
        "Without thinking, no final assistant message holds any.",
        _GITHUB + "tailcallhq/forgecode/issues/1853",
    ),
    Row("thinking-defaults", "Newer models think by default.", _THINKING),
    Row(
        "breakpoints",
        "A request has at most four cache breakpoints.",
        _GITHUB + "griffinmartin/opencode-claude-auth/issues/121",
    ),
    Row("thread-breakpoints", "With a thread, three.", _QUOTED),
    Row("cache-order", "Breakpoints of an hour come first.", _GITHUB + "headroomlabs-ai/headroom/issues/2939"),
    Row(
        "cache-automatic",
        "The automatic breakpoint lasts as long as one that stands there already.",
        _DOCS + "build-with-claude/prompt-caching#edge-cases",
    ),
    Row(
        "cache-on-empty-or-thinking",
        "No breakpoint stands on an empty text or on thinking.",
        _GITHUB + "askalf/dario/issues/1066",
    ),
    Row(
        "max-tokens-zero",
        "max_tokens of zero asks for nothing but a warm cache.",
        _DOCS + "build-with-claude/prompt-caching",
    ),
    Row(
        "context-edits",
        "Thinking is cleared first; compaction is triggered at 50,000 tokens or more.",
        _DOCS + "build-with-claude/context-editing",
    ),
    Row(
        "compaction-on-demand",
        "A request for a summary asks for nothing else.",
        _DOCS + "build-with-claude/compaction-on-demand",
    ),
    Row("threads", "A thread is held, continued once and with what it was created with.", _SDK + "lib/threads"),
    Row("no-threads", "Where threads are refused, clients go on without them.", _SDK + "lib/threads"),
    Row(
        "batch-requests",
        "A batch has 1 to 100,000 requests; what is in their params is told later.",
        _DOCS + "build-with-claude/batch-processing",
    ),
    Row("custom-id", "A custom_id has 1 to 64 characters of some kinds, and is unique.", _BATCHES),
    Row("batches", "A batch that is not there is a 404.", _BATCHES),
    Row("paging", "A page has 1 to 1,000 items, and begins at an item of the list.", _SDK + "pagination.py"),
    Row("credential", "A key or a bearer token is sent.", _GITHUB + "n8n-io/n8n/issues/37930"),
    Row("version", "A known version is sent.", _DOCS + "api/versioning"),
    Row("content-type", "The content type and further headers change nothing.", _SDK + "_client.py"),
    Row("encoding", "A compressed body is read; an unknown encoding is refused.", _SDK + "_error_classes.py"),
    Row("size", "A body has at most 32 MB.", _DOCS + "api/errors"),
    Row(
        "routes",
        "Unknown routes are a 404, wrong methods a 405, and the query changes nothing.",
        _DOCS + "api/errors",
    ),
    Row("clients", "What real clients send is accepted.", "requests recorded in November 2026"),
)
