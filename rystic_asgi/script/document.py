"""A boot document: everything that a simulator starts from, as one JSON object."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct

from rystic_asgi.protocol.batches import MAX_BATCH_BYTES
from rystic_asgi.script.boot_files import BootFile, file_records, read_files
from rystic_asgi.script.fault import ScriptError, check_keys, check_members, check_type, shown
from rystic_asgi.script.model_list import ModelList, read_models
from rystic_asgi.script.reply import Reply, read_replies
from rystic_asgi.script.scenarios import find_scenario
from rystic_asgi.script.schedule import Scheduled, read_schedule
from rystic_asgi.script.stream_shape import StreamShape, read_lasting_shape
from rystic_asgi.validation.rules import rule_names

FORMAT_VERSION: Final = 1
DEFAULT_TEXT: Final = "This is the simulator's default reply: the script has no reply left."
"""The text of the default reply, unless ``default_reply`` replaces it."""

MAX_REQUEST_BYTES: Final = 32 * 1024 * 1024
"""The largest body, unless ``limits`` say otherwise.

Source: https://platform.claude.com/docs/en/api/errors#request-size-limits"""

MAX_FILE_BYTES: Final = 500 * 1024 * 1024
"""The largest file, unless ``limits`` say otherwise. Source: as above."""
MAX_STORED_FILE_BYTES: Final = 64 * 1024 * 1024
"""How much all files together may hold, as they are kept in memory, unless ``limits`` say otherwise."""
_ENVELOPE: Final = 64 * 1024
"""What an upload holds beside its file at most."""

FUNCTION_SECONDS: Final = 5.0
"""How long a function in the script may take for a reply, unless ``limits`` say otherwise."""

ANY_ORIGIN: Final = ("*",)
"""Pages of every origin, which ``"cors": true`` stands for."""

MASKED: Final = "***"
"""What a secret is written as."""

_LIMITS: Final = {
    "request_bytes": "request_bytes",
    "cut": "is_cut",
    "function_seconds": "function_seconds",
    "file_bytes": "file_bytes",
    "stored_file_bytes": "stored_file_bytes",
}
"""The limits of a boot document, each with its name in ``Document``."""
_KEY: Final = re.compile(r"[\x21-\x2b\x2d-\x7e]+")
_ORIGIN: Final = re.compile(r"[a-z][a-z0-9+.-]*://[\x21-\x2b\x2d\x2e\x30-\x7e]+|null")
"""Source: https://www.rfc-editor.org/rfc/rfc6454#section-7"""


class Document(Struct, frozen=True):
    """What a boot document says; ``Document()`` is an empty script with every setting at its default."""

    replies: tuple[Reply, ...] = ()
    scenario: str | None = None
    default_reply: str = DEFAULT_TEXT
    on_empty: str = "default"
    rules: tuple[tuple[str, bool], ...] = ()
    seed: str = "rystic"
    api_keys: tuple[str, ...] = ()
    cors: tuple[str, ...] = ()
    request_bytes: int = MAX_REQUEST_BYTES
    is_cut: bool = False
    """Whether the limits of a request cut its reply off."""
    function_seconds: float = FUNCTION_SECONDS
    faults: tuple[Scheduled, ...] = ()
    stream: StreamShape | None = None
    is_real_time: bool = False
    """Whether delays are waited for; else they pass on the simulator's own clock."""
    threads: bool = True
    """Whether message threads are held; else the rule ``no-threads`` is on."""
    file_bytes: int = MAX_FILE_BYTES
    stored_file_bytes: int = MAX_STORED_FILE_BYTES
    models: ModelList = ModelList()
    files: tuple[BootFile, ...] = ()
    batch_retrieves: int = 1
    """How often a batch is retrieved until it has ended."""

    @property
    def switches(self) -> dict[str, bool]:
        """The rules that are switched, by what the document says of them and of threads."""
        return dict(self.rules) if self.threads else {**dict(self.rules), "no-threads": True}

    @property
    def upload_bytes(self) -> int:
        """The longest body of an upload."""
        return min(self.file_bytes, self.stored_file_bytes) + _ENVELOPE

    @property
    def batch_bytes(self) -> int:
        """The longest body of a batch: ``request_bytes`` bounds it too where that is set."""
        return MAX_BATCH_BYTES if self.request_bytes == MAX_REQUEST_BYTES else self.request_bytes

    def records(self) -> Iterator[tuple[str, str, bytes]]:
        """The kind, key and value of each record that is there from the beginning."""
        return file_records(self.files, self.seed)

    def as_json(self) -> dict[str, Any]:
        """The document that reads back as this one, but for keys, which are masked; defaults are left out."""
        written = {
            "scenario": self.scenario,
            "default_reply": None if self.default_reply == DEFAULT_TEXT else self.default_reply,
            "on_empty": None if self.on_empty == "default" else self.on_empty,
            "rules": dict(self.rules) or None,
            "seed": None if self.seed == "rystic" else self.seed,
            "api_keys": [MASKED for _ in self.api_keys] or None,
            "threads": None if self.threads else False,
            "cors": True if self.cors == ANY_ORIGIN else list(self.cors) or None,
            "limits": {key: getattr(self, name) for key, name in _LIMITS.items() if self._is_set(name)} or None,
            "faults": [row.posted for row in self.faults] or None,
            "stream": None if self.stream is None else self.stream.posted,
            "clock": "real" if self.is_real_time else None,
            "models": None if self.models.posted is None else list(self.models.posted),
            "files": [file.posted for file in self.files] or None,
            "batches": {"ends_after": self.batch_retrieves} if self._is_set("batch_retrieves") else None,
        }
        return {
            "version": FORMAT_VERSION,
            **{key: value for key, value in written.items() if value is not None},
            "replies": [reply.posted for reply in self.replies],
        }

    def _is_set(self, name: str) -> bool:
        return bool(getattr(self, name) != getattr(Document(), name))


