"""Where a request goes below the mount, whatever the server thinks of ``root_path``."""

from urllib.parse import quote

from starlette.types import Scope


def local_path(scope: Scope) -> str:
    """The path below ``root_path``, which servers and frameworks either leave in ``path`` or take off.

    Source: https://asgi.readthedocs.io/en/latest/specs/www.html#http-connection-scope and its history.
    """
    path: str = scope["path"]
    root_path: str = scope.get("root_path", "")
    return path if not root_path else below(root_path.rstrip("/"), path) or path


def below(prefix: str, path: str) -> str | None:
    """The rest of ``path`` below ``prefix``, beginning with a slash; None where it does not lie there."""
    if not path.startswith(prefix):
        return None
    rest = path[len(prefix) :]
    if rest and not rest.startswith("/"):
        return None
    return rest or "/"


def base_url(scope: Scope) -> str:
    """What the client put before the local path: scheme, host and prefix; the prefix alone where no host is known."""
    prefix = quote(scope.get("root_path", "").rstrip("/"), safe="/~:@!$&'()*+,;=")
    host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    return f"{scope.get('scheme', 'http')}://{host}{prefix}" if host else prefix
