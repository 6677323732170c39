"""Listing and retrieving models, over HTTP and by the official clients."""

from typing import Any

import anthropic
import httpx2
import pytest

from rystic_asgi import Simulator
from rystic_asgi.protocol.model_info import LISTED
from tests.conftest import Connect

IDS = [info.id for info in LISTED]
FALLBACK = "server-side-fallback-2026-07-01"


def test_an_official_client_walks_through_all_models(simulator: Simulator) -> None:
    with simulator.client(_strict_response_validation=True) as client:
        plain = [model.id for model in client.models.list(limit=4)]
        beta = [model.id for model in client.beta.models.list(limit=1000)]
        backwards = [model.id for model in client.models.list(before_id=IDS[3], limit=2)]

    assert plain == beta == IDS
    assert backwards == [IDS[1], IDS[2], IDS[0]]


@pytest.mark.anyio
async def test_an_official_async_client_walks_through_all_models(simulator: Simulator) -> None:
    async with simulator.async_client(_strict_response_validation=True) as client:
        found = [model.id async for model in client.models.list(limit=7)]
        one = await client.beta.models.retrieve("claude-opus-5", betas=[FALLBACK])

    assert found == IDS
    assert one.allowed_fallback_models == ["claude-opus-4-8"]


def test_an_alias_is_retrieved_as_its_dated_id(simulator: Simulator) -> None:
    with simulator.client() as client:
        alias = client.models.retrieve("claude-haiku-4-5")
        dated = client.models.retrieve("claude-haiku-4-5-20251001")

    assert alias == dated
    assert (alias.id, alias.lifecycle, alias.max_input_tokens) == ("claude-haiku-4-5-20251001", "active", 200_000)


def test_what_a_beta_brings_is_told_with_it_alone(http: httpx2.Client) -> None:
    plain = http.get("/v1/models/claude-opus-5").json()
    beta = http.get("/v1/models/claude-opus-5", headers={"anthropic-beta": FALLBACK}).json()
    compacting = http.get("/v1/models/claude-opus-5", headers={"anthropic-beta": "compact-2026-09-04"}).json()

    assert "allowed_fallback_models" not in plain
    assert beta == {**plain, "allowed_fallback_models": ["claude-opus-4-8"]}
    assert compacting["capabilities"].pop("compaction") == {"summarize": {"supported": True}, "supported": True}
    assert compacting == plain


@pytest.mark.parametrize(
    ("query", "ids", "has_more"),
    [
        pytest.param("", IDS, False, id="all"),
        pytest.param("limit=2", IDS[:2], True, id="limit"),
        pytest.param(f"limit=2&after_id={IDS[1]}", IDS[2:4], True, id="after"),
        pytest.param(f"after_id={IDS[-2]}", IDS[-1:], False, id="after-to-the-end"),
        pytest.param(f"after_id={IDS[-1]}", [], False, id="after-the-last"),
        pytest.param(f"limit=2&before_id={IDS[3]}", IDS[1:3], True, id="before"),
        pytest.param(f"limit=2&before_id={IDS[2]}", IDS[:2], False, id="before-to-the-beginning"),
        pytest.param(f"before_id={IDS[0]}", [], False, id="before-the-first"),
        pytest.param(
            "lifecycle[]=deprecated",
            [info.id for info in LISTED if info.lifecycle == "deprecated"],
            False,
            id="lifecycle",
        ),
        pytest.param("lifecycle=retired", [], False, id="lifecycle-without-brackets"),
        pytest.param("beta=true&limit=&after_id=", IDS, False, id="blank-and-unknown"),
    ],
)
def test_a_page_is_cut_where_it_is_asked_for(http: httpx2.Client, query: str, ids: list[str], has_more: bool) -> None:
    page = http.get(f"/v1/models?{query}").json()

    assert [model["id"] for model in page.pop("data")] == ids
    assert page == {"first_id": ids[0] if ids else None, "has_more": has_more, "last_id": ids[-1] if ids else None}


def test_an_unknown_model_is_not_found(simulator: Simulator) -> None:
    with simulator.client() as client, pytest.raises(anthropic.NotFoundError) as refused:
        client.models.retrieve("claude-2")

    assert refused.value.api_message == "model: claude-2"


def test_a_document_lists_models_of_its_own() -> None:
    models: list[Any] = [
        "claude-haiku-4-5",
        {"id": "my-model", "display_name": "Mine", "capabilities": {"effort": {"low": {"supported": True}}}},
        {"id": "claude-opus-5", "max_tokens": 9, "capabilities": {"batch": {"supported": False}}},
        {"id": "old", "lifecycle": "retired"},
    ]
    simulator = Simulator(models=models)
    with simulator.client(_strict_response_validation=True) as client:
        listed = list(client.models.list())
        old = client.models.retrieve("old")
        with pytest.raises(anthropic.NotFoundError):
            client.models.retrieve("claude-opus-4-8")

    haiku, mine, opus = listed
    assert (haiku.id, mine.display_name, old.lifecycle) == ("claude-haiku-4-5-20251001", "Mine", "retired")
    assert mine.capabilities is not None
    assert opus.capabilities is not None
    assert (mine.capabilities.effort.low.supported, mine.capabilities.effort.high.supported) == (True, False)
    assert (opus.capabilities.batch.supported, opus.capabilities.citations.supported) == (False, True)
    assert opus.max_tokens == 9


def test_a_list_of_models_may_be_empty() -> None:
    with Simulator(models=[]).client() as client:
        assert client.models.list().data == []


@pytest.mark.parametrize("path", ["/v1/models", "/v1/models/claude-opus-5"])
def test_head_answers_like_get_without_the_body(http: httpx2.Client, simulator: Simulator, path: str) -> None:
    whole = http.get(path)
    simulator.reset()
    head = http.head(path)

    assert (head.status_code, head.content, head.headers) == (200, b"", whole.headers)


def test_models_need_a_known_key(connect: Connect) -> None:
    http = connect(Simulator(api_keys=["sk-ant-1"]))

    assert http.get("/v1/models").status_code == 401
    assert http.get("/v1/models", headers={"x-api-key": "sk-ant-1"}).status_code == 200


def test_an_unknown_beta_is_refused_where_its_rule_is_on(connect: Connect) -> None:
    http = connect(Simulator(rules={"unknown-beta": True}))

    refused = http.get("/v1/models", headers={"anthropic-beta": "no-such-beta"})

    assert refused.status_code == 400
    assert refused.json()["error"]["message"] == (
        "Unexpected value(s) `no-such-beta` for the `anthropic-beta` header. "
        "Please consult our documentation at platform.claude.com/docs or try again without the header."
    )
    assert http.get("/v1/models", headers={"anthropic-beta": FALLBACK}).status_code == 200
