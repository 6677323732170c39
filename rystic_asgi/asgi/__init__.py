"""The simulator as an ASGI application: routes, control routes, middleware."""
