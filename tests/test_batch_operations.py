"""Message batches through the official SDK and over HTTP, whole and under mounts."""

import json
from typing import Any

import anthropic
import anyio
import httpx2
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.types import ASGIApp

from rystic_asgi import Request, Simulator, SimulatorMiddleware, error, reply, text, thinking, tool_use
from rystic_asgi.engine.clock import advance
from tests.conftest import WEATHER_TOOL, Connect, ask

DAY = 24 * 60 * 60
BATCHES = "/v1/messages/batches"
FIRST = "msgbatch_01tAVT57MHJCZ4Fyuz3GXL1q"
FORMAT = {"format": {"type": "json_schema", "schema": {"type": "object", "additionalProperties": False}}}


def request_of(custom_id: str, question: str = "Hello", **members: Any) -> Any:
    return {"custom_id": custom_id, "params": ask(question, **members)}


def requests_of(count: int) -> Any:
    return [request_of(f"r{number}", f"Question {number}") for number in range(count)]


def create(http: httpx2.Client, requests: Any = None) -> str:
    return str(http.post(BATCHES, json={"requests": requests or requests_of(2)}).json()["id"])


def results_of(http: httpx2.Client, requests: Any) -> list[dict[str, Any]]:
    batch_id = create(http, requests)
    url = http.get(f"{BATCHES}/{batch_id}").json()["results_url"]
    return [json.loads(line) for line in http.get(url).text.splitlines()]


def lines_of(http: httpx2.Client, batch_id: str) -> list[str]:
    return http.get(f"{BATCHES}/{batch_id}/results").text.splitlines()


def messages_of(http: httpx2.Client, requests: Any) -> list[Any]:
    """What each request got: its message, or what is said of its error."""
    results = [line["result"] for line in results_of(http, requests)]
    return [each.get("message") or each["error"]["error"]["message"] for each in results]


def texts_of(http: httpx2.Client, requests: Any) -> list[str]:
    return [each if isinstance(each, str) else each["content"][0]["text"] for each in messages_of(http, requests)]


def told(response: httpx2.Response) -> tuple[int, str, str]:
    envelope = response.json()
    assert envelope["request_id"] == response.headers["request-id"]
    return response.status_code, envelope["error"]["type"], envelope["error"]["message"]


def let_pass(simulator: Simulator, seconds: float) -> None:
    simulator._store.advance(advance, seconds)


def test_a_batch_lives_from_its_creation_to_its_deletion() -> None:
    simulator = Simulator(replies=["One.", tool_use("get_weather", {"city": "Paris"}), error(529)])
    requests = [request_of("a"), request_of("b", tools=[WEATHER_TOOL]), request_of("c")]

    with simulator.client(_strict_response_validation=True) as client:
        batches = client.messages.batches
        created = batches.create(requests=requests)
        ended = batches.retrieve(created.id)
        results = {line.custom_id: line.result for line in batches.results(created.id)}
        listed = list(batches.list())
        deleted = batches.delete(created.id)
        left = list(batches.list())

    assert (created.processing_status, created.request_counts.processing) == ("in_progress", 3)
    assert (ended.processing_status, ended.request_counts.succeeded, ended.request_counts.errored) == ("ended", 2, 1)
    assert list(results) == ["a", "b", "c"]
    assert [result.type for result in results.values()] == ["succeeded", "succeeded", "errored"]
    assert (listed, left) == ([ended], [])
    assert (deleted.id, deleted.type) == (created.id, "message_batch_deleted")
    assert simulator.left == []


@pytest.mark.anyio
async def test_the_asynchronous_client_and_the_beta_methods_do_the_same() -> None:
    simulator = Simulator(replies=["One.", "Two."])

    async with simulator.async_client() as client:
        batches = client.beta.messages.batches
        created = await batches.create(requests=requests_of(2), betas=["message-batches-2024-09-24"])
        lines = [line async for line in await batches.results(created.id)]
        canceling = await batches.cancel((await batches.create(requests=requests_of(1))).id)
        listed = [batch.id async for batch in batches.list(limit=1)]
        deleted = await batches.delete(created.id)

    assert [line.result.message.content[0].to_dict()["text"] for line in lines if line.result.type == "succeeded"] == [
        "One.",
        "Two.",
    ]
    assert canceling.processing_status == "canceling"
    assert listed == [canceling.id, created.id]
    assert deleted.type == "message_batch_deleted"


