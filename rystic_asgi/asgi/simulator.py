"""The simulator: an ASGI application over a small state object."""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, Literal

from starlette.types import ASGIApp, Receive, Scope, Send

from rystic_asgi._extras import needed_by
from rystic_asgi.asgi.answering import FunctionAsked
from rystic_asgi.asgi.body import BodyTooLargeError, ClientLeftError, before_the_rest, read_body
from rystic_asgi.asgi.boot_file import boot_document
from rystic_asgi.asgi.cors import let_in
from rystic_asgi.asgi.headers import joined
from rystic_asgi.asgi.holds import Holds
from rystic_asgi.asgi.operations import OWN_LIMITS, answer, answer_too_large, body_limit
from rystic_asgi.asgi.other_scopes import answer_other
from rystic_asgi.asgi.paths import below, local_path
from rystic_asgi.asgi.real_time import RealTime
from rystic_asgi.asgi.responses import Answer
from rystic_asgi.asgi.sending import send_at_once, send_refusal
from rystic_asgi.asgi.sessions import HEADER, SessionError, Sessions, named_in_headers, named_in_path, names_session
from rystic_asgi.asgi.slices import LinesAskedError, SlicesAskedError, answer_in_slices, send_lines
from rystic_asgi.engine.clock import MAX_ADVANCE, advance
from rystic_asgi.engine.loading import restarted, with_document, with_script
from rystic_asgi.engine.verdicts import Verdict, verdicts
from rystic_asgi.script.document import Document, read_document
from rystic_asgi.script.makers import as_script
from rystic_asgi.script.python_values import as_json
from rystic_asgi.script.reply import read_replies
from rystic_asgi.script.stream_fault import read_seconds
from rystic_asgi.state.journal import Entry
from rystic_asgi.state.memory_store import MemoryStore
from rystic_asgi.state.store import Store

if TYPE_CHECKING:
    import anthropic

CONTROL = "/_rystic"
ANY_KEY: Final = "sk-ant-placeholder"


