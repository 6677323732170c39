"""What is said of paths that are not served."""

import httpx2
import pytest

from rystic_asgi.asgi.misdirected import HINTS, not_found
from tests.conftest import ask

OTHER = "this is a path of {}, which is another protocol; the Messages API is POST /v1/messages"
LACKS = "the path lacks /v1: this client does not add it by itself; let the base URL end in /v1"
DOUBLED = "the path has a doubled /v1: the client adds it to a base URL that ends in it; leave it out of the base URL"
SLASHES = "the path begins with two slashes: let the base URL end without one"
TWICE = "the base URL holds the whole path; let it end before /v1/messages"
COUNT = "the path is /v1/messages/count_tokens"
SPELLED = "the path is /v1/messages, spelled so"
PREFIX = "the API stands at /v1: the base URL has a prefix too many"
ENDING = "the path ends in a slash; leave it out"
OPENAI = OTHER.format("OpenAI's API")
GEMINI = OTHER.format("the Gemini API")
BEDROCK = OTHER.format("Amazon Bedrock")
NOT_SERVED = "the API has this path, the simulator does not serve it"

CASES = {
    "doubled": ("/v1/v1/messages", DOUBLED),
    "doubled-alone": ("/v1/v1", DOUBLED),
    "doubled-with-a-slash-between": ("/v1//v1/messages", DOUBLED),
    "no-v1": ("/messages", LACKS),
    "no-v1-of-models": ("/models/claude-haiku-4-5", LACKS),
    "two-slashes": ("//v1/messages", SLASHES),
    "slashes-everywhere": ("///v1//messages", SLASHES),
    "the-whole-path-twice": ("/v1/messages/v1/messages", TWICE),
    "the-whole-path-before-a-count": ("/v1/messages//v1/messages/count_tokens", TWICE),
    "count-with-a-hyphen": ("/v1/messages/count-tokens", COUNT),
    "count-without-messages": ("/v1/count_tokens", COUNT),
    "singular": ("/v1/message", SPELLED),
    "upper-case": ("/V1/messages", SPELLED),
    "two-slashes-within": ("/v1//messages", SPELLED),
    "prefix": ("/anthropic/v1/messages", PREFIX),
    "prefix-of-a-count": ("/api/v1/messages/count_tokens", PREFIX),
    "slash-at-the-end": ("/v1/messages/", ENDING),
    "slash-at-the-end-of-models": ("/v1/models/claude-opus-5/", ENDING),
    "slash-at-the-end-of-files": ("/v1/files/file_1/content/", ENDING),
    "slash-at-the-end-of-a-count": ("/v1/messages/count_tokens/", ENDING),
    "slash-at-the-end-of-batches": ("/v1/messages/batches/", ENDING),
    "control-below-v1": ("/v1/_rystic/replies", "the control routes stand beside /v1, not below it"),
    "openai-chat": ("/v1/chat/completions", OPENAI),
    "openai-chat-without-v1": ("/chat/completions", OPENAI),
    "openai-completions": ("/v1/completions", OPENAI),
    "openai-responses": ("/v1/responses", OPENAI),
    "openai-response": ("/responses/resp_1/cancel", OPENAI),
    "openai-embeddings": ("/v1/embeddings", OPENAI),
    "azure": ("/openai/deployments/x/chat/completions", OTHER.format("an API in OpenAI's form")),
    "ollama": ("/api/chat", OTHER.format("Ollama's API")),
    "gemini": ("/v1beta/models/gemini-2.5-pro:generateContent", GEMINI),
    "gemini-stream": ("/v1beta/models/g:streamGenerateContent", GEMINI),
    "vertex": ("/v1/projects/p/locations/l/publishers/anthropic/models/m:rawPredict", OTHER.format("Vertex AI")),
    "bedrock-invoke": ("/model/anthropic.claude/invoke-with-response-stream", BEDROCK),
    "bedrock-converse": ("/model/anthropic.claude/converse", BEDROCK),
    "text-completions": ("/v1/complete", "text completions are gone; the Messages API is POST /v1/messages"),
    "organizations": ("/v1/organizations/me", NOT_SERVED),
}


@pytest.mark.parametrize(("path", "says"), CASES.values(), ids=CASES)
def test_a_path_of_another_kind_is_recognised(path: str, says: str) -> None:
    assert not_found(path) == f"Not Found rystic: {says}"


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("/", id="root"),
        pytest.param("", id="empty"),
        pytest.param("/favicon.ico", id="icon"),
        pytest.param("/api/hello", id="probe"),
        pytest.param("/v1/nowhere", id="below-v1"),
        pytest.param("/v1", id="v1"),
        pytest.param("/v1/messagesx", id="longer-word"),
        pytest.param("/messagesx", id="longer-word-without-v1"),
        pytest.param("/x/v1/messagesx", id="longer-word-behind-a-prefix"),
        pytest.param("/v1/messages/x", id="below-messages"),
        pytest.param("*", id="no-path"),
    ],
)
def test_of_other_paths_the_api_alone_speaks(path: str) -> None:
    assert not_found(path) == "Not Found"


def test_each_hint_is_given_for_some_path() -> None:
    given = {not_found(path).removeprefix("Not Found rystic: ") for path, _ in CASES.values()}

    assert given == {hint.says for hint in HINTS}


def test_a_long_path_costs_nothing() -> None:
    assert not_found("/model/" + "/" * 1_000_000) == "Not Found"


def test_the_hint_stands_in_the_envelope(http: httpx2.Client) -> None:
    response = http.post("/v1/v1/messages", json=ask())

    assert response.status_code == 404
    assert response.json() == {
        "type": "error",
        "error": {"type": "not_found_error", "message": f"Not Found rystic: {DOUBLED}"},
        "request_id": response.headers["request-id"],
    }