def test_a_result_is_the_message_that_the_request_alone_would_get(simulator: Simulator, http: httpx2.Client) -> None:
    replies = [
        "One.",
        reply(thinking("Two cities."), tool_use("get_weather", {"city": "Lyon"}), tool_use("get_weather")),
        reply("Three.", usage={"output_tokens": 7}, model="claude-opus-5"),
    ]
    tools: dict[str, Any] = {"tools": [WEATHER_TOOL]}
    forced = tools | {"tool_choice": {"type": "any"}}
    requests = [request_of(f"r{number}", **tools) for number in range(4)] + [request_of("forced", **forced)]
    simulator.load(replies)
    alone = [http.post("/v1/messages", json=each["params"]).json() for each in requests]

    simulator.reset()
    messages = messages_of(http, requests)

    assert [each["usage"].pop("service_tier") for each in alone] == ["standard"] * 5
    assert [each["usage"].pop("service_tier") for each in messages] == ["batch"] * 5
    assert messages == alone


def test_the_service_tier_of_the_script_is_kept(simulator: Simulator, http: httpx2.Client) -> None:
    simulator.load([reply("One.", usage={"service_tier": "priority"})])

    assert messages_of(http, requests_of(1))[0]["usage"]["service_tier"] == "priority"


def test_a_batch_takes_its_replies_in_order_when_it_is_created(simulator: Simulator, http: httpx2.Client) -> None:
    simulator.load(
        [
            reply("Title.", when={"system": "title"}, times="any"),
            "One.",
            reply("Twice.", times=2),
            reply("Paris.", when={"last_user_text": "Paris"}),
        ]
    )
    asked = ["Hello", "Paris?", "Hello", "Hello"]
    requests = [request_of(f"r{number}", question) for number, question in enumerate(asked)]
    requests[0]["params"]["system"] = "Write a title."

    batch_id = create(http, requests)
    taken = simulator.taken
    following = http.post("/v1/messages", json=ask("Paris")).json()
    http.get(f"{BATCHES}/{batch_id}")
    results = [json.loads(line)["result"] for line in lines_of(http, batch_id)]

    assert [each if isinstance(each, str) else each["content"][0]["text"] for each in taken] == [
        "Title.",
        "One.",
        "Twice.",
        "Twice.",
    ]
    assert [each["message"]["content"][0]["text"] for each in results] == ["Title.", "One.", "Twice.", "Twice."]
    assert following["content"][0]["text"] == "Paris."


def test_params_with_a_fault_are_an_errored_result_and_take_no_reply(simulator: Simulator, http: httpx2.Client) -> None:
    simulator.load(["One.", "Two."])
    requests = [
        {"custom_id": "empty", "params": {}},
        request_of("stream", stream=True),
        request_of("good"),
        request_of("pair", messages=[{"role": "user", "content": [{"type": "text", "text": " "}]}]),
    ]

    results = {line["custom_id"]: line["result"] for line in results_of(http, requests)}

    assert results["empty"] == {
        "type": "errored",
        "error": {
            "type": "error",
            "error": {
                "details": {"error_visibility": "user_facing"},
                "type": "invalid_request_error",
                "message": "model: Field required",
            },
            "request_id": None,
        },
    }
    assert results["stream"]["error"]["error"]["message"] == "`stream=True` is not supported in the Message Batches API"
    assert results["pair"]["error"]["error"]["message"].startswith("messages: text content blocks must contain")
    assert results["good"]["message"]["content"] == [{"type": "text", "text": "One."}]
    assert simulator.left == ["Two."]


def test_what_cannot_be_answered_is_an_errored_result(simulator: Simulator, http: httpx2.Client) -> None:
    simulator.load([tool_use("plan"), error(429, message="Slow down."), text("no JSON")])
    requests = [*requests_of(2), request_of("format", output_config=FORMAT)]

    undeclared, slow, unfit = messages_of(http, requests)

    assert undeclared.startswith("rystic: reply 0 of the script calls")
    assert slow == "Slow down."
    assert unfit.startswith("rystic: reply 2 of the script")
    assert simulator.left == []


def test_a_scripted_error_keeps_its_details(simulator: Simulator, http: httpx2.Client) -> None:
    simulator.load([error(404, details={"error_code": "file_expired"})])

    error_of = results_of(http, requests_of(1))[0]["result"]["error"]["error"]

    assert (error_of["type"], error_of["details"]) == ("not_found_error", {"error_code": "file_expired"})


