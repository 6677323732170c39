"""Control routes are not for web pages of other sites."""

from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from rystic_asgi.asgi.headers import joined

_REFUSAL: Final = (
    b'{"error":{"message":"rystic: a page of another site may not use the control routes; '
    b'call them from a test, or from a page of this origin"}}'
)


class CrossSiteGuard:
    """Answers 403 where a browser says that another site asks.

    Source: https://www.w3.org/TR/fetch-metadata/ and https://www.rfc-editor.org/rfc/rfc6454#section-7
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not _is_cross_site(joined(scope["headers"])):
            await self.app(scope, receive, send)
            return
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(_REFUSAL))]
        await send({"type": "http.response.start", "status": 403, "headers": headers})
        await send({"type": "http.response.body", "body": _REFUSAL})


def _is_cross_site(headers: dict[bytes, bytes]) -> bool:
    if headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
        return True
    origin = headers.get(b"origin")
    if origin is None:
        return False
    return origin.rpartition(b"://")[2] != headers.get(b"host", b"")