def read_document(value: Any) -> Document:
    """The document of a JSON value; given both, ``replies`` win over ``scenario``. Raises ScriptError."""
    check_type(value, dict, "")
    check_keys(value, tuple(_READERS), "")
    read = {key: _READERS[key](value[key], key) for key in value}
    read.pop("version", None)
    read |= read.pop("limits", {}) | read.pop("batches", {})
    if "clock" in read:
        read["is_real_time"] = read.pop("clock")
    if "scenario" in read and "replies" not in read:
        read["replies"] = read_replies(find_scenario(read["scenario"]).replies, "scenario")
    document = Document(**read)
    _check_stored(document)
    return document


def _check_stored(document: Document) -> None:
    stored = sum(len(file.content) for file in document.files)
    if stored > document.stored_file_bytes:
        limit = f"limits.stored_file_bytes is {document.stored_file_bytes}"
        raise ScriptError("files", f"they hold {stored} bytes together, {limit}")


def _read_version(value: Any, place: str) -> int:
    check_type(value, int, place)
    if value != FORMAT_VERSION:
        raise ScriptError(place, f"this version reads documents of version {FORMAT_VERSION}, found {value}")
    return FORMAT_VERSION


def _read_scenario(value: Any, place: str) -> str:
    return find_scenario(_read_text(value, place)).name


def _read_text(value: Any, place: str) -> str:
    check_type(value, str, place)
    return str(value)


def _read_on_empty(value: Any, place: str) -> str:
    if value not in ("default", "error"):
        raise ScriptError(place, f"'default' or 'error' expected, found {shown(value)}")
    return str(value)


def _read_rules(value: Any, place: str) -> tuple[tuple[str, bool], ...]:
    check_type(value, dict, place)
    check_keys(value, sorted(rule_names()), place)
    for name, on in value.items():
        check_type(on, bool, f"{place}.{name}")
    return tuple(value.items())


def _read_seed(value: Any, place: str) -> str:
    check_type(value, (str, int), place)
    return str(value)


def _read_api_keys(value: Any, place: str) -> tuple[str, ...]:
    check_type(value, list, place)
    if not value:
        raise ScriptError(place, "at least one key expected; leave it out to accept any")
    for index, key in enumerate(value):
        check_type(key, str, f"{place}.{index}")
        if key == MASKED:
            raise ScriptError(f"{place}.{index}", "this key is masked; write the key itself, or leave api_keys out")
        if not _KEY.fullmatch(key):
            raise ScriptError(f"{place}.{index}", "not a key that an HTTP header can carry")
    return tuple(value)


def _read_threads(value: Any, place: str) -> bool:
    check_type(value, bool, place)
    return bool(value)


def _read_cors(value: Any, place: str) -> tuple[str, ...]:
    check_type(value, (bool, list), place)
    if isinstance(value, bool):
        return ANY_ORIGIN if value else ()
    for index, origin in enumerate(value):
        check_type(origin, str, f"{place}.{index}")
        if not _ORIGIN.fullmatch(origin):
            raise ScriptError(
                f"{place}.{index}", f"an origin such as 'http://localhost:3000' expected, found {shown(origin)}"
            )
    return tuple(value)


def _read_limits(value: Any, place: str) -> dict[str, Any]:
    """The settings by their names in ``Document``."""
    counts = ("request_bytes", "file_bytes", "stored_file_bytes")
    check_members(value, {**dict.fromkeys(counts, int), "cut": bool, "function_seconds": (int, float)}, place)
    for name in counts:
        if value.get(name, 1) < 1:
            raise ScriptError(f"{place}.{name}", f"1 or more expected, found {value[name]}")
    if value.get("function_seconds", 1) <= 0:
        raise ScriptError(f"{place}.function_seconds", f"more than 0 expected, found {value['function_seconds']}")
    return {_LIMITS[key]: setting for key, setting in value.items()}


def _read_clock(value: Any, place: str) -> bool:
    if value not in ("virtual", "real"):
        raise ScriptError(place, f"'virtual' or 'real' expected, found {shown(value)}")
    return bool(value == "real")


def _read_batches(value: Any, place: str) -> dict[str, Any]:
    check_members(value, {"ends_after": int}, place)
    if value.get("ends_after", 1) < 0:
        raise ScriptError(f"{place}.ends_after", f"0 or more expected, found {value['ends_after']}")
    return {"batch_retrieves": value["ends_after"]} if value else {}


_READERS: Final[dict[str, Callable[[Any, str], Any]]] = {
    "version": _read_version,
    "scenario": _read_scenario,
    "replies": read_replies,
    "default_reply": _read_text,
    "on_empty": _read_on_empty,
    "rules": _read_rules,
    "seed": _read_seed,
    "api_keys": _read_api_keys,
    "threads": _read_threads,
    "cors": _read_cors,
    "limits": _read_limits,
    "faults": read_schedule,
    "stream": read_lasting_shape,
    "clock": _read_clock,
    "models": read_models,
    "files": read_files,
    "batches": _read_batches,
}
