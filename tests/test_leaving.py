"""Clients that leave, streams that are reset or go on, under real servers."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import httpx2
import pytest

from tests.conftest import API_HEADERS, ask
from tests.event_streams import read_events
from tests.test_servers import running

Json = dict[str, Any]

TARGET: Final = "tests.leaving_app:app"
LONG: Final = "a" * 200_000
NOTICED_S: Final = 0.1


def hypercorn(worker: str) -> Callable[[int], list[str]]:
    return lambda port: ["hypercorn", TARGET, "--bind", f"127.0.0.1:{port}", "--worker-class", worker]


def uvicorn(http: str, loop: str) -> Callable[[int], list[str]]:
    return lambda port: [
        *("uvicorn", TARGET, "--port", str(port), "--log-level", "critical", "--http", http, "--loop", loop)
    ]


SERVERS: Final = {
    "hypercorn-asyncio": hypercorn("asyncio"),
    "hypercorn-uvloop": hypercorn("uvloop"),
    "hypercorn-trio": hypercorn("trio"),
    "uvicorn-h11": uvicorn("h11", "asyncio"),
    "uvicorn-httptools": uvicorn("httptools", "uvloop"),
}


class Served:
    """A simulator below ``mount`` of a server."""

    def __init__(self, url: str, mount: str = "") -> None:
        self.address = ("127.0.0.1", int(url.rpartition(":")[2]))
        self.mount = mount
        self.http = httpx2.Client(base_url=f"{url}{mount}", headers=API_HEADERS)

    def load(self, *replies: Any, **document: Any) -> None:
        self.http.put("/_rystic/state", json={"replies": list(replies), **document}).raise_for_status()

    @property
    def requests(self) -> list[Json]:
        found: list[Json] = self.http.get("/_rystic/requests").json()["requests"]
        return found

    def events(self, body: Json) -> list[Json]:
        """What comes back for the same bytes that ``ask`` sends."""
        headers = {"content-type": "application/json"}
        response = self.http.post("/v1/messages", content=json.dumps(body).encode(), headers=headers)
        return read_events(response.content)

    def ask(self, body: Json) -> socket.socket:
        """A connection that has asked and reads nothing yet."""
        data = json.dumps(body).encode()
        headers = "".join(f"{name}: {value}\r\n" for name, value in API_HEADERS.items())
        head = f"POST {self.mount}/v1/messages HTTP/1.1\r\nhost: x\r\n{headers}content-length: {len(data)}\r\n\r\n"
        connection = socket.create_connection(self.address, timeout=20)
        connection.sendall(head.encode() + data)
        return connection

    def until(self, holds: Callable[[Json], bool], number: int = 0) -> Json:
        """The request of this number, once it is so."""
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            requests = self.requests
            if len(requests) > number and holds(requests[number]):
                return requests[number]
        raise AssertionError(self.requests)

    def settled(self, number: int = 0) -> Json:
        return self.until(lambda request: request["ending"] is not None, number)


@pytest.fixture(scope="module", params=SERVERS)
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    with running(SERVERS[request.param]) as url:
        yield url


@pytest.fixture
def served(url: str) -> Iterator[Served]:
    served = Served(url)
    with served.http:
        yield served


def streamed(text: str = "Hello there", **shape: Any) -> Json:
    return {"content": [{"type": "text", "text": text}], "stream": shape}


def stall(event: int = 3, **members: Any) -> Json:
    return {"fault": {"kind": "stall", "event": event, **members}}


def read_until(connection: socket.socket, data: bytes) -> bytes:
    got = b""
    while data not in got:
        received = connection.recv(65_536)
        assert received, f"closed after {got!r}"
        got += received
    return got


def seconds_to_notice(served: Served, load: Callable[[], object], until: bytes = b"") -> tuple[float, Json]:
    """How long it takes at best until the journal says that a client left, and what it says."""
    found: list[tuple[float, Json]] = []
    while not found or (found[-1][0] > NOTICED_S and len(found) < 5):
        load()
        connection = served.ask(ask(stream=True))
        if until:
            read_until(connection, until)
        else:
            served.until(lambda request: request["ending"] is None)
        connection.close()
        left_at = time.monotonic()
        entry = served.settled()
        found.append((time.monotonic() - left_at, entry))
    return found[-1]


def test_a_client_that_leaves_during_a_stall_is_noticed(served: Served) -> None:
    seconds, entry = seconds_to_notice(served, lambda: served.load(streamed(**stall())), b"event: ping")

    assert (entry["ending"], entry["events"], entry["faults"]) == ("abandoned", 3, [{"kind": "stall", "event": 3}])
    assert entry["verdict"] == {"says": "left", "evidence": "it left after 3 events"}
    assert seconds <= NOTICED_S


def test_a_client_that_leaves_a_long_stream_without_waits_is_noticed(served: Served) -> None:
    """Whoever reads nothing holds up the server, which then holds up the stream."""
    seconds, entry = seconds_to_notice(
        served, lambda: served.load(streamed(LONG, cut=1)), b"event: content_block_delta"
    )

    assert entry["ending"] == "abandoned"
    assert 3 <= entry["events"] < 200_000
    assert seconds <= NOTICED_S


def test_a_client_that_leaves_during_a_real_wait_is_noticed(served: Served) -> None:
    seconds, entry = seconds_to_notice(
        served, lambda: served.load(streamed(first_token_s=60), clock="real"), b"text/event-stream"
    )

    assert (entry["ending"], entry["events"]) == ("abandoned", 0)
    assert seconds <= NOTICED_S


def test_a_client_that_leaves_while_a_function_runs_is_noticed(url: str) -> None:
    served = Served(url, "/function")
    with served.http:
        seconds, entry = seconds_to_notice(served, lambda: served.http.post("/_rystic/reset").raise_for_status())

    assert (entry["status"], entry["ending"], entry["events"]) == (499, "abandoned", None)
    assert seconds <= NOTICED_S


def test_a_middleware_that_calls_the_next_hides_no_client_that_leaves(url: str) -> None:
    served = Served(url, "/logged")
    with served.http:
        assert served.http.get("/_rystic/health").headers["x-logged"] == "yes"
        seconds, entry = seconds_to_notice(served, lambda: served.load(streamed(**stall())), b"event: ping")

    assert (entry["ending"], entry["events"]) == ("abandoned", 3)
    assert seconds <= NOTICED_S


def test_a_client_that_leaves_while_it_sends_its_body_takes_nothing(served: Served) -> None:
    served.load("One.")
    with socket.create_connection(served.address, timeout=20) as connection:
        connection.sendall(b"POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{")

    message = served.http.post("/v1/messages", json=ask()).json()

    assert message["content"] == [{"type": "text", "text": "One."}]
    assert [entry["reply"] for entry in served.requests] == [0]


def test_a_lost_answer_is_given_again_once(served: Served) -> None:
    served.load(streamed(between_events_s=0.02), "Two.", "Three.", clock="real")
    connection = served.ask(ask(stream=True))
    read_until(connection, b"event: ping")
    connection.close()
    lost = served.settled()

    again, following = (served.events(ask(stream=True)) for _ in range(2))

    assert lost["ending"] == "abandoned"
    assert again[0]["message"]["id"] == lost["answer"]["id"] != following[0]["message"]["id"]
    assert len(again) == 9
    assert [entry["replays"] for entry in served.requests] == [None, 0, None]
    assert served.http.get("/_rystic/replies").json()["left"] == ["Three."]


@pytest.mark.parametrize("release", ["/_rystic/release", "/_rystic/reset", "load"])
def test_a_held_stream_goes_on_when_it_is_released(served: Served, release: str) -> None:
    served.load(streamed(**stall()))
    with served.ask(ask(stream=True)) as connection:
        read_until(connection, b"event: ping")
        if release == "load":
            served.load("Two.")
        else:
            assert served.http.post(release).json().get("released", 1) == 1
        assert b"message_stop" in read_until(connection, b"\r\n0\r\n\r\n")

    assert served.http.post("/_rystic/release").json() == {"released": 0}


@pytest.mark.parametrize(
    ("place", "events"),
    [
        pytest.param({"event": 3}, 3, id="between-events"),
        pytest.param({"event": 0}, 0, id="before-the-first"),
        pytest.param({"byte": 700}, 3, id="within-an-event"),
    ],
)
def test_a_reset_is_one_for_its_client(served: Served, place: Json, events: int) -> None:
    served.load(streamed(fault={"kind": "reset", **place}), "Two.")
    with served.ask(ask(stream=True)) as connection, pytest.raises(ConnectionResetError):
        read_until(connection, b"\r\n0\r\n\r\n")

    entry = served.settled()
    following = served.events(ask(stream=True))
    assert (entry["ending"], entry["events"]) == ("complete", events)
    assert following[0]["message"]["id"] != entry["answer"]["id"]
    assert served.http.get("/_rystic/replies").json()["left"] == []


def test_a_reset_befalls_one_connection_of_many(served: Served) -> None:
    served.load(streamed(**stall()), streamed(fault={"kind": "reset", "event": 3}))
    with served.ask(ask(stream=True)) as other:
        read_until(other, b"event: ping")
        with served.ask(ask("Other", stream=True)) as connection, pytest.raises(ConnectionResetError):
            read_until(connection, b"\r\n0\r\n\r\n")
        served.http.post("/_rystic/release")
        assert b"message_stop" in read_until(other, b"\r\n0\r\n\r\n")


def test_a_whole_answer_is_reset_before_its_first_byte(served: Served) -> None:
    served.load(streamed(fault={"kind": "reset", "event": 3}))

    with served.ask(ask()) as connection, pytest.raises(ConnectionResetError):
        connection.recv(65_536)

    assert served.settled()["ending"] == "complete"


def test_real_delays_are_waited_for_and_virtual_ones_are_not(served: Served) -> None:
    spent: dict[str, float] = {}
    for clock in ("virtual", "real"):
        served.load(streamed(first_token_s=0.2, between_events_s=0.02), clock=clock)
        start = time.monotonic()
        served.http.post("/v1/messages", json=ask(stream=True))
        spent[clock] = time.monotonic() - start

    assert spent["real"] >= 0.36 > spent["virtual"]


def test_many_held_streams_are_released_at_once(served: Served) -> None:
    served.load({**streamed(**stall()), "times": "any"})
    connections = [served.ask(ask(str(number), stream=True)) for number in range(50)]
    for connection in connections:
        read_until(connection, b"event: ping")

    assert served.http.post("/_rystic/release").json() == {"released": 50}
    ended: list[bool] = []
    threads = [
        threading.Thread(target=lambda each: ended.append(bool(read_until(each, b"\r\n0\r\n\r\n"))), args=(each,))
        for each in connections
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    for connection in connections:
        connection.close()

    assert ended == [True] * 50
