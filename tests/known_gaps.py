"""What the installed SDK has that the simulator does not know, each with the reason."""

from typing import Final

_HEADER = "sent as a header"
_OTHER_ENDPOINT = "an error of an endpoint that is not served"

KNOWN_GAPS: Final[dict[str, str]] = {
    "MessageCreateParams.workspace_id": _HEADER,
    "MessageCreateParams.betas": _HEADER,
    "MessageCreateParams.inference_geo=str": "the API takes two values alone",
    "MessageCountTokensParams.workspace_id": _HEADER,
    "MessageCountTokensParams.betas": _HEADER,
    "MessageCountTokensParams.user_profile_id": _HEADER,
    "ErrorType=memory_path_conflict_error": _OTHER_ENDPOINT,
    "ErrorType=memory_precondition_failed_error": _OTHER_ENDPOINT,
}
"""By the name that ``tests/test_known_fields.py`` gives: SDK type, field, and value where it is one value."""