def test_an_empty_script_answers_or_refuses_as_it_is_set(connect: Connect) -> None:
    answered = texts_of(connect(Simulator(default_reply="Nothing.")), requests_of(1))
    refused = texts_of(connect(Simulator(on_empty="error", replies=["One."])), requests_of(2))

    assert answered == ["Nothing."]
    assert refused[0] == "One."
    assert refused[1].startswith("rystic: no reply is left of the script's 1, and on_empty is 'error'")


def test_a_batch_keeps_to_the_limits_of_its_requests_where_replies_are_cut(connect: Connect) -> None:
    http = connect(Simulator(replies=["A text that is too long."], limits={"cut": True}))

    message = messages_of(http, [request_of("a", max_tokens=5)])[0]

    assert (message["stop_reason"], message["usage"]["output_tokens"]) == ("max_tokens", 5)


def echo(request: Request) -> str:
    return f"{request.number}: {request.messages[-1]['content']}"


async def echo_call(request: Request) -> Any:
    return reply(echo(request), tool_use("get_weather", {"city": "Paris"}))


def fail(request: Request) -> Any:
    raise ValueError("no")


def test_functions_give_replies_in_order_when_the_batch_is_created(simulator: Simulator, http: httpx2.Client) -> None:
    simulator.load([echo, echo_call, fail, lambda request: 5, tool_use("get_weather", {"city": "Lyon"})])
    requests = [request_of(f"r{number}", f"Q{number}", tools=[WEATHER_TOOL]) for number in range(5)]
    http.get("/v1/nowhere")

    first, second, third, fourth, fifth = messages_of(http, requests)

    assert first["content"] == [{"type": "text", "text": "1: Q0"}]
    assert [block["type"] for block in second["content"]] == ["text", "tool_use"]
    assert second["content"][0]["text"] == "1: Q1"
    assert (
        third == "rystic: reply 2 of the script, the function 'fail', raised ValueError: no. The reply counts as taken"
    )
    assert fourth.startswith("rystic: reply 3 of the script, the function '<lambda>', gave what cannot be played")
    assert fifth["content"][0]["id"] != second["content"][1]["id"]
    assert simulator.left == []


def test_results_read_the_same_each_time(simulator: Simulator, http: httpx2.Client) -> None:
    numbers = iter(range(10))
    simulator.load([reply(lambda request: f"{next(numbers)}", times="any")])
    batch_id = create(http)
    http.get(f"{BATCHES}/{batch_id}")

    assert lines_of(http, batch_id) == lines_of(http, batch_id)
    assert next(numbers) == 2


@pytest.mark.anyio
async def test_a_function_that_takes_too_long_gives_an_errored_result() -> None:
    async def never(request: Request) -> None:
        await anyio.sleep_forever()

    simulator = Simulator(replies=[never, "Two."], limits={"function_seconds": 0.01})
    async with simulator.async_client() as client:
        batch = await client.messages.batches.create(requests=requests_of(2))
        lines = [line async for line in await client.messages.batches.results(batch.id)]

    assert [line.result.type for line in lines] == ["errored", "succeeded"]


def test_a_batch_that_is_canceled_keeps_its_replies_and_answers_none(simulator: Simulator, http: httpx2.Client) -> None:
    simulator.load(["One.", "Two."])
    batch_id = create(http)

    canceling = http.post(f"{BATCHES}/{batch_id}/cancel").json()
    early = http.get(f"{BATCHES}/{batch_id}/results")
    ended = http.get(f"{BATCHES}/{batch_id}").json()

    assert (canceling["processing_status"], canceling["cancel_initiated_at"]) == ("canceling", "2026-01-01T00:00:00Z")
    assert told(early) == (404, "not_found_error", f"Message Batch {batch_id} has no available results.")
    assert ended["request_counts"] == {"processing": 0, "succeeded": 0, "errored": 0, "canceled": 2, "expired": 0}
    assert lines_of(http, batch_id) == [
        '{"custom_id":"r0","result":{"type":"canceled"}}',
        '{"custom_id":"r1","result":{"type":"canceled"}}',
    ]
    assert simulator.left == []


