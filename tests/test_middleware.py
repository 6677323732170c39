"""The simulator mounted in applications and in front of them."""

import os
from collections.abc import Callable

import django
import fastapi
import httpx2
import pytest
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import re_path
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rystic_asgi import Simulator, SimulatorMiddleware
from tests.conftest import Connect, ask

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


def _page(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"django {request.path}")


urlpatterns = [re_path(".*", _page)]


async def _own_page(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse(f"own {scope['path']}")(scope, receive, send)


def in_starlette(simulator: Simulator) -> ASGIApp:
    return Starlette(routes=[Mount("/llm", simulator)])


def in_nested_mounts(simulator: Simulator) -> ASGIApp:
    return Starlette(routes=[Mount("/llm", Starlette(routes=[Mount("/deep", simulator)]))])


def in_fastapi(simulator: Simulator) -> ASGIApp:
    app = fastapi.FastAPI()
    app.mount("/llm", simulator)
    return app


def in_an_application_that_strips_the_prefix(simulator: Simulator) -> ASGIApp:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await simulator({**scope, "root_path": "/llm", "path": scope["path"].removeprefix("/llm")}, receive, send)

    return app


def round_django(simulator: Simulator) -> ASGIApp:
    if not settings.configured:
        settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="test", USE_TZ=True)
        django.setup()
    return SimulatorMiddleware(get_asgi_application(), simulator, path="/llm")


HOSTS = [
    pytest.param(in_starlette, "/llm", id="starlette"),
    pytest.param(in_nested_mounts, "/llm/deep", id="nested"),
    pytest.param(in_fastapi, "/llm", id="fastapi"),
    pytest.param(in_an_application_that_strips_the_prefix, "/llm", id="prefix-stripped"),
    pytest.param(round_django, "/llm", id="django"),
]


@pytest.mark.parametrize(("host", "prefix"), HOSTS)
def test_a_mounted_simulator_answers_both_sides(
    connect: Connect, host: Callable[[Simulator], ASGIApp], prefix: str
) -> None:
    http = connect(host(Simulator()))

    posted = http.post(f"{prefix}/_rystic/replies", json={"replies": ["Mounted."]})
    answered = http.post(f"{prefix}/v1/messages", json=ask())

    assert posted.json()["left"] == ["Mounted."]
    assert answered.json()["content"] == [{"type": "text", "text": "Mounted."}]


@pytest.mark.parametrize(
    ("path", "owner"),
    [
        pytest.param("/llm/v1/messages", "simulator", id="messages"),
        pytest.param("/llm/v1/models", "simulator", id="a-route-of-the-api"),
        pytest.param("/llm/_rystic/health", "simulator", id="control"),
        pytest.param("/llm/v1/other", "app", id="below-v1-but-not-the-apis"),
        pytest.param("/llm/", "app", id="the-prefix"),
        pytest.param("/v1/messages", "app", id="outside-the-prefix"),
        pytest.param("/", "app", id="root"),
    ],
)
def test_the_middleware_passes_on_what_is_not_the_apis(connect: Connect, path: str, owner: str) -> None:
    http = connect(SimulatorMiddleware(_own_page, Simulator(), path="/llm"))

    response = http.get(path)

    assert (response.text == f"own {path}") == (owner == "app")


def test_a_path_may_be_given_without_its_slash(connect: Connect) -> None:
    http = connect(SimulatorMiddleware(_own_page, Simulator(), path="llm/"))

    assert http.post("/llm/v1/messages", json=ask()).status_code == 200


def test_without_a_path_the_middleware_sits_at_the_root(connect: Connect) -> None:
    http = connect(SimulatorMiddleware(_own_page, Simulator()))

    assert http.post("/v1/messages", json=ask()).status_code == 200
    assert http.get("/about").text == "own /about"


def test_a_page_of_django_stays_reachable(connect: Connect) -> None:
    assert connect(round_django(Simulator())).get("/about").text == "django /about"


@pytest.mark.anyio
async def test_other_scopes_pass_through() -> None:
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])

    async def receive() -> Message:
        raise AssertionError

    async def send(message: Message) -> None:
        raise AssertionError(message)

    await SimulatorMiddleware(app, Simulator())({"type": "lifespan"}, receive, send)
    assert seen == ["lifespan"]


def test_routes_beside_the_mount_stay_the_hosts(connect: Connect) -> None:
    async def about(request: object) -> PlainTextResponse:
        return PlainTextResponse("about")

    app = Starlette(routes=[Route("/about", about), Mount("/llm", Simulator())])

    assert connect(app).get("/about").text == "about"


@pytest.mark.anyio
async def test_the_asgi_transport_of_httpx2_serves_a_mounted_simulator() -> None:
    transport = httpx2.ASGITransport(app=in_fastapi(Simulator()))

    async with httpx2.AsyncClient(transport=transport, base_url="http://rystic.test/llm") as http:
        response = await http.post("/v1/messages", json=ask(), headers={"x-api-key": "k"})

    assert response.status_code == 400
    assert response.json()["error"]["message"] == "anthropic-version: header is required"
