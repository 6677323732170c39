"""Functions in a script: called for each request, in time, on asyncio and trio, and checked like any other reply."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import anthropic
import anyio
import httpx2
import pytest

from rystic_asgi import Request, Simulator, error, reply, text, thinking, tool_use
from rystic_asgi.protocol.blocks import BLOCKS
from tests.conftest import WEATHER_TOOL, Connect, ask


def echo(request: Request) -> str:
    return f"You said {request.messages[-1]['content']}"


async def echo_later(request: Request) -> str:
    await anyio.sleep(0)
    return echo(request)


class Echo:
    def __call__(self, request: Request) -> str:
        return echo(request)


class EchoLater:
    async def __call__(self, request: Request) -> str:
        return await echo_later(request)


FUNCTIONS = [
    pytest.param(echo, id="function"),
    pytest.param(echo_later, id="async-function"),
    pytest.param(Echo(), id="object"),
    pytest.param(EchoLater(), id="async-object"),
    pytest.param(partial(echo_later), id="partial"),
    pytest.param(lambda request: echo_later(request), id="gives-a-coroutine"),
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_gives_the_reply(function: Callable[[Request], Any]) -> None:
    simulator = Simulator(replies=[function, "Next."])

    with simulator.client() as client:
        texts = [client.messages.create(**ask("hello")).content[0] for _ in range(2)]

    assert [block.to_dict()["text"] for block in texts] == ["You said hello", "Next."]
    assert [entry.reply for entry in simulator.messages] == [0, 1]


@pytest.mark.anyio
@pytest.mark.parametrize("function", FUNCTIONS)
async def test_a_function_gives_the_reply_to_an_asynchronous_client(function: Callable[[Request], Any]) -> None:
    simulator = Simulator(replies=[reply(function, times="any")])

    async with simulator.async_client() as client:
        whole = await client.messages.create(**ask("hello"))
        async with client.messages.stream(**ask("hello")) as stream:
            streamed = await stream.get_final_text()

    assert whole.content[0].to_dict()["text"] == streamed == "You said hello"


def test_a_function_sees_the_request() -> None:
    seen: list[Request] = []

    def look(request: Request) -> str:
        seen.append(request)
        request.messages.clear()
        return "Seen."

    simulator = Simulator(replies=[look, reply(look, when={"tools": []})])
    system = [{"type": "text", "text": "Be brief."}]

    with simulator.client() as client:
        client.messages.create(**ask("hello", system=system, tools=[WEATHER_TOOL]), extra_headers={"x-lane": "1"})
        client.messages.create(**ask("bye"))

    one, other = seen
    assert (one.number, one.model, one.system, one.tools) == (0, "claude-haiku-4-5", system, [WEATHER_TOOL])
    assert (one.headers["x-lane"], one.headers["authorization"], one.body["max_tokens"]) == ("1", "***", 64)
    assert (other.number, other.system, other.tools) == (1, None, [])
    assert repr(other) == "<Request 1: claude-haiku-4-5, 0 messages>"
    assert simulator.messages[1].body == ask("bye")
    with pytest.raises(AttributeError):
        one.model = "other"  # type: ignore[misc]  # it is read-only


SCRIPT: list[Any] = [
    tool_use("get_weather"),
    reply(thinking("Hm."), "I look.", tool_use("get_weather", {"city": "Lyon"})),
    text("Done."),
    reply("Cut", stop_reason="max_tokens", usage={"output_tokens": 9}),
]


def test_what_a_function_gives_is_what_a_script_gives() -> None:
    """The same ids too, whole and streamed."""
    static = Simulator(replies=SCRIPT)
    given = Simulator(replies=[partial(lambda item, request: item, item) for item in SCRIPT])
    streamed = Simulator(replies=[partial(lambda item, request: item, item) for item in SCRIPT])

    with static.client() as one, given.client() as two, streamed.client() as three:
        for _ in SCRIPT:
            whole = one.messages.create(**ask(tools=[WEATHER_TOOL])).to_dict()
            with three.messages.stream(**ask(tools=[WEATHER_TOOL])) as stream:
                assembled = stream.get_final_message().to_dict(exclude_none=True)
            assert two.messages.create(**ask(tools=[WEATHER_TOOL])).to_dict() == whole
            assert [assembled[key] for key in ("id", "usage", "stop_reason")] == [
                whole[key] for key in ("id", "usage", "stop_reason")
            ]


def test_a_function_may_give_an_error() -> None:
    simulator = Simulator(replies=[lambda request: error(529)])

    with simulator.client(max_retries=0) as client, pytest.raises(anthropic.APIStatusError) as refused:
        client.messages.create(**ask())

    assert refused.value.status_code == 529


def give(value: Any) -> Callable[[Request], Any]:
    def answer(request: Request) -> Any:
        return value

    return answer


NOT_PLAYED = "rystic: reply 1 of the script, the function 'answer', gave what cannot be played: "


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        pytest.param(None, "replies.1: an object or a string expected, found null", id="nothing"),
        pytest.param([], "replies.1: an object or a string expected, found a list []", id="list"),
        pytest.param(
            reply({"type": "txt"}),
            f"replies.1.content.0.type: one of {', '.join(BLOCKS)} expected, found a string 'txt'",
            id="block",
        ),
        pytest.param(
            {"content": [{"type": "text", "text": b"x"}]},
            "JSON cannot hold this script: Object of type bytes is not JSON serializable",
            id="no-json",
        ),
        pytest.param(echo, "replies.1: a reply without function, when and times expected", id="function"),
        pytest.param(reply("x", times=2), "replies.1: a reply without function, when and times expected", id="times"),
    ],
)
def test_what_cannot_be_played_is_refused_and_counts_as_taken(
    http: httpx2.Client, simulator: Simulator, value: Any, fault: str
) -> None:
    simulator.load(["One.", give(value), "Three."])
    http.post("/v1/messages", json=ask())

    response = http.post("/v1/messages", json=ask())

    assert (response.status_code, response.headers["x-should-retry"]) == (400, "false")
    assert response.json()["error"]["message"] == f"{NOT_PLAYED}{fault}. The reply counts as taken"
    assert simulator.left == ["Three."]


def test_a_value_without_end_is_refused(http: httpx2.Client, simulator: Simulator) -> None:
    endless: list[Any] = []
    endless.append(endless)
    simulator.load(["One.", give({"content": endless})])
    http.post("/v1/messages", json=ask())

    message = http.post("/v1/messages", json=ask()).json()["error"]["message"]

    assert message == f"{NOT_PLAYED}replies.1: nested deeper than 200. The reply counts as taken"


def test_a_call_that_the_request_does_not_allow_is_refused(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load([give(tool_use("plan", {}))])

    message = http.post("/v1/messages", json=ask()).json()["error"]["message"]

    assert message.startswith("rystic: reply 0 of the script calls the tool 'plan', which the request does not declare")


def fails(request: Request) -> str:
    pytest.fail("no such parcel")


def exits(request: Request) -> str:
    raise SystemExit


async def asserts(request: Request) -> str:
    raise AssertionError("21 degrees")


@pytest.mark.parametrize(
    ("function", "name", "said"),
    [
        pytest.param(lambda request: request.body["nope"], "<lambda>", "KeyError: 'nope'", id="exception"),
        pytest.param(asserts, "asserts", "AssertionError: 21 degrees", id="async"),
        pytest.param(fails, "fails", "Failed: no such parcel", id="of-pytest"),
        pytest.param(exits, "exits", "SystemExit", id="without-words"),
        pytest.param(lambda request: next(iter(())), "<lambda>", "StopIteration", id="stop-iteration"),
        pytest.param(
            lambda: "Hi",
            "<lambda>",
            "TypeError: test_an_exception_is_told.<locals>.<lambda>() takes 0 positional arguments but 1 was given",
            id="no-argument",
        ),
    ],
)
def test_an_exception_is_told_and_kept(
    http: httpx2.Client, simulator: Simulator, function: Any, name: str, said: str
) -> None:
    simulator.load([function, "Next."])

    response = http.post("/v1/messages", json=ask(stream=True))

    said = said.replace("test_an_exception_is_told.<locals>.", "")
    message = f"rystic: reply 0 of the script, the function '{name}', raised {said}. The reply counts as taken"
    assert (response.status_code, response.json()["error"]["message"]) == (400, message)
    assert simulator.messages[0].answer["error"]["message"] == message
    assert simulator.left == ["Next."]


def test_a_function_has_so_much_time(connect: Connect) -> None:
    release = threading.Event()

    def waits(request: Request) -> str:
        release.wait(30)
        return "Late."

    async def sleeps(request: Request) -> str:
        await anyio.sleep(30)
        return "Late."

    http = connect(Simulator(replies=[waits, sleeps], limits={"function_seconds": 0.05}))

    messages = [http.post("/v1/messages", json=ask()).json()["error"]["message"] for _ in range(2)]
    release.set()

    assert messages == [
        f"rystic: reply {number} of the script, the function '{name}', did not end within 0.05 seconds, "
        "the function_seconds of the simulator's limits. The reply counts as taken"
        for number, name in enumerate(("waits", "sleeps"))
    ]


@pytest.mark.anyio
async def test_a_client_that_leaves_meanwhile_is_noted() -> None:
    entered = anyio.Event()

    async def waits(request: Request) -> str:
        entered.set()
        await anyio.sleep_forever()
        raise AssertionError

    simulator = Simulator(replies=[waits])
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_post, simulator)
        await entered.wait()
        assert simulator.messages[0].ending is None
        tasks.cancel_scope.cancel()
    await anyio.wait_all_tasks_blocked()

    (entry,) = simulator.messages
    assert (entry.reply, entry.status, entry.ending) == (0, 499, "abandoned")


async def _post(simulator: Simulator) -> None:
    async with simulator.async_client() as client:
        await client.messages.create(**ask())


@pytest.mark.anyio
async def test_functions_run_beside_each_other_and_other_requests_go_on() -> None:
    both = threading.Barrier(2)

    def meets(request: Request) -> str:
        both.wait(5)
        return echo(request)

    simulator = Simulator(replies=[meets, meets])
    found: list[str] = []

    async def post(client: anthropic.AsyncAnthropic, said: str) -> None:
        message = await client.messages.create(**ask(said))
        found.append(message.content[0].to_dict()["text"])

    async with simulator.async_client() as client, anyio.create_task_group() as tasks:
        tasks.start_soon(post, client, "one")
        tasks.start_soon(post, client, "two")

    assert sorted(found) == ["You said one", "You said two"]


def test_a_reset_meanwhile_leaves_what_follows_as_it_was(http: httpx2.Client) -> None:
    script: list[Any] = [tool_use("get_weather", {"city": "Paris"})]
    simulator = Simulator()

    def resets(request: Request) -> Any:
        simulator.load(script)
        return tool_use("get_weather", {"city": "Oslo"})

    simulator.load([resets])
    with simulator.client() as client:
        stale = client.messages.create(**ask(tools=[WEATHER_TOOL]))
        following = client.messages.create(**ask(tools=[WEATHER_TOOL]))
        simulator.reset()
        again = client.messages.create(**ask(tools=[WEATHER_TOOL]))

    assert stale.content[0].to_dict()["input"] == {"city": "Oslo"}
    assert following.to_dict() == again.to_dict()


def test_a_function_stands_in_the_lists_by_its_name(http: httpx2.Client, simulator: Simulator) -> None:
    simulator.load(["One.", echo, reply(echo, times="any")])
    http.post("/v1/messages", json=ask())
    http.post("/v1/messages", json=ask())

    shown = http.get("/_rystic/replies").json()
    state = http.get("/_rystic/state")

    assert shown["taken"] == simulator.taken == ["One.", {"function": "echo"}]
    assert shown["standing"] == simulator.standing == [{"function": "echo", "times": "any"}]
    assert (state.status_code, state.json()) == (
        409,
        {"error": {"message": "rystic: replies.1 is the function 'echo', which no document holds"}},
    )


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_a_function_may_outlive_its_loop(backend: str) -> None:
    release, threads = threading.Event(), list[threading.Thread]()

    def waits(request: Request) -> str:
        threads.append(threading.current_thread())
        release.wait(30)
        return "Late."

    async def run() -> None:
        async with Simulator(replies=[waits], limits={"function_seconds": 0.05}).async_client() as client:
            with pytest.raises(anthropic.BadRequestError):
                await client.messages.create(**ask())

    anyio.run(run, backend=backend)
    release.set()
    threads[0].join(5)

    assert threads[0].daemon
    assert not threads[0].is_alive()