def test_a_batch_expires_by_the_clock_of_the_simulator(simulator: Simulator, http: httpx2.Client) -> None:
    batch_id = create(http)
    let_pass(simulator, DAY)

    listed = http.get(BATCHES).json()["data"][0]

    assert (listed["processing_status"], listed["ended_at"]) == ("ended", "2026-01-02T00:00:00Z")
    assert listed["request_counts"]["expired"] == 2
    assert lines_of(http, batch_id)[0] == '{"custom_id":"r0","result":{"type":"expired"}}'


def test_results_are_archived_after_29_days(simulator: Simulator, http: httpx2.Client) -> None:
    batch_id = create(http)
    http.get(f"{BATCHES}/{batch_id}")
    let_pass(simulator, 29 * DAY)

    batch = http.get(f"{BATCHES}/{batch_id}").json()

    assert (batch["archived_at"], batch["results_url"]) == ("2026-01-30T00:00:00Z", None)
    assert http.get(f"{BATCHES}/{batch_id}/results").status_code == 404


def test_a_batch_ends_at_once_or_late_as_it_is_set(connect: Connect) -> None:
    at_once, late = connect(Simulator(batches={"ends_after": 0})), connect(Simulator(batches={"ends_after": 2}))

    created = at_once.post(BATCHES, json={"requests": requests_of(1)}).json()
    late_id = create(late)
    answers = [late.get(f"{BATCHES}/{late_id}") for _ in range(2)]

    assert (created["processing_status"], created["request_counts"]["succeeded"]) == ("ended", 1)
    assert [answer.json()["processing_status"] for answer in answers] == ["in_progress", "ended"]
    assert [answer.headers.get("retry-after") for answer in answers] == ["10", None]


REFUSED: dict[str, tuple[str, str, int, str, str]] = {
    "retrieve": ("GET", "", 404, "not_found_error", "Message Batch msgbatch_x not found."),
    "results": ("GET", "/results", 404, "not_found_error", "Message Batch msgbatch_x not found."),
    "cancel": ("POST", "/cancel", 404, "not_found_error", "Message Batch msgbatch_x not found."),
    "delete": ("DELETE", "", 404, "not_found_error", "Message Batch msgbatch_x not found."),
    "method": (
        "PUT",
        "",
        405,
        "invalid_request_error",
        "Method Not Allowed rystic: this path takes GET, HEAD, DELETE",
    ),
    "method-of-results": (
        "POST",
        "/results",
        405,
        "invalid_request_error",
        "Method Not Allowed rystic: this path takes GET, HEAD",
    ),
    "more": ("GET", "/results/x", 404, "not_found_error", "Not Found"),
}


@pytest.mark.parametrize(("method", "rest", "status", "type", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_there_is_refused(
    http: httpx2.Client, method: str, rest: str, status: int, type: str, message: str
) -> None:
    assert told(http.request(method, f"{BATCHES}/msgbatch_x{rest}")) == (status, type, message)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", ""),
        ("GET", ""),
        ("GET", f"/{FIRST}"),
        ("GET", f"/{FIRST}/results"),
        ("POST", f"/{FIRST}/cancel"),
        ("DELETE", f"/{FIRST}"),
    ],
)
def test_every_operation_asks_for_a_credential_and_a_version(connect: Connect, method: str, path: str) -> None:
    http = connect(Simulator(api_keys=["sk-ant-placeholder"]))
    create(http)

    def refusal(**headers: str) -> tuple[int, str, str]:
        sent = {"x-api-key": "sk-ant-placeholder", "anthropic-version": "2023-06-01"} | headers
        return told(http.request(method, BATCHES + path, headers=sent))

    assert refusal(**{"x-api-key": ""}) == (401, "authentication_error", "x-api-key header is required")
    assert refusal(**{"x-api-key": "sk-ant-other"})[:2] == (401, "authentication_error")
    assert refusal(**{"anthropic-version": ""})[2] == "anthropic-version: header is required"


def test_a_batch_goes_on_until_it_can_be_deleted(http: httpx2.Client) -> None:
    batch_id = create(http)

    assert told(http.delete(f"{BATCHES}/{batch_id}"))[:2] == (400, "invalid_request_error")
    http.get(f"{BATCHES}/{batch_id}")
    assert told(http.post(f"{BATCHES}/{batch_id}/cancel"))[2] == "Ended batches cannot be canceled."
    assert http.delete(f"{BATCHES}/{batch_id}").json() == {"id": batch_id, "type": "message_batch_deleted"}
    for method, rest in (("GET", ""), ("DELETE", ""), ("GET", "/results"), ("POST", "/cancel")):
        assert http.request(method, f"{BATCHES}/{batch_id}{rest}").status_code == 404


