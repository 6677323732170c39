"""The objects beside the content of a reply: details of a refusal, the container, edits, diagnostics."""

from types import NoneType
from typing import Final

from rystic_asgi.protocol.reply_shapes import CATEGORY, TEXT_OR_NULL
from rystic_asgi.protocol.shapes import Either, Field, Form, ListOf, Made, Missing, Shape, Words, one_of

EXPIRES_AT: Final = "2099-01-01T00:00:00.000000Z"
"""When a container expires: later than any test runs, so that clients which look at their clock keep it."""

REFUSAL: Final = Shape(
    "refusal",
    (
        CATEGORY,
        Field("explanation", TEXT_OR_NULL, None),
        Field("fallback_credit_token", str, Missing.ABSENT),
        Field("fallback_has_prefill_claim", bool, Missing.ABSENT),
        Field("recommended_model", str, Missing.ABSENT),
    ),
)
"""The details of a refusal. Source: anthropic 2.14.0, types/beta/beta_refusal_stop_details.py."""

CONTAINER: Final = Shape(
    None,
    (
        Field("id", str, Made("container_id")),
        Field("expires_at", str, EXPIRES_AT),
        Field(
            "skills",
            Either(
                {
                    list: ListOf(
                        Shape(
                            None,
                            (
                                Field("type", Words(("anthropic", "custom"))),
                                Field("skill_id", str),
                                Field("version", str, "latest"),
                            ),
                        )
                    ),
                    NoneType: NoneType,
                }
            ),
            Made("skills"),
        ),
    ),
)
"""Source: anthropic 2.14.0, types/beta/beta_container.py and beta_container_skill.py."""

_CLEARED: Final = Field("cleared_input_tokens", int)
CONTEXT_MANAGEMENT: Final = Shape(
    None,
    (
        Field(
            "applied_edits",
            ListOf(
                one_of(
                    Shape("clear_tool_uses_20250919", (Field("cleared_tool_uses", int), _CLEARED)),
                    Shape("clear_thinking_20251015", (Field("cleared_thinking_turns", int), _CLEARED)),
                )
            ),
            [],
        ),
    ),
)
"""Source: anthropic 2.14.0, types/beta/beta_context_management_response.py."""

_MISSED: Final = Field("cache_missed_input_tokens", int)
_MISSES: Final = ("model_changed", "system_changed", "tools_changed", "messages_changed")
DIAGNOSTICS: Final = Shape(
    None,
    (
        Field(
            "cache_miss_reason",
            Either(
                {
                    dict: one_of(
                        *(Shape(tag, (_MISSED,)) for tag in _MISSES),
                        Shape("previous_message_not_found"),
                        Shape("unavailable"),
                    ),
                    NoneType: NoneType,
                }
            ),
            None,
        ),
    ),
)
"""Source: anthropic 2.14.0, types/beta/beta_diagnostics.py."""

_REASONS: Final = tuple(f"{what}_binding_mismatch" for what in ("model", "prefix", "organization", "end_user"))
_TRANSFORMED: Final = (Field("path", str), Field("reason", Words(_REASONS)))
INPUT_TRANSFORMATIONS: Final = ListOf(
    one_of(Shape("thinking_dropped", _TRANSFORMED), Shape("thinking_mismatch_allowed", _TRANSFORMED))
)
"""Source: anthropic 2.14.0, types/beta/beta_input_transformation.py."""

OTHER_MEMBERS: Final[dict[str, Form]] = {
    "container": CONTAINER,
    "context_management": CONTEXT_MANAGEMENT,
    "diagnostics": DIAGNOSTICS,
    "input_transformations": INPUT_TRANSFORMATIONS,
}
"""Members of a message that a script may give beside its content and its ending."""
