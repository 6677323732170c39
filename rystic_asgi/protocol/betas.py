"""The values of ``anthropic-beta`` that the API knows."""

from typing import Final, NamedTuple


class Beta(NamedTuple):
    """A value of the header, and where it was seen."""

    name: str
    source: str


_SDK = "anthropic 2.14.0, types/anthropic_beta_param.py"
_CLAUDE_CODE = "requests of Claude Code 2.1.197 and 2.1.332"
_PUBLIC_CODE = "public code of late 2025 that sends it"
_DOCS = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/fine-grained-tool-streaming"

BETAS: Final[tuple[Beta, ...]] = (
    Beta("admin-user-sign-out-2026-10-08", _SDK),
    Beta("advanced-tool-use-2025-11-20", _CLAUDE_CODE),
    Beta("advisor-tool-2026-03-01", _SDK),
    Beta("agent-memory-2026-07-22", _SDK),
    Beta("analytics-usage-cost-2026-08-24", _SDK),
    Beta("cache-diagnosis-2026-04-07", _SDK),
    Beta("ce-claude-code-managed-settings-2026-10-06", _SDK),
    Beta("ce-plugins-2026-09-01", _SDK),
    Beta("ce-user-management-2026-07-13", _SDK),
    Beta("claude-code-20250219", _CLAUDE_CODE),
    Beta("code-execution-2025-05-22", _SDK),
    Beta("compact-2026-01-12", _SDK),
    Beta("compact-2026-09-04", _SDK),
    Beta("computer-use-2024-10-22", _SDK),
    Beta("computer-use-2025-01-24", _SDK),
    Beta("computer-use-2025-11-24", _SDK),
    Beta("context-1m-2025-08-07", _SDK),
    Beta("context-management-2025-06-27", _SDK),
    Beta("dev-full-thinking-2025-05-14", _SDK),
    Beta("dreaming-2026-04-21", _SDK),
    Beta("effort-2025-11-24", _CLAUDE_CODE),
    Beta("efs-2026-10-01", _SDK),
    Beta("experimental-claude-tag-2026-10-21", _SDK),
    Beta("extended-cache-ttl-2025-04-11", _SDK),
    Beta("fallback-credit-2026-06-01", _SDK),
    Beta("fallback-credit-2026-07-01", _SDK),
    Beta("fast-mode-2026-02-01", _SDK),
    Beta("files-api-2025-04-14", _SDK),
    Beta("fine-grained-tool-streaming-2025-05-14", _DOCS),
    Beta("google-managed-data-controls-2026-09-01", _SDK),
    Beta("inline-tools-2026-09-15", _SDK),
    Beta("interleaved-thinking-2025-05-14", _SDK),
    Beta("managed-agents-2026-04-01", _SDK),
    Beta("mcp-client-2025-04-04", _SDK),
    Beta("mcp-client-2025-11-20", _SDK),
    Beta("mcp-client-2026-09-15", _SDK),
    Beta("mcp-tunnels-2026-06-22", _SDK),
    Beta("message-batches-2024-09-24", _SDK),
    Beta("message-threads-2026-08-12", _SDK),
    Beta("mid-conversation-output-config-2026-07-01", _SDK),
    Beta("mid-conversation-system-2026-04-07", _CLAUDE_CODE),
    Beta("mid-conversation-system-clear-at-2026-08-21", _SDK),
    Beta("mid-conversation-tool-changes-2026-07-01", _SDK),
    Beta("model-context-window-exceeded-2025-08-26", _SDK),
    Beta("output-128k-2025-02-19", _SDK),
    Beta("output-300k-2026-03-24", _SDK),
    Beta("pdfs-2024-09-25", _SDK),
    Beta("per-turn-control-2026-07-01", _CLAUDE_CODE),
    Beta("prompt-caching-2024-07-31", _SDK),
    Beta("prompt-caching-scope-2026-01-05", _CLAUDE_CODE),
    Beta("server-side-fallback-2026-06-01", _SDK),
    Beta("server-side-fallback-2026-07-01", _SDK),
    Beta("skills-2025-10-02", _SDK),
    Beta("spend-limit-reads-2026-09-26", _SDK),
    Beta("structured-outputs-2025-09-17", _PUBLIC_CODE),
    Beta("structured-outputs-2025-11-13", _SDK),
    Beta("task-budgets-2026-03-13", _SDK),
    Beta("telemetry-destinations-2026-08-11", _SDK),
    Beta("thinking-binding-controls-2026-08-01", _SDK),
    Beta("thinking-display-updates-2026-08-18", _SDK),
    Beta("thinking-token-count-2026-05-13", _SDK),
    Beta("token-counting-2024-11-01", _SDK),
    Beta("token-efficient-tools-2025-02-19", _SDK),
    Beta("user-profiles-2026-03-24", _SDK),
    Beta("user-profiles-2026-08-18", _SDK),
    Beta("user-profiles-2026-09-04", _SDK),
    Beta("user-profiles-billing-2026-10-01", _SDK),
    Beta("webhooks-2026-10-07", _SDK),
)

KNOWN_BETAS: Final = frozenset(row.name for row in BETAS)
"""What the rule ``unknown-beta`` lets pass."""