class Simulator:
    """Plays a script of replies as the Messages API.

    ``boot`` is a boot document: a path, or the document itself; the other arguments replace its members. Given both,
    ``replies`` win over ``scenario``; functions may stand among them. ``api_keys`` are the only credentials then
    accepted; ``threads=False`` refuses message threads, so that clients go on without; ``cors`` lets pages of any
    origin in, or of those listed; ``limits`` bounds ``request_bytes``, ``file_bytes``, ``stored_file_bytes`` and
    ``function_seconds``, and with ``cut`` replies as well: each then ends at its request's ``max_tokens`` or stop
    sequence. ``stream`` shapes every streamed reply; ``faults`` is a schedule of errors and broken streams; time passes
    on a virtual clock unless ``clock`` is ``real``. ``models`` are listed in place of the table's, ``files`` are there
    from the beginning. ``batches`` says with ``ends_after`` how often a batch is retrieved until it has ended, 1 where
    it is left out; with 0 it ends at once. ``store`` is where state lives; nothing else given, it keeps what it holds.
    Raises ScriptError where a reply or a setting cannot be read.
    """

    def __init__(
        self,
        *,
        replies: Iterable[Any] | None = None,
        scenario: str | None = None,
        boot: str | PathLike[str] | Mapping[str, Any] | None = None,
        default_reply: str | None = None,
        on_empty: Literal["default", "error"] | None = None,
        rules: Mapping[str, bool] | None = None,
        seed: str | int | None = None,
        api_keys: Sequence[str] | None = None,
        threads: bool | None = None,
        cors: bool | Sequence[str] | None = None,
        limits: Mapping[str, float | bool] | None = None,
        faults: Sequence[Mapping[str, Any]] | None = None,
        stream: Mapping[str, Any] | None = None,
        clock: Literal["virtual", "real"] | None = None,
        models: Sequence[str | Mapping[str, Any]] | None = None,
        files: Sequence[Mapping[str, Any]] | None = None,
        batches: Mapping[str, int] | None = None,
        session_per_key: bool = False,
        store: Store | None = None,
    ) -> None:
        document = boot_document(boot)
        given = {
            "scenario": scenario,
            "default_reply": default_reply,
            "on_empty": on_empty,
            "rules": rules,
            "seed": seed,
            "api_keys": api_keys,
            "threads": threads,
            "cors": cors,
            "limits": limits,
            "faults": faults,
            "stream": stream,
            "clock": clock,
            "models": models,
            "files": files,
            "batches": batches,
        }
        if scenario is not None:
            document.pop("replies", None)
        document = as_json(document | {key: value for key, value in given.items() if value is not None})
        if replies is not None:
            document["replies"] = as_script(replies)
        self._store = MemoryStore() if store is None else store
        self._holds = Holds()
        self._real_time = RealTime()
        self._sessions: Sessions[Simulator] | None = Sessions(self._new_session)
        self._session_per_key = session_per_key
        self._start = read_document(document)
        if document:
            self._load(self._start)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one ASGI scope; a lifespan is answered and needed for nothing."""
        if scope["type"] != "http":
            await answer_other(scope, receive, send)
            return
        path = local_path(scope)
        if path.startswith(CONTROL) and below(CONTROL, path) is not None:
            await self._steer(path, scope, receive, send)
            return
        headers = joined(scope["headers"])
        if self._session_per_key or HEADER in headers or names_session(headers):
            session = await self._session_of(headers, send)
            if session is not None:
                await session._answer(path, scope, headers, receive, send)
        else:
            await self._answer(path, scope, headers, receive, send)

    def __repr__(self) -> str:
        return f"<Simulator: {len(self.left)} left, {len(self.taken)} taken, {len(self.requests)} requests>"

    @property
    def left(self) -> list[Any]:
        """The replies that can be taken still, as they were given, but for standing ones; a function by its name."""
        return deepcopy(self._store.session().left_replies)

    @property
    def taken(self) -> list[Any]:
        """The replies taken so far, one for each take, in the order of the takes."""
        session, takes = self._store.played()
        return deepcopy(session.posted(takes))

    @property
    def standing(self) -> list[Any]:
        """The replies that may be taken any number of times, as they were given."""
        return deepcopy(self._store.session().standing_replies)

    @property
    def on_empty(self) -> str:
        """What a request gets when no reply is left: ``default`` or ``error``."""
        return self._store.session().baseline.on_empty

    @property
    def requests(self) -> list[Entry]:
        """Every request on the API's side since the baseline, oldest first."""
        return self._store.entries()

    @property
    def messages(self) -> list[Entry]:
        """The requests for a message among ``requests``."""
        return [entry for entry in self.requests if entry.operation == "messages"]

    @property
    def api_key(self) -> str:
        """A key that is let in: the first of ``api_keys``, or any where none are listed."""
        keys = self._store.session().baseline.api_keys
        return keys[0] if keys else ANY_KEY

    def load(self, replies: Iterable[Any]) -> None:
        """Play a new script from now on; ids, counters and journal start over. Raises ScriptError."""
        script = read_replies(as_script(replies), "replies")
        self._store.load(lambda session: with_script(session, script))
        self._holds.release()

    def reset(self) -> None:
        """Start over: the script from its first reply, ids and counters as after the last load."""
        self._store.load(restarted)
        self._holds.release()

    def release(self) -> int:
        """Let every stream go on that a fault holds, and return how many there were."""
        return self._holds.release()

    def advance_clock(self, seconds: float) -> float:
        """Let time pass on the simulator's clock, and return what it shows: seconds since the baseline."""
        return self._store.advance(advance, read_seconds(seconds, "seconds", MAX_ADVANCE))

    @property
    def verdicts(self) -> dict[int, Verdict]:
        """What clients made of each fault, by the number of the request that it befell."""
        return verdicts(self.requests, is_real_time=self._store.session().baseline.is_real_time)

    def session(self, name: str) -> "Simulator":
        """The simulator of a session, which starts from what this one was made from. Raises SessionError."""
        if self._sessions is None:
            raise SessionError("rystic: a session has no sessions of its own")
        return self._sessions.get(name)

    @property
    def sessions(self) -> list[str]:
        """The names of the sessions, the default one apart, in the order in which they began."""
        return [] if self._sessions is None else self._sessions.names()

    def client(self, **options: Any) -> "anthropic.Anthropic":
        """An official client that talks to this simulator in-process. ``options`` go to ``anthropic.Anthropic``."""
        with needed_by("simulator.client()", extra="sdk"):
            from rystic_asgi.transport.clients import make_client

        return make_client(self, **{"api_key": self.api_key, **options})

    def async_client(self, **options: Any) -> "anthropic.AsyncAnthropic":
        """Like ``client``, for ``anthropic.AsyncAnthropic``."""
        with needed_by("simulator.async_client()", extra="sdk"):
            from rystic_asgi.transport.clients import make_async_client

        return make_async_client(self, **{"api_key": self.api_key, **options})

    @cached_property
    def _control(self) -> ASGIApp:
        from rystic_asgi.asgi.control import control_application
        from rystic_asgi.asgi.cross_site import CrossSiteGuard

        return CrossSiteGuard(control_application(self._store, self._holds, self._sessions))

    async def _steer(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a control route, or anything below the path of a session."""
        named = None if self._sessions is None else named_in_path(path)
        if named is not None:
            prefix, name, rest = named
            inner = {**scope, "path": rest, "root_path": scope.get("root_path", "").rstrip("/") + prefix}
            below_it = await self._session_named(name, send)
            if below_it is not None:
                await below_it(inner, receive, send)
            return
        headers = joined(scope["headers"])
        session = await self._session_of(headers, send) if HEADER in headers else self
        if session is not None:
            await session._control({**scope, "path": path, "root_path": ""}, receive, send)

    def _new_session(self) -> "Simulator":
        session = Simulator()
        session._sessions = None
        session._load(self._start)
        return session

    def _load(self, document: Document) -> None:
        self._store.load(lambda session: with_document(session, document))

    async def _session_of(self, headers: Mapping[bytes, bytes], send: Send) -> "Simulator | None":
        """The session that ``headers`` name; None where it cannot be, which the client is told."""
        name = None if self._sessions is None else named_in_headers(headers, per_key=self._session_per_key)
        return self if name is None else await self._session_named(name, send)

    async def _session_named(self, name: str, send: Send) -> "Simulator | None":
        try:
            return self.session(name)
        except SessionError as error:
            await send_refusal(send, str(error))
            return None

    async def _answer(self, path: str, scope: Scope, headers: dict[bytes, bytes], receive: Receive, send: Send) -> None:
        method, baseline = scope["method"], self._store.session().baseline
        if baseline.is_real_time:
            self._store.advance(advance, self._real_time.passed())
        if b"origin" in headers:
            through = await let_in(send, method, headers, baseline.cors)
            if through is None:
                return
            send = through
        try:
            limit = body_limit(method, path, baseline) if path in OWN_LIMITS else baseline.request_bytes
            body = await read_body(receive, limit, headers.get(b"content-length", b""))
            query = scope.get("query_string", b"")
            found: Answer | None = answer(self._store, method, path, headers, body, query, scope)
        except BodyTooLargeError as error:
            found = answer_too_large(self._store, method, path, headers)
            send = before_the_rest(send, receive) if error.goes_on else send
        except ClientLeftError:
            return
        except FunctionAsked as asked:
            found = await self._called(asked, receive)
        except SlicesAskedError as asked:
            found = await answer_in_slices(asked.steps)
        except LinesAskedError as asked:
            await send_lines(self._store, asked, send, is_head=method == "HEAD")
            return
        if found is None:
            return
        if found.steps is None or method == "HEAD":
            await send_at_once(self._store, found, send, is_head=method == "HEAD")
        else:
            await self._deliver(found, scope, receive, send)

    async def _deliver(self, found: Answer, scope: Scope, receive: Receive, send: Send) -> None:
        from rystic_asgi.asgi.delivering import deliver

        await deliver(self._store, self._holds, found, scope, receive, send)

    async def _called(self, asked: FunctionAsked, receive: Receive) -> Answer | None:
        from rystic_asgi.asgi.calling import answer_by_function

        return await answer_by_function(self._store, asked, receive)
