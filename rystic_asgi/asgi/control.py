"""The control routes: what a test does to the simulator over HTTP."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rystic_asgi._version import __version__
from rystic_asgi.asgi.body import BodyTooLargeError, ClientLeftError, read_body
from rystic_asgi.asgi.holds import Holds
from rystic_asgi.asgi.operations import OPERATIONS
from rystic_asgi.asgi.sessions import Sessions
from rystic_asgi.encoding.frames import encode_json
from rystic_asgi.engine.clock import MAX_ADVANCE, advance
from rystic_asgi.engine.loading import restarted, with_document, with_more_replies, with_script
from rystic_asgi.engine.verdicts import Verdict, verdicts
from rystic_asgi.script.document import MAX_REQUEST_BYTES, read_document
from rystic_asgi.script.fault import ScriptError, check_keys, shown
from rystic_asgi.script.reply import read_replies
from rystic_asgi.script.scenarios import SCENARIOS, find_scenario
from rystic_asgi.script.stream_fault import read_seconds
from rystic_asgi.script.text import parse_text
from rystic_asgi.state.journal import Entry
from rystic_asgi.state.session import Session
from rystic_asgi.state.store import Store

Endpoint = Callable[[Request], Awaitable[Response]]

_QUERY: Final = ("append", "operation")
_OPERATIONS: Final = [f"{operation.method} {operation.path}" for operation in OPERATIONS if operation.takes]


def control_application(store: Store, holds: Holds, sessions: Sessions[Any] | None) -> Starlette:
    """The routes below ``/_rystic/`` over ``store``."""
    routes = [
        Route(path, _by_method(methods), methods=list(methods))
        for path, methods in _Control(store, holds, sessions).routes()
    ]
    application = Starlette(routes=routes, exception_handlers=_HANDLERS)
    application.router.redirect_slashes = False
    return application


def _by_method(methods: Mapping[str, Endpoint]) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        for name in request.query_params:
            if name not in _QUERY:
                raise HTTPException(400, f"rystic: {name}: unknown in the query; known: {', '.join(_QUERY)}")
        if request.method != "HEAD":
            return await methods[request.method](request)
        response = await methods["GET"](request)
        response.body = b""
        return response

    return endpoint


class _Control:
    def __init__(self, store: Store, holds: Holds, sessions: Sessions[Any] | None) -> None:
        self._store = store
        self._sessions = sessions
        self._holds = holds

    def routes(self) -> Iterator[tuple[str, Mapping[str, Endpoint]]]:
        yield (
            "/_rystic/replies",
            {"GET": self._get_replies, "POST": self._post_replies, "DELETE": self._delete_replies},
        )
        yield "/_rystic/reset", {"POST": self._reset}
        yield "/_rystic/scenarios", {"GET": self._get_scenarios}
        yield "/_rystic/scenarios/{name}", {"POST": self._load_scenario}
        yield "/_rystic/state", {"GET": self._get_state, "PUT": self._put_state}
        yield "/_rystic/requests", {"GET": self._get_requests}
        yield "/_rystic/release", {"POST": self._release}
        yield "/_rystic/clock", {"GET": self._get_clock, "POST": self._advance_clock}
        yield "/_rystic/sessions", {"GET": self._get_sessions}
        yield "/_rystic/sessions/{name}", {"DELETE": self._end_session}
        yield "/_rystic/health", {"GET": self._health}

    async def _get_replies(self, request: Request) -> Response:
        return self._replies()

    async def _post_replies(self, request: Request) -> Response:
        document = await _read_json(request)
        check_keys(document, ("replies",), "")
        if "replies" not in document:
            raise ScriptError("replies", 'missing; the body is {"replies": [...]}')
        replies = read_replies(document["replies"], "replies")
        if _flag(request, "append"):
            self._store.extend(lambda session: with_more_replies(session, replies))
        else:
            self._load(lambda session: with_script(session, replies))
        return self._replies()

    async def _delete_replies(self, request: Request) -> Response:
        self._load(lambda session: with_script(session, ()))
        return self._replies()

    async def _reset(self, request: Request) -> Response:
        self._load(restarted)
        return self._replies()

    async def _get_scenarios(self, request: Request) -> Response:
        return _json({"scenarios": [{"name": row.name, "description": row.description} for row in SCENARIOS]})

    async def _load_scenario(self, request: Request) -> Response:
        try:
            scenario = find_scenario(request.path_params["name"])
        except ScriptError as error:
            raise HTTPException(404, str(error)) from error
        replies = read_replies(scenario.replies, "scenario")
        self._load(lambda session: with_script(session, replies, scenario.name))
        return self._replies()

    async def _get_state(self, request: Request) -> Response:
        document = self._store.session().baseline
        for position, reply in enumerate(document.replies):
            if reply.function is not None:
                name = reply.posted["function"]
                raise HTTPException(
                    409, f"rystic: replies.{position} is the function '{name}', which no document holds"
                )
        return _json(document.as_json())

    async def _put_state(self, request: Request) -> Response:
        document = read_document(await _read_json(request))
        self._load(lambda session: with_document(session, document))
        return self._replies()

    async def _get_requests(self, request: Request) -> Response:
        operation = request.query_params.get("operation")
        entries, is_real_time = self._store.entries(), self._store.session().baseline.is_real_time
        found = verdicts(entries, is_real_time=is_real_time)
        shown = [_shown(entry, found.get(entry.number)) for entry in entries if operation in (None, entry.operation)]
        return _json({"requests": shown})

    async def _health(self, request: Request) -> Response:
        return _json({"status": "ok", "version": __version__, "sessions": 1 + len(self._names())})

    async def _get_sessions(self, request: Request) -> Response:
        return _json({"sessions": self._names()})

    async def _end_session(self, request: Request) -> Response:
        name = request.path_params["name"]
        ended = None if self._sessions is None else self._sessions.end(name)
        if ended is None:
            known = ", ".join(self._names()) or "none"
            raise HTTPException(404, f"rystic: there is no session {name!r}; open: {known}")
        ended.release()
        return _json({"sessions": self._names()})

    def _names(self) -> list[str]:
        return [] if self._sessions is None else self._sessions.names()

    async def _release(self, request: Request) -> Response:
        return _json({"released": self._holds.release()})

    async def _get_clock(self, request: Request) -> Response:
        return _json({"time_s": self._store.session().time})

    async def _advance_clock(self, request: Request) -> Response:
        document = await _read_json(request)
        check_keys(document, ("advance_s",), "")
        seconds = read_seconds(document.get("advance_s"), "advance_s", MAX_ADVANCE)
        return _json({"time_s": self._store.advance(advance, seconds)})

    def _load(self, step: Callable[[Session], Session]) -> None:
        self._store.load(step)
        self._holds.release()

    def _replies(self) -> Response:
        session, takes = self._store.played()
        script = {"left": session.left_replies, "taken": session.posted(takes), "standing": session.standing_replies}
        return _json({**script, "operations": _OPERATIONS})


def _shown(entry: Entry, verdict: Verdict | None) -> dict[str, Any]:
    """The entry as JSON; its body as it came, since one that is as deep as can be read is too deep to be written."""
    content = entry.as_json()
    if isinstance(content["body"], dict | list):
        content["body"] = msgspec.Raw(entry.received.raw_body)
    return {**content, "verdict": None if verdict is None else verdict._asdict()}


def _flag(request: Request, name: str) -> bool:
    value = request.query_params.get(name, "false")
    if value not in ("true", "false"):
        raise HTTPException(400, f"rystic: {name}: true or false expected in the query, found {value!r}")
    return value == "true"


async def _read_json(request: Request) -> dict[str, Any]:
    try:
        body = await read_body(request.receive)
    except BodyTooLargeError:
        raise HTTPException(413, f"rystic: the body is larger than {MAX_REQUEST_BYTES} bytes") from None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, f"rystic: send the header content-type: application/json, found {kind or 'none'}")
    if not body:
        raise HTTPException(400, "rystic: the body is empty; a JSON object is expected")
    try:
        document = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError) as error:
        raise HTTPException(400, f"rystic: the body is not JSON: {error}") from error
    if not isinstance(document, dict):
        raise HTTPException(400, f"rystic: the body is {shown(document)}; a JSON object is expected")
    parse_text(body.decode(), "json")  # also refuses a key that stands twice
    return document


def _json(content: Any, status: int = 200, headers: Any = None) -> Response:
    return Response(encode_json(content), status, headers, media_type="application/json")


async def _http_fault(request: Request, error: Exception) -> Response:
    status, detail, headers = _http_parts(error)
    path = request.scope["path"].encode("utf-8", "replace").decode()
    asked = f"rystic: {request.method} {path} is not served"
    if status == 405:
        # Starlette makes the header from a set, whose order differs between processes.
        headers["allow"] = ", ".join(sorted(headers.pop("Allow").split(", ")))
        detail = f"{asked}; known methods: {headers['allow']}"
    elif not detail.startswith("rystic: "):
        detail = f"{asked}; known: {', '.join(route.path for route in request.app.routes)}"
    return _json({"error": {"message": detail}}, status, headers)


def _http_parts(error: Exception) -> tuple[int, str, dict[str, str]]:
    assert isinstance(error, HTTPException)
    return error.status_code, error.detail, dict(error.headers or {})


async def _script_fault(request: Request, error: Exception) -> Response:
    return _json({"error": {"message": str(error)}}, 422)


async def _client_left(request: Request, error: Exception) -> Response:
    return Response(status_code=499)


_HANDLERS: Final[Any] = {
    HTTPException: _http_fault,
    ScriptError: _script_fault,
    ClientLeftError: _client_left,
}