def test_a_refused_batch_takes_no_reply_and_leaves_nothing(simulator: Simulator, http: httpx2.Client) -> None:
    simulator.load(["One."])

    refused = http.post(BATCHES, json={"requests": [request_of("a"), request_of("a")]})

    assert told(refused)[0] == 400
    assert simulator.left == ["One."]
    assert http.get(BATCHES).json() == {"data": [], "has_more": False, "first_id": None, "last_id": None}


def test_pages_are_followed_in_both_directions(simulator: Simulator) -> None:
    with simulator.client() as client:
        batches = client.messages.batches
        ids = [batches.create(requests=requests_of(1)).id for _ in range(5)]

        assert [batch.id for batch in batches.list(limit=2)] == ids[::-1]
        assert [batch.id for batch in batches.list(limit=2, after_id=ids[3])] == ids[2::-1]
        assert {batch.id for batch in batches.list(limit=1, before_id=ids[2])} == set(ids[3:])
        with pytest.raises(anthropic.BadRequestError, match="limit: Input should be less than or equal to 1000"):
            batches.list(limit=1001)
        with pytest.raises(anthropic.BadRequestError, match="after_id: Invalid cursor"):
            batches.list(after_id="msgbatch_x")


def test_batches_can_be_deleted_while_they_are_listed(connect: Connect) -> None:
    simulator = Simulator(batches={"ends_after": 0})
    with simulator.client() as client:
        batches = client.messages.batches
        ids = [batches.create(requests=requests_of(1)).id for _ in range(5)]

        deleted = [batches.delete(batch.id).id for batch in batches.list(limit=2)]

        assert deleted == ids[::-1]
        assert list(batches.list()) == []


def test_heads_have_no_body(http: httpx2.Client) -> None:
    batch_id = create(http)

    heads = [http.head(path) for path in (BATCHES, f"{BATCHES}/{batch_id}", f"{BATCHES}/{batch_id}/results")]

    assert [(head.status_code, head.content) for head in heads] == [(200, b"")] * 3
    assert heads[2].headers["content-type"] == "application/x-jsonl"


def in_nested_mounts(simulator: Simulator) -> ASGIApp:
    return Starlette(routes=[Mount("/llm", Starlette(routes=[Mount("/deep", simulator)]))])


def in_middleware(simulator: Simulator) -> ASGIApp:
    return SimulatorMiddleware(Starlette(), simulator, path="/llm/deep")


def in_mounted_middleware(simulator: Simulator) -> ASGIApp:
    return Starlette(routes=[Mount("/llm", SimulatorMiddleware(Starlette(), simulator, path="deep"))])


@pytest.mark.parametrize("inside", [in_nested_mounts, in_middleware, in_mounted_middleware])
def test_results_are_read_at_the_address_that_the_client_used(connect: Connect, inside: Any) -> None:
    http = connect(inside(Simulator(batches={"ends_after": 0})), "https://a.test:8443/llm/deep")

    url = http.post(BATCHES, json={"requests": requests_of(1)}).json()["results_url"]
    with anthropic.Anthropic(base_url="https://a.test:8443/llm/deep", api_key="k", http_client=http) as client:
        lines = list(client.messages.batches.results(FIRST))

    assert url == f"https://a.test:8443/llm/deep{BATCHES}/{FIRST}/results"
    assert [line.custom_id for line in lines] == ["r0"]


def test_the_same_batches_give_the_same_bytes_after_a_reset(simulator: Simulator, http: httpx2.Client) -> None:
    simulator.load(["One.", tool_use("get_weather"), error(500)])
    requests = [request_of(f"r{number}", tools=[WEATHER_TOOL]) for number in range(4)]

    def play() -> list[bytes]:
        created = http.post(BATCHES, json={"requests": requests})
        path = f"{BATCHES}/{created.json()['id']}"
        following = http.post("/v1/messages", json=ask())
        answers = (created, following, http.get(path), http.get(f"{path}/results"), http.get(BATCHES))
        return [answer.content for answer in answers]

    first = play()
    simulator.reset()

    assert http.get(f"{BATCHES}/{FIRST}").status_code == 404
    simulator.reset()
    assert play() == first


