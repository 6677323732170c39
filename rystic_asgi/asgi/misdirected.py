"""What a request for a path that is not served probably meant."""

import re
from typing import Final, NamedTuple


class Hint(NamedTuple):
    """A beginning of paths that clients are seen to ask for, or that another API serves, and what to do."""

    pattern: str
    says: str
    source: str


_OTHER = "this is a path of {}, which is another protocol; the Messages API is POST /v1/messages"
_OPENAI = "https://platform.openai.com/docs/api-reference"
_OLLAMA = "https://github.com/ollama/ollama/blob/main/docs/api.md"
_GEMINI = "https://ai.google.dev/api/generate-content"
_VERTEX = "https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude"
_BEDROCK = "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModel.html"
_ENDPOINTS = "anthropic 2.14.0, resources"
_BASE_URLS = "https://github.com/vercel/ai/issues/15542"

HINTS: Final[tuple[Hint, ...]] = (
    Hint(r"//+", "the path begins with two slashes: let the base URL end without one", _BASE_URLS),
    Hint(
        r"/v1/+v1(/|$)",
        "the path has a doubled /v1: the client adds it to a base URL that ends in it; leave it out of the base URL",
        _BASE_URLS,
    ),
    Hint(
        r"/(messages|models|files)(/|$)",
        "the path lacks /v1: this client does not add it by itself; let the base URL end in /v1",
        _BASE_URLS,
    ),
    Hint(
        r"/v1/messages/+v1(/|$)",
        "the base URL holds the whole path; let it end before /v1/messages",
        _BASE_URLS,
    ),
    Hint(r"/v1/(messages/count-tokens|count_tokens)$", "the path is /v1/messages/count_tokens", _ENDPOINTS),
    Hint(r"(?i)/v1/+messages?$", "the path is /v1/messages, spelled so", _ENDPOINTS),
    Hint(
        r"/v1/(messages(/count_tokens|/batches(/[^/]+){0,2})?|models(/[^/]+)?|files(/[^/]+){0,2})/$",
        "the path ends in a slash; leave it out",
        _ENDPOINTS,
    ),
    Hint(r"/v1/?_rystic(/|$)", "the control routes stand beside /v1, not below it", "rystic_asgi, asgi/control.py"),
    Hint(r"/(v1/)?(chat/)?completions$", _OTHER.format("OpenAI's API"), _OPENAI),
    Hint(r"/(v1/)?(responses|embeddings)(/|$)", _OTHER.format("OpenAI's API"), _OPENAI),
    Hint(r"/openai/", _OTHER.format("an API in OpenAI's form"), _OPENAI),
    Hint(r"/api/(chat|generate|embed|embeddings|tags)$", _OTHER.format("Ollama's API"), _OLLAMA),
    Hint(r"/v1(beta|alpha)?/models/[^/]+:\w+$", _OTHER.format("the Gemini API"), _GEMINI),
    Hint(r"/(v1\w*/)?projects/", _OTHER.format("Vertex AI"), _VERTEX),
    Hint(r"/model/[^/]+/(invoke|converse)", _OTHER.format("Amazon Bedrock"), _BEDROCK),
    Hint(
        r"/v1/complete$",
        "text completions are gone; the Messages API is POST /v1/messages",
        "https://platform.claude.com/docs/en/api/migrating-from-text-completions-to-messages",
    ),
    Hint(
        r"/v1/(skills|agents|sessions|environments|organizations)(/|$)",
        "the API has this path, the simulator does not serve it",
        _ENDPOINTS,
    ),
    Hint(
        r"/.+/v1/(messages|models|files)(/|$)",
        "the API stands at /v1: the base URL has a prefix too many",
        _BASE_URLS,
    ),
)

_PATTERNS: Final = tuple((re.compile(hint.pattern), hint.says) for hint in HINTS)
_LONGEST: Final = 1_000
"""Of a longer path nothing is guessed."""


def not_found(path: str) -> str:
    """The API's words for a path that is not served, and what was probably meant."""
    for pattern, says in _PATTERNS:
        if pattern.match(path[:_LONGEST]):
            return f"Not Found rystic: {says}"
    return "Not Found"
