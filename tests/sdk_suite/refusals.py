"""The files of the SDK's tests that are run, and what in them the API refuses.

The suite is generated, and made for a server that looks at types alone: its tests "with all params" send every
parameter at once, with texts such as "bar" for what the types leave open.
"""

from typing import Final

NO_SCHEMA: Final = (
    "tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 "
    "(https://json-schema.org/draft/2020-12). Learn more about tool use at "
    "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview. "
    "rystic: in tool 'name', at properties.location: It must be an object or a boolean, not 'bar'"
)
"""The schema of the one tool says ``"bar"`` where a schema stands."""

MESSAGES: Final = {
    "test_method_create_with_all_params_overload_1": NO_SCHEMA,
    "test_method_create_with_all_params_overload_2": NO_SCHEMA,
    "test_method_count_tokens_with_all_params": NO_SCHEMA,
}

FILES: Final = {"test_method_list_with_all_params": "ids: cannot be given together with `limit`"}
BATCHES: Final = {"test_method_list_with_all_params": "before_id: cannot be given together with `after_id`"}
MODELS: Final = BATCHES

REFUSALS: Final[dict[str, dict[str, str]]] = {
    "test_files.py": FILES,
    "test_messages.py": MESSAGES,
    "test_models.py": MODELS,
    "messages/test_batches.py": BATCHES,
    "beta/test_files.py": FILES,
    "beta/test_messages.py": MESSAGES,
    "beta/test_models.py": MODELS,
    "beta/messages/test_batches.py": BATCHES,
}
"""By file and test the API's reason; all clients of the suite, sync and async, loose and strict, hear the same."""

RESOURCES: Final = ("files", "messages", "models")
"""The resources of the SDK whose tests are all to be run, with their beta twins and what is below them."""
