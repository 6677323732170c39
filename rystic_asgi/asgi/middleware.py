"""The simulator in front of an application that answers everything else."""

from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from rystic_asgi.asgi.paths import below, local_path
from rystic_asgi.asgi.simulator import CONTROL, Simulator

OWN_PATHS: Final = ("/v1/messages", "/v1/models", "/v1/files", CONTROL)
"""What the simulator answers: the API's own routes, served yet or not, and the control routes."""


class SimulatorMiddleware:
    """Answers the API's own routes and ``/_rystic/`` below ``path``, and passes the rest on to ``app``."""

    def __init__(self, app: ASGIApp, simulator: Simulator, *, path: str = "") -> None:
        self.app = app
        self.simulator = simulator
        self.path = f"/{path.strip('/')}".rstrip("/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        local = local_path(scope)
        path = below(self.path, local)
        if path is None or all(below(own, path) is None for own in OWN_PATHS):
            await self.app(scope, receive, send)
            return
        outer = scope.get("root_path", "").rstrip("/")
        await self.simulator({**scope, "path": outer + local, "root_path": outer + self.path}, receive, send)