def test_a_stream_of_results_ends_from_its_own_plan(simulator: Simulator, http: httpx2.Client) -> None:
    simulator.load([f"Reply {number}" for number in range(40)])
    batch_id = create(http, requests_of(40))
    http.get(f"{BATCHES}/{batch_id}")

    with http.stream("GET", f"{BATCHES}/{batch_id}/results") as response:
        lines = response.iter_lines()
        first = next(lines)
        simulator.load(["Another script."])
        rest = list(lines)

    texts = [json.loads(line)["result"]["message"]["content"][0]["text"] for line in [first, *rest]]
    assert texts == [f"Reply {number}" for number in range(40)]


def test_replies_that_are_added_later_change_no_batch(simulator: Simulator, http: httpx2.Client) -> None:
    simulator.load(["One."])
    batch_id = create(http)
    http.post("/_rystic/replies?append=true", json={"replies": ["Later."]})
    http.get(f"{BATCHES}/{batch_id}")

    texts = [json.loads(line)["result"]["message"]["content"][0]["text"] for line in lines_of(http, batch_id)]

    assert texts[0] == "One."
    assert texts[1].startswith("This is the simulator's default reply")
    assert simulator.left == ["Later."]


def test_the_journal_keeps_a_batch_and_none_of_its_results(simulator: Simulator, http: httpx2.Client) -> None:
    simulator.load(["One.", "Two."])

    results_of(http, requests_of(2))

    kept = [(entry.operation, entry.reply, entry.status, entry.ending) for entry in simulator.requests]
    assert kept == [
        ("create_batch", None, 200, "complete"),
        ("retrieve_batch", None, 200, "complete"),
        ("batch_results", None, 200, "complete"),
    ]
    assert [entry.answer and entry.answer["id"] for entry in simulator.requests] == [FIRST, FIRST, None]
    assert simulator.messages == []
    assert http.get("/_rystic/replies").json()["taken"] == ["One.", "Two."]


def test_the_body_of_a_batch_may_be_larger_than_that_of_a_message(connect: Connect) -> None:
    large = [request_of("a", "x" * 33 * 1024 * 1024)]
    small = connect(Simulator(limits={"request_bytes": 1_000}))

    answered = connect(Simulator()).post(BATCHES, json={"requests": large})
    refused = small.post(BATCHES, json={"requests": [request_of("a", "x" * 1_000)]})

    assert answered.status_code == 200
    assert refused.status_code == 413
    assert refused.json()["error"]["message"] == ("Request exceeds the maximum size rystic: which is 1000 bytes")


def test_results_that_were_dropped_are_no_longer_there(http: httpx2.Client, simulator: Simulator) -> None:
    batch_id = create(http)
    http.get(f"{BATCHES}/{batch_id}")
    simulator._store.take("batch body", f"0:{batch_id}")

    assert told(http.get(f"{BATCHES}/{batch_id}/results"))[2] == (
        f"Message Batch {batch_id} has no available results. "
        "rystic: they were dropped, as there are too many bytes of newer batches"
    )


def test_a_record_of_an_earlier_baseline_is_never_found(simulator: Simulator, http: httpx2.Client) -> None:
    batch_id = create(http)
    records = [(kind, simulator._store.get(kind, f"0:{batch_id}")) for kind in ("batch", "batch body")]
    simulator.reset()
    for kind, record in records:
        simulator._store.put(kind, f"0:{batch_id}", record or b"")

    assert http.get(BATCHES).json()["data"] == []
    assert http.get(f"{BATCHES}/{batch_id}").status_code == 404


def test_thinking_that_was_issued_is_known_in_a_batch(simulator: Simulator, http: httpx2.Client) -> None:
    simulator.load([reply(thinking("Which?"), tool_use("get_weather", {"city": "Paris"})), "One."])
    params = ask(tools=[WEATHER_TOOL], thinking={"type": "enabled", "budget_tokens": 1024}, max_tokens=2048)
    content = http.post("/v1/messages", json=params).json()["content"]
    content[0]["thinking"] = "Changed."
    result = {"type": "tool_result", "tool_use_id": content[1]["id"], "content": "Sunny."}
    params["messages"] += [{"role": "assistant", "content": content}, {"role": "user", "content": [result]}]

    message = messages_of(http, [{"custom_id": "a", "params": params}])[0]

    assert message.startswith("messages.1.content.0")
    assert simulator.left == ["One."]
