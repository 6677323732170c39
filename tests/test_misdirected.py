"""What is said of paths that are not served."""

import httpx2
import pytest

from rystic_asgi.asgi.misdirected import HINTS, not_found
from tests.conftest import ask

OTHER = "which is another protocol; the Messages API is POST /v1/messages"
LACKS = "the path lacks /v1: this client does not add it by itself; let the base URL end in /v1"
DOUBLED = "the path has a doubled /v1: the client adds it to a base URL that ends in it; leave it out of the base URL"
NOT_SERVED = "the API has this path, the simulator does not serve it"

CASES = [
    ("/v1/v1/messages", DOUBLED),
    ("/v1/v1", DOUBLED),
    ("/messages", LACKS),
    ("/models/claude-haiku-4-5", LACKS),
    ("//v1/messages", "the path begins with two slashes: let the base URL end without one"),
    ("/v1/messages/", "the path ends in a slash; leave it out"),
    ("/v1/messages/count_tokens/", "the path ends in a slash; leave it out"),
    ("/v1/_rystic/replies", "the control routes stand beside /v1, not below it"),
    ("/v1/chat/completions", f"this is a path of OpenAI's API, {OTHER}"),
    ("/chat/completions", f"this is a path of OpenAI's API, {OTHER}"),
    ("/v1/completions", f"this is a path of OpenAI's API, {OTHER}"),
    ("/v1/responses", f"this is a path of OpenAI's API, {OTHER}"),
    ("/responses/resp_1/cancel", f"this is a path of OpenAI's API, {OTHER}"),
    ("/v1/embeddings", f"this is a path of OpenAI's API, {OTHER}"),
    ("/openai/deployments/x/chat/completions", f"this is a path of an API in OpenAI's form, {OTHER}"),
    ("/api/chat", f"this is a path of Ollama's API, {OTHER}"),
    ("/v1beta/models/gemini-2.5-pro:generateContent", f"this is a path of the Gemini API, {OTHER}"),
    ("/v1beta/models/g:streamGenerateContent", f"this is a path of the Gemini API, {OTHER}"),
    ("/v1/projects/p/locations/l/publishers/anthropic/models/m:rawPredict", f"this is a path of Vertex AI, {OTHER}"),
    ("/model/anthropic.claude/invoke-with-response-stream", f"this is a path of Amazon Bedrock, {OTHER}"),
    ("/model/anthropic.claude/converse", f"this is a path of Amazon Bedrock, {OTHER}"),
    ("/v1/complete", "text completions are gone; the Messages API is POST /v1/messages"),
    ("/v1/messages/batches/msgbatch_1/results", NOT_SERVED),
    ("/v1/organizations/me", NOT_SERVED),
]


@pytest.mark.parametrize(("path", "says"), CASES)
def test_a_path_of_another_kind_is_recognised(path: str, says: str) -> None:
    assert not_found(path) == f"Not Found rystic: {says}"


@pytest.mark.parametrize(
    "path",
    ["/", "", "/favicon.ico", "/api/hello", "/v1/nowhere", "/v1", "/v1/messagesx", "/messagesx", "/v1/messages/x", "*"],
)
def test_of_other_paths_the_api_alone_speaks(path: str) -> None:
    assert not_found(path) == "Not Found"


def test_each_hint_is_given_for_some_path() -> None:
    given = {not_found(path).removeprefix("Not Found rystic: ") for path, _ in CASES}

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
