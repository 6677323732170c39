"""The operations of the API: where each is, and what answers it."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from starlette.types import Scope

from rystic_asgi.asgi.answering import answer_count, answer_messages, answer_refused
from rystic_asgi.asgi.batch_operations import (
    answer_cancel,
    answer_create,
    answer_delete,
    answer_list,
    answer_results,
    answer_retrieve,
)
from rystic_asgi.asgi.files import (
    answer_file,
    answer_file_content,
    answer_file_deleted,
    answer_files,
    answer_upload,
)
from rystic_asgi.asgi.misdirected import not_found
from rystic_asgi.asgi.models import answer_model, answer_models
from rystic_asgi.asgi.paths import base_url
from rystic_asgi.asgi.responses import Answer
from rystic_asgi.protocol.errors import ApiError
from rystic_asgi.script.document import Document
from rystic_asgi.state.journal import Received, take_secrets
from rystic_asgi.state.store import Store


class Operation(NamedTuple):
    """An operation of the API: where it is, whether it takes from the script, and what answers it.

    ``answer`` is called with the store, what was received, the secrets among its headers, and the parts of the path
    that the template names. ``limit`` is the setting that bounds its body; ``names_urls`` tells whether an answer holds
    an address of this host.
    """

    name: str
    method: str
    path: str
    takes: bool
    answer: Callable[..., Answer]
    limit: str = "request_bytes"
    names_urls: bool = False


_BATCHES: Final = "/v1/messages/batches"
_BATCH: Final = "/v1/messages/batches/{batch_id}"

OPERATIONS: Final[tuple[Operation, ...]] = (
    Operation("messages", "POST", "/v1/messages", takes=True, answer=answer_messages),
    Operation("count_tokens", "POST", "/v1/messages/count_tokens", takes=False, answer=answer_count),
    Operation("models", "GET", "/v1/models", takes=False, answer=answer_models),
    Operation("model", "GET", "/v1/models/{model_id}", takes=False, answer=answer_model),
    Operation("files", "GET", "/v1/files", takes=False, answer=answer_files),
    Operation("upload_file", "POST", "/v1/files", takes=False, answer=answer_upload, limit="upload_bytes"),
    Operation("file", "GET", "/v1/files/{file_id}", takes=False, answer=answer_file),
    Operation("delete_file", "DELETE", "/v1/files/{file_id}", takes=False, answer=answer_file_deleted),
    Operation("file_content", "GET", "/v1/files/{file_id}/content", takes=False, answer=answer_file_content),
    Operation("create_batch", "POST", _BATCHES, True, answer_create, "batch_bytes", True),
    Operation("list_batches", "GET", _BATCHES, False, answer_list, names_urls=True),
    Operation("retrieve_batch", "GET", _BATCH, False, answer_retrieve, names_urls=True),
    Operation("delete_batch", "DELETE", _BATCH, False, answer_delete),
    Operation("cancel_batch", "POST", _BATCH + "/cancel", False, answer_cancel, names_urls=True),
    Operation("batch_results", "GET", _BATCH + "/results", False, answer_results),
)


class Found(NamedTuple):
    """What stands at a path: its operations by method, and the parts of the path that their template names."""

    methods: dict[str, Operation]
    parts: tuple[str, ...] = ()


def find_operations(path: str) -> Found | None:
    """The operations at ``path``; None where nothing stands."""
    found = _BY_PATH.get(path)
    if found is not None:
        return found
    matches = ((template.fullmatch(path), methods) for template, methods in _BY_TEMPLATE)
    return next((Found(methods, match.groups()) for match, methods in matches if match), None)


def answer(
    store: Store,
    method: str,
    path: str,
    headers: dict[bytes, bytes],
    body: bytes,
    query: bytes = b"",
    scope: Scope | None = None,
) -> Answer:
    """The answer to any request on the API's side; it stands in the journal, and awaits its ending.

    ``path`` lies below the mount; header names are in lower case, repeated ones joined by commas. The journal keeps
    ``headers``: secrets in them are masked. ``scope`` tells the client's address of this host. Raises FunctionAsked,
    SlicesAskedError, LinesAskedError.
    """
    secrets, operation = take_secrets(headers), _BY_ROUTE.get((method, path))
    if operation is not None:
        return operation.answer(store, Received(operation.name, method, path, headers, body, query), secrets)
    found = find_operations(path)
    if found is None or method not in found.methods:
        return _misdirected(store, found, Received(_name(found), method, path, headers, body, query))
    operation = found.methods[method]
    base = base_url(scope) if operation.names_urls and scope is not None else ""
    received = Received(operation.name, method, path, headers, body, query, base)
    return operation.answer(store, received, secrets, *found.parts)


def body_limit(method: str, path: str, baseline: Document) -> int:
    """How long the body of a request may be."""
    limit: int = getattr(baseline, _LIMITS.get((method, path), "request_bytes"))
    return limit


def answer_too_large(store: Store, method: str, path: str, headers: dict[bytes, bytes]) -> Answer:
    """The answer to a request whose body is over the limit."""
    take_secrets(headers)
    found = find_operations(path)
    received = Received(_name(found), method, path, headers, b"")
    if found is None or method not in found.methods:
        return _misdirected(store, found, received)
    limit = body_limit(method, path, store.session().baseline)
    error = ApiError(f"Request exceeds the maximum size rystic: which is {limit} bytes", status=413)
    return answer_refused(store, received, error, is_known=False)


def _misdirected(store: Store, found: Found | None, received: Received) -> Answer:
    if found is None:
        return answer_refused(store, received, ApiError(not_found(received.path), status=404), is_known=False)
    return answer_refused(store, received, _wrong_method(found), is_known=False)


def _wrong_method(found: Found) -> ApiError:
    allowed = ", ".join(found.methods)
    message = f"Method Not Allowed rystic: this path takes {allowed}"
    return ApiError(message, status=405, headers={"allow": allowed})


def _name(found: Found | None) -> str:
    """The operation that a request with a wrong method is counted under: the first one at its path."""
    return "unknown" if found is None else next(iter(found.methods.values())).name


def _by_path() -> dict[str, Found]:
    found: dict[str, Found] = {}
    for operation in OPERATIONS:
        methods = found.setdefault(operation.path, Found({})).methods
        methods[operation.method] = operation
        if operation.method == "GET":
            methods["HEAD"] = operation
    return found


def _template(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", "([^/]+)", re.escape(path)))


_BY_ROUTE: Final = {(row.method, row.path): row for row in OPERATIONS if "{" not in row.path and not row.names_urls}
OWN_LIMITS: Final = frozenset(row.path for row in OPERATIONS if row.limit != "request_bytes")
"""The paths for whose bodies another setting than ``request_bytes`` is the bound."""
_LIMITS: Final = {(row.method, row.path): row.limit for row in OPERATIONS if row.limit != "request_bytes"}
_BY_PATH: Final = _by_path()
_BY_TEMPLATE: Final = tuple((_template(path), row.methods) for path, row in _BY_PATH.items() if "{" in path)
